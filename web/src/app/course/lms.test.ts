import { describe, expect, test } from 'vitest';
import { type Around, connect, findApi } from './lms.ts';

/** A fake LMS API with the given answers. */
function api(answers: Readonly<Record<string, unknown>> = {}) {
  const calls: string[] = [];
  const answer =
    (name: string, usual: unknown) =>
    (...args: string[]): unknown => {
      calls.push([name, ...args].join(' '));
      const given = name in answers ? answers[name] : usual;
      if (given instanceof Error) throw given;
      return given;
    };
  return {
    calls,
    LMSInitialize: answer('LMSInitialize', 'true'),
    LMSFinish: answer('LMSFinish', 'true'),
    LMSGetValue: answer('LMSGetValue', 'value'),
    LMSSetValue: answer('LMSSetValue', 'true'),
    LMSCommit: answer('LMSCommit', true),
    LMSGetLastError: answer('LMSGetLastError', 201),
    LMSGetErrorString: answer('LMSGetErrorString', 'Invalid argument'),
  };
}
const within = (parent: Around, depth: number): Around =>
  depth === 0 ? parent : within({ parent, opener: null }, depth - 1);
/** A window without one around it. */
const top = (extra: object = {}): Around => {
  const win = { parent: null as Around | null, opener: null, ...extra };
  win.parent = win;
  return win;
};

describe('the API', () => {
  test('is found in the window itself, some windows around it, or around the one that opened it', () => {
    const one = api();
    const lms = top({ API: one });
    expect(findApi(lms)).toBe(one);
    expect(findApi(within(lms, 7))).toBe(one);
    expect(findApi(within(top({ opener: within(lms, 2) }), 1))).toBe(one);
  });
  test('is not what lacks a call, and there may be none at all', () => {
    const { LMSCommit: _, ...less } = api();
    expect(findApi(top({ API: less }))).toBeNull();
    expect(findApi(within(top(), 60))).toBeNull();
  });
  test('a window of another origin ends the search without an error', () => {
    const foreign = new Proxy({} as Around, {
      get: () => {
        throw new Error('SecurityError');
      },
    });
    expect(findApi(within(foreign, 1))).toBeNull();
  });
});

describe('a connection', () => {
  test('hands values on, and takes true as well as "true"', () => {
    const one = api();
    const lms = connect(one);
    if (!lms.ok) throw new Error(lms.error);
    expect([lms.value.get('a'), lms.value.set('b', '1').ok, lms.value.commit().ok]).toEqual(['value', true, true]);
    lms.value.finish();
    expect(one.calls).toEqual(['LMSInitialize ', 'LMSGetValue a', 'LMSSetValue b 1', 'LMSCommit ', 'LMSFinish ']);
  });
  test('says in the LMS’s words what it refused', () => {
    const lms = connect(api({ LMSSetValue: 'false' }));
    expect(lms.ok && lms.value.set('cmi.x', '1')).toEqual({
      ok: false,
      error: 'LMSSetValue cmi.x: 201 Invalid argument',
    });
    expect(connect(api({ LMSInitialize: false })).ok).toBe(false);
  });
  test('what an LMS throws or leaves out breaks nothing', () => {
    const lms = connect(api({ LMSGetValue: undefined, LMSSetValue: new Error('gone') }));
    expect(lms.ok && [lms.value.get('a'), lms.value.set('b', '')]).toEqual([
      '',
      { ok: false, error: 'LMSSetValue: gone' },
    ]);
  });
});
