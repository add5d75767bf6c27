/** Typed statements as a spec: written and read again, they are the same statements in the same order. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSpec } from '../../scenario/spec-parse.ts';
import {
  frameOf,
  insertedAt,
  movesOf,
  nextSession,
  removedAt,
  type TypedFrame,
  type TypedMove,
  trimmed,
  typedMoves,
  writeTyped,
} from './typed.ts';

const name = fc.oneof(
  fc.constantFrom('A', 'B', 'C', 'a', 'a1', 'a1_', 'step', 'session'),
  fc.stringMatching(/^[a-z"$ é]{1,6}$/).filter((text) => text.trim() === text),
);
const sql = fc
  .stringMatching(/^[a-z;'"#{ \n-]{1,12}$/)
  .map(trimmed)
  .filter((text) => text !== '');
const block = fc.option(
  fc.oneof(
    sql,
    sql.map((text) => `\n  ${text}\n`),
  ),
);
const frame: fc.Arbitrary<TypedFrame> = fc.record({
  comments: fc.constant(['#: title: Typed', '#: watch: heap']),
  setups: fc.array(sql, { maxLength: 2 }),
  teardown: block,
  sessions: fc
    .uniqueArray(name, { minLength: 1, maxLength: 4 })
    .chain((names) =>
      fc.tuple(...names.map((one) => fc.record({ name: fc.constant(one), setup: block, teardown: block }))),
    ),
});
const typing = frame.chain((made) =>
  fc.record({
    frame: fc.constant(made),
    typed: fc.array(
      fc.oneof(
        fc.record({ session: fc.nat(made.sessions.length - 1), sql }),
        fc.constant<TypedMove>('time'),
        fc.nat(made.sessions.length - 1).map((cancel): TypedMove => ({ cancel })),
      ),
      { maxLength: 12 },
    ),
  }),
);

function read(text: string) {
  const spec = parseSpec(text);
  if (!spec.ok) throw new Error(`${JSON.stringify(spec.error)}\n${text}`);
  return spec.value;
}

describe('a typed schedule', () => {
  test('is read back from its spec, statement by statement, and so is what is around it', () => {
    fc.assert(
      fc.property(typing, ({ frame: made, typed }) => {
        const text = writeTyped(made, typed);
        const spec = read(text);
        expect(typedMoves(spec, movesOf(typed))).toEqual(typed);
        // A session in which nothing was typed is not in the spec, and its own blocks neither.
        const used = new Set(typed.map((move) => (move !== 'time' && 'sql' in move ? move.session : -1)));
        const kept = made.sessions.map((one, i) => (used.has(i) ? one : { ...one, setup: null, teardown: null }));
        expect(frameOf(text, spec)).toEqual({ ...made, sessions: kept });
        expect(spec.unused).toEqual([]);
        expect(spec.permutations?.[0]?.map(({ step }) => step) ?? []).toEqual(
          movesOf(typed).filter((move) => move >= 0),
        );
      }),
    );
  });

  test('keeps the numbers of its steps when one more is typed', () => {
    fc.assert(
      fc.property(typing, fc.nat(), ({ frame: made, typed }, at) => {
        const more = insertedAt(typed, typed.length, { session: at % made.sessions.length, sql: 'select' });
        const [before, after] = [read(writeTyped(made, typed)), read(writeTyped(made, more))];
        expect(after.steps.slice(0, before.steps.length).map(({ session, sql: own }) => [session, own])).toEqual(
          before.steps.map(({ session, sql: own }) => [session, own]),
        );
      }),
    );
  });
});

test('a further session has the first letter that is free, and there are eight at most', () => {
  const sessions = (names: string) => [...names].map((one) => ({ name: one, setup: null, teardown: null }));
  const given = { comments: [], setups: [], teardown: null };
  expect(nextSession({ ...given, sessions: sessions('AB') })).toBe('C');
  expect(nextSession({ ...given, sessions: sessions('bA') })).toBe('C');
  expect(nextSession({ ...given, sessions: sessions('ABCDEFGH') })).toBeNull();
});

test('without a session that has no statement, all the others have theirs', () => {
  fc.assert(
    fc.property(typing, fc.nat(), ({ frame: made, typed }, at) => {
      const place = at % made.sessions.length;
      const own = (move: TypedMove): number => (move === 'time' ? -1 : 'sql' in move ? move.session : move.cancel);
      const moves = typed.filter((move) => own(move) !== place);
      const left = removedAt({ frame: made, moves }, place);
      const names = (sessions: TypedFrame['sessions'], all: readonly TypedMove[]) =>
        all.map((move) => [move === 'time' ? null : 'sql' in move ? move.sql : '^C', sessions[own(move)]?.name]);
      expect(names(left.frame.sessions, left.moves)).toEqual(names(made.sessions, moves));
    }),
  );
});
