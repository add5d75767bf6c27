/**
 * Prints the output of PostgreSQL's isolationtester for specs:
 *
 *   npx tsx web/node/pg/isolation.ts --pg 13,17 FILE…
 *
 * With more than one server or file each output has a line `==> FILE (PostgreSQL N)` before it, and servers that
 * print the same are named together. Exit code 1 if isolationtester failed or complained, 2 for bad usage.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { say } from '../proc.mjs';
import { startTesters } from './isolationtester.ts';
import { isMajor, MAJORS, type Major } from './packages.ts';

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({ options: { pg: { type: 'string' } }, allowPositionals: true });
  const majors = (values.pg ?? '17').split(',').map(Number);
  const known = majors.filter(isMajor);
  if (positionals.length === 0 || known.length !== majors.length) {
    say(`isolation.ts: name spec files, and servers out of ${MAJORS.join(', ')}: --pg 13,17 FILE…`);
    return 2;
  }
  const specs = positionals.map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  const testers = await startTesters(known);
  if (!testers.ok) {
    say(testers.error.message);
    return 1;
  }
  let isFine = true;
  try {
    for (const { file, text } of specs) {
      const ran = await Promise.all(known.map(async (major) => ({ major, ...(await testers.value.run(major, text)) })));
      const groups = new Map<string, Major[]>();
      for (const { major, stdout, stderr, code } of ran) {
        const output = stdout + stderr;
        groups.set(output, [...(groups.get(output) ?? []), major]);
        isFine &&= code === 0 && stderr === '';
      }
      for (const [output, same] of groups) {
        if (known.length > 1 || specs.length > 1) process.stdout.write(`==> ${file} (PostgreSQL ${same.join(', ')})\n`);
        process.stdout.write(output);
      }
    }
  } finally {
    await testers.value.stop();
  }
  return isFine ? 0 : 1;
}

process.exitCode = await run();
