/** The engine prints the same as isolationtester on real servers, byte by byte (answers.ts). */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '../tree.mjs';
import { ddlInBlocks, groups, MISSING, NOWAIT, ROWS_BY_KEY, ROWS_ON_PAGES, TIES, TIMEOUTS, TIMES } from './answers.ts';
import {
  COLUMNS_THAT_COME_AND_GO,
  FIRST_HOUR_MORE,
  SET_BY_ROW,
  VIEWS_OF_TABLES,
  WITH_RETURNING,
} from './answers-define.ts';
import { FUNCTIONS_ALONE, FUNCTIONS_BETWEEN_SESSIONS } from './answers-functions.ts';
import { CURSORS, FREEZING, JSON_COLUMNS } from './answers-hour.ts';
import { CONSTRAINTS, CONSTRAINTS_IN_BLOCK, DEFERRED_KEYS, KEYS_BETWEEN_SESSIONS } from './answers-keys.ts';
import { ADVISORY, advisoryAtRandom } from './answers-locks.ts';
import { HASH_INDEX } from './answers-serializable.ts';
import { ALTERED, CALLS, KEYS_OF_TYPES, SEQUENCE_CIDS, SEQUENCES, TYPES } from './answers-types.ts';
import { WRITING_WITH } from './answers-with.ts';
import {
  CHAINS,
  INDEXES_AGAIN,
  JOINED_WRITES,
  LOCKING_SUBQUERIES,
  ODD_INDEXES,
  ON_CONFLICT,
} from './answers-writes.ts';
import { MAJORS, type Major, platformHasServers } from './packages.ts';
import { namesModule, namesOf } from './server-names.ts';
import { type SpecPair, startSpecPair } from './spec-pair.ts';

const platform = platformHasServers();

describe.skipIf(!platform.ok)('the engine answers as a server does', () => {
  let pair: SpecPair | undefined;
  beforeAll(async () => {
    pair = await startSpecPair(MAJORS, 2);
  });
  afterAll(() => pair?.stop());
  const same = async (text: string, major: Major): Promise<void> => {
    const printed = await pair?.both(text, major);
    expect(printed?.here).toBe(printed?.there);
    expect(printed).toBeDefined();
  };

  const specs = {
    TIMEOUTS,
    TIMES,
    NOWAIT,
    MISSING,
    ROWS_BY_KEY,
    ROWS_ON_PAGES,
    TIES,
    'DDL in a block': ddlInBlocks(20261122, 60),
  };
  /** Long ones, on the oldest rules and on those of the page. */
  const long = {
    ADVISORY,
    'advisory locks at random': advisoryAtRandom(20261128, 12),
    CURSORS,
    FREEZING,
    JSON_COLUMNS,
    CONSTRAINTS,
    CONSTRAINTS_IN_BLOCK,
    KEYS_BETWEEN_SESSIONS,
    DEFERRED_KEYS,
    ON_CONFLICT,
    ODD_INDEXES,
    INDEXES_AGAIN,
    CHAINS,
    JOINED_WRITES,
    LOCKING_SUBQUERIES,
    TYPES,
    KEYS_OF_TYPES,
    SEQUENCE_CIDS,
    SEQUENCES,
    CALLS,
    ALTERED,
    COLUMNS_THAT_COME_AND_GO,
    FIRST_HOUR_MORE,
    VIEWS_OF_TABLES,
    SET_BY_ROW,
    WITH_RETURNING,
    HASH_INDEX,
    WRITING_WITH,
    FUNCTIONS_ALONE,
    FUNCTIONS_BETWEEN_SESSIONS,
  };
  // All servers at once: most of the time is spent waiting for timeouts.
  for (const [name, text] of Object.entries(specs))
    for (const major of MAJORS) it.concurrent(`${name} on ${major}`, () => same(text, major));

  for (const [name, text] of Object.entries(long))
    for (const major of [13, 17] as const) it.concurrent(`${name} on ${major}`, () => same(text, major));

  const stepsOf = (text: string): string[] => text.split(/^(?=step )/m);
  for (const major of MAJORS)
    it.concurrent(`groups on ${major}, or they are refused`, async () => {
      const printed = await pair?.both(groups(20261123, 400), major);
      const theirs = stepsOf(printed?.there ?? '');
      const mine = stepsOf(printed?.here ?? '');
      expect(mine.length).toBe(theirs.length);
      // The row that a refused INSERT would have stored is missing in the next two steps.
      const answered = mine.flatMap((step, i) => {
        const isRefused = [
          step,
          ...mine.slice(Math.max(0, i - 2), i).filter((one) => one.includes('INSERT INTO kept')),
        ];
        return isRefused.some((one) => one.includes('the order of groups that ORDER BY')) ? [] : [i];
      });
      expect(answered.map((i) => mine[i])).toEqual(answered.map((i) => theirs[i]));
      expect(answered.length).toBeGreaterThan(mine.length / 2);
      expect(answered.length).toBeLessThan(mine.length);
    });

  it('the names that are refused are all that servers know', async () => {
    const names = await namesOf();
    if (!names.ok) throw new Error(names.error.message);
    expect(readFileSync(at('web/src/sql/known-names.gen.ts'), 'utf8')).toBe(namesModule(names.value));
  });
});
