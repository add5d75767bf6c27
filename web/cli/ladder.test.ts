/** `xipscope ladder`: bad input ends with code 2, words on standard error and nothing on standard output. */
import { expect, test } from 'vitest';
import { ran } from './io.fake.ts';

const BAD: readonly (readonly [what: string, args: string, says: RegExp])[] = [
  ['an unknown machine', '--machine pdp-11', /--machine: there is no machine.*“pdp-11”/],
  ['half a connection', '--idle 0.5', /--idle: 0\.5 is not a whole number/],
  ['a list with a hole', '--idle 1,,2', /--idle is empty/],
  ['more idle ones than the ladder takes', '--idle 100,12001', /--idle: 12,001 is too large; give up to 12,000/],
  ['one writer', '--writers 1', /--writers: “1” is not valid; .* 2 to 20/],
  ['more writers than cores', '--machine core-i5-10310u --writers 5', /--writers: “5” is not valid; .* 2 to 4/],
  ['writers in words', '--writers many', /--writers: “many” is not valid/],
  ['no time', '--seconds 0', /--seconds: 0 is too small/],
];
test.each(BAD)('%s is refused', async (_, args, says) => {
  const { code, stdout, stderr } = await ran(['ladder', ...args.split(' ')]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(says);
});
