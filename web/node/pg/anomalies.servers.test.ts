/** The five classic anomalies, as the page saves what was typed: real isolationtester prints for each spec what the engine prints. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANOMALIES_TYPED, specOf } from './anomalies.ts';
import { platformHasServers } from './packages.ts';
import { type SpecPair, startSpecPair } from './spec-pair.ts';

const MAJORS = [13, 17] as const;
const platform = platformHasServers();

describe.skipIf(!platform.ok)('what was typed, saved as a spec', () => {
  let pair: SpecPair | undefined;
  beforeAll(async () => {
    pair = await startSpecPair(MAJORS, 1);
  });
  afterAll(async () => {
    await pair?.stop();
  });

  for (const major of MAJORS)
    it.each(ANOMALIES_TYPED)(`$name: isolationtester of ${major} prints the same`, async (one) => {
      const printed = await pair?.both(specOf(one, 'Typed', 'by hand'), major);
      expect(printed?.here).toBe(printed?.there);
      // Each statement has run, and a prevented write has waited.
      for (const line of one.typed) expect(printed?.there).toContain(`: ${line.slice(2)}`);
      expect(printed?.there.includes('<waiting ...>')).toBe('waited' in one.verdict);
    });
});
