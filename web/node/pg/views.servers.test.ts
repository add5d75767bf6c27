/** The system's views show the same as on real servers, after each step of schedules (views.ts). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileSpec } from '../../src/engine/spec/spec-compile.ts';
import { startSpecServer } from '../../src/engine/spec/spec-engine.node.ts';
import { runSpecText } from '../../src/engine/spec/spec-text.ts';
import { parseSpec } from '../../src/scenario/spec-parse.ts';
import { type Compile, loadCompiler } from '../../src/sql/compile.ts';
import { startTesters, type Testers } from './isolationtester.ts';
import { type Major, platformHasServers } from './packages.ts';
import * as views from './views.ts';

const MAJORS: readonly Major[] = [13, 17];
const platform = platformHasServers();

describe.skipIf(!platform.ok)('views of the server', () => {
  let testers: Testers | undefined;
  let compile: Compile | undefined;
  beforeAll(async () => {
    const started = await startTesters(MAJORS);
    if (!started.ok) throw new Error(started.error.message);
    testers = started.value;
    compile = await loadCompiler();
  });
  afterAll(async () => {
    await testers?.stop();
  });

  async function here(text: string, rules: Major): Promise<string> {
    const parsed = parseSpec(text);
    if (!parsed.ok || compile === undefined) throw new Error(JSON.stringify(parsed));
    const compiled = compileSpec(text, parsed.value, compile);
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.error));
    const server = await startSpecServer({ rules, compiled: compiled.value });
    if (!server.ok) throw new Error(server.error);
    return runSpecText(compiled.value, server.value.db, { file: 'x.spec' }).stdout;
  }

  for (const [name, text] of Object.entries(views))
    for (const major of MAJORS)
      it.concurrent(`${name} on ${major}`, async () => {
        const there = await testers?.run(major, text);
        expect(there?.stderr).toBe('');
        expect(await here(text, major)).toBe(there?.stdout);
      });
});
