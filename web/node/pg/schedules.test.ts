/** Laws of drawing, running, shrinking and printing schedules; the targets here are fakes. */
import { describe, expect, it } from 'vitest';
import { rngOf, seedOfSchedule } from '../../src/base/random.ts';
import { compileSpec } from '../../src/engine/spec/spec-compile.ts';
import { parseSpec } from '../../src/scenario/spec-parse.ts';
import { loadCompiler } from '../../src/sql/compile.ts';
import { compare, drive, inTurn } from './drive.ts';
import type { Answer, Target } from './facts.ts';
import { fuzz } from './fuzz.ts';
import { Generator, type SessionState } from './generate.ts';
import { patienceFor } from './isolationtester.ts';
import { type Schedule, SESSIONS, type Step, sqlOf, TABLES } from './schedule.ts';
import { asSpec, shrink } from './shrink.ts';

const draw = (seed: number, states: readonly SessionState[], count = 300): Step[] => {
  const generator = new Generator(rngOf(seed), { rowLocks: true });
  return Array.from({ length: count }, () => generator.next(states)).flatMap((step) => step ?? []);
};
const all = (state: SessionState): SessionState[] => Array.from({ length: SESSIONS }, () => state);

const compile = await loadCompiler();

/** A schedule as `fuzz` draws one if no session waits and nothing fails. */
function drawSchedule(
  seed: number,
  writes = false,
): { readonly schedule: Schedule; readonly states: readonly SessionState[] } {
  const generator = new Generator(rngOf(seedOfSchedule(1, seed)), { rowLocks: true, writes });
  const states = all('idle');
  const steps = Array.from({ length: 20 }, (): Step[] => {
    const one = generator.next(states);
    if (one === undefined) return [];
    for (const sql of one.statements) {
      if (/^BEGIN/.test(sql)) states[one.session] = 'in transaction';
      if (/^(COMMIT|ROLLBACK|PREPARE TRANSACTION '.*')$/.test(sql)) states[one.session] = 'idle';
    }
    return [one];
  }).flat();
  return { schedule: { table: generator.table, steps, waiters: generator.waiters }, states };
}

function mustCompile(drawn: readonly ReturnType<typeof drawSchedule>[]): void {
  for (const { schedule, states } of drawn) {
    const text = asSpec(schedule, [], states);
    const spec = parseSpec(text);
    if (!spec.ok) throw new Error(`${JSON.stringify(spec.error)}\n${text}`);
    const compiled = compileSpec(text, spec.value, compile);
    if (!compiled.ok) throw new Error(`${JSON.stringify(compiled.error)}\n${text}`);
    // A statement that a server's parser refuses is a fault of the generator, not of a spec.
    const refused = compiled.value.spec.warnings.filter(({ message }) => message.includes('syntax error'));
    expect(refused, text).toEqual([]);
  }
}

/** FAKE: answers 'done' to everything; `waits` and `odd` say otherwise by statement. */
class Fake implements Target {
  readonly name: string;
  readonly ran: string[] = [];
  readonly #waits: RegExp;
  readonly #odd: RegExp;
  constructor(name: string, waits = /^$/, odd = /^$/) {
    this.name = name;
    this.#waits = waits;
    this.#odd = odd;
  }
  begin(): Promise<void> {
    this.ran.length = 0;
    return Promise.resolve();
  }
  submit(session: number, sql: string): Promise<Answer | 'waiting'> {
    this.ran.push(`${session} ${sql}`);
    if (this.#waits.test(sql)) return Promise.resolve('waiting');
    return Promise.resolve({
      lines: [this.#odd.test(sql) ? 'odd' : 'done'],
      state: 'in transaction',
      isDeadlock: false,
    });
  }
  settle(): Promise<'waiting'> {
    return Promise.resolve('waiting');
  }
  observe(): ReturnType<Target['observe']> {
    return Promise.resolve({ sessions: all('idle'), snapshot: '', prepared: '', heap: [], sireads: [] });
  }
  finish(): Promise<string> {
    return Promise.resolve('+0');
  }
  stop(): Promise<void> {
    return Promise.resolve();
  }
}

const step = (session: number, ...statements: string[]): Step => ({ session, statements });

describe('random numbers', () => {
  it('are the same today and tomorrow', () => {
    const rng = rngOf(1);
    expect([rng.below(1000), rng.below(1000), rng.below(1000)]).toEqual([367, 81, 820]);
    expect(seedOfSchedule(1, 0)).not.toBe(seedOfSchedule(1, 1));
  });
  it('never fall outside, and never on weight 0', () => {
    const rng = rngOf(7);
    const drawn = Array.from({ length: 2000 }, () => rng.weighted({ never: 0, rarely: 1, often: 3 }));
    expect(new Set(drawn)).toEqual(new Set(['rarely', 'often']));
    expect(Array.from({ length: 2000 }, () => rng.below(3)).every((n) => n >= 0 && n < 3)).toBe(true);
  });
});

describe('the generator', () => {
  it('gives the same steps for the same seed and answers', () => {
    expect(draw(3, all('in transaction'))).toEqual(draw(3, all('in transaction')));
    expect(draw(3, all('idle'))).not.toEqual(draw(4, all('idle')));
  });
  it('never draws a session that waits, and nothing when all do', () => {
    const states: SessionState[] = ['idle', 'waiting', 'in transaction', 'failed'];
    expect(draw(5, states).some(({ session }) => session === 1)).toBe(false);
    expect(draw(5, all('waiting'))).toEqual([]);
  });
  it('never goes on in a query after what may wake a waiter', () => {
    const states: SessionState[] = ['waiting', 'in transaction', 'in transaction', 'in transaction'];
    const wakers = draw(2, states, 2000).filter(({ statements }) => statements[0]?.startsWith('ROLLBACK TO'));
    expect(wakers.length).toBeGreaterThan(20);
    expect(wakers.filter(({ statements }) => statements.length > 1)).toEqual([]);
  });
  it('rolls back one level at a time while somebody waits', () => {
    const seen = { whole: 0, levels: 0 };
    for (let seed = 0; seed < 400; seed++) {
      const generator = new Generator(rngOf(seed), { rowLocks: true });
      // Session 0 waits from its first query on.
      let waits = false;
      const open: string[][] = [[], [], [], []];
      for (let i = 0; i < 60; i++) {
        const states = all('in transaction').map((state, session) => (waits && session === 0 ? 'waiting' : state));
        const one = generator.next(states);
        if (one === undefined) break;
        const mine = open[one.session] ?? [];
        for (const sql of one.statements) {
          const [, verb, name = ''] = /^(SAVEPOINT|RELEASE|ROLLBACK TO) (\w+)/.exec(sql) ?? [];
          if (verb === 'SAVEPOINT') mine.push(name);
          if (verb === 'RELEASE') mine.length = Math.max(0, mine.lastIndexOf(name));
          if (verb === 'ROLLBACK TO' && name !== 'nowhere') {
            if (waits && mine.length - mine.lastIndexOf(name) > 1) seen.levels++;
            mine.length = mine.lastIndexOf(name) + 1;
          }
          if (waits && sql === 'ROLLBACK' && mine.length > 0) seen.whole++;
        }
        waits ||= one.session === 0;
      }
    }
    expect(seen).toEqual({ whole: 0, levels: 0 });
  });
  it('reaches every kind of statement', () => {
    const text = [...draw(1, all('in transaction'), 3000), ...draw(1, all('idle'), 3000)].map(sqlOf).join('\n');
    for (const kind of [
      /^BEGIN ISOLATION LEVEL REPEATABLE READ$/m,
      /^BEGIN$/m,
      /^VACUUM /m,
      /^PREPARE TRANSACTION /m,
      /^COMMIT$/m,
      /^ROLLBACK TO /m,
      /^RELEASE /m,
      /^DELETE /m,
      /SAVEPOINT n129; /,
      /FOR KEY SHARE/,
      /FOR SHARE/,
      /FOR NO KEY UPDATE/,
      /FOR UPDATE NOWAIT/,
      /SKIP LOCKED/,
      /SET id = /,
    ])
      expect(text).toMatch(kind);
  });
  it('draws every kind within 200 schedules of 20 steps, and each of them is a spec that parses and compiles', () => {
    const drawn = Array.from({ length: 200 }, (_, seed) => drawSchedule(seed));
    const kinds: Readonly<Record<string, RegExp>> = {
      'LOCK TABLE': /^LOCK TABLE \w IN SHARE ROW EXCLUSIVE MODE\b/,
      'LOCK TABLE … NOWAIT': /^LOCK TABLE .* NOWAIT$/,
      'CREATE TABLE in a block': /^CREATE TABLE made_\d+ \(.*PRIMARY KEY/,
      'DROP TABLE in a block': /^DROP TABLE made_/,
      'CREATE INDEX in a block': /^CREATE INDEX ON made_/,
      'INSERT … RETURNING': /^INSERT .* RETURNING/,
      'UPDATE … RETURNING': /^UPDATE .* RETURNING/,
      'DELETE … RETURNING': /^DELETE .* RETURNING/,
      'LIMIT … FOR UPDATE': / LIMIT \d FOR UPDATE/,
      'LIMIT … SKIP LOCKED': / LIMIT \d FOR .* SKIP LOCKED$/,
      'a range of keys': / WHERE id <= \d/,
      'a list of keys': / WHERE id IN \(/,
      'keys or values': / WHERE v = \d+ OR id = \d/,
      lock_timeout: /^SET LOCAL lock_timeout = [1-9]/,
      statement_timeout: /^SET LOCAL statement_timeout = [1-9]/,
      'a prepared transaction’s end': /^(COMMIT|ROLLBACK) PREPARED 'g/,
    };
    const statements = drawn.flatMap(({ schedule }) => schedule.steps.flatMap((one) => one.statements));
    const missing = Object.keys(kinds).filter((kind) => !statements.some((sql) => kinds[kind]?.test(sql)));
    expect(missing).toEqual([]);
    expect(new Set(drawn.map(({ schedule }) => schedule.table))).toEqual(new Set(['keyed', 'bare', 'wide']));
    expect(new Set(drawn.map(({ schedule }) => schedule.waiters))).toEqual(new Set([1, SESSIONS - 1]));
    // An index scan needs a table with a key.
    const byKey = drawn.filter(({ schedule }) => schedule.table !== 'bare');
    expect(byKey.some(({ schedule }) => / WHERE id IN /.test(schedule.steps.map(sqlOf).join('\n')))).toBe(true);
    mustCompile(drawn);
  });
  it('with --writes draws cursors, jsonb and a WITH that writes, too, in specs that compile', () => {
    const drawn = Array.from({ length: 200 }, (_, seed) => drawSchedule(seed, true));
    const statements = drawn.flatMap(({ schedule }) => schedule.steps.flatMap((one) => one.statements)).join('; ');
    const kinds = {
      cursors: [/DECLARE \w CURSOR FOR /, /FETCH \d FROM /, /FETCH ALL FROM /, /MOVE \d IN /, /CLOSE \w/],
      jsonb: [/doc -> /, /doc ->> /, /doc @> /, /jsonb_build_object\(/, /jsonb_agg\([^)]*ORDER BY/],
      with: ['UPDATE', 'DELETE', 'INSERT'].map(
        (verb) => new RegExp(`WITH done AS \\(${verb} .* RETURNING id, v\\) SELECT`),
      ),
      beside: [/WITH done AS \([^;]*[^v]\) SELECT id, v FROM [^d]/],
    };
    expect(Object.values(kinds).flatMap((all) => all.filter((kind) => !kind.test(statements)))).toEqual([]);
    mustCompile(drawn);
  });
  it('leaves row locks out when asked to', () => {
    const generator = new Generator(rngOf(1), { rowLocks: false });
    const steps = Array.from({ length: 2000 }, () => generator.next(all('in transaction')));
    expect(steps.some((one) => one !== undefined && / FOR /.test(sqlOf(one)))).toBe(false);
  });
});

describe('running a schedule', () => {
  it('leaves a waiting session alone and ends when a second one waits', async () => {
    const target = new Fake('fake', /^W/);
    const run = await drive(
      target,
      TABLES.bare,
      inTurn([step(0, 'W1'), step(0, 'lost'), step(1, 'A'), step(2, 'W2'), step(3, 'B')]),
    );
    expect(target.ran).toEqual(['0 W1', '1 A', '2 W2']);
    expect(run.states).toEqual(['waiting', 'in transaction', 'waiting', 'idle']);
  });
  it('finds the first step that differs, and only visible facts when asked', async () => {
    const steps = [step(0, 'A'), step(1, 'X'), step(2, 'B')];
    const [one, other] = await Promise.all(
      [new Fake('a'), new Fake('b', /^$/, /X/)].map((target) => drive(target, TABLES.bare, inTurn(steps))),
    );
    if (one === undefined || other === undefined) throw new Error('two runs');
    expect(compare(one, one)).toBeUndefined();
    expect(compare(one, other)).toMatchObject({
      at: 1,
      about: 'answer',
      left: ['done'],
      right: ['odd'],
      isVisible: true,
    });
    const hidden = {
      ...one,
      moments: one.moments.map((m) => ({ ...m, facts: m.facts.map((f) => ({ ...f, isVisible: false })) })),
    };
    expect(
      compare(hidden, hidden.moments[0] === undefined ? one : { ...hidden, moments: hidden.moments }),
    ).toBeUndefined();
  });
});

describe('shrinking', () => {
  it('leaves what is needed and nothing else, within steps too', async () => {
    const steps = [step(0, 'A'), step(1, 'noise', 'X', 'noise'), step(2, 'noise'), step(3, 'Y'), step(0, 'noise')];
    const shows = async (list: readonly Step[]) => {
      const text = list.flatMap(({ statements }) => statements);
      return text.includes('X') && text.includes('Y') && text.indexOf('X') < text.indexOf('Y');
    };
    expect(await shrink(steps, shows)).toEqual([step(1, 'X'), step(3, 'Y')]);
  });
  it('makes statements plainer where that does not matter', async () => {
    const shows = async (list: readonly Step[]) =>
      list.some(({ statements }) => statements.some((one) => /^SELECT/.test(one)));
    const steps = [step(0, 'SELECT id, v FROM t WHERE v >= 10 FOR UPDATE NOWAIT')];
    expect(await shrink(steps, shows)).toEqual([step(0, 'SELECT id, v FROM t FOR UPDATE')]);
  });
});

describe('fuzzing', () => {
  it('finds a difference, repeats it, and prints it as a spec that ends what is open', async () => {
    const pair = { left: new Fake('engine'), right: new Fake('server', /^$/, /^VACUUM/) };
    const result = await fuzz([pair], { seed: 1, schedules: 500, rowLocks: true });
    expect(result.found).toHaveLength(1);
    expect(result.found[0]?.schedule.steps).toHaveLength(1);
    expect(result.found[0]?.spec).toMatch(/^step s\d_1 \{ VACUUM \w; \}$/m);
  });
  it('goes on after a difference that does not come back, and counts it as a race', async () => {
    let asked = 0;
    const once = new Fake('server');
    const { submit } = once;
    // Differs once from the engine's answer.
    once.submit = async (session, sql) => {
      const came = await submit.call(once, session, sql);
      return ++asked === 30 && came !== 'waiting' ? { ...came, lines: ['another row'] } : came;
    };
    const result = await fuzz([{ left: new Fake('engine'), right: once }], { seed: 1, schedules: 20, rowLocks: true });
    expect(result).toMatchObject({ schedules: 20, found: [], races: [{ right: 'server', about: 'answer' }] });
  });
  it('finds nothing between equals, and counts what it ran', async () => {
    const result = await fuzz([{ left: new Fake('a'), right: new Fake('b') }], {
      seed: 1,
      schedules: 20,
      rowLocks: true,
    });
    expect(result).toMatchObject({ schedules: 20, steps: 400, found: [] });
  });
});

describe('a schedule as a spec', () => {
  it('ends open transactions, waiting ones last, and prepared ones before them', () => {
    const schedule = {
      table: 'bare' as const,
      steps: [step(0, 'BEGIN', 'A'), step(0, "PREPARE TRANSACTION 'g1'"), step(1, 'W')],
    };
    const spec = asSpec(schedule, ['title'], ['in transaction', 'waiting', 'idle', 'idle']);
    expect(spec).toContain('permutation s1_1 s1_2 s2_1 s1_end prepared_end_1 s2_end');
    expect(spec).toContain("step prepared_end_1 { ROLLBACK PREPARED 'g1'; }");
    expect(spec.startsWith('# title\n')).toBe(true);
  });
});

describe('patience with a step that waits', () => {
  it('cancels soon what is expected to be cancelled, and late what is not', () => {
    expect(patienceFor('step a { LOCK TABLE t; }', 1)).toEqual({ cancelSeconds: 4, cancels: 1 });
    expect(patienceFor('step a { LOCK TABLE t; }', 0)).toEqual({ cancelSeconds: 60, cancels: 0 });
  });

  it('outlasts every timeout that the spec sets, in any unit, up to what isolationtester waits by itself', () => {
    const seconds = (sql: string): number => patienceFor(`step a { ${sql} }`, 1).cancelSeconds;
    expect(seconds("SET deadlock_timeout = '10ms';")).toBe(6);
    expect(seconds("SET LOCAL lock_timeout TO '5s';")).toBe(14);
    expect(seconds('SET statement_timeout = 7000;')).toBe(18);
    expect(seconds("SET deadlock_timeout = '100s';")).toBe(204);
    expect(seconds("SET deadlock_timeout = '10min';")).toBe(360);
  });
});
