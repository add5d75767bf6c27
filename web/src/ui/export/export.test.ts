import { csvParse } from 'd3';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCsv } from '../../base/written.ts';
import { figureCsv } from './csv.ts';
import { fileName } from './download.ts';
import { wrapped } from './framed.ts';

describe('CSV', () => {
  test('each row of a figure has its finding, settings, sources and address behind its numbers', () => {
    const around = {
      title: 'one is faster',
      settings: '8 of 100',
      sources: ['modelled · a machine', 'published · N. N. 2020'],
      address: '#/lab?v=1',
    };
    const rows = [
      [1, 2],
      [3, null],
    ];
    expect(figureCsv({ header: ['a', 'b'], rows }, around)).toBe(
      'a,b,figure,settings,source,address\r\n' +
        '1,2,one is faster,8 of 100,modelled · a machine | published · N. N. 2020,#/lab?v=1\r\n' +
        '3,,one is faster,8 of 100,modelled · a machine | published · N. N. 2020,#/lab?v=1\r\n',
    );
  });
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
    const separators = fc.constantFrom('', ';', '; ', '\n', '\r\n', '\t', 'a;b;');
    const signs = fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠');
    fc.assert(
      fc.property(separators, signs, (separator, sign) => {
        const text = toCsv(['a'], [[`${separator === '' ? '' : 'Bob'}${separator}${sign}1`]]).slice(3, -2);
        // Whatever separates cells or lines on a machine, none of them begins with the sign.
        for (const cell of text.replace(/^"|"$/g, '').split(/[;\t\r\n]/))
          expect(cell.trim()).not.toMatch(/^[=+\-@＝＋－＠]/);
        if (/[;\t\r\n]/.test(separator)) expect(text).toMatch(/^".*"$/s);
      }),
    );
  });
  test('another reader reads the same cells', () => {
    const cell = fc.string().filter((s) => !/(^|[;\t\r\n])\s*[=+\-@＝＋－＠]|^[\t\r]/.test(s));
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

describe('words of a picture', () => {
  const letters = (line: string): number => line.length;
  test('break between words, and nothing is lost or added', () => {
    expect(wrapped('13 falls with idle connections', 12, letters)).toEqual(['13 falls', 'with idle', 'connections']);
    const word = fc.string({ minLength: 1, maxLength: 9, unit: fc.constantFrom('a', '’', '3', '七', '，') });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 30 }), fc.integer({ min: 10, max: 60 }), (words, width) => {
        const lines = wrapped(words.join(' '), width, letters);
        expect(lines.join('').replaceAll(' ', '')).toBe(words.join(''));
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
      }),
    );
  });
  test('a word that is too long stands alone', () =>
    expect(wrapped('a XidInMVCCSnapshot b', 5, letters)).toEqual(['a', 'XidInMVCCSnapshot', 'b']));
  test('an apostrophe breaks no word, Chinese breaks anywhere but before its punctuation', () => {
    expect(wrapped('up to 16’s pages', 8, letters)).toEqual(['up to', '16’s', 'pages']);
    expect(wrapped('空闲连接，忙连接', 4, letters)).toEqual(['空闲连', '接，忙连', '接']);
  });
});
