/** A spec's text on the engine and on real servers, for tests that compare what is printed. */
import { compileSpec } from '../../src/engine/spec/spec-compile.ts';
import { startSpecServer } from '../../src/engine/spec/spec-engine.node.ts';
import { runSpecText } from '../../src/engine/spec/spec-text.ts';
import { parseSpec } from '../../src/scenario/spec-parse.ts';
import { loadCompiler } from '../../src/sql/compile.ts';
import { cancelsIn, patienceFor, startTesters } from './isolationtester.ts';
import type { Major } from './packages.ts';

export interface Printed {
  readonly here: string;
  readonly there: string;
}

export interface SpecPair {
  /** What the engine prints. Throws if it refuses the spec. */
  here(text: string, rules: Major): Promise<string>;
  /** What both print. Throws if the server complains about the spec. */
  both(text: string, major: Major): Promise<Printed>;
  stop(): Promise<void>;
}

/** A schedule at random leaves steps out, and so do specs that share their sessions. */
const UNUSED = /^unused step name: .*\n/gm;

/** @param each servers of each major */
export async function startSpecPair(majors: readonly Major[], each: number): Promise<SpecPair> {
  const [testers, compile] = await Promise.all([startTesters(majors, each), loadCompiler()]);
  if (!testers.ok) throw new Error(testers.error.message);
  const here = async (text: string, rules: Major): Promise<string> => {
    const parsed = parseSpec(text);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed));
    const compiled = compileSpec(text, parsed.value, compile);
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.error));
    const server = await startSpecServer({ rules, compiled: compiled.value });
    if (!server.ok) throw new Error(server.error);
    return runSpecText(compiled.value, server.value.db, { file: 'x.spec' }).stdout;
  };
  return {
    here,
    both: async (text, major) => {
      const mine = await here(text, major);
      const ran = await testers.value.run(major, text, patienceFor(text, cancelsIn(mine)));
      const complaints = ran.stderr.replace(UNUSED, '');
      if (complaints !== '') throw new Error(complaints);
      return { here: mine, there: ran.stdout };
    },
    stop: () => testers.value.stop(),
  };
}
