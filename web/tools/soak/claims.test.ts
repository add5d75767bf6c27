/**
 * The sentences that the law of busy machines takes for contrary: it reads sentences, so it is tested with announced
 * sentences.
 */
import { expect, test } from 'vitest';
import { contraryCost, contraryDrop, dropsIn, nsIn } from './claims.ts';

const title = (...drops: readonly string[]) =>
  `With 100 open savepoints instead of 60, readers here are ${drops.join(', ')}; on a real PostgreSQL 13, 17 times`;

test('a duration is read with its unit, and a dash is none', () => {
  expect(nsIn('measured here 1,510 ns')).toBe(1510);
  expect(nsIn('2.93 µs')).toBeCloseTo(2930);
  expect(nsIn('measured here –')).toBeNull();
});
test('a ladder on which 14 costs more than 13 is contrary', () => {
  expect(contraryCost('measured: 13 1510 ns, 14 59.4 ns')).toBe(false);
  expect(contraryCost('measured: 13 59.4 ns, 14 1510 ns')).toBe(true);
  expect(contraryCost('To scan 1,003 connections')).toBe(false);
});
test('a cliff is contrary when 128 buffers surely lose more than 16 does, or a shape gains', () => {
  const [old, few] = ['18–21 times slower (16 and older)', '25–32 times (17, 32 buffers)'];
  expect([...dropsIn(title(old, few, '1.8 times (17, 128 buffers)'))]).toEqual([
    ['16 and older', { least: 18, most: 21 }],
    ['17, 32 buffers', { least: 25, most: 32 }],
    ['17, 128 buffers', { least: 1.8, most: 1.8 }],
  ]);
  expect(contraryDrop(title(old, few, '1.8 times (17, 128 buffers)'))).toBe(false);
  expect(contraryDrop(title(old, few, '40 times (17, 128 buffers)'))).toBe(true);
  expect(contraryDrop(title('0.8 times slower (16 and older)'))).toBe(true);
});
