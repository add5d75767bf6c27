/** Texts about the model: what it is asked, what it answers, and where its figures stand beside others. */

import type { Sure } from '../../units.ts';
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

const NOT_MODELLED = {
  churn: 'connections that come and go are measured, not modelled',
  script: 'pgbench scripts are not modelled',
} as const;

type Axis = 'idle' | 'mostlyIdle' | 'active';
const AXES: Readonly<Record<Axis, string>> = {
  idle: 'idle connections',
  mostlyIdle: 'mostly idle connections',
  active: 'active connections',
};

type Part = 'work' | 'wake' | 'scan' | 'coherence' | 'lineWait' | 'lock' | 'subtrans' | 'queue';
const PARTS: Readonly<Record<Part, string>> = {
  work: 'other work',
  wake: 'waking up',
  scan: 'snapshots, within the core',
  coherence: 'lines from other cores',
  lineWait: 'queueing for such lines',
  lock: 'waiting for locks',
  subtrans: 'subtransactions',
  queue: 'waiting for a core',
};
/** From seed to seed. */
interface Range {
  readonly low: number;
  readonly high: number;
}
/** Mean and ends of some seeds, in ns. */
interface Spread {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}
/** One figure where the seeds agree within a twentieth. */
const spread = ({ mean, low, high }: Spread, f: Format): string =>
  high <= low * 1.05 ? f.duration(mean) : f.durations(low, high);
/** −250 ns, or −340 to −200 ns: a minus and a dash next to each other are hard to read. */
const less = (by: Spread, f: Format): string => {
  const [small = '', large] = spread(by, f).split('–');
  if (large === undefined) return `−${small}`;
  return `−${large.replace('\u202f', ` to −${small}\u202f`)}`;
};
const otherWork = ({ otherWorkUs }: { readonly otherWorkUs: number }, f: Format): string =>
  otherWorkUs === 0 ? 'no other work' : `${f.significant(otherWorkUs, 3)} µs of other work`;
/** The other workloads are named by their ids. */
const WORKLOADS: Readonly<Record<string, string>> = { readonly: 'read-only', readwrite: 'read-write' };
const share = (value: number | null, f: Format): string => (value === null ? '–' : `${f.fixed(value * 100, 1)} %`);
const wide = (range: Range | null, f: Format): string => {
  if (range === null) return share(null, f);
  const [from, to] = [f.fixed(range.low * 100, 1), f.fixed(range.high * 100, 1)];
  return from === to ? `${from} %` : `${from}–${to} %`;
};

/** Published figures of a table, and those of them that are in a band. */
interface Inside {
  readonly points: number;
  readonly inside: number;
}

export const model = addTexts({
  'model.problem.notModelled': (p: {
    where: string;
    given: string;
    kind: keyof typeof NOT_MODELLED;
    known: readonly string[];
  }) => `${p.where}: “${p.given}”: ${NOT_MODELLED[p.kind]}; choose from ${p.known.join(', ')}.`,
  'model.problem.tooManyPoints': (p: { where: readonly string[]; points: number; limit: number }, f: Format) =>
    `${p.where.join(' × ')}: ${f.integer(p.points)} points to model; at most ${f.integer(p.limit)}, so shorten a list.`,
  'model.problem.switched': (p: { where: readonly string[]; given: string }) =>
    `${p.where.join(' and ')} ${p.where.length === 1 ? 'goes' : 'go'} with the workloads without savepoints, not with ${p.given}.`,
  'model.problem.noMachine': (p: { given: string; known: readonly string[] }) =>
    `--machine: there is no machine and no file “${p.given}”; choose from ${p.known.join(', ')}, or give a machine file (.json).`,

  'model.cli.what':
    'predicts snapshot designs on a machine that you do not have, from counted accesses and published latencies',
  'model.cli.machine': (p: { known: readonly string[] }) => `one of ${p.known.join(', ')}, or a machine file (.json)`,
  'model.cli.design': 'designs, separated by commas',
  'model.cli.active': 'connections that run transactions all the time, 1 to 12,500',
  'model.cli.think': 'time from a transaction’s answer to the same client’s next transaction, in ms',
  'model.cli.network': 'time on the network in ms, there and back',
  'model.cli.otherWork': 'other work of a transaction in µs (default: what was fitted for the machine)',
  'model.cli.noCoherence': 'writes leave other cores’ copies alone, as if there were no cache coherence',
  'model.cli.without': (p: { known: readonly string[] }) =>
    `mechanisms to leave out, separated by commas: ${p.known.join(', ')}`,
  'model.cli.sharedNs':
    'ns that each transfer between sockets spends in one queue that all of them share (default: none; fitted, cause unknown)',
  'model.cli.notes': `
LIST is one whole number or several separated by commas. Lists multiply: every combination is a
point. At most 12,500 connections together.

With --json and --seeds, each row has "spread": low, median, high and n.`,
  'model.cli.progress': (
    p: {
      n: number;
      of: number;
      design: string;
      active: number;
      idle: number;
      mostlyIdle: number;
      percent: number;
    },
    f: Format,
  ) =>
    `${f.integer(p.n)}/${f.integer(p.of)}: ${p.design}, ${f.integer(p.active)} active, ${f.integer(p.idle)} idle, ${f.integer(p.mostlyIdle)} mostly idle, ${f.percent(p.percent)}`,
  'model.cli.run': (
    p: {
      workload: string;
      otherWorkUs: number;
      thinkMs: number;
      networkMs: number;
      coherence: boolean;
      without?: readonly string[];
      sharedNs?: number;
    },
    f: Format,
  ) =>
    `modelled: ${p.workload}, ${otherWork(p, f)}${
      p.thinkMs > 0 ? `, ${p.thinkMs} ms of think time` : ''
    }${p.networkMs > 0 ? `, ${p.networkMs} ms on the network` : ''}${p.coherence ? '' : '; without coherence'}${
      p.without === undefined ? '' : `; left out: ${p.without.join(', ')}`
    }${p.sharedNs === undefined ? '' : `; one shared queue, ${p.sharedNs} ns a transfer (fitted, cause unknown)`}`,
  'model.cli.on': (p: { name: string; cores: number; threads: number }, f: Format) =>
    `on ${p.name}: ${f.integer(p.cores)} cores, ${f.integer(p.threads)} hardware threads`,
  'model.cli.columns':
    'tps: transactions per second; work to queue: ns per transaction; misses: of whole transactions, per snapshot, beyond the core’s own caches',
  'model.cli.oneSeed':
    'one random start; others differ by some per cent, with many waiting writers by more (--seeds 9 says how much)',
  'model.cli.seeds': (p: { seeds: number }, f: Format) =>
    `${f.integer(p.seeds)} random starts: tps and ns are their medians, followed by the lowest and the highest; parts are means`,
  'model.cli.seedsOption': 'random starts of every point, 1 to 99: medians, with the lowest and the highest',
  'model.problem.seeds': (p: { given: string }) => `--seeds: “${p.given}” is not a whole number from 1 to 99.`,
  'model.cli.fitted': (p: { constants: readonly string[] }, f: Format) =>
    `fitted for this machine: ${f.list(p.constants)}; all else is counted or published, except the memory that other work touches, which is assumed`,
  'model.cli.assumed':
    'nothing was fitted for this machine: other work (28 µs) and its factor on a core with two busy threads (1.2) are assumed round figures',
  'model.head.work': 'work',
  'model.head.wake': 'wake',
  'model.head.scan': 'scan',
  'model.head.coherence': 'coherence',
  'model.head.lineWait': 'line wait',
  'model.head.lock': 'lock',
  'model.head.subtrans': 'subtrans',
  'model.head.queue': 'queue',
  'model.head.misses': 'misses',

  'model.workload.batch': '100 SELECTs in one transaction, other work in each',
  'model.limit.queue':
    'The model counts every memory access and multiplies it by latencies that others have measured; most of a transaction is other work, which is fitted or assumed. Requests for a cache line are served in the order in which they come; real processors prefer cores that are near. With some tens of clients, fewer than the machine has hardware threads, the model is too fast for 13 and 14 alike, and no cause is known: wake-ups alone would have to cost several times what the machine’s file says.',
  'model.title': 'Read-only: PostgreSQL 13 falls, 14 keeps its speed',
  'model.title.drop': 'Predicted: what makes a design slower',
  'model.title.without': 'Predicted: which cause matters',
  'model.title.ask': 'Ask about a server that nobody has measured',
  'model.view': 'What the model is for',
  'model.view.published': 'Against published',
  'model.view.ask': 'Ask the model',

  'model.how': 'How we know, and where it is wrong',
  'model.published.clients': (p: { active: number }, f: Format) =>
    `The same with ${f.integer(p.active)} active ${f.plural(p.active, 'client', 'clients')}`,
  'model.published.settings': (p: { table: string; machine: string }) => `${p.table}, ${p.machine}`,
  'model.published.table': 'Published table',
  'model.published.idleConnections': 'Idle connections',
  'model.published.mostlyIdleConnections': 'Mostly idle connections',
  'model.published.readonlyByClients': 'Read-only, by clients',
  'model.published.otherMachine': (p: { model: string; published: string }) =>
    `Two machines: the published figures are of ${p.published}, the model’s of ${p.model}. Their difference is not the model’s error.`,
  'model.published.sum': (
    p: {
      points: number;
      seeds: number;
      thirteen: Range | null;
      predicted: boolean;
      throughput: Range | null;
      ratio: Range | null;
      without: Range | null;
      formula: Range | null;
      bounds: { readonly throughput: number; readonly ratio: number } | null;
      judgedFrom: number;
    },
    f: Format,
  ) =>
    `${f.integer(p.points)} published ${f.plural(p.points, 'figure', 'figures')}${
      p.judgedFrom > 0 ? ` from ${f.integer(p.judgedFrom)} clients up` : ''
    } that nothing was fitted to, ${f.integer(p.seeds)} ${f.plural(p.seeds, 'seed', 'seeds')}: 13${p.predicted ? ', predicted,' : ''} is off by ${wide(p.thirteen, f)} on average, 13 and 14 together by ${wide(p.throughput, f)}${
      p.bounds === null ? '' : ` (this project’s own limit: ${share(p.bounds.throughput, f)})`
    }, 14’s lead over 13 by ${wide(p.ratio, f)}${
      p.bounds === null ? '' : ` (limit: ${share(p.bounds.ratio, f)})`
    }${p.without === null ? '' : `; without coherence that lead by ${wide(p.without, f)}`}${
      p.formula === null ? '' : `; in a two-line formula without caches by ${wide(p.formula, f)}`
    }.`,

  'model.band.switch': (p: { band: { readonly low: number; readonly high: number } }) =>
    `With one shared queue, ${p.band.low} to ${p.band.high} ns a transfer (fitted, cause unknown)`,
  'model.band.hint':
    'As if every line that moves between sockets had to pass one place. It is drawn as a band behind the curves, and modelled after them.',
  'model.band.wait': 'The band for the shared queue has not been computed yet.',
  'model.band.inside': (
    p: {
      band: { readonly low: number; readonly high: number };
      ratio: Inside;
      pre: Inside;
      post: Inside;
      judgedFrom: number;
    },
    f: Format,
  ) => {
    const of = ({ inside, points }: Inside): string => `${f.integer(inside)} of ${f.integer(points)} points`;
    const all = [p.ratio, p.pre, p.post].every(({ inside, points }) => inside === points);
    return `Published figures${p.judgedFrom > 0 ? ` from ${f.integer(p.judgedFrom)} clients up` : ''} that nothing was fitted to, in the band of ${p.band.low} to ${p.band.high} ns: 14’s lead over 13 at ${of(p.ratio)}, 13’s throughput at ${of(p.pre)}, 14’s at ${of(p.post)}${
      all ? '' : '; no single time fits all of them'
    }.`;
  },

  'model.own.open': 'Open your own table',
  'model.own.hint': (p: { known: readonly string[] }) =>
    `A CSV file whose first line is ${p.known.join(' or ')}; it can be dropped on this page, too, and stays on this machine. Choose the machine that it was measured on.`,
  'model.own.unread': (p: { file: string; why: string }) => `${p.file}: ${p.why}`,
  'model.own.large': (p: { where: string; bytes: number; rows: number }, f: Format) =>
    `${p.where}: the file is larger than ${f.bytes(p.bytes)}; give at most ${f.integer(p.rows)} rows.`,
  'model.own.columns': (p: { where: string; given: string; known: readonly string[] }) =>
    `${p.where}: “${p.given}” does not match the columns of any table that the model can be compared with. Give one of these as the first line: ${p.known.join(' or ')}.`,
  'model.own.cells': (p: { where: string; found: number; wanted: number }, f: Format) =>
    `${p.where}: ${f.integer(p.found)} ${f.plural(p.found, 'cell', 'cells')}; give ${f.integer(p.wanted)}, one for each column.`,
  'model.own.empty': (p: { where: string }) => `${p.where}: there are no rows; give at least one below the columns.`,
  'model.own.long': (p: { where: string; most: number }, f: Format) =>
    `${p.where}: too many rows; give at most ${f.integer(p.most)}.`,
  'model.own.connections': (p: { where: string; sum: number; most: number }, f: Format) =>
    `${p.where}: ${f.integer(p.sum)} connections together; give at most ${f.integer(p.most)}.`,
  'model.own.twice': (p: { where: string }) => `${p.where}: an earlier line has the same connections; give each once.`,
  'model.own.badge': (p: { file: string }) => `your table ${p.file}`,

  'model.field.machine': 'Machine',
  'model.field.machine.hint': (p: { cores: number; threads: number }, f: Format) =>
    `${f.integer(p.cores)} cores, ${f.integer(p.threads)} hardware threads`,
  'model.field.machine.lines': (p: { bytes: number }, f: Format) =>
    `This machine’s hardware keeps ${f.integer(p.bytes)} bytes coherent as one. Lines here have 64 bytes, so false sharing between two neighbouring lines is missed.`,
  'model.field.active.hint': 'Always busy; several values = every combination',
  'model.field.think': 'Think time',
  'model.field.think.hint': 'Client pause between queries',
  'model.field.network': 'Network',
  'model.field.network.hint': 'Round trip',
  'model.field.otherWork.fitted': (p: { value: number }, f: Format) => `Fitted: ${f.significant(p.value, 3)} µs`,
  'model.field.otherWork.assumed': (p: { value: number }, f: Format) =>
    `Assumed: ${f.significant(p.value, 3)} µs; nothing was fitted here`,
  'model.field.otherWork.usual': (p: { value: number }, f: Format) => `As in the Lab: ${f.significant(p.value, 3)} µs`,
  'model.field.coherence': 'Coherence',
  'model.field.coherence.hint': 'Off: writes leave other cores’ copies alone.',
  'model.ask.summary': (p: { machine: string; active: string; idle: string }) =>
    `${p.machine}, ${p.active} active, ${p.idle} idle`,
  'model.ask.how': 'Press a question, or change the settings below it and press Model.',
  'model.ask.preset.versions': '13 and 14, up to 10,000 idle connections',
  'model.ask.preset.all': 'All twelve designs',
  'model.ask.preset.writers': 'From 1 to 40 writers',
  'model.facts.fitted': (p: { n: number }, f: Format) =>
    `${f.integer(p.n)} fitted ${f.plural(p.n, 'constant', 'constants')}`,
  'model.facts.stored': 'computed in advance',
  'model.facts.here': 'computed here',
  'model.facts.seeds': (p: { n: number; of: number }, f: Format) =>
    p.n < p.of ? `${f.integer(p.n)} of ${f.integer(p.of)} seeds` : `${f.integer(p.n)} seeds`,
  'model.facts.assumed': (_: { n: number }) => 'nothing fitted: other work assumed',

  'model.run.start': 'Model',
  'model.run.again': 'Model again',
  'model.run.stop': 'Stop',
  'model.run.progress': 'Progress of the model',
  'model.run.ready': (p: { points: number }, f: Format) =>
    `${f.integer(p.points)} ${f.plural(p.points, 'run', 'runs')} of the model`,
  'model.run.running': (p: { points: number }, f: Format) =>
    `Modelling: ${f.integer(p.points)} ${f.plural(p.points, 'run', 'runs')}`,
  'model.run.refining': 'Refining: nothing to wait for',
  'model.run.at': (p: { at: number; points: number }, f: Format) => `${f.integer(p.at)} of ${f.integer(p.points)}`,
  'model.run.done': (p: { rows: number; points: number }, f: Format) =>
    `Done: ${f.integer(p.rows)} of ${f.integer(p.points)} runs`,
  'model.run.stopped': (p: { rows: number; points: number }, f: Format) =>
    `Stopped after ${f.integer(p.rows)} of ${f.integer(p.points)} runs`,
  'model.run.changed': 'Settings changed: press Model',
  'model.run.failed': (p: { why: string }) => `The model failed: ${p.why}`,

  'model.rows.name': 'Modelled throughput',
  'model.rows.kept': (
    p: {
      axis: Axis;
      x: number;
      kept: readonly { readonly design: string; readonly share: Sure; readonly fewer: boolean }[];
    },
    f: Format,
  ) =>
    p.axis === 'active'
      ? `With ${f.integer(p.x)} ${AXES[p.axis]}, ${f.list(p.kept.map((one) => `${one.design} has ${f.times(one.fewer ? 1 / one.share : one.share)}`))} its throughput with the fewest`
      : `With ${f.integer(p.x)} ${AXES[p.axis]}, ${f.list(p.kept.map((one) => `${one.design} keeps ${f.percent(one.share)}`))} of its throughput`,
  'model.rows.subtitle': (
    p: { workload: string; otherWorkUs: number; thinkMs: number; networkMs: number },
    f: Format,
  ) =>
    `${WORKLOADS[p.workload] ?? p.workload}, ${otherWork(p, f)} per transaction${p.thinkMs > 0 ? `, ${p.thinkMs} ms of think time` : ''}${
      p.networkMs > 0 ? `, ${p.networkMs} ms on the network` : ''
    }`,
  'model.rows.empty': 'Nothing is modelled yet',
  'model.rows.caption':
    'All of it is computed: counted memory accesses, multiplied by the latencies in the machine’s file. Nothing here was measured.',
  'model.rows.seeds': (p: { seeds: number }, f: Format) =>
    `Each point is run with ${f.integer(p.seeds)} random seeds: numbers are medians, whiskers and ranges run from the lowest to the highest. The title waits for all of them and says only what all of them say. Seeds vary when connections start and where their memory lies, never the latencies, so a range says nothing about an error of those.`,
  'model.rows.noCoherence': 'without coherence',
  'model.rows.axis': (p: { axis: Axis }) => AXES[p.axis],
  'model.rows.words': (
    p: { rows: readonly { design: string; active: number; idle: number; mostlyIdle: number; tps: number }[] },
    f: Format,
  ) =>
    p.rows.length === 0
      ? 'Nothing is modelled yet.'
      : `Modelled transactions per second. ${p.rows
          .map(
            (row) =>
              `${row.design}, ${f.integer(row.active)} active, ${f.integer(row.idle)} idle${
                row.mostlyIdle > 0 ? `, ${f.integer(row.mostlyIdle)} mostly idle` : ''
              }: ${f.si(row.tps)}`,
          )
          .join('; ')}.`,
  'model.breakdown.title': 'Where a transaction’s time goes',
  'model.breakdown.part': (p: { part: Part }) => PARTS[p.part],
  'model.breakdown.case': (p: { active: number; idle: number; mostlyIdle: number | null }, f: Format) =>
    `${f.integer(p.active)} active, ${f.integer(p.idle)} idle${
      p.mostlyIdle === null ? '' : `, ${f.integer(p.mostlyIdle)} mostly idle`
    }`,
  'model.breakdown.words': (
    p: { parts: readonly { readonly part: Part; readonly ns: number }[]; total: number },
    f: Format,
  ) => `${f.duration(p.total)}: ${p.parts.map(({ part, ns }) => `${PARTS[part]} ${f.duration(ns)}`).join(', ')}`,
  /** From seed to seed; one figure where they agree within a twentieth. */
  'model.breakdown.tps': (p: { low: number; median: number; high: number }, f: Format) =>
    p.high <= p.low * 1.05 ? `${f.si(p.median)} transactions/s` : `${f.si(p.low)}–${f.si(p.high)} transactions/s`,
  'model.view.drop': 'What the drop is made of',
  'model.drop.field.design': 'Design',
  'model.drop.field.active': 'Active',
  'model.drop.field.few': 'Few idle connections',
  'model.drop.field.many': 'Many idle connections',
  'model.drop.preset': (p: { design: string; many: number }, f: Format) =>
    `${p.design}, up to ${f.integer(p.many)} idle connections`,
  'model.drop.name': (p: { design: string; active: number }, f: Format) =>
    `What makes a transaction of ${p.design} slower, ${f.integer(p.active)} active`,
  'model.drop.title': (
    p: {
      design: string;
      connections: number;
      more: Spread;
      main: { readonly part: Part; readonly share: number } | null;
    },
    f: Format,
  ) => {
    const more = `${p.design}: ${f.integer(p.connections)} more idle connections`;
    if (p.more.low <= 0 && p.more.high >= 0)
      return `${more} change a transaction’s time by less than the random starts differ`;
    if (p.more.high < 0) return `${more} take ${f.duration(-p.more.mean)} off a transaction`;
    const own = `${more} add ${spread(p.more, f)} to a transaction`;
    return p.main === null ? own : `${own}; ${f.percent(p.main.share)} of that: ${PARTS[p.main.part]}`;
  },
  'model.drop.subtitle': (p: { design: string; active: number }, f: Format) =>
    `${p.design}, read-only, ${f.integer(p.active)} active ${f.plural(p.active, 'client', 'clients')}; time of one transaction`,
  'model.drop.idle': (p: { idle: number }, f: Format) => `${f.integer(p.idle)} idle`,
  'model.drop.more': 'difference',
  'model.drop.part': 'part',
  'model.drop.caption': 'The parts of a transaction’s time',
  'model.drop.time': (p: Spread, f: Format) => spread(p, f),
  'model.drop.difference': (p: Spread, f: Format) =>
    p.high < 0 ? less({ mean: -p.mean, low: -p.high, high: -p.low }, f) : `+${spread(p, f)}`,
  'model.drop.none': (p: { low: number; high: number }, f: Format) => {
    const within = Math.max(Math.abs(p.low), Math.abs(p.high));
    return within < 0.5 ? 'none' : `none (±${f.duration(within)})`;
  },
  'model.drop.words': (
    p: {
      design: string;
      few: number;
      many: number;
      before: number;
      after: number;
      parts: readonly { readonly part: Part; readonly ns: number }[];
    },
    f: Format,
  ) =>
    `A transaction of ${p.design} takes ${f.duration(p.before)} with ${f.integer(p.few)} idle connections and ${f.duration(p.after)} with ${f.integer(p.many)}. ${
      p.parts.length === 0
        ? 'No part of it surely differs.'
        : `The difference: ${p.parts.map(({ part, ns }) => `${PARTS[part]} ${ns < 0 ? '−' : '+'}${f.duration(Math.abs(ns))}`).join(', ')}.`
    }`,
  'model.drop.what':
    'Each bar is one transaction’s time, split where it arises; all three have one scale. Everything is computed. Other work takes longer than alone where both threads of a core compute and where the clock falls because many cores do.',
  'model.drop.sure':
    'Bars and numbers are means, ranges go from the lowest random start to the highest. A part has a difference only if all of them agree that it grew or shrank; one that shrank has no bar.',
  'model.drop.seeds': (p: { n: number }, f: Format) => `${f.integer(p.n)} ${f.plural(p.n, 'seed', 'seeds')}`,
  'model.drop.wait':
    'Modelling one transaction with few and one with many idle connections, from several random starts. The bars appear after a few seconds.',
  'model.table.caption': 'Modelled rows',
  'model.table.tps': 'Transactions/s',
  'model.table.ns': 'ns a snapshot',
  'model.table.range': 'lowest to highest seed',
  'model.table.part': (p: { part: Part }) => `${PARTS[p.part]}, ns`,
  'model.table.misses': 'Misses a snapshot',
  'model.table.forHorizon': 'of them xmin for the horizon',
} satisfies Area<'model'>);
