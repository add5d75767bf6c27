import { expect, test } from 'vitest';
import type { StageEvent } from '../../engine/stage/stage-types.ts';
import { parseSpec } from '../../scenario/spec-parse.ts';
import { changedRead, type RunSeen } from './changed-read.ts';

const done = (tick: number, step: number, session: string, more: Partial<StageEvent> = {}): StageEvent => ({
  ...{ tick, kind: 'step', step, session, status: 'done', completed: false, error: null, results: [] },
  ...{ notices: [], waitsFor: [], xid: 0, snapshot: false, ...more },
});
const row = (columns: readonly string[], ...values: string[]) => ({
  results: [{ columns, rows: [values], rowCount: 1 }],
});

/** A reads and writes, and so does B, whose read may wait. */
function run(read: string, write: string, events: readonly StageEvent[]): RunSeen {
  const spec = parseSpec(`session A
step a { UPDATE product SET stock = 7; }
session B
step b { ${read} }
step c { ${write} }
`);
  if (!spec.ok) throw new Error('the spec is broken');
  return { spec: spec.value, events };
}
const WRITE = 'UPDATE product SET stock = 8;';
const before = run('SELECT stock FROM product;', WRITE, [
  done(1, 1, 'B', row(['stock'], '10')),
  done(2, 0, 'A'),
  done(3, 2, 'B'),
]);
const after = (value: string, write = WRITE) =>
  run('SELECT stock FROM product FOR UPDATE;', write, [
    done(1, 0, 'A'),
    done(2, 1, 'B', { status: 'waiting' }),
    done(3, 1, 'B', { completed: true, ...row(['stock'], value) }),
    done(4, 2, 'B'),
  ]);

test('a read that waited now has another value, and the typed write is the same', () => {
  expect(changedRead(before, after('7'))).toEqual({ session: 'B', readStep: 2, writeStep: 4, value: '7' });
});
test('nothing where the read is the same, or the write computes', () => {
  expect(changedRead(before, after('10'))).toBeNull();
  expect(changedRead(before, after('7', 'UPDATE product SET stock = stock - 2;'))).toBeNull();
});
test('of several columns it names the one that has changed', () => {
  const events = (stock: string) => [done(1, 1, 'B', row(['id', 'stock'], '1', stock)), done(2, 2, 'B')];
  const all = (stock: string) => run('SELECT * FROM product;', WRITE, events(stock));
  expect(changedRead(all('10'), all('7'))).toMatchObject({ value: 'stock = 7' });
});
