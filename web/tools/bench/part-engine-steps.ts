/**
 * Schedule steps of the simulated server per second: a query of one session, submitted, run to its end and its answer
 * taken, with plans made beforehand as for shipped scenarios. Each round counts every kind of step once.
 *
 * Measured is the code as it is shipped, bundled and minified, in a process of its own: what runs TypeScript from the
 * checkout gives each inner function its name when it is made, which costs a third of a step.
 */
import { build } from 'vite';
import { runOrFault } from '../../node/proc.mjs';
import { at } from '../../node/tree.mjs';
import { quartilesOf } from '../../src/viewmodel/lab/rows.ts';
import { ownPlaces } from '../own-places-plugin.ts';
import type { Context } from './context.ts';
import { judge, type PartAnswer } from './report.ts';

const PART = 'engine-steps';
const TARGET = 150_000;
/** Two folders deep, as `ownPlaces` wants it. */
const FOLDER = 'build/bench-steps';

async function shipped(): Promise<string> {
  await build({
    configFile: false,
    root: at('web'),
    logLevel: 'warn',
    publicDir: false,
    plugins: [ownPlaces()],
    // They look for their files next to themselves.
    ssr: { noExternal: true, external: ['libpg-query', '@electric-sql/pglite'], target: 'node' },
    build: {
      ssr: true,
      outDir: at(FOLDER),
      emptyOutDir: true,
      target: 'node20',
      minify: true,
      rolldownOptions: {
        input: { steps: at('web/tools/bench/steps-child.ts') },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  return at(`${FOLDER}/steps.mjs`);
}

export async function engineStepsPart({ plan, progress }: Pick<Context, 'plan' | 'progress'>): Promise<PartAnswer> {
  progress(`${PART}: ${plan.rounds} rounds`);
  const args = [await shipped(), String(plan.rounds)];
  const { stdout } = await runOrFault('Steps of the engine', process.execPath, args, { limitSeconds: 120 });
  const rates = JSON.parse(stdout) as Readonly<Record<string, readonly number[]>>;
  return {
    findings: Object.entries(rates).map(([what, values]) =>
      judge({ part: PART, what: `steps a second: ${what}`, limits: { min: TARGET } }, quartilesOf(values)),
    ),
    notes: [],
    data: rates,
  };
}
