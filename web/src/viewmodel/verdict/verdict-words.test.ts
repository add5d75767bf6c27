import '../../base/messages/en/index.ts';
import { expect, test } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import type { RunVerdict } from '../../engine/stage/verdict-types.ts';
import { parseSpec } from '../../scenario/spec-parse.ts';
import { writtenBetween } from './own-transactions.ts';
import { verdictWords } from './verdict-words.ts';

const spec = (() => {
  const parsed = parseSpec(`setup { CREATE TABLE accounts (id int, balance int); }
session A step ab { BEGIN; } step ar { select balance from accounts where id = 1; } step aw { update accounts set balance=400; } step ao { insert into log values (1); }
session B step br { SELECT * FROM accounts; } step bw { UPDATE ONLY accounts SET balance = 450; }`);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
})();
const between = (steps: string) =>
  writtenBetween(
    spec,
    steps.split(' ').map((name) => spec.steps.findIndex((step) => step.name === name)),
  );
const said = (verdict: RunVerdict, steps: string) =>
  verdictWords(verdict, ['A', 'B'], messagesIn('en'), between(steps));
const alone: RunVerdict = { kind: 'alone', failures: [], wait: null };

test('an update lost without BEGIN is no all-clear: it says whose write came between, and what to put around the two', () => {
  expect(between('ar br aw bw')).toEqual({ session: 'B', readStep: 2, writeStep: 4, other: 'A', otherStep: 3 });
  const words = said(alone, 'ar br aw bw');
  expect(words).toMatchObject({ what: 'Nothing held B’s read and write together.', isNews: true, leads: true });
  expect(words?.more).toEqual([
    'Each statement was its own transaction: A wrote in step 3, between B’s read in step 2 and its write in step 4.',
    'Put BEGIN before the read and COMMIT after the write.',
  ]);
});

test('nothing came between: one after the other, another table, or a transaction', () => {
  for (const steps of ['ar aw br bw', 'br ao bw', 'ab ar br aw bw', 'br bw']) {
    expect(between(steps), steps).toBeNull();
    expect(said(alone, steps)).toMatchObject({ isNews: false, what: expect.stringContaining('No anomaly') });
  }
});

test('a failure that prevented an anomaly is a finding; a misspelt statement is none', () => {
  const failed = (error: string) =>
    said({ ...alone, failures: [{ name: 'B', step: 6, error: `ERROR:  ${error}` }] }, 'ab ar br aw bw');
  const serialization = failed('could not serialize access due to concurrent update');
  expect(serialization).toMatchObject({ isNews: true, leads: true });
  expect(serialization?.what).toBe('Prevented: B failed and has to try again.');
  expect(failed('deadlock detected')?.what).toBe('A deadlock ended B: it has to try again.');
  expect(failed('division by zero')).toMatchObject({ isNews: false, leads: false });
});
