/** The Lab's landing: a question for each page, and the way from one to the next. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

/** The presets of the pages that count a snapshot's time. */
interface First {
  readonly connections: number;
  readonly active: number;
  readonly ladder: number;
  readonly writers: number;
}

/** Where a picture's numbers come from. */
type Drawn = 'published' | 'modelled' | 'real' | 'drawn';
const DRAWN: Readonly<Record<Drawn, string>> = {
  published: 'numbers: published',
  modelled: 'numbers: modelled',
  real: 'numbers: real server',
  drawn: 'picture: a sketch',
};

export const labWay = addTexts({
  'way.title': 'The Lab: eight questions, one after the other',
  'way.lead': 'Start at 1, or pick yours.',
  'way.next': 'Next:',
  'way.last': 'That was the last of the eight questions. All of them',
  'way.all': 'The Lab’s eight questions',
  'way.more': 'To take it apart yourself:',
  'way.ask.measure': 'Measure',
  'way.ask.lines': 'Cache lines',
  'way.ask.ladder': 'Twelve designs',
  'way.ask.model': 'A big server',
  'way.ask.cliff': '65 savepoints',
  'way.ask.server': 'A real server',
  'way.ask.standby': 'A standby',
  'way.ask.calculator': 'Calculator',
  'way.about.measure': 'How much faster is 14 than 13 here?',
  'way.about.lines': 'What does a write cost other cores?',
  'way.about.ladder': 'How much did each change help?',
  'way.about.model': 'What would 2 sockets, 20 cores do?',
  'way.about.cliff': 'Why does one more slow all readers?',
  'way.about.server': 'What keeps VACUUM from cleaning?',
  'way.about.standby': 'How does it know who is running?',
  'way.about.calculator': 'Why are so many connections idle?',
  'way.cores': (p: { n: number }, f: Format) => `${f.integer(p.n)} cores`,
  'way.axis.idle': 'speed, by idle connections',
  'way.axis.savepoints': 'speed, by open savepoints',
  'way.from': (p: { kind: Drawn }) => DRAWN[p.kind],
  'way.holder.idle': 'idle in transaction',
  'way.holder.slot': 'replication slot',
  'way.holder.prepared': 'prepared transaction',
  'way.holder.select': 'long SELECT',
  'way.primary': 'primary',
  'way.standby': 'standby',
  'way.ns': 'Why do other pages show other nanoseconds?',
  'way.ns.all':
    'Each page asks for something else. Only figures with the same machine, the same connections and the same moment can be compared.',
  'way.ns.story': 'Cache lines',
  'way.ns.story.counts': (p: First, f: Format) =>
    `Modelled: one GetSnapshotData of core A with ${f.integer(p.connections)} connections. The first one finds every line in A’s own cache; the one that reads again comes after B, C and D have written. Each access waits for the one before, so the time is a sum of latencies.`,
  'way.ns.every': 'Every access',
  'way.ns.every.counts': (p: First, f: Format) =>
    `Modelled, also a sum of latencies, also one GetSnapshotData with ${f.integer(p.connections)} connections, but from a run in which ${f.integer(p.active)} cores take and release snapshots all the time. So A must also wait for the lock’s line and own it again, and may wait for another core’s access.`,
  'way.ns.ladder': 'Twelve designs',
  'way.ns.ladder.counts': (p: First, f: Format) =>
    `Modelled: the mean of many snapshots with ${f.integer(p.ladder)} connections; one of them is active and nobody commits, or ${f.integer(p.writers)} write. Reads that need not wait for each other overlap, as in a real core, so a scan takes less than the sum of its latencies.`,
  'way.ns.measured': 'Run, on Measure and Twelve designs',
  'way.ns.measured.counts': 'Measured on this machine, not on the modelled one.',
  'way.ns.layout': 'Layout',
  'way.ns.layout.counts': 'Modelled: a whole transaction, of which the snapshots are a part.',
} satisfies Area<'way'>);
