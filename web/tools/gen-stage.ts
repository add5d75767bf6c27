/** `npm run gen:stage`: writes moments of real runs for the unit tests and the gallery of the stage's views. */
import { stageFixture } from './stage-fixture.ts';
import { at, writeWhole } from './tree.mjs';

const file = at('web/src/viewmodel/stage/stage.fixture.json');
const fixture = await stageFixture();
// A line for each moment: small, and a difference shows where it is.
const lines = Object.entries(fixture).map(([name, moment]) => `${JSON.stringify(name)}:${JSON.stringify(moment)}`);
writeWhole(file, `{\n${lines.join(',\n')}\n}\n`);
process.stdout.write(`${file} holds ${Object.keys(fixture).length} moments.\n`);
