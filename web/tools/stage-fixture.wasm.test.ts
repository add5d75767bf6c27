/**
 * The moments that views are tested with match the present engine; if not: `npm run gen:stage`, and look at the
 * difference.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { at } from '../node/tree.mjs';
import { stageFixture } from './stage-fixture.ts';

test('the moments of the stage are the engine’s', async () => {
  const kept = JSON.parse(readFileSync(at('web/src/viewmodel/stage/stage.fixture.json'), 'utf8')) as unknown;
  expect(JSON.parse(JSON.stringify(await stageFixture()))).toEqual(kept);
});
