/**
 * Tables and statements drawn at random, to compare the access paths of engine and server, and the resulting order of
 * rows. Every statement is run, so that a different plan shows in the output.
 */
import { type Rng, rngOf } from '../../src/base/random.ts';

export interface Drawn {
  readonly setup: readonly string[];
  readonly statements: readonly string[];
  /** ANALYZE, or CREATE INDEX on a table that has rows: a server then has statistics that the engine does not keep. */
  readonly isCounted: boolean;
}

/** Statements after a table has been filled. */
const LATER: readonly [readonly string[], ...(readonly string[])[]] = [
  [],
  [],
  ['VACUUM t'],
  ['VACUUM t'],
  ['ANALYZE t'],
  ['VACUUM t', 'ANALYZE t'],
];
const CHANGES: readonly [readonly string[], ...(readonly string[])[]] = [
  [],
  [],
  ['UPDATE t SET big = big + 1 WHERE id < 3'],
  ['DELETE FROM t WHERE id = 2'],
  ['UPDATE t SET b = NOT b WHERE k = 3', 'UPDATE t SET u = u + 5000 WHERE id IN (1, 7)'],
];
const SETTINGS = ['seqscan', 'indexscan', 'indexonlyscan', 'bitmapscan'] as const;
const ORDERS = [
  'id',
  'id DESC',
  'u',
  'k',
  'k, u',
  'k DESC, u DESC',
  'k, id',
  'id DESC NULLS LAST',
  'big',
  'u NULLS FIRST',
] as const;
const TARGETS = [
  '*',
  '*',
  'id',
  'ctid, id',
  'ctid, id, k',
  'k, u',
  'count(*)',
  'min(id)',
  'max(u)',
  '1 AS one',
] as const;

/** @param isPartial with partial indexes, and statements whose WHERE says what theirs say */
export function drawTable(seed: number, statements: number, isPartial = false): Drawn {
  const rng = rngOf(seed);
  const pad = rng.pick([0, 0, 20, 200, 900]);
  const rows = rng.pick([0, 3, 3, 10, 50, 120, 200, 226, 400, 600, 1000]);
  const count = pad >= 200 ? Math.min(rows, 120) : rows;
  const hasText = pad > 0 || rng.chance(0.3);
  const columns = [
    `id int${rng.chance(0.7) ? ' PRIMARY KEY' : ''}`,
    `u int${rng.chance(0.4) ? ' UNIQUE' : ''}`,
    'k int, b bool, big bigint',
    ...(hasText ? ['v text'] : []),
  ];
  const indexes = [
    ...(rng.chance(0.4) ? ['CREATE INDEX t_k ON t (k)'] : []),
    ...(rng.chance(0.3) ? ['CREATE INDEX t_ku ON t (k, u)'] : []),
    ...(rng.chance(0.2) ? ['CREATE UNIQUE INDEX t_big ON t (big)'] : []),
    ...(hasText && rng.chance(0.3) ? ['CREATE INDEX t_v ON t (v)'] : []),
    ...(rng.chance(0.1) ? ['CREATE INDEX t_b ON t (b)'] : []),
  ];
  const partial = isPartial ? partialIndexes(rng) : [];
  const isLate = indexes.length > 0 && rng.chance(0.3);
  const off = SETTINGS.filter(() => rng.chance(0.12)).map((name) => `SET enable_${name} = off`);
  const values = `g, 2000 - g, g % 10, g % 3 = 0, g * 7${hasText ? `, 'a' || repeat('x', ${pad})` : ''}`;
  const fill = [`INSERT INTO t SELECT ${values} FROM generate_series(1, ${count}) g`, ...rng.pick(CHANGES)];
  const later = rng.pick(LATER);
  return {
    setup: [
      `CREATE TABLE t (${columns.join(', ')})${rng.chance(0.1) ? ' WITH (fillfactor = 50)' : ''}`,
      ...(isLate ? [] : indexes),
      ...partial,
      ...(count === 0 ? [] : isPartial ? fill.slice(0, 1) : fill),
      ...(isPartial ? [] : later),
      ...(isLate ? indexes : []),
      ...off,
    ],
    statements: Array.from({ length: statements }, () => statement(rng, count, hasText, isPartial)),
    isCounted: isLate || (!isPartial && later.includes('ANALYZE t')),
  };
}

const SAID = ['k = 1', 'k > 7', 'b IS NULL', 'u IS NOT NULL', 'big < 70', 'k = 3 AND big > 14'] as const;
const partialIndexes = (rng: Rng): string[] =>
  SAID.filter(() => rng.chance(0.4)).map((said, i) => {
    const columns = rng.pick(['id', 'u', 'big', 'u, id', 'k']);
    const unique = columns !== 'k' && rng.chance(0.1) ? 'UNIQUE ' : '';
    return `CREATE ${unique}INDEX t_p${i} ON t (${columns}) WHERE ${said}`;
  });

const CONDITIONS: readonly string[] = [
  'k = 3 AND u > 1990',
  'k = 3 AND id < 50',
  'id = 3 AND k = 3',
  'id = 1 OR id = 2',
  'id = 1 OR u = 1995',
  'id = 1 OR k = 4',
  '(id = 1 AND k = 1) OR (id = 2 AND u = 1998)',
  'id = 1 OR id > 5',
  '(k = 1 OR k = 2) AND u = 1998',
  'id > 2 AND id <> 5',
  'id > 1 AND u < 1990',
  'id < 5 AND id < 3',
  'k = 2 AND u = 1998 AND id = 2',
  'k = 1 AND b',
  'u IS NULL',
  'u IS NOT NULL',
  'id IS NOT NULL',
  'b',
  'NOT b',
  'b = true',
  'big = 14',
  'big > 70',
  'id = 3::bigint',
  'id < 4::bigint',
  'NOT (id > 3)',
  'id <> 3',
  'id + 0 = 3',
  'id = 1 + 2',
  '3 = id',
  "id = '3'",
  'id NOT IN (1, 2)',
  'id IN (1)',
  'id IN (1, NULL)',
  'id IN (1,2,3,4,5,6,7,8,9,10)',
  'id = id',
  'id = k',
  'id < u',
  'id = NULL',
  'id % 2 = 0',
  'id IS DISTINCT FROM 3',
];
/** For tables with a text column. */
const TEXT_CONDITIONS: readonly string[] = [
  `v < 'b'`,
  `v = 'a'`,
  `v LIKE 'a%'`,
  `v LIKE 'axx'`,
  `v LIKE '%x'`,
  `v LIKE 'ax_x%'`,
  `v NOT LIKE 'ax%'`,
  `v ILIKE 'A%'`,
  `v LIKE 'ax%' AND id < 5`,
  `v > 'a' AND v < 'ab'`,
];

function condition(rng: Rng, count: number, hasText: boolean): string {
  const id = (): number => rng.pick([1, 2, 3, 5, count >> 1, count, count + 5]);
  const digit = (): number => rng.below(10);
  const varied: readonly [string, ...string[]] = [
    `id = ${id()}`,
    `id IN (${id()}, ${id()}, ${id()})`,
    `id < ${id()}`,
    `id <= ${id()}`,
    `id > ${id()}`,
    `id BETWEEN ${id()} AND ${id()}`,
    `u = ${2000 - id()}`,
    `u > ${2000 - id()}`,
    `k = ${digit()}`,
    `k IN (${digit()}, ${digit()})`,
    `k < ${digit()}`,
  ];
  return rng.pick(hasText ? [...varied, ...CONDITIONS, ...TEXT_CONDITIONS] : [...varied, ...CONDITIONS]);
}

function statement(rng: Rng, count: number, hasText: boolean, isPartial: boolean): string {
  const one = (): string => (isPartial && rng.chance(0.5) ? rng.pick(SAID) : condition(rng, count, hasText));
  const where = rng.weighted({ one: 17, two: 2, none: 1 });
  const suffix = where === 'none' ? '' : ` WHERE ${where === 'one' ? one() : `(${one()}) AND (${one()})`}`;
  const order = rng.chance(0.25) ? ` ORDER BY ${rng.pick(ORDERS)}` : '';
  const limit = rng.chance(0.2) ? ` LIMIT ${rng.pick([1, 2, 5, 50])}${rng.pick(['', '', '', ' OFFSET 2'])}` : '';
  const lock = rng.chance(0.15) ? ' FOR UPDATE' : '';
  const what = rng.pick(TARGETS);
  const kind = rng.weighted({ select: 15, update: 3, delete: 2 });
  if (kind === 'update') return `UPDATE t SET big = big + 1${suffix} RETURNING ctid, id`;
  if (kind === 'delete') return `DELETE FROM t${suffix} RETURNING ctid, id`;
  if (/^(count|min|max)/.test(what)) return `SELECT ${what} FROM t${suffix}`;
  return `SELECT ${what} FROM t${suffix}${order}${limit}${lock}`;
}
