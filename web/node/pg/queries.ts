/**
 * General queries drawn at random over two small tables: joins of all kinds, subqueries, WITH, set operations, groups,
 * windows, jsonb, and a WITH that writes. Half of them leave the order of rows to the planner.
 */
import { type Rng, rngOf } from '../../src/base/random.ts';

export interface DrawnQueries {
  /** Committed before any transaction begins. */
  readonly setup: readonly string[];
  /** Another session's statements, after the reader has begun: committed, and left open. */
  readonly committed: readonly string[];
  readonly open: readonly string[];
  readonly queries: readonly string[];
}

const COLUMNS = ['id', 'a', 'b'] as const;
const DOCS = [
  'NULL',
  `'{"a": 1}'`,
  `'{"a": 2, "b": [1, null]}'`,
  `'{"b": "x", "in": {"a": 1.50}}'`,
  `'[1, "a", {"a": 1}]'`,
  `'2'`,
] as const;

export function drawQueries(seed: number, count: number): DrawnQueries {
  const rng = rngOf(seed);
  const value = (): string => (rng.chance(0.15) ? 'NULL' : String(rng.below(5)));
  const row = (_: unknown, i: number): string =>
    `(${i + 1}, ${value()}, ${value()}, '${rng.pick(['x', 'y', 'zz'])}', ${rng.pick(DOCS)})`;
  const table = (name: string): string[] => [
    `CREATE TABLE ${name} (id int${rng.chance(0.6) ? ' PRIMARY KEY' : ' NOT NULL'}, a int, b int, s text, d jsonb)`,
    ...(rng.chance(0.2) ? [`CREATE INDEX ON ${name} (a)`] : []),
    ...(rng.chance(0.9)
      ? [`INSERT INTO ${name} VALUES ${Array.from({ length: 1 + rng.below(9) }, row).join(', ')}`]
      : []),
  ];
  const change = (): string => {
    const name = rng.pick(['t', 'u']);
    return rng.pick([
      `UPDATE ${name} SET b = ${value()} WHERE id = ${1 + rng.below(9)}`,
      `UPDATE ${name} SET a = a + 1 WHERE b = ${rng.below(5)}`,
      `DELETE FROM ${name} WHERE id = ${1 + rng.below(9)}`,
      `INSERT INTO ${name} VALUES (${20 + rng.below(80)}, ${value()}, ${value()}, 'n')`,
    ]);
  };
  const changes = (most: number): string[] => Array.from({ length: rng.below(most + 1) }, change);
  const setup = [...table('t'), ...table('u'), ...changes(3)];
  const committed = changes(2);
  const open = changes(1);
  // A row that the other session holds would let the reader wait.
  const pen = new Pen(rng, open.length === 0);
  return { setup, committed, open, queries: Array.from({ length: count }, () => pen.query()) };
}

/** Writes one query. */
class Pen {
  readonly #rng: Rng;
  readonly #writes: boolean;
  /** @param writes whether a WITH may write */
  constructor(rng: Rng, writes: boolean) {
    this.#rng = rng;
    this.#writes = writes;
  }

  query(): string {
    const rng = this.#rng;
    const kind = rng.below(10);
    if (this.#writes && rng.chance(0.15)) return this.#writing();
    if (kind === 0) return `${this.#set()}${this.#end('1')}`;
    if (kind === 1)
      return `WITH c AS (${this.#simple()}) SELECT c.v, count(*) FROM c, t x WHERE c.v = x.${this.#column()} GROUP BY c.v ORDER BY 1`;
    if (kind === 2)
      return `WITH RECURSIVE r(n) AS (SELECT ${rng.below(3)} UNION ALL SELECT n + 1 FROM r WHERE n < ${rng.below(6)}) SELECT n, x.id FROM r LEFT JOIN t x ON x.a = r.n${this.#end('1, 2')}`;
    if (kind === 3) return this.#grouped();
    if (kind === 4) return this.#windowed();
    return `SELECT ${rng.chance(0.2) ? 'DISTINCT ' : ''}${this.#targets()} FROM ${this.#from()}${this.#where()}${this.#end('1, 2')}`;
  }

  /** Of the table itself, or of nothing but what comes back. */
  #writing(): string {
    const rng = this.#rng;
    const name = rng.pick(['t', 'u']);
    const change = rng.pick([
      `UPDATE ${name} SET a = a + 1 WHERE ${this.#column()} ${rng.pick(['=', '<='])} ${rng.below(6)}`,
      `UPDATE ${name} SET d = ${rng.pick(DOCS)} WHERE id <= ${rng.below(6)}`,
      `DELETE FROM ${name} WHERE ${rng.pick([`b = ${rng.below(5)}`, `d = '2'`])}`,
      `INSERT INTO ${name} VALUES (${rng.below(40)}, ${rng.below(5)}, 1, 'w', ${rng.pick(DOCS)})`,
    ]);
    if (rng.chance(0.3)) return `WITH done AS (${change}) SELECT id, a, s FROM ${name}`;
    return `WITH done AS (${change} RETURNING id, a, s, d) ${rng.pick([
      'SELECT * FROM done ORDER BY id',
      `SELECT id, d -> 'a' AS p, d ->> 'b' AS q FROM done WHERE a < ${rng.below(5)} OR d ? 'a' ORDER BY id DESC`,
      'SELECT count(*), sum(a), jsonb_agg(d ORDER BY id) FROM done',
      'SELECT id, rank() OVER (ORDER BY a, id) FROM done ORDER BY 2, 1',
    ])}`;
  }

  #column(): string {
    return this.#rng.pick(COLUMNS);
  }
  #side(): string {
    return `${this.#rng.pick(['x', 'y'])}.${this.#column()}`;
  }
  #expr(depth = 0): string {
    const rng = this.#rng;
    const kind = rng.below(depth > 2 ? 3 : 9);
    if (kind < 2) return this.#side();
    if (kind === 2) return String(rng.below(5));
    if (kind === 3) return `${this.#expr(depth + 1)} ${rng.pick(['+', '-', '*'])} ${this.#expr(depth + 1)}`;
    if (kind === 4) return `coalesce(${this.#expr(depth + 1)}, ${rng.below(3)})`;
    if (kind === 5)
      return `CASE WHEN ${this.#condition(depth + 1)} THEN ${this.#expr(depth + 1)} ELSE ${rng.below(3)} END`;
    if (kind === 6)
      return `(SELECT ${rng.pick(['max', 'min', 'sum', 'count'])}(z.${this.#column()}) FROM ${rng.pick(['t', 'u'])} z WHERE z.${this.#column()} = ${this.#side()})`;
    if (kind === 7) return `(SELECT count(*) FROM ${rng.pick(['t', 'u'])})`;
    return `length(${rng.pick(['x.s', 'y.s', "x.d ->> 'b'", "(y.d -> 'in')::text"])})`;
  }
  #condition(depth = 0): string {
    const rng = this.#rng;
    const kind = rng.below(depth > 2 ? 2 : 9);
    if (kind < 2) return `${this.#expr(depth + 1)} ${rng.pick(['=', '<', '>=', '<>'])} ${this.#expr(depth + 1)}`;
    if (kind === 2) return `${this.#side()} IS ${rng.chance(0.5) ? 'NOT ' : ''}NULL`;
    if (kind === 3)
      return `${rng.chance(0.4) ? 'NOT ' : ''}EXISTS (SELECT 1 FROM ${rng.pick(['t', 'u'])} z WHERE z.${this.#column()} = ${this.#side()})`;
    if (kind === 4)
      return `${this.#side()} ${rng.chance(0.3) ? 'NOT ' : ''}IN (SELECT ${this.#column()} FROM ${rng.pick(['t', 'u'])})`;
    if (kind === 5) return `(${this.#condition(depth + 1)} ${rng.pick(['AND', 'OR'])} ${this.#condition(depth + 1)})`;
    if (kind === 6) return `${this.#side()} IN (${rng.below(5)}, ${rng.below(5)})`;
    if (kind === 7) return this.#onDoc();
    return `${this.#side()} > ANY (SELECT ${this.#column()} FROM ${rng.pick(['t', 'u'])})`;
  }
  #onDoc(): string {
    const rng = this.#rng;
    const one = rng.pick(['x', 'y']);
    return rng.pick([
      `${one}.d @> '{"a": ${1 + rng.below(2)}}'`,
      `${one}.d @> '[1]'`,
      `${one}.d ? 'a'`,
      `${one}.d ->> '${rng.pick(['a', 'b'])}' IS NULL`,
      `${one}.d -> 'a' = to_jsonb(${this.#side()})`,
      `jsonb_typeof(${one}.d) = 'object'`,
      'x.d = y.d',
    ]);
  }
  #targets(): string {
    const rng = this.#rng;
    const first = rng.chance(0.2) ? 'x.*, y.id' : `${this.#side()} AS p, ${this.#expr()} AS q`;
    const also = rng.pick(['x.s', 'x.d', "y.d -> 'b' AS r", `jsonb_build_object('k', ${this.#side()}, 'd', x.d) AS r`]);
    return rng.chance(0.4) ? `${first}, ${also}` : first;
  }
  #from(): string {
    const rng = this.#rng;
    const inner = rng.chance(0.2)
      ? `(SELECT id, a, b, s, d FROM u WHERE b ${rng.pick(['<', '>'])} ${rng.below(5)})`
      : 'u';
    const kind = rng.below(6);
    if (kind === 0) return `t x, ${inner} y`;
    if (kind === 1) return `t x CROSS JOIN LATERAL (SELECT * FROM u WHERE u.${this.#column()} = x.${this.#column()}) y`;
    const join = rng.pick(['JOIN', 'JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN']);
    if (rng.chance(0.15)) return `t x ${join} ${inner} y USING (${this.#column()})`;
    const also = join !== 'FULL JOIN' && rng.chance(0.3) ? ` AND x.${this.#column()} < y.${this.#column()}` : '';
    return `t x ${join} ${inner} y ON x.${this.#column()} = y.${this.#column()}${also}`;
  }
  #where(): string {
    return this.#rng.chance(0.6) ? ` WHERE ${this.#condition()}` : '';
  }
  #end(order: string): string {
    const rng = this.#rng;
    if (rng.chance(0.5)) return '';
    return ` ORDER BY ${order}${rng.chance(0.3) ? ` LIMIT ${rng.below(5)}` : ''}`;
  }
  #simple(): string {
    return `SELECT ${this.#column()} AS v FROM ${this.#rng.pick(['t', 'u'])}`;
  }
  #set(): string {
    const rng = this.#rng;
    const word = rng.pick(['UNION', 'UNION ALL', 'INTERSECT', 'EXCEPT']);
    return `${this.#simple()} ${word} ${this.#simple()}`;
  }
  #grouped(): string {
    const having = this.#rng.chance(0.4) ? ' HAVING count(*) > 1' : '';
    const key = this.#side();
    const list = this.#rng.pick([
      "string_agg(x.s, ','",
      'jsonb_agg(y.d',
      "jsonb_agg(jsonb_build_object('a', x.d -> 'a')",
    ]);
    return `SELECT ${key}, count(*), sum(${this.#side()}), ${list} ORDER BY x.id, y.id) FROM ${this.#from()}${this.#where()} GROUP BY ${this.#rng.pick([key, `ROLLUP (${key})`])}${having}${this.#end('1')}`;
  }
  #windowed(): string {
    const name = this.#rng.pick(['row_number()', 'rank()', `sum(${this.#side()})`, `lag(${this.#side()})`]);
    return `SELECT x.id, y.id, ${name} OVER (PARTITION BY ${this.#side()} ORDER BY x.id, y.id) FROM ${this.#from()}${this.#end('1, 2')}`;
  }
}
