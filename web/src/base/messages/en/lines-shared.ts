/** Texts of the workload `lines-shared`: what its result file says, what can be wrong with one, and its panel. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

interface Range {
  readonly low: number;
  readonly high: number;
}
interface Step {
  readonly from: number;
  readonly to: number;
  readonly perS: number;
}
const BUSY = {
  otherWork: 'other work took longer than asked for',
  spread: 'rounds of one setting differ much',
  processor: 'threads had to wait for processors',
} as const;

const times = ({ low, high }: Range, f: Format): string => `${f.fixed(low, 2)} to ${f.fixed(high, 2)} times`;
const rate = (perS: number, f: Format): string => `${f.si(perS)} transfers/s`;
const lines = (n: number, f: Format): string => `${f.integer(n)} ${f.plural(n, 'line', 'lines')}`;

export const linesShared = addTexts({
  'linesShared.said.oneSocket':
    'This machine, or the part of it that the run could use, has one socket. Only a machine with two sockets can show whether all transfers between sockets pass through one queue.',
  'linesShared.said.unknownSockets':
    'The system does not say how many sockets the machine has, so this run says nothing about transfers between sockets.',
  'linesShared.said.noStep':
    'Measured with only one number of lines, this says nothing about a shared queue. Measure two numbers or more, the largest at least twice the smallest.',
  'linesShared.said.oversubscribed': (p: { threads: number; cores: number }, f: Format) =>
    `${f.integer(p.threads)} threads shared ${f.integer(p.cores)} hardware threads and also waited for each other’s time, so this run says nothing about a shared queue. Use at most ${f.integer(p.cores)} threads.`,
  'linesShared.said.fitsOne': (p: { threads: number; needed: number }, f: Format) =>
    `${f.integer(p.threads)} threads fit into one socket, or nearly, and the system may have put them there, so this run says nothing about transfers between sockets. Use ${f.integer(p.needed)} threads or more, or give the run fewer hardware threads of each socket (taskset).`,
  'linesShared.said.busy': (p: { reasons: readonly (keyof typeof BUSY)[] }, f: Format) =>
    `The machine was busy: ${f.list(p.reasons.map((reason) => BUSY[reason]))}. So this run says nothing about a shared queue; measure again while nothing else runs.`,
  'linesShared.said.open': (p: Step & { range: Range | null }, f: Format) =>
    p.range === null
      ? `Too few rounds agree to say whether ${lines(p.to, f)} carry more transfers than ${f.integer(p.from)}. More rounds (--rounds) may tell.`
      : `${lines(p.to, f)} carried ${times(p.range, f)} the transfers of ${f.integer(p.from)}: these rounds cannot tell a queue per line from one shared queue.`,
  'linesShared.said.grows': (p: Step & { ratio: number; range: Range }, f: Format) =>
    `Transfers grow with the number of lines: ${lines(p.to, f)} carried ${f.fixed(p.ratio, 2)} times as many as ${f.integer(p.from)} (${times(p.range, f)}). A queue that all lines share, if there is one, lets through ${rate(p.perS, f)} or more.`,
  'linesShared.said.shared': (p: Step & { range: Range; fewer: Range; threads: number }, f: Format) =>
    `Something that all lines share limits the transfers to ${rate(p.perS, f)}, one in ${f.duration(1e9 / p.perS)}: ${lines(p.to, f)} carried ${times(p.range, f)} as many as ${f.integer(p.from)}, and all threads ${times(p.fewer, f)} as many as ${f.integer(p.threads)} of them. A run on one socket (numactl --cpunodebind=0) shows whether it is the connection between the sockets.`,
  'linesShared.said.threads': (p: Step & { range: Range; fewer: Range; threads: number }, f: Format) =>
    `The threads are the limit, not a shared queue: ${lines(p.to, f)} carried ${times(p.range, f)} as many transfers as ${f.integer(p.from)}, but all threads ${times(p.fewer, f)} as many as ${f.integer(p.threads)} of them. Measure with more threads, or fewer lines.`,

  'linesShared.file.notText': 'This file is not text. Choose the JSON file that xipscope bench printed.',
  'linesShared.file.empty': 'This file is empty. Choose the JSON file that xipscope bench printed.',
  'linesShared.file.length': (p: { path: string; n: number; max: number }, f: Format) =>
    `${p.path}: ${f.integer(p.n)} items; give a list of 1 to ${f.integer(p.max)}`,
  'linesShared.file.threads': (p: { path: string; threads: number; max: number }, f: Format) =>
    `${p.path}: writers and readers together are ${f.integer(p.threads)}; give 1 to ${f.integer(p.max)}`,
  'linesShared.file.transfers': (p: { path: string }) =>
    `${p.path}: more transfers than writes or reads; each transfer is one of them, so one of the figures is wrong`,
  'linesShared.file.turns': (p: { path: string; turns: number; points: number }, f: Format) =>
    `${p.path}: ${f.integer(p.turns)} turns, but settings.points has ${f.integer(p.points)}; give one for each point`,

  'linesShared.panel': 'A measurement that would settle it',
  'linesShared.panel.lead':
    'Published tables suggest that all transfers of cache lines between two sockets pass one queue, but nobody has shown it. If you have a machine with two sockets, this command measures it in about a minute, with writers and readers on 1, 2, 5, 10 and 20 lines. If each line has its own queue, more lines carry more transfers; if all lines share one queue, they carry no more.',
  'linesShared.panel.open': 'Open a result file',
  'linesShared.panel.problems': (p: { file: string; n: number }, f: Format) =>
    `${p.file} cannot be read: ${f.integer(p.n)} ${f.plural(p.n, 'fault', 'faults')}`,
  'linesShared.figure.name': 'Transfers per second by number of lines',
  'linesShared.figure.subtitle': (p: { writers: number; readers: number; rounds: number }, f: Format) =>
    `${f.integer(p.writers)} ${f.plural(p.writers, 'writer', 'writers')}, ${f.integer(p.readers)} ${f.plural(p.readers, 'reader', 'readers')}, median and middle half of ${f.integer(p.rounds)} ${f.plural(p.rounds, 'round', 'rounds')}`,
  'linesShared.figure.caption':
    'A transfer is a write or a read that found the line changed by another thread, so the line had to be fetched. Queue per line: what to expect if each line serves one thread at a time, as fast as measured with the fewest lines, and threads meet at the lines by chance.',
  'linesShared.figure.band': (p: { from: number; to: number }, f: Format) =>
    `Band: the most that one shared queue would let through at ${f.integer(p.from)} to ${f.integer(p.to)} ns per cross-socket transfer. These times were fitted to published tables of another machine; the cause is unknown.`,
  'linesShared.figure.say': (
    p: { rows: readonly { lines: number; median: number; q1: number; q3: number }[]; said: string },
    f: Format,
  ) =>
    `${p.rows.map((row) => `${lines(row.lines, f)}: ${rate(row.median, f)}, middle half ${f.si(row.q1)} to ${f.si(row.q3)}`).join('. ')}. ${p.said}`,
  'linesShared.figure.measured': 'measured',
  'linesShared.figure.queues': 'queue per line',
  'linesShared.axis.lines': 'cache lines',
  'linesShared.axis.transfers': 'transfers/s',
  'linesShared.fact.cores': (p: { cores: number; sockets: number | null }, f: Format) =>
    `${f.integer(p.cores)} hardware ${f.plural(p.cores, 'thread', 'threads')}, ${p.sockets === null ? 'sockets unknown' : `${f.integer(p.sockets)} ${f.plural(p.sockets, 'socket', 'sockets')}`}`,
  'linesShared.fact.virtual': 'a virtual machine: its sockets are what the hypervisor says',
  'linesShared.fact.virtualUnknown': 'virtual or not: unknown',
  'linesShared.fact.real': 'not virtual',
  'linesShared.fact.clock': (p: { clockNs: number }, f: Format) => `clock step ${f.duration(p.clockNs)}`,
  'linesShared.head.lines': 'lines',
  'linesShared.head.writers': 'writers',
  'linesShared.head.readers': 'readers',
  'linesShared.head.transfers': 'transfers/s',
  'linesShared.head.middle': 'middle half',
  'linesShared.head.writes': 'writes/s',
  'linesShared.head.reads': 'reads/s',
  'linesShared.head.walk': 'ns/walk',
  'linesShared.cell.range': (p: { from: string; to: string }) => `${p.from}–${p.to}`,
  'linesShared.cell.none': '–',
} satisfies Area<'linesShared'>);
