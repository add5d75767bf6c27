/** Figures as PostgreSQL 17 prints them. */
import { expect, test } from 'vitest';
import {
  addNumeric,
  compareNumeric,
  divideNumeric,
  multiplyNumeric,
  type Numeric,
  parseNumeric,
  printNumeric,
  roundNumeric,
} from './numeric.ts';

const n = (text: string): Numeric => parseNumeric(text) ?? { digits: 0n, scale: 0 };

test.each([
  ['3', '2', '1.5000000000000000'],
  ['55', '10', '5.5000000000000000'],
  ['10', '4.0', '2.5000000000000000'],
  ['1.0', '3', '0.33333333333333333333'],
  ['100000', '3.0', '33333.333333333333'],
  ['1', '30000.0', '0.000033333333333333333333'],
  ['12345678901234567890', '7', '1763668414462081127'],
  ['-7', '2', '-3.5000000000000000'],
  ['0', '5', '0.00000000000000000000'],
])('%s / %s has as many digits as numeric_div gives it', (a, b, result) => {
  expect(printNumeric(divideNumeric(n(a), n(b)))).toBe(result);
});

test('sums and products keep the digits of their operands', () => {
  expect(printNumeric(addNumeric(n('0.1'), n('0.20')))).toBe('0.30');
  expect(printNumeric(multiplyNumeric(n('1.50'), n('-2')))).toBe('-3.00');
  expect(compareNumeric(n('1.50'), n('1.5'))).toBe(0);
});

test('halves are rounded away from zero', () => {
  expect(['2.5', '-2.5', '1.4999', '-0.5'].map((text) => roundNumeric(n(text)))).toEqual([3n, -3n, 1n, -1n]);
});

test('what is no number is none', () => {
  for (const text of ['', '.', 'x', '1e', '1.2.3']) expect(parseNumeric(text)).toBeUndefined();
  expect(printNumeric(n('1e3'))).toBe('1000');
  expect(printNumeric(n('12.5e-3'))).toBe('0.0125');
});
