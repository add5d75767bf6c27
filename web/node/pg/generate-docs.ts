/**
 * Draws statements about a jsonb column, and a WITH that writes: its rows are read by the query around it, and it waits
 * and rechecks as the same statement alone would. Arrays are literals; objects are built, since a brace would end a
 * step of a spec.
 */
import type { Rng } from '../../src/base/random.ts';
import { TABLES, type TableId } from './schedule.ts';

export function drawDoc(rng: Rng): string {
  const id = 1 + rng.below(4);
  const kind = rng.weighted({ set: 4, built: 4, found: 3, insert: 3, read: 3, list: 2 });
  const returning = rng.chance(0.4) ? ' RETURNING id, doc' : '';
  switch (kind) {
    case 'set':
      return `UPDATE j SET doc = '[${rng.below(3)}, ${rng.pick(['null', 'true', '"x"', '[2, 1.50]'])}]' WHERE id = ${id}${returning}`;
    case 'built':
      return `UPDATE j SET doc = jsonb_build_object('v', v, 'was', doc -> ${rng.pick(['0', "'v'"])})${rng.pick(['', ` WHERE id <= ${id}`, ` WHERE id = ${id}`])}${returning}`;
    case 'found':
      return rng.pick([
        `UPDATE j SET v = v + 1 WHERE ${found(rng)}${returning}`,
        `DELETE FROM j WHERE id >= ${id} AND ${found(rng)}${returning}`,
        `UPDATE j SET doc = x.doc FROM j x WHERE x.id = j.id + 1 AND x.${found(rng)} RETURNING j.id, j.doc`,
      ]);
    case 'insert':
      return rng.pick([
        `INSERT INTO j VALUES (${1 + rng.below(7)}, ${rng.below(50)}, jsonb_build_object('v', ${rng.below(4)})) ON CONFLICT (id) DO UPDATE SET doc = excluded.doc${rng.chance(0.4) ? ' RETURNING id, j.doc' : ''}`,
        `INSERT INTO j SELECT id + ${4 + rng.below(3)}, v, jsonb_build_object('of', id, 'doc', doc) FROM j WHERE id <= 3 ORDER BY id${returning}`,
      ]);
    case 'read':
      return `SELECT id, doc -> 0 AS one, doc ->> 'v' AS v, doc @> '[1]' AS has FROM j${rng.pick(['', ` WHERE ${found(rng)}`])} ORDER BY id`;
    case 'list':
      return rng.pick([
        `SELECT jsonb_agg(doc ORDER BY id) AS docs FROM j WHERE v >= ${10 + rng.below(30)}`,
        `SELECT jsonb_agg(jsonb_build_object('id', id, 'v', doc -> 'v') ORDER BY v DESC, id) AS docs FROM j`,
      ]);
  }
}

const found = (rng: Rng): string =>
  rng.pick([
    `doc @> '[${rng.below(3)}]'`,
    `doc @> jsonb_build_object('v', ${rng.pick([1, 2, 10, 20, 30])})`,
    `doc ->> 'v' = '${10 * (1 + rng.below(3))}'`,
    `doc -> 0 = '${rng.below(3)}'`,
  ]);

/** A WITH that writes, read by the query around it or beside a query that reads the table itself. */
export function drawWritingWith(rng: Rng, table: TableId): string {
  const { name } = TABLES[table];
  const id = 1 + rng.below(4);
  const change = rng.pick([
    `UPDATE ${name} SET v = v + ${1 + rng.below(9)} WHERE id ${rng.pick(['=', '<=', '>='])} ${id}`,
    `UPDATE ${name} SET id = id + 10 WHERE id = ${id}`,
    `DELETE FROM ${name} WHERE id = ${id}`,
    `INSERT INTO ${name} (id, v) VALUES (${1 + rng.below(9)}, ${rng.below(60)}), (${60 + rng.below(40)}, ${60 + rng.below(60)}) ON CONFLICT DO NOTHING`,
  ]);
  if (rng.chance(0.3)) return `WITH done AS (${change}) SELECT id, v FROM ${name}`;
  return `WITH done AS (${change} RETURNING id, v) ${rng.pick([
    'SELECT id, v FROM done ORDER BY id, v',
    'SELECT count(*), sum(v), min(id) FROM done',
    `SELECT id + v AS both FROM done WHERE v >= ${10 + rng.below(30)} ORDER BY 1`,
    'SELECT jsonb_agg(jsonb_build_object(id, v) ORDER BY id, v) AS pairs FROM done',
  ])}`;
}
