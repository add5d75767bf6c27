import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type FromHost,
  hostMessage,
  isFromFigure,
  isFromHost,
  readFigureMessage,
  readHostMessage,
  withMessage,
} from './messages.ts';

describe('messages of a page around a figure', () => {
  test.each([
    [{ xipscope: 1, do: 'hello' }, { do: 'hello' }],
    [{ xipscope: 1, do: 'fit' }, { do: 'fit' }],
    [{ xipscope: 1, do: 'step', more: 'of a later version' }, { do: 'step' }],
    [
      { xipscope: 1, do: 'seek', to: 3 },
      { do: 'seek', to: 3 },
    ],
    [
      { xipscope: 1, do: 'theme', theme: 'dark' },
      { do: 'theme', theme: 'dark' },
    ],
  ])('%j is read', (data, read) => expect(readHostMessage(data)).toEqual(read));
  test.each([
    [{ do: 'step' }],
    [{ xipscope: 2, do: 'step' }],
    [{ xipscope: '1', do: 'step' }],
    [{ xipscope: 1, do: 'seek', to: -1 }],
    [{ xipscope: 1, do: 'seek', to: 1.5 }],
    [{ xipscope: 1, do: 'seek', to: '3' }],
    [{ xipscope: 1, do: 'theme', theme: 'url(x)' }],
    [{ xipscope: 1, do: 'constructor' }],
    [null],
    ['step'],
  ])('%j is not', (data) => expect(readHostMessage(data)).toBeNull());
  test('whatever comes, nothing is thrown, and what is read has one of the shapes', () => {
    fc.assert(
      fc.property(fc.anything(), (data) => {
        const read = readHostMessage(data);
        if (read !== null) expect(['hello', 'step', 'back', 'fit', 'seek', 'theme']).toContain(read.do);
      }),
    );
  });
  test('what waits comes to the same place and theme as each message for itself', () => {
    const message = fc.oneof(
      fc.constantFrom<FromHost>({ do: 'hello' }, { do: 'step' }, { do: 'back' }),
      fc.nat(9).map((to): FromHost => ({ do: 'seek', to })),
      fc.constantFrom('light' as const, 'dark' as const).map((theme): FromHost => ({ do: 'theme', theme })),
    );
    const END = 9;
    const play = (messages: readonly FromHost[]) => {
      let [at, theme, greeted] = [0, '', false];
      for (const each of messages) {
        if (each.do === 'step') at = Math.min(END, at + 1);
        else if (each.do === 'back') at = Math.max(0, at - 1);
        else if (each.do === 'seek') at = each.to;
        else if (each.do === 'theme') theme = each.theme;
        else greeted = true;
      }
      return { at, theme, greeted };
    };
    fc.assert(
      fc.property(fc.array(message, { maxLength: 100 }), (messages) => {
        const waiting = messages.reduce<readonly FromHost[]>(withMessage, []);
        expect(play(waiting)).toEqual(play(messages));
      }),
    );
  });
  test('a flood leaves little that waits', () => {
    for (const each of [
      { do: 'hello' },
      { do: 'step' },
      { do: 'seek', to: 3 },
      { do: 'theme', theme: 'dark' },
    ] as const) {
      const waiting = Array.from({ length: 20_000 }, () => each).reduce<readonly FromHost[]>(withMessage, []);
      expect(waiting.length).toBeLessThanOrEqual(100);
    }
  });
  test('what the figure says carries the version', () => {
    expect(hostMessage({ is: 'size', height: 3 })).toEqual({ xipscope: 1, is: 'size', height: 3 });
  });
  test('only the window around it counts, and of that only the origin that the address names', () => {
    const parent = {};
    expect(isFromHost({ source: parent, origin: 'https://a.example' }, parent, undefined)).toBe(true);
    expect(isFromHost({ source: {}, origin: 'https://a.example' }, parent, undefined)).toBe(false);
    expect(isFromHost({ source: parent, origin: 'https://a.example' }, parent, 'https://a.example')).toBe(true);
    expect(isFromHost({ source: parent, origin: 'https://b.example' }, parent, 'https://a.example')).toBe(false);
  });
});

describe('messages of a figure', () => {
  test.each([
    [{ is: 'ready', page: 'play' }],
    [{ is: 'size', height: 512 }],
    [{ is: 'step', at: 3, of: 5, text: 'B commits' }],
    [{ is: 'step', at: 0, of: null, text: '' }],
    [{ is: 'key', key: 'ArrowRight' }],
  ] as const)('%j is read as it was said', (message) =>
    expect(readFigureMessage({ ...hostMessage(message), more: 'of a later version' })).toEqual(message),
  );
  test.each([
    [{ is: 'size', height: 512 }],
    [{ xipscope: 2, is: 'size', height: 512 }],
    [{ xipscope: 1, is: 'size', height: '512' }],
    [{ xipscope: 1, is: 'size', height: -1 }],
    [{ xipscope: 1, is: 'size', height: 1e9 }],
    [{ xipscope: 1, is: 'size', height: Number.NaN }],
    [{ xipscope: 1, is: 'step', at: 1, of: 2 }],
    [{ xipscope: 1, is: 'step', at: 1, of: undefined, text: '' }],
    [{ xipscope: 1, is: 'ready' }],
    [{ xipscope: 1, is: 'constructor' }],
    [null],
    ['size'],
  ])('%j is not', (data) => expect(readFigureMessage(data)).toBeNull());
  test('only the figure’s own window and its own site count', () => {
    const frame = {};
    expect(isFromFigure({ source: frame, origin: 'https://a.example' }, frame, 'https://a.example')).toBe(true);
    expect(isFromFigure({ source: {}, origin: 'https://a.example' }, frame, 'https://a.example')).toBe(false);
    expect(isFromFigure({ source: frame, origin: 'https://b.example' }, frame, 'https://a.example')).toBe(false);
    expect(isFromFigure({ source: null, origin: 'https://a.example' }, null, 'https://a.example')).toBe(false);
  });
});
