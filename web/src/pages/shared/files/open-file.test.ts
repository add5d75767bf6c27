import { describe, expect, test } from 'vitest';
import { messagesIn } from '../../../base/messages/index.ts';
import { compileSource } from '../../../engine/spec/spec-compile.ts';
import { SPEC_LIMITS } from '../../../scenario/spec-types.ts';
import { type NamedBytes, openSource, shownName } from './open-file.ts';

const messages = messagesIn('en');
/** The SQL is not tested here, so any text passes. */
const takesAnySql = (sql: string) => ({ ok: true, value: { sql, statements: [] } }) as const;
const open = (...files: readonly NamedBytes[]) =>
  openSource(files, (bytes) => Promise.resolve(compileSource(bytes, takesAnySql)), messages);
const file = (name: string, content: string | Uint8Array): NamedBytes => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return { name, size: bytes.length, arrayBuffer: () => Promise.resolve(Uint8Array.from(bytes).buffer) };
};
const messageOf = async (...files: readonly NamedBytes[]): Promise<string> => {
  const opened = await open(...files);
  if (opened === null || opened.result.ok) throw new Error('no problem');
  expect(opened.result.error[0]).toMatchObject({ line: 1, column: 1 });
  return opened.result.error[0]?.message ?? '';
};

describe('an opened file', () => {
  test('gives its text and a compiled spec', async () => {
    const text = 'session s\r\nstep a { SELECT 1 }\r\n';
    expect(await open(file('a.spec', text))).toMatchObject({ file: 'a.spec', text, note: null, result: { ok: true } });
  });
  test('that does not parse gives its text and the places', async () => {
    const opened = await open(file('a.spec', 'session s\nstep a'));
    expect(opened).toMatchObject({ text: 'session s\nstep a', result: { ok: false, error: [{ line: 2, column: 7 }] } });
  });
  test('that is no text gives none, and says so', async () => {
    const opened = await open(file('a.jpg', Uint8Array.of(0xff, 0xd8)));
    expect(opened?.text).toBeNull();
    expect(await messageOf(file('a.jpg', Uint8Array.of(0xff, 0xd8)))).toMatch(/not UTF-8/);
    expect(await messageOf(file('a.bin', '\0'))).toMatch(/NUL/);
  });
  test('that is too large is not read', async () => {
    const large: NamedBytes = {
      name: 'a.iso',
      size: SPEC_LIMITS.fileBytes + 1,
      arrayBuffer: () => Promise.reject(new Error('was read')),
    };
    expect(await messageOf(large)).toMatch(/larger than/);
  });
  test('that cannot be read, as a folder, is answered for', async () => {
    const folder: NamedBytes = { name: 'd', size: 0, arrayBuffer: () => Promise.reject(new Error('NotFound')) };
    expect(await messageOf(folder)).toMatch(/folder/);
  });
  test('of several is the first, with a sentence about the others', async () => {
    const opened = await open(file('a.spec', 'session s step a {}'), file('b.spec', ''), file('c.spec', ''));
    expect(opened).toMatchObject({ file: 'a.spec', result: { ok: true } });
    expect(opened?.note).toMatch(/a\.spec; 2 others were not opened/);
  });
  test('of none is nothing', async () => {
    expect(await open()).toBeNull();
  });
  test('has a name of one line that is not too long', () => {
    expect(shownName('a\nb\u202e.spec')).toBe('a<U+000A>b<U+202E>.spec');
    expect(shownName('x'.repeat(300))).toHaveLength(81);
  });
});
