/** The system's views show the same as on real servers, after each step of schedules (views.ts). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Major, platformHasServers } from './packages.ts';
import { type SpecPair, startSpecPair } from './spec-pair.ts';
import * as views from './views.ts';

const MAJORS: readonly Major[] = [13, 17];
const platform = platformHasServers();

describe.skipIf(!platform.ok)('views of the server', () => {
  let pair: SpecPair | undefined;
  beforeAll(async () => {
    pair = await startSpecPair(MAJORS, 2);
  });
  afterAll(() => pair?.stop());

  for (const [name, text] of Object.entries(views))
    for (const major of MAJORS)
      it.concurrent(`${name} on ${major}`, async () => {
        const printed = await pair?.both(text, major);
        expect(printed?.here).toBe(printed?.there);
        expect(printed).toBeDefined();
      });
});
