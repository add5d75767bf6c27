import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostMessage, isFromHost, readHostMessage } from './messages.ts';

describe('messages of a page around a figure', () => {
  test.each([
    [{ xipscope: 1, do: 'hello' }, { do: 'hello' }],
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
        if (read !== null) expect(['hello', 'step', 'back', 'seek', 'theme']).toContain(read.do);
      }),
    );
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
