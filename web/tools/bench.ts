/**
 * `npm run bench`: every ratio that must hold, measured in one run on this machine, and one table with a verdict each.
 *
 *   npm run bench -- [--quick] [--only PART[,PART…]]
 *
 * Everything is printed before a missed target ends the run with exit code 1. All data are in build/bench.json. Let
 * nothing else run meanwhile: ratios are paired, but a machine that is never quiet has no quiet turns to pair.
 */
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Fault, main, say, seconds } from '../node/proc.mjs';
import { buildDir, writeWhole } from '../node/tree.mjs';
import { startLabInNode } from '../src/engine/lab/lab.node.ts';
import { type Context, createContext, type HeldLab, type Plan } from './bench/context.ts';
import { cacheLinesPart } from './bench/part-cache-lines.ts';
import { cliffPart } from './bench/part-cliff.ts';
import { engineStepsPart } from './bench/part-engine-steps.ts';
import { framesPart } from './bench/part-frames.ts';
import { ladderPart, workloadsPart } from './bench/part-ladder.ts';
import { modelSweepPart } from './bench/part-model-sweep.ts';
import { coherencePart, falseSharingPart, nativePart } from './bench/part-native.ts';
import { pagePart } from './bench/part-page.ts';
import { playgroundPart } from './bench/part-playground.ts';
import { readonlyPart } from './bench/part-readonly.ts';
import { serializablePart } from './bench/part-serializable.ts';
import { type SnapshotCosts, snapshotCosts, snapshotPart } from './bench/part-snapshot.ts';
import { specLimitsPart } from './bench/part-spec-limits.ts';
import { stagePart } from './bench/part-stage.ts';
import { untrustedPart } from './bench/part-untrusted.ts';
import { type Finding, findingsTable, type PartAnswer } from './bench/report.ts';
import { ensureReady } from './setup.mjs';

const PLANS = {
  full: { rounds: 9, seconds: 0.4, frames: 10 },
  quick: { rounds: 3, seconds: 0.12, frames: 4 },
} as const satisfies Record<string, Plan & { frames: number }>;

const PARTS = [
  'snapshot',
  'native',
  'false-sharing',
  'readonly',
  'ladder',
  'workloads',
  'cliff',
  'frames',
  'engine-steps',
  'spec-limits',
  'serializable',
  'playground',
  'stage',
  'coherence',
  'model-sweep',
  'cache-lines',
  'untrusted',
  'page',
] as const;
type PartName = (typeof PARTS)[number];
const isPart = (word: string): word is PartName => (PARTS as readonly string[]).includes(word);

class Usage extends Error {}

function optionsFrom(args: string[]): { readonly quick: boolean; readonly only: readonly PartName[] } {
  try {
    const { values } = parseArgs({
      args,
      options: { quick: { type: 'boolean', default: false }, only: { type: 'string', multiple: true, default: [] } },
    });
    const words = values.only.flatMap((list) => list.split(','));
    const unknown = words.find((word) => !isPart(word));
    if (unknown !== undefined) throw new Usage(`--only: unknown “${unknown}”; the parts are ${PARTS.join(', ')}.`);
    return { quick: values.quick, only: words.length === 0 ? PARTS : words.filter(isPart) };
  } catch (error) {
    throw new Usage(error instanceof Error ? error.message : String(error));
  }
}

/** Bare snapshots are measured once, for their own part and for the prediction. */
function partsFor(context: Context, framesSeconds: number): Readonly<Record<PartName, () => Promise<PartAnswer>>> {
  let costs: Promise<SnapshotCosts> | undefined;
  const bare = () => {
    costs ??= snapshotCosts(context);
    return costs;
  };
  return {
    snapshot: async () => snapshotPart(await bare()),
    native: () => nativePart(context),
    'false-sharing': () => falseSharingPart(context),
    readonly: async () => readonlyPart(context, await bare()),
    ladder: () => ladderPart(context),
    workloads: () => workloadsPart(context),
    cliff: () => cliffPart(context),
    frames: () => context.alone(() => framesPart(framesSeconds, context.progress)),
    coherence: () => context.alone(() => coherencePart(context)),
    'model-sweep': () => context.alone(() => modelSweepPart(3, context.progress)),
    'cache-lines': () => context.alone(() => cacheLinesPart(framesSeconds, context.progress)),
    'engine-steps': () => context.alone(() => engineStepsPart(context)),
    serializable: () => context.alone(() => serializablePart(context)),
    'spec-limits': () => context.alone(() => specLimitsPart(context)),
    playground: () => context.alone(() => playgroundPart(framesSeconds, context.progress)),
    stage: () => context.alone(() => stagePart(context.progress)),
    untrusted: () => context.alone(() => untrustedPart(context.progress)),
    page: () => context.alone(() => pagePart(context.progress)),
  };
}

function sumOf(findings: readonly Finding[], missed: readonly Finding[], broken: readonly string[]): string {
  const targets = findings.filter(({ target }) => target !== '').length;
  if (missed.length > 0) return `${missed.length} of ${targets} targets are missed.`;
  return `No target of ${targets} is missed${broken.length > 0 ? ', but not everything could be measured' : ''}.`;
}

function machineFacts() {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    node: process.versions.node,
    v8: process.versions.v8,
    loadBefore: loadavg()[0] ?? 0,
  };
}

async function bench(args: string[], signal: AbortSignal): Promise<number> {
  const began = performance.now();
  const { quick, only } = optionsFrom(args);
  const { frames, ...plan } = quick ? PLANS.quick : PLANS.full;
  await ensureReady({ wasm: true, compiler: only.includes('native'), quiet: true });
  const machine = machineFacts();
  const fresh = async () => {
    const started = await startLabInNode(Math.min(64, Math.max(2, machine.cores)));
    if (!started.ok) throw new Fault(started.error.message);
    return started.value;
  };
  const held: HeldLab = { lab: await fresh(), stuck: false };
  const answers = new Map<PartName, PartAnswer>();
  const broken: string[] = [];
  try {
    const parts = partsFor(createContext(held, plan, progress, signal), frames);
    for (const name of PARTS.filter((part) => only.includes(part))) {
      if (signal.aborted) break;
      // One failing part must not hide the others' findings.
      try {
        answers.set(name, await parts[name]());
      } catch (error) {
        broken.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
        if (held.stuck) Object.assign(held, { lab: await fresh(), stuck: false });
      }
    }
  } finally {
    progress('');
  }
  const { clockResolutionNs } = held.lab.info();
  const findings = [...answers.values()].flatMap((answer) => answer.findings);
  const missed = findings.filter((finding) => finding.verdict === 'MISSED');
  const lines = [
    `measured on ${machine.cpu}, ${machine.cores} cores, Node ${machine.node}, V8 ${machine.v8}, clock step ${clockResolutionNs.toFixed(0)} ns`,
    `${plan.rounds} rounds, ${plan.seconds} s for each design and visit, ${quick ? '--quick, ' : ''}took ${seconds(began)}; load before the run ${machine.loadBefore.toFixed(1)}`,
    ...(machine.loadBefore > machine.cores / 2 ? ['The machine was busy: these figures are of little worth.'] : []),
    '',
    findingsTable(findings),
    '',
    ...[...answers.values()].flatMap((answer) => answer.notes),
    '',
    ...broken.map((what) => `FAILED ${what}`),
    sumOf(findings, missed, broken),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  const file = join(buildDir, 'bench.json');
  const data = Object.fromEntries([...answers].map(([name, answer]) => [name, answer]));
  writeWhole(
    file,
    `${JSON.stringify({ provenance: 'measured', at: new Date().toISOString(), machine: { ...machine, clockResolutionNs }, plan, parts: data, broken }, null, 2)}\n`,
  );
  say(`All of it is in ${file}`);
  if (signal.aborted) return 130;
  return missed.length > 0 || broken.length > 0 ? 1 : 0;
}

function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
  else if (/(?:round 1 of|frames)/.test(text)) say(text);
}

const interrupted = new AbortController();
process.on('SIGINT', () => {
  if (interrupted.signal.aborted) process.exit(130);
  interrupted.abort();
});
await main(async () => {
  try {
    process.exitCode = await bench(process.argv.slice(2), interrupted.signal);
  } catch (error) {
    if (!(error instanceof Usage)) throw error;
    say(error.message);
    process.exitCode = 2;
  }
});
// Labs are not joined: a stuck one would never end, and the exiting process takes all of its threads along.
process.stdout.write('', () => process.exit());
