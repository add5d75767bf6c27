/** WebAssembly against the same C built natively with -O3: short runs in turn, in every round, at 10,000 idle connections. */
import type { DesignId } from '../../src/base/designs.ts';
import { quartilesOf } from '../../src/viewmodel/lab/rows.ts';
import { type Context, nsPerSnapshot, setting } from './context.ts';
import { judge, type PartAnswer, skipped } from './report.ts';
import { pairedQuartiles } from './stats.ts';

const PART = 'native';
const DESIGNS = ['pg13', 'dense'] as const satisfies readonly DesignId[];
const IDLE = 10_000;
const MAX_RATIO = 1.3;

export async function nativePart(context: Context): Promise<PartAnswer> {
  const labs = await context.natives();
  if (labs.length === 0)
    return {
      findings: [skipped(PART, 'wasm / native', 'neither gcc nor clang is on the PATH')],
      notes: [],
      data: null,
    };
  const config = setting(DESIGNS, { idle: IDLE });
  const ns = new Map<string, number[]>();
  const keep = (who: string, design: DesignId, value: number) =>
    ns.set(`${who} ${design}`, [...(ns.get(`${who} ${design}`) ?? []), value]);
  const runs = [
    { who: 'wasm', run: () => context.visit(config) },
    ...labs.map(({ compiler, measure }) => ({
      who: compiler,
      run: () => context.alone(() => measure(config, context.plan.seconds)),
    })),
  ];
  for (let round = 0; round < context.plan.rounds; round++) {
    context.progress(`native: round ${round + 1} of ${context.plan.rounds}`);
    for (const { who, run } of round % 2 === 0 ? runs : [...runs].reverse()) {
      const slices = await run();
      for (const design of DESIGNS) keep(who, design, nsPerSnapshot(slices, design));
    }
  }
  const of = (who: string, design: DesignId) => ns.get(`${who} ${design}`) ?? [];
  return {
    findings: DESIGNS.flatMap((design) =>
      labs.map(({ compiler }) =>
        judge(
          { part: PART, what: `${design}: wasm / native (${compiler} -O3) at 10,000`, limits: { max: MAX_RATIO } },
          pairedQuartiles(of('wasm', design), of(compiler, design)),
        ),
      ),
    ),
    notes: DESIGNS.map((design) => {
      const each = ['wasm', ...labs.map(({ compiler }) => compiler)].map((who) => {
        const median = quartilesOf(of(who, design))?.median ?? Number.NaN;
        return `${who} ${(median / IDLE).toFixed(3)} ns`;
      });
      return `native: ${design}, for each of 10,000 connections: ${each.join(', ')}.`;
    }),
    data: { idle: IDLE, nsPerSnapshot: Object.fromEntries(ns) },
  };
}
