/** Texts of the command line. Errors name the option, what is wrong with it and what to do. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

const DISTURBED = {
  otherWork: 'a transaction’s other work took longer than asked for',
  spread: 'turns of one design differ much',
  processor: 'turns ended late',
} as const;

export const cli = addTexts({
  'cli.description': 'An interactive microscope on PostgreSQL’s snapshots',
  'cli.version': 'print the version',
  'cli.help': 'print this',
  'cli.json': 'print JSON',
  'cli.exitCodes': `
Exit codes: 0 fine; 1 a difference or a finding; 2 bad usage, bad input, or a machine that cannot
do it; 130 Ctrl-C. Results go to standard output; errors, warnings and progress go to standard
error, as sentences with --json, too.`,
  'cli.noFile': 'Name a file, or - for standard input.',
  'cli.stdinTwice': 'Standard input (-) can be read only once.',
  'cli.seeHelp': (p: { command: string }) => `${p.command} --help lists what can be given.`,
  'cli.unknownCommand': (p: { given: string; known: readonly string[] }) =>
    `Unknown command “${p.given}”; the commands are ${p.known.join(', ')}.`,
  'cli.error': (p: { what: string }) => `xipscope: ${p.what}`,
  'cli.interrupted': 'Interrupted: nothing is printed, because the run is not complete.',

  'cli.serve.what': 'serves the page on this machine only, with the headers that let it use threads, until Ctrl-C',
  'cli.serve.port': (p: { port: string }) => `the port; without it ${p.port}, or the next free one`,
  'cli.serve.badPort': (p: { given: string; max: number }) =>
    `--port: “${p.given}” is not a whole number from 0 to ${p.max}.`,
  'cli.serve.at': (p: { address: string }) => `Xipscope is at ${p.address} (Ctrl-C ends it).`,

  'cli.designs.what': 'the ladder of snapshot designs: what a snapshot, a visibility check, an xid and an end touch',
  'cli.designs.checks': 'a visibility check',
  'cli.designs.assigns': 'an xid assignment',
  'cli.designs.ends': 'a transaction end',
  'cli.head.id': 'id',
  'cli.head.name': 'name',
  'cli.head.commit': 'commit',
  'cli.head.layout': 'layout',
  'cli.head.reads': 'one snapshot reads',

  'cli.bench.what': 'measures snapshot designs with real threads on this machine',
  'cli.bench.design': 'designs that take turns on the same threads, separated by commas',
  'cli.bench.active': 'connections that run transactions all the time, one thread each, 1 to 64',
  'cli.bench.idle': 'connections that do nothing',
  'cli.bench.mostlyIdle': 'connections that run a transaction every 100 ms',
  'cli.bench.workload': (p: { known: readonly string[] }) => `one of ${p.known.join(', ')}`,
  'cli.bench.seconds':
    'measuring time of each design at each point: the sum of its turns. Two designs at three points take six of these times',
  'cli.bench.otherWork': 'other work of a transaction in µs (default: 28 for readonly, readwrite and churn, else 0)',
  'cli.bench.noLock': 'leave ProcArrayLock out of the snapshot, to see the layout alone; workload snapshot only',
  'cli.bench.slice': 'length of one design’s turn in ms',
  'cli.bench.savepoints': (p: { 'subtrans-60': number; 'subtrans-90': number; 'subtrans-spread': number }) =>
    `savepoints of each transaction; in subtrans-spread, of the one writer that runs next to the readers (default: ${p['subtrans-60']}, ${p['subtrans-90']} and ${p['subtrans-spread']} in the three workloads with savepoints)`,
  'cli.bench.slru': (p: { min: number; max: number }) =>
    `pg_subtrans’ buffers in those workloads: pg16 (one lock, 32 buffers), or pg17:BUFFERS, ${p.min} to ${p.max} in banks of 16 (default: pg16)`,
  'cli.bench.notes': `
LIST is one whole number or several separated by commas. Lists multiply: every combination is a
point. The designs take turns in slices of some milliseconds, so that their ratio is paired.
More active connections than cores are allowed up to 64 and labelled oversubscribed.
tps is the median of a design’s turns, and nsPerSnapshot (in the table: ns/snapshot) comes from
medians of turns, too: one turn that lost its core changes neither. With other work, nsPerSnapshot is
the time of a transaction beyond its other work, divided by its snapshots.
The workload operations times three things, each by itself: a visibility check, the assignment of
an xid, a transaction’s end. Each active connection plays 32 more: when a snapshot is taken,
16 xids are running, four of them with four subtransactions each, and 16 have ended since the oldest
of those began. The checks ask in equal parts about xids that ended before xmin, that have ended
since, that are running, and subtransactions of running ones.
The workload lines-shared measures the machine, not a design: writers and readers over 1, 2, 5, 10 …
cache lines, and the last with fewer threads. --seconds is one setting’s time in a round. Its options
are --lines, --writers, --readers and --rounds; by default it uses all hardware threads. With --json
it prints the result file that the page #/lab/model draws, and the sentence on standard error.`,
  'cli.lines.lines': (p: { lines: number; max: number }) =>
    `lines-shared: the most cache lines, 1 to ${p.max} (default: ${p.lines}); fewer are measured, too`,
  'cli.lines.writers': (p: { writers: number }) =>
    `lines-shared: threads that write the lines in turn (default: ${p.writers}, or half of the hardware threads)`,
  'cli.lines.readers': 'lines-shared: threads that read the lines in order (default: the remaining hardware threads)',
  'cli.lines.rounds': (p: { rounds: number; max: number }) =>
    `lines-shared: rounds of the whole series, 1 to ${p.max} (default: ${p.rounds})`,
  'cli.lines.notHere': (p: { option: string; known: readonly string[] }, f: Format) =>
    `${p.option} does not go with the workload lines-shared; its options are ${f.list(p.known)}.`,
  'cli.lines.only': (p: { option: string }) =>
    `${p.option} goes with the workload lines-shared only; add --workload lines-shared.`,
  'cli.lines.threads': (p: { threads: number; max: number }, f: Format) =>
    `--writers + --readers: ${f.integer(p.threads)} threads; give 1 to ${f.integer(p.max)} together.`,
  'cli.lines.oversubscribed': (p: { threads: number; cores: number }, f: Format) =>
    `Warning: oversubscribed: ${f.integer(p.threads)} threads share ${f.integer(p.cores)} hardware ${f.plural(p.cores, 'thread', 'threads')}. They wait for each other’s time, too.`,
  'cli.lines.progress': (p: { rounds: number; percent: number }, f: Format) =>
    `lines-shared: ${f.integer(p.rounds)} rounds, ${f.percent(p.percent)}`,
  'cli.lines.run': (p: { rounds: number; seconds: number }, f: Format) =>
    `measured: lines-shared, ${f.integer(p.rounds)} ${f.plural(p.rounds, 'round', 'rounds')}, ${f.significant(p.seconds, 3)} s for each row in a round`,
  'cli.lines.machine': (p: { cpu: string; node: string; v8: string; facts: readonly string[] }) =>
    `on ${p.cpu}, ${p.facts.join(', ')}, Node ${p.node}, V8 ${p.v8}`,
  'cli.lines.columns':
    'transfers/s: writes and reads that found the line changed by another thread, so it had to be fetched; medians of rounds; ns/walk: a reader’s mean time for all lines',

  'cli.notYet.script': (p: { given: string }) =>
    `not supported yet: --workload ${p.given}: pgbench scripts. Choose a workload by its name.`,

  'cli.progress.point': (
    p: { n: number; of: number; active: number; idle: number; mostlyIdle: number; percent: number },
    f: Format,
  ) =>
    `${f.integer(p.n)}/${f.integer(p.of)}: ${f.integer(p.active)} active, ${f.integer(p.idle)} idle, ${f.integer(p.mostlyIdle)} mostly idle, ${f.percent(p.percent)}`,
  'cli.warn.oversubscribed': (p: { active: number; cores: number }, f: Format) =>
    `Warning: oversubscribed: ${f.integer(p.active)} active connections share ${f.integer(p.cores)} ${f.plural(p.cores, 'core', 'cores')}. They wait for each other’s time, too.`,
  'cli.warn.noCliff': (p: { savepoints: number; cached: number }, f: Format) =>
    `Note: ${f.integer(p.savepoints)} savepoints are more than the ${f.integer(p.cached)} that PostgreSQL tracks for a backend, but with one active connection no other transaction reads at the same time, so no cliff appears: compare with --active 2 or more.`,
  'cli.warn.notReached': (p: { what: string; design: string; asked: number; reached: number }, f: Format) =>
    `Warning: ${p.design}: ${p.what}: asked for ${f.si(p.asked)}/s, reached ${f.si(p.reached)}/s.`,
  'cli.warn.otherWork': (p: { asked: number; reached: number }, f: Format) =>
    `Warning: other work: asked for ${f.fixed(p.asked, 0)} µs, it took ${f.fixed(p.reached, 1)} µs.`,
  'cli.warn.disturbed': (
    p: { active: number; idle: number; reasons: readonly ('otherWork' | 'spread' | 'processor')[] },
    f: Format,
  ) =>
    `Warning: the machine was busy at ${f.integer(p.active)} active, ${f.integer(p.idle)} idle: ${f.list(p.reasons.map((reason) => DISTURBED[reason]))}. Do not trust small differences.`,
  'cli.rate.mostlyIdle': 'mostly idle transactions',
  'cli.rate.connects': 'connections that come and go',

  'cli.facts.run': (
    p: { workload: string; lock: boolean; designs: readonly string[]; sliceMs: number; otherWorkUs: number },
    f: Format,
  ) =>
    `measured: ${p.workload}${p.lock ? '' : ' without ProcArrayLock'}, ${f.integer(p.otherWorkUs)} µs of other work, ${f.list(p.designs)} ${
      p.designs.length > 1 ? 'in turns' : 'in slices'
    } of ${f.integer(p.sliceMs)} ms`,
  'cli.facts.machine': (p: { cpu: string; cores: number; node: string; v8: string; clockNs: number }, f: Format) =>
    `on ${p.cpu}, ${f.integer(p.cores)} ${f.plural(p.cores, 'core', 'cores')}, Node ${p.node}, V8 ${p.v8}, clock step ${f.duration(p.clockNs)}`,
  'cli.facts.columns':
    'tps: transactions per second, median of turns; ns/snapshot: from medians of turns, too; ×: how many times as fast as the first design, median of N pairs of neighbouring turns; turns: how many were counted',
  'cli.head.design': 'design',
  'cli.head.active': 'active',
  'cli.head.idle': 'idle',
  'cli.head.mostlyIdle': 'mostly idle',
  'cli.head.tps': 'tps',
  'cli.head.tpsMiddle': 'middle half of turns',
  'cli.facts.reuse':
    'nobody commits here: a design that keeps its snapshot reuses it, and its × compares that with a scan, not a scan with a scan',
  'cli.head.times': (p: { design: string }) => `× ${p.design} (N)`,
  'cli.head.ns': 'ns/snapshot',
  'cli.head.check': 'ns/check',
  'cli.head.assign': 'ns/xid',
  'cli.head.end': 'ns/end',
  'cli.head.reused': 'reused',
  'cli.head.otherWork': 'other work µs',
  'cli.head.mostlyIdleRate': 'mostly idle/s',
  'cli.head.connectsRate': 'connects/s',
  'cli.head.savepoints': 'savepoints',
  'cli.head.slru': 'pg_subtrans',
  'cli.head.slru.lookups': 'lookups/transaction',
  'cli.head.slru.reads': 'page reads',
  'cli.head.slru.waits': 'waits',
  'cli.head.seconds': 'seconds',
  'cli.head.turns': 'turns',
  'cli.head.note': 'note',
  'cli.cell.askedReached': (p: { asked: string; reached: string }) => `${p.asked} asked, ${p.reached} reached`,
  'cli.head.range': 'lowest–highest',
  'cli.cell.range': (p: { from: string; to: string }) => `${p.from}–${p.to}`,
  'cli.cell.none': '–',
} satisfies Area<'cli'>);
