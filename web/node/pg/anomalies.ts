/**
 * The five classic anomalies as a class types them, each from a small database of *New*. `e2e/verdict.spec.ts` types them
 * with keys alone and saves the spec; `anomalies.servers.test.ts` hands that spec to real servers.
 */
import type { Anomaly, ClauseKind, Remedy } from '../../src/engine/stage/verdict-types.ts';
import { type DatabaseName, newFrame } from '../../src/viewmodel/prompt/databases.ts';
import { writeTyped } from '../../src/viewmodel/prompt/typed.ts';

type TypedClause = readonly [kind: ClauseKind, one: string, oneStep: number, other: string, otherStep: number];

export interface TypedAnomaly {
  readonly name: string;
  readonly database: Exclude<DatabaseName, 'empty'>;
  /** A line each: the session, and what is typed in it. */
  readonly typed: readonly string[];
  /** What the verdict says of it. */
  readonly verdict:
    | { readonly anomaly: Anomaly; readonly clauses: readonly TypedClause[]; readonly remedy: Remedy }
    | {
        readonly order: readonly string[];
        readonly waited: string;
        readonly step: number;
        readonly on: readonly string[];
      };
}

export const ANOMALIES_TYPED: readonly TypedAnomaly[] = [
  {
    name: 'a dirty write, which is prevented',
    database: 'accounts',
    typed: [
      'A begin;',
      'B begin;',
      'A update accounts set balance = 0 where id = 1;',
      'B update accounts set balance = 1 where id = 1;',
      'A commit;',
      'B commit;',
    ],
    verdict: { order: ['A', 'B'], waited: 'B', step: 4, on: ['A'] },
  },
  {
    name: 'a lost update',
    database: 'accounts',
    typed: [
      'A begin;',
      'B begin;',
      'A select balance from accounts where id = 1;',
      'B select balance from accounts where id = 1;',
      'A update accounts set balance = 400 where id = 1;',
      'A commit;',
      'B update accounts set balance = 450 where id = 1;',
      'B commit;',
    ],
    verdict: {
      anomaly: 'lost-update',
      clauses: [
        ['missed', 'B', 4, 'A', 5],
        ['over', 'B', 7, 'A', 5],
      ],
      remedy: 'atomic',
    },
  },
  {
    name: 'read skew',
    database: 'accounts',
    typed: [
      'A begin;',
      'A select balance from accounts where id = 1;',
      'B begin;',
      'B update accounts set balance = balance - 100 where id = 1;',
      'B update accounts set balance = balance + 100 where id = 2;',
      'B commit;',
      'A select balance from accounts where id = 2;',
      'A commit;',
    ],
    verdict: {
      anomaly: 'read-skew',
      clauses: [
        ['missed', 'A', 2, 'B', 4],
        ['saw', 'A', 7, 'B', 5],
      ],
      remedy: 'repeatable-read',
    },
  },
  {
    name: 'write skew',
    database: 'doctors',
    typed: [
      'A begin isolation level repeatable read;',
      'B begin isolation level repeatable read;',
      'A select name from doctors where on_call;',
      'B select name from doctors where on_call;',
      "A update doctors set on_call = false where name = 'Alice';",
      "B update doctors set on_call = false where name = 'Bob';",
      'A commit;',
      'B commit;',
    ],
    verdict: {
      anomaly: 'write-skew',
      clauses: [
        ['missed', 'A', 3, 'B', 6],
        ['missed', 'B', 4, 'A', 5],
      ],
      remedy: 'serializable',
    },
  },
  {
    name: 'a phantom',
    database: 'accounts',
    typed: [
      'A begin;',
      'A select count(*) from accounts where balance > 200;',
      "B insert into accounts values (4, 'Dan', 900);",
      'A select count(*) from accounts where balance > 200;',
      'A commit;',
    ],
    verdict: {
      anomaly: 'phantom',
      clauses: [
        ['missed-search', 'A', 2, 'B', 3],
        ['saw', 'A', 4, 'B', 3],
      ],
      remedy: 'repeatable-read',
    },
  },
];

/** Each statement with its session. */
export const statementsOf = ({ typed }: Pick<TypedAnomaly, 'typed'>) =>
  typed.map((line) => ({ session: line.slice(0, 1), sql: line.slice(2) }));

/** The spec that the page saves. @param title and `about`: those of the database, in the reader's language */
export function specOf(one: TypedAnomaly, title: string, about: string): string {
  const frame = newFrame(one.database, title, about);
  const placeOf = (name: string): number => frame.sessions.findIndex((session) => session.name === name);
  return writeTyped(
    frame,
    statementsOf(one).map(({ session, sql }) => ({ session: placeOf(session), sql })),
  );
}
