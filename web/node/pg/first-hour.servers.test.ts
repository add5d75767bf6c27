/** How many of a first hour's statements are answered as a real 17 answers them (first-hour.ts). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileSpec } from '../../src/engine/spec/spec-compile.ts';
import { startSpecServer } from '../../src/engine/spec/spec-engine.node.ts';
import { runSpecText } from '../../src/engine/spec/spec-text.ts';
import { parseSpec } from '../../src/scenario/spec-parse.ts';
import { type Compile, loadCompiler } from '../../src/sql/compile.ts';
import { FIRST_HOUR, FIRST_HOUR_SETUP, type Typed } from './first-hour.ts';
import { startTesters, type Testers } from './isolationtester.ts';
import { platformHasServers } from './packages.ts';

/** Of 131. A statement that is not answered is refused by name. */
const ANSWERED = 111;
const MAJOR = 17;
/** Statements in a run of isolationtester, each in a session and a permutation of its own: connections are limited. */
const IN_A_RUN = 24;

interface Asked {
  readonly typed: Typed;
  readonly here: string;
}

/** Each statement finds the tables of the set-up, whatever the one before it did to them. */
function specOf(all: readonly Typed[]): string {
  const steps = all.map(({ sql }, i) => `session s${i}\nstep typed${i} { ${sql}; }`);
  return [FIRST_HOUR_SETUP, ...steps, ...all.map((_, i) => `permutation typed${i}`)].join('\n');
}

/** The answers to the statements, and of one whose numbers are the server's own only the shape. */
function answersIn(stdout: string, all: readonly Typed[]): readonly string[] {
  const permutations = stdout.split('\nstarting permutation: ').slice(1);
  return all.map(({ sql, numbers }, i) => {
    const [before, ...after] = permutations[i]?.split(`${sql};\n`) ?? [];
    // Many answers are empty: only a step that has run tells that from one that has not.
    if (before === undefined || after.length === 0) throw new Error(`${sql}: its step is not in what was printed`);
    const told = after.join(`${sql};\n`).replaceAll(`s${i}: `, 's: ');
    return numbers === true
      ? told
          .replace(/[ \d]*\d/g, 'N')
          .replace(/-+/g, '-')
          .replace(/ +$/gm, '')
      : told;
  });
}

const platform = platformHasServers();

describe.skipIf(!platform.ok)('a first hour', () => {
  let testers: Testers | undefined;
  let compile: Compile | undefined;
  beforeAll(async () => {
    const started = await startTesters([MAJOR]);
    if (!started.ok) throw new Error(started.error.message);
    testers = started.value;
    compile = await loadCompiler();
  });
  afterAll(async () => {
    await testers?.stop();
  });

  /** Undefined: refused by name. */
  async function here(typed: Typed): Promise<string | undefined> {
    const text = specOf([typed]);
    const parsed = parseSpec(text);
    if (!parsed.ok || compile === undefined) throw new Error(JSON.stringify(parsed));
    const compiled = compileSpec(text, parsed.value, compile);
    if (!compiled.ok) return undefined;
    const server = await startSpecServer({ rules: MAJOR, compiled: compiled.value });
    if (!server.ok) throw new Error(server.error);
    const { stdout } = runSpecText(compiled.value, server.value.db, { file: 'x.spec' });
    return /not supported: |limit of the simulation/.test(stdout) ? undefined : answersIn(stdout, [typed])[0];
  }

  it(`at least ${ANSWERED} of ${FIRST_HOUR.length} statements are answered as on ${MAJOR}, and none otherwise`, async () => {
    const asked: Asked[] = [];
    const refused: string[] = [];
    for (const typed of FIRST_HOUR) {
      const answer = await here(typed);
      if (answer === undefined) refused.push(typed.sql);
      else asked.push({ typed, here: answer });
    }
    const other: string[] = [];
    for (let i = 0; i < asked.length; i += IN_A_RUN) {
      const some = asked.slice(i, i + IN_A_RUN);
      const all = some.map(({ typed }) => typed);
      const ran = await testers?.run(MAJOR, specOf(all));
      expect(ran?.stderr).toBe('');
      const there = answersIn(ran?.stdout ?? '', all);
      for (const [n, { typed, here: mine }] of some.entries())
        if (mine !== there[n]) other.push(`${typed.sql}\n--- here ---\n${mine}\n--- there ---\n${there[n]}`);
    }
    expect(other).toEqual([]);
    expect(FIRST_HOUR.length).toBe(131);
    expect(asked.length, `refused: ${refused.join('; ')}`).toBeGreaterThanOrEqual(ANSWERED);
  });
});
