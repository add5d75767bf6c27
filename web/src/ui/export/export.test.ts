import { csvParse } from 'd3';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCsv } from '../../base/written.ts';
import { fileName } from './download.ts';

describe('CSV', () => {
  test('lines end in CRLF; quotes stand only where they are needed and are doubled inside', () => {
    expect(
      toCsv(
        ['a', 'b'],
        [
          ['x, y', 'he said "no"'],
          ['plain', -5],
        ],
      ),
    ).toBe('a,b\r\n"x, y","he said ""no"""\r\nplain,-5\r\n');
  });
  test('what is not there is an empty cell, and so is a number that is none', () => {
    expect(toCsv(['a', 'b', 'c'], [[null, undefined, Number.NaN]])).toBe('a,b,c\r\n,,\r\n');
  });
  test('no text becomes a formula in a spreadsheet', () => {
    expect(toCsv(['a'], [['=1+1']])).toBe("a\r\n'=1+1\r\n");
  });
  test('another reader reads the same cells', () => {
    const cell = fc.string().filter((s) => !/^[=+\-@\t\r]/.test(s));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        const read = csvParse(toCsv(['one', 'two'], rows));
        expect(read.map((row) => [row.one, row.two])).toEqual(rows);
      }),
    );
  });
});

describe('a file’s name', () => {
  test.each([
    ['13 falls, 14 does not', '13-falls-14-does-not.svg'],
    ['../../etc/passwd', 'etc-passwd.svg'],
    ['', 'figure.svg'],
    ['实验', '实验.svg'],
    ['xipscope Zoë 李明', 'xipscope-zoe-李明.svg'],
    ['xipscope हिन्दी', 'xipscope-हिन्दी.svg'],
    ['…', 'figure.svg'],
  ])('%j becomes %s', (name, file) => expect(fileName(name, 'svg')).toBe(file));
});
