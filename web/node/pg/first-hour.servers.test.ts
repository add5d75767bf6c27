/** How many of a first hour's statements are answered as a real 17 answers them (first-hour.ts). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIRST_HOUR, FIRST_HOUR_SETUP, type Typed } from './first-hour.ts';
import { platformHasServers } from './packages.ts';
import { type SpecPair, startSpecPair } from './spec-pair.ts';

/** Of 131. A statement that is not answered is refused by name. */
const ANSWERED = 121;
const MAJOR = 17;
/** Statements in a run of isolationtester, each in a session and a permutation of its own: connections are limited. */
const IN_A_RUN = 24;

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
    return numbers === true ? shapeOf(told) : told;
  });
}
/** Numbers, the moment and the widths of columns that follow from them. */
const shapeOf = (told: string): string =>
  told
    .replace(/\b[A-Z][a-z]{2} [A-Z][a-z]{2} [\d :.]+ P[SD]T\b/g, 'MOMENT')
    .replace(/\b[0-9A-F]{8}-[0-9A-F]{8}-\d+/g, 'N')
    .replace(/[ \d]*\d/g, 'N')
    .replace(/-+/g, '-')
    .replace(/ +/g, ' ')
    .replace(/^ | $/gm, '')
    .replace(/ \|/g, '|');

/** Why the engine does not answer: the compiler's word, or the executor's. */
const REFUSAL = /(?:not supported: |limit of the simulation)[^\n"]*/;

const platform = platformHasServers();

describe.skipIf(!platform.ok)('a first hour', () => {
  let pair: SpecPair | undefined;
  beforeAll(async () => {
    pair = await startSpecPair([MAJOR], 1);
  });
  afterAll(async () => {
    await pair?.stop();
  });

  /** Undefined: it answers. */
  async function refusalOf(typed: Typed): Promise<string | undefined> {
    const text = specOf([typed]);
    try {
      return REFUSAL.exec((await pair?.here(text, MAJOR)) ?? '')?.[0];
    } catch (cause) {
      const refused = cause instanceof Error ? REFUSAL.exec(cause.message)?.[0] : undefined;
      if (refused === undefined) throw cause;
      return refused;
    }
  }

  it(`at least ${ANSWERED} of ${FIRST_HOUR.length} statements are answered as on ${MAJOR}, and none otherwise`, async () => {
    const asked: Typed[] = [];
    const refused: string[] = [];
    for (const typed of FIRST_HOUR) {
      const refusal = await refusalOf(typed);
      if (refusal === undefined) asked.push(typed);
      else refused.push(`${typed.sql}  -- ${refusal}`);
    }
    const other: string[] = [];
    for (let i = 0; i < asked.length; i += IN_A_RUN) {
      const some = asked.slice(i, i + IN_A_RUN);
      const printed = await pair?.both(specOf(some), MAJOR);
      const [here, there] = [answersIn(printed?.here ?? '', some), answersIn(printed?.there ?? '', some)];
      for (const [n, { sql }] of some.entries())
        if (here[n] !== there[n]) other.push(`${sql}\n--- here ---\n${here[n]}\n--- there ---\n${there[n]}`);
    }
    console.info(
      `A first hour, ${FIRST_HOUR.length} statements: ${asked.length - other.length} as on ${MAJOR}, ${other.length} differ, ${refused.length} refused:\n${refused.join('\n')}`,
    );
    expect(other).toEqual([]);
    expect(FIRST_HOUR.length).toBe(131);
    expect(asked.length).toBeGreaterThanOrEqual(ANSWERED);
  });
});
