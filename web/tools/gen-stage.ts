/** `npm run gen:stage`: writes moments of real runs for the unit tests and the gallery of the stage's views. */

import { at, writeWhole } from '../node/tree.mjs';
import { stageFixture } from './stage-fixture.ts';

const file = at('web/src/viewmodel/stage/stage.fixture.json');
const fixture = await stageFixture();
// One line per moment: small, and a diff shows the place of a change.
const lines = Object.entries(fixture).map(([name, moment]) => `${JSON.stringify(name)}:${JSON.stringify(moment)}`);
writeWhole(file, `{\n${lines.join(',\n')}\n}\n`);
process.stdout.write(`${file} holds ${Object.keys(fixture).length} moments.\n`);
