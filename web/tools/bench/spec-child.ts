/**
 * One of the specs that need too much, in a separate process: its place in the list is the only argument. Prints the
 * processor time of parsing, compiling and running it in ms, and the process's peak memory in MB.
 */

import { LIMIT_SPECS } from '../../src/engine/spec/limit-specs.ts';
import { compileSpec } from '../../src/engine/spec/spec-compile.ts';
import { startSpecServer } from '../../src/engine/spec/spec-engine.node.ts';
import { runSpecText } from '../../src/engine/spec/spec-text.ts';
import { parseSpecBytes } from '../../src/scenario/spec-parse.ts';
import { loadCompiler } from '../../src/sql/compile.ts';

const text = Object.values(LIMIT_SPECS)[Number(process.argv[2])];
if (text === undefined) throw new Error(`there is no spec ${process.argv[2]}`);
// Parser and server are loaded whatever the file contains.
const compile = await loadCompiler();
const server = await startSpecServer({ rules: 17 });
if (!server.ok) throw new Error(server.error);
const began = process.cpuUsage();
const spec = parseSpecBytes(new TextEncoder().encode(text));
const compiled = spec.ok ? compileSpec(text, spec.value, compile) : spec;
if (compiled.ok) runSpecText(compiled.value, server.value.db);
const { user, system } = process.cpuUsage(began);
console.log(JSON.stringify({ ms: (user + system) / 1000, megabytes: process.resourceUsage().maxRSS / 1024 }));
