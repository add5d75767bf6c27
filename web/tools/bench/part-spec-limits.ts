/**
 * The worst specs that are known, each up to its limit: processor time of parsing, compiling and running, in a process
 * that has done such things before, and the largest memory that the process ever had. The limits themselves are counted
 * (web/src/sql/limits.ts); this says what they are worth here.
 */

import { compileSpec } from '../../src/engine/spec-compile.ts';
import { startSpecServer } from '../../src/engine/spec-engine.node.ts';
import { NASTY } from '../../src/engine/spec-nasty.ts';
import { runSpecText } from '../../src/engine/spec-text.ts';
import { quartilesOf } from '../../src/model/rows.ts';
import { parseSpecBytes } from '../../src/scenario/spec-parse.ts';
import { loadCompiler } from '../../src/sql/compile.ts';
import { Fault } from '../proc.mjs';
import type { Context } from './context.ts';
import { judge, type PartAnswer } from './report.ts';

const PART = 'spec-limits';
const MAX_MS = 1000;

export async function specLimitsPart({ progress }: Pick<Context, 'progress'>): Promise<PartAnswer> {
  const compile = await loadCompiler();
  const took = new Map<string, number>();
  for (const [name, text] of Object.entries(NASTY)) {
    progress(`${PART}: ${name}`);
    // Room for the server is no part of the file's work.
    const server = await startSpecServer({ rules: 17 });
    if (!server.ok) throw new Fault(server.error);
    const began = process.cpuUsage();
    const spec = parseSpecBytes(new TextEncoder().encode(text));
    const compiled = spec.ok ? compileSpec(text, spec.value, compile) : spec;
    if (compiled.ok) runSpecText(compiled.value, server.value.db);
    const { user, system } = process.cpuUsage(began);
    took.set(name, (user + system) / 1000);
  }
  const [name = '', worst = Number.NaN] = [...took].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0]);
  const megabytes = process.resourceUsage().maxRSS / 1024;
  const of = 'runs';
  return {
    findings: [
      judge(
        { part: PART, what: 'processor time of the worst spec', unit: ' ms', limits: { max: MAX_MS }, of },
        quartilesOf([worst]),
      ),
      judge(
        { part: PART, what: 'memory of this process, its labs included, after all specs', unit: ' MB', of },
        quartilesOf([megabytes]),
      ),
    ],
    notes: [
      `The worst of ${took.size} specs that want too much: ${name}. For one file's memory: /usr/bin/time -v npx xipscope spec FILE.`,
    ],
    data: { milliseconds: Object.fromEntries(took), megabytes },
  };
}
