/** Designs never change an answer: every shipped scenario prints the same, whichever design builds the snapshots. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DESIGN_IDS, type DesignId } from '../../base/designs.ts';
import { parseSpecBytes } from '../../scenario/spec-parse.ts';
import { loadCompiler } from '../../sql/compile.ts';
import { compileSpec } from './spec-compile.ts';
import { startSpecServer } from './spec-engine.node.ts';
import { runSpecText } from './spec-text.ts';

const SPECS = join(import.meta.dirname, '../../../../scenarios/specs');
const compile = await loadCompiler();

async function printed(file: string, design: DesignId): Promise<string> {
  const bytes = readFileSync(join(SPECS, file));
  const spec = parseSpecBytes(bytes);
  const server = await startSpecServer({ rules: 17, design });
  if (!spec.ok || !server.ok) throw new Error('it does not even begin');
  const compiled = compileSpec(bytes.toString(), spec.value, compile);
  if (!compiled.ok) throw new Error('it does not compile');
  return runSpecText(compiled.value, server.value.db).stdout;
}

test.each(readdirSync(SPECS).filter((name) => name.endsWith('.spec')))(
  '%s prints the same in every design',
  { timeout: 120_000 },
  async (file) => {
    const expected = await printed(file, 'pg14');
    expect(expected).toMatch(/\nstep /);
    for (const design of DESIGN_IDS) expect(await printed(file, design), design).toBe(expected);
  },
);
