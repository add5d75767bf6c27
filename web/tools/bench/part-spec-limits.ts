/**
 * The worst known specs, each up to its limit and each in a separate process: processor time of parsing, compiling and
 * running, and memory. The limits themselves are counts (web/src/sql/limits.ts); this shows their cost here. A new
 * process is the worst case: nothing is compiled yet.
 */
import { runOrFault } from '../../node/proc.mjs';
import { at } from '../../node/tree.mjs';
import { LIMIT_SPECS } from '../../src/engine/spec/limit-specs.ts';
import { quartilesOf } from '../../src/viewmodel/lab/rows.ts';
import type { Context } from './context.ts';
import { judge, type PartAnswer } from './report.ts';

const SPEC_LIMITS = 'spec-limits';
const MAX_MS = 1000;
const MAX_MEGABYTES = 256;

interface Cost {
  readonly name: string;
  readonly ms: number;
  readonly megabytes: number;
}

export async function specLimitsPart({ progress }: Pick<Context, 'progress'>): Promise<PartAnswer> {
  const costs: Cost[] = [];
  for (const [i, name] of Object.keys(LIMIT_SPECS).entries()) {
    progress(`${SPEC_LIMITS}: ${name}`);
    const args = ['--import', 'tsx', at('web/tools/bench/spec-child.ts'), String(i)];
    const { stdout } = await runOrFault(`The spec “${name}”`, process.execPath, args, { limitSeconds: 60 });
    const { ms, megabytes } = JSON.parse(stdout) as Pick<Cost, 'ms' | 'megabytes'>;
    costs.push({ name, ms, megabytes });
  }
  const worst = (of: 'ms' | 'megabytes') => costs.reduce((a, b) => (b[of] > a[of] ? b : a));
  const [slowest, largest] = [worst('ms'), worst('megabytes')];
  const of = 'runs';
  return {
    findings: [
      judge(
        { part: SPEC_LIMITS, what: 'processor time of the worst spec', unit: ' ms', limits: { max: MAX_MS }, of },
        quartilesOf([slowest.ms]),
      ),
      judge(
        {
          part: SPEC_LIMITS,
          what: 'memory of the worst, Node included',
          unit: ' MB',
          limits: { max: MAX_MEGABYTES },
          of,
        },
        quartilesOf([largest.megabytes]),
      ),
    ],
    notes: [
      `Of ${costs.length} specs that want too much, each in a new process; slowest: ${slowest.name}; largest: ${largest.name}.`,
    ],
    data: { costs },
  };
}
