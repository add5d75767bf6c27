/**
 * Draws statements that write in less simple ways, next to each other and to those of `Generator`: INSERT … ON CONFLICT,
 * whose keys meet others that are there, are being made, or are being taken back; UPDATE … FROM, DELETE … USING and
 * correlated subqueries, whose rows are changed while they wait. generate-docs.ts draws jsonb and a WITH that writes.
 */
import type { Rng } from '../../src/base/random.ts';
import { drawDoc, drawWritingWith } from './generate-docs.ts';
import { TABLES, type TableId } from './schedule.ts';

/** The tables of such schedules. */
export const writesTable = (rng: Rng): TableId =>
  rng.weighted({ keyed: 3, twin: 4, wide: 2, bare: 1, pair: 8, docs: 5 });

export function drawWrite(rng: Rng, table: TableId): string {
  // Read whole before, for the reason below.
  const whole = `SELECT count(*) FROM ${TABLES[table].name}; `;
  if (rng.chance(0.15)) return whole + drawWritingWith(rng, table);
  if (table === 'docs') return whole + drawDoc(rng);
  // MODEL: the engine reads such a statement's tables whole, except where UPDATE and DELETE follow an index to the rows
  // (general-index.ts), and so sets more hints than a server whose join comes to one of them in part or not at all.
  return table === 'pair' && rng.chance(0.75) ? `SELECT count(*) FROM p; ${joined(rng)}` : upsert(rng, table);
}

function joined(rng: Rng): string {
  const id = 1 + rng.below(4);
  const kind = rng.weighted({ other: 3, from: 5, using: 2, set: 3, exists: 2, queue: 2, insert: 2 });
  const returning = (list: string): string => (rng.chance(0.4) ? ` RETURNING ${list}` : '');
  switch (kind) {
    case 'other':
      return rng.pick([
        `UPDATE o SET w = w + 1 WHERE id = ${id}`,
        `UPDATE o SET pid = ${1 + rng.below(4)} WHERE id = ${id}`,
        `DELETE FROM o WHERE id = ${id}`,
        `INSERT INTO o VALUES (${10 + rng.below(30)}, ${id}, ${rng.below(5)})`,
      ]);
    case 'from': {
      const where = rng.pick(['', ` AND o.w > ${rng.below(3)}`, ` AND p.id <= ${id}`, ` AND p.v >= ${10 * id}`]);
      const set = rng.pick(['v = p.v + o.w', 'v = o.w', 'v = v + 1', '(id, v) = (p.id, p.v + o.id)']);
      return `UPDATE p SET ${set} FROM o WHERE o.pid = p.id${where}${returning('p.id, p.v, o.w')}`;
    }
    case 'using':
      return `DELETE FROM p USING o WHERE o.pid = p.id AND o.id = ${id}${returning('p.id, o.id')}`;
    case 'set':
      return `UPDATE p SET v = (SELECT count(*) FROM o WHERE o.pid = p.id) + v${rng.pick(['', ` WHERE id <= ${id}`])}${returning('id, v')}`;
    case 'exists':
      return `UPDATE p SET v = v + 1 WHERE id = ${id} AND EXISTS (SELECT 1 FROM o WHERE o.pid = p.id)`;
    case 'queue':
      return `UPDATE p SET v = v + 1 WHERE id = (SELECT id FROM p WHERE v >= ${10 * id} ORDER BY id LIMIT 1 FOR UPDATE${rng.pick(['', ' SKIP LOCKED'])})${returning('id, v')}`;
    case 'insert':
      return `INSERT INTO p (id, v) SELECT o.id + ${rng.below(6)}, p.v FROM o JOIN p ON p.id = o.pid ORDER BY 1, 2${rng.pick(['', ' ON CONFLICT (id) DO UPDATE SET v = p.v + 1', ' ON CONFLICT DO NOTHING'])}`;
  }
}

function upsert(rng: Rng, table: TableId): string {
  const { name } = TABLES[table];
  const pair = (): string => `(${1 + rng.below(7)}, ${rng.pick([10, 20, 30, 1 + rng.below(60)])})`;
  const rows = rng.chance(0.3) ? `${pair()}, ${pair()}` : pair();
  // MODEL: a server reads and writes in turns, with the page it reads pinned; it shows where pages are pruned.
  const insert =
    table !== 'wide' && rng.chance(0.1)
      ? `INSERT INTO ${name} (id, v) SELECT id + ${rng.below(3)}, v + ${rng.below(3)} FROM ${name} WHERE id < 4`
      : `INSERT INTO ${name} (id, v) VALUES ${rows}`;
  const returning = rng.chance(0.3) ? ' RETURNING id, v' : '';
  return `${insert} ON CONFLICT ${rng.chance(0.35) ? nothing(rng, table) : update(rng, table)}${returning}`;
}

const target = (rng: Rng, table: TableId): string =>
  table === 'twin'
    ? rng.pick(['(id)', '(id)', '(v)', 'ON CONSTRAINT k_pkey', 'ON CONSTRAINT k_v_key'])
    : rng.pick(['(id)', '(id)', `ON CONSTRAINT ${TABLES[table].name}_pkey`]);

function nothing(rng: Rng, table: TableId): string {
  return `${table === 'bare' || rng.chance(0.3) ? '' : `${target(rng, table)} `}DO NOTHING`;
}

function update(rng: Rng, table: TableId): string {
  if (table === 'bare') return 'DO NOTHING';
  const { name } = TABLES[table];
  const set = rng.pick([`v = ${name}.v + excluded.v`, 'v = excluded.v', `v = ${name}.v + 1`, `id = ${name}.id + 10`]);
  const where = rng.chance(0.3)
    ? ` WHERE ${rng.pick([`${name}.v >= ${10 + rng.below(30)}`, `${name}.v <> excluded.v`, 'excluded.id <> 2'])}`
    : '';
  return `${target(rng, table)} DO UPDATE SET ${set}${where}`;
}
