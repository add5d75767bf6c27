/** Texts of the Home page and of its figures. */

import type { Sure } from '../../units.ts';
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

/** A plain space would let “10,000” and its noun part at the end of a line. */
const connections = (n: number, f: Format) => `${f.integer(n)} idle ${f.plural(n, 'connection', 'connections')}`;

export const home = addTexts({
  'home.ways': 'The way through',
  'home.ways.see': 'Look inside',
  'home.ways.designs': 'Twelve designs',
  'home.ways.lessons': 'Lessons',
  'home.ways.type': 'Type your own',
  'home.title': 'Ten thousand idle connections. PostgreSQL 14 doesn’t notice.',
  'home.lead.short':
    'A snapshot lists who is running. PostgreSQL 13 checks every connection for it; 14 reuses its list until a writing transaction ends.',
  'home.lead':
    'Every query takes a snapshot, a list of running transactions. PostgreSQL 13 checks every connection for it, idle ones too. 14 reuses its list, and checks again only once a writing transaction has ended.',

  'home.scenes': 'Scenes',
  'home.scene.race': 'Race',
  'home.scene.slowed': 'Slow motion',
  'home.scene.lines': 'Cache lines',
  'home.stage.keys': 'Idle',
  'home.stage.black': 'Black',
  'home.stage.case': '14’s other case',

  'home.race.name': 'Xipscope race 13 and 14',
  'home.race.drawing': 'Transactions per second of 13 and 14, over time and by idle connections',
  'home.race.pause': 'Pause',
  'home.race.resume': 'Resume',
  'home.race.yTitle': 'Transactions per second, thousands',
  'home.race.yTitle.short': 'Thousand transactions/s',
  'home.race.ySubtitle': 'both read-only; lines: medians',
  'home.ratio.measuring': 'measuring…',
  'home.ratio.of': '14 against 13',
  'home.ratio.range': (p: { low: number; high: number }, f: Format) => `${f.times(p.low)} to ${f.times(p.high)}`,
  'home.race.busy': 'This machine is busy, so the lines jump.',
  'home.race.busy.short': 'This machine is busy.',
  'home.race.cut': '▲ off the scale',
  'home.compare.what': 'Measured: C code of both designs in this browser, not a PostgreSQL server.',
  'home.compare.gap': 'Compare the gaps, not the heights.',
  'home.compare.why': 'Why the difference?',
  'home.compare.machines': (p: { cores: number; active: number; machine: string }, f: Format) =>
    `Here ${f.integer(p.active)} ${f.plural(p.active, 'thread', 'threads')} on ${f.integer(p.cores)} ${f.plural(p.cores, 'core', 'cores')} of this machine, one socket or what a virtual machine shows as one; the published run had 1 client on ${p.machine}.`,
  'home.compare.cost': (p: { here: number; published: number }, f: Format) =>
    `Each idle connection adds ${f.significant(p.here, 2)} ns to a snapshot of 13 here, and ${f.significant(p.published, 2)} ns in the published run. The less each one costs, the less 13 falls.`,
  'home.compare.work': (p: { active: number }) =>
    `A transaction’s other work is a loop of 28 µs here, which touches no memory and so evicts nothing from the core’s caches; the published run sent queries to a whole server.${
      p.active === 1 ? ' And a single thread loses no cache line to another core, so coherence plays no part.' : ''
    }`,
  'home.race.now': 'now',
  'home.race.secondsAgo': (p: { seconds: number }) => `−${p.seconds} s`,
  'home.race.rate': (p: { thousands: string }) => `${p.thousands}k`,
  'home.race.idle': 'idle connections',
  'home.race.change': (p: { from: number; to: number }, f: Format) => `${f.integer(p.from)} → ${f.integer(p.to)}`,
  'home.race.starting': 'starting the threads; dotted: published',
  'home.race.starting.short': 'starting the threads',
  'home.race.paused': 'paused',

  'home.finding.waiting': 'The race begins in a moment.',
  'home.finding.settling': (p: { idle: number }, f: Format) => `Measuring with ${connections(p.idle, f)}…`,
  'home.finding.paused': (p: { idle: number }, f: Format) =>
    `Paused: not enough was measured with ${connections(p.idle, f)}.`,
  'home.finding.together': (p: { idle: number }, f: Format) =>
    p.idle === 0
      ? 'Without idle connections, 13 and 14 are equally fast.'
      : `With ${connections(p.idle, f)}, 13 and 14 are still equally fast.`,
  'home.finding.apart': (p: { idle: number; ratio: Sure }, f: Format) =>
    p.idle === 0
      ? `Even without idle connections, 14 runs ${f.times(p.ratio)} as fast as 13 here.`
      : `With ${connections(p.idle, f)}, 14 runs ${f.times(p.ratio)} as fast as 13.`,
  'home.finding.turned': (p: { idle: number; ratio: Sure }, f: Format) =>
    `With ${connections(p.idle, f)}, 13 runs ${f.times(p.ratio)} as fast as 14 here.`,
  'home.finding.published': (p: { idle: number; ratio: number }, f: Format) =>
    `Published, read-only: with ${connections(p.idle, f)}, 14 ran ${f.times(p.ratio)} as fast as 13.`,
  'home.finding.publishedAlike': (p: { idle: number }, f: Format) =>
    `Published: with ${p.idle === 0 ? 'no idle connections' : connections(p.idle, f)}, 13 and 14 ran at nearly the same speed.`,
  'home.finding.publishedBetween': 'Published: the more idle connections, the slower 13; 14 keeps its speed.',

  'home.idle.yTitle': 'published, thousand transactions/s',
  'home.idle.unit': 'idle connections',
  'home.idle.hint': 'drag, or ← →',
  'home.idle.yTitle.scaled': 'published, scaled to this machine at 0',
  'home.idle.first': 'Drag to 10,000 →',
  'home.idle.back': '← Drag back to 0',
  'home.idle.drag': 'drag',
  'home.idle.label': 'Idle connections',
  'home.idle.valueText': (p: { idle: number }, f: Format) => connections(p.idle, f),

  'home.badge.here': 'this machine',
  'home.badge.threads': (p: { n: number }, f: Format) => `${f.integer(p.n)} ${f.plural(p.n, 'thread', 'threads')}`,
  'home.badge.transactions': (p: { n: number }, f: Format) => `${f.si(p.n)} transactions`,
  'home.badge.pairs': (p: { n: number }, f: Format) => `median of ${f.integer(p.n)} pairs`,
  'home.badge.noPairs': 'no median yet',
  'home.badge.clock': (p: { ns: number }, f: Format) => `clock ${f.duration(p.ns)}`,
  'home.badge.source': (p: { author: string; year: number; part: string }) => `${p.author} ${p.year}, ${p.part}`,
  'home.badge.active': (p: { n: number }, f: Format) => `${f.integer(p.n)} active`,

  'home.say.measured': (
    p: { idle: number; active: number; slow: number; fast: number; ratio: Sure | null; pairs: number },
    f: Format,
  ) =>
    `With ${connections(p.idle, f)} and ${f.integer(p.active)} active, 13 runs ${f.si(p.slow)} transactions per second and 14 runs ${f.si(p.fast)}${p.ratio === null ? '; how far apart they are is not sure yet' : `: ${f.times(p.ratio)} as many`}, the median of ${f.integer(p.pairs)} pairs of slices.`,
  'home.say.published': (p: { idle: number; slow: number; fast: number; machine: string }, f: Format) =>
    `Published for ${connections(p.idle, f)} on ${p.machine}: 13 ran ${f.si(p.slow)} transactions per second, 14 ran ${f.si(p.fast)}.`,

  'home.table.caption': 'Published transactions per second by idle connections',
  'home.table.idle': 'Idle connections',
  'home.table.before': 'Before the change (13)',
  'home.table.after': 'After the change (14)',

  'home.teachers': 'For teachers',
  'home.licence': 'Xipscope’s licence (MIT)',
  'home.thirdParty': 'Third-party software and licences',

  'home.failed.what': 'The race cannot run.',
  'home.failed.todo': 'Its threads have stopped. Load the page again; close other tabs if they need much memory.',

  'home.slowed.title': (p: { times: number }, f: Format) =>
    p.times === 1 ? 'One transaction of each' : `One transaction of each, slowed ${f.times(p.times)}`,
  'home.slowed.subtitle':
    'A dot is a transaction: query, two snapshots, rows, result. Below, a cell is one 64-byte cache line that a snapshot touches; it fills when the snapshot gets there.',
  'home.slowed.name': 'One transaction of 13 and one of 14, as lengths of time',
  'home.slowed.query': 'query',
  'home.slowed.snapshot': 'snapshot',
  'home.slowed.rows': 'rows',
  'home.slowed.short': 'both snapshots too short to see',
  'home.slowed.each': (p: { ns: number }, f: Format) => `two snapshots of ${f.duration(p.ns)}`,
  'home.slowed.untimed': (p: { lines: number }, f: Format) =>
    `two snapshots that each scan ${f.integer(p.lines)} cache lines; the race writes nothing, so nothing timed them`,
  'home.slowed.untimedShort': (p: { lines: number }, f: Format) => `scans ${f.integer(p.lines)} lines twice; not timed`,
  'home.slowed.result': 'result',
  'home.slowed.measured': 'times of the race’s transactions',
  'home.slowed.published': (p: { idle: number }, f: Format) =>
    `times with ${connections(p.idle, f)}; a snapshot takes what they add`,
  // The comment MODEL: of pages/home/ReadsFigure.tsx.
  'home.slowed.simplified':
    'A snapshot’s time is spread evenly over its lines; on a machine a line that is missing from the cache takes longer than one that is there. “Rows” is the rest of the transaction: in the race, a loop of 28 µs.',
  'home.reads.name': 'What one snapshot reads',
  'home.reads.reads13': 'reads every connection',
  'home.reads.reads14.reuse': 'asks one counter',
  'home.reads.reads14.scan': 'reads one dense array',
  'home.reads.total': (p: { bytes: number; lines: number }, f: Format) =>
    `${f.bytes(p.bytes)} read, in ${f.integer(p.lines)} ${f.plural(p.lines, 'cache line', 'cache lines')}`,
  'home.reads.lines': (p: { lines: number }, f: Format) =>
    `${f.integer(p.lines)} ${f.plural(p.lines, 'cache line', 'cache lines')}`,
  'home.reads.region': (p: { region: string; lines: number }, f: Format) => `${p.region} ${f.integer(p.lines)}`,
  'home.reads.gloss': '(one small entry per connection)',
  'home.reads.lens.where': (p: { region: string; ordinal: number; lines: number }, f: Format) =>
    p.lines === 1
      ? `The line of ${p.region}, byte by byte.`
      : `Line ${f.integer(p.ordinal + 1)} of ${f.integer(p.lines)} of ${p.region}, byte by byte.`,
  'home.reads.lens.entries': (p: { entries: number; size: number; torn: number }, f: Format) =>
    p.torn === 0
      ? `${f.integer(p.entries)} connections, ${f.integer(p.size)} bytes each.`
      : `${f.integer(p.entries)} connections, ${f.integer(p.size)} bytes each; ${f.integer(p.torn)} of them ${f.plural(p.torn, 'lies', 'lie')} partly on a neighbouring line.`,
  'home.reads.lens.nobody': 'Every xid is 0: nobody here is running.',
  'home.reads.lens.somebody': (p: { running: number; xids: number }, f: Format) =>
    `${f.integer(p.running)} of ${f.integer(p.xids)} xids ${f.plural(p.running, 'is', 'are')} set.`,
  'home.reads.lens.written': (p: { field: string }) =>
    `Solid: this snapshot’s own ${p.field}, written into a line that every other snapshot reads.`,
  'home.reads.lens.value': (p: { field: string; value: number }, f: Format) =>
    `${p.field} is still ${f.integer(p.value)}: the last snapshot holds.`,
  'home.reads.lens.untouched': 'Unfilled: not read.',
  'home.reads.lens.bytes': (p: { fields: readonly { offset: number; field: string; value: number }[] }, f: Format) =>
    `Fields of the line: ${f.list(p.fields.map((one) => `byte ${f.integer(one.offset)} ${one.field} ${f.integer(one.value)}`))}.`,
  'home.reads.case': 'Since 14’s last snapshot',
  'home.reads.case.reuse': 'no transaction has ended since',
  'home.reads.case.scan': 'one has ended since',
  'home.reads.badge': 'struct layouts of 13 and 14',
  'home.reads.counted': 'counted from our C code’s accesses',
  'home.reads.simplified': 'What our C code simplifies',
  'home.reads.waiting': 'counting',
  'home.reads.failed': 'The accesses could not be counted here.',
  'home.reads.say': (
    p: { idle: number; lines13: number; bytes13: number; lines14: number; bytes14: number; scan: boolean },
    f: Format,
  ) =>
    `With ${connections(p.idle, f)}, one snapshot touches ${f.integer(p.lines13)} cache lines (${f.bytes(p.bytes13)}) in 13, and ${f.integer(p.lines14)} (${f.bytes(p.bytes14)}) in 14 when ${p.scan ? 'a transaction has ended' : 'no transaction has ended'} since its last one.`,
  'home.learn.lessons': (p: { n: number }, f: Format) => `${f.integer(p.n)} lessons, every figure live`,
  'home.learn.exercises': (p: { n: number }, f: Format) => `${f.integer(p.n)} exercises, marked by the engine`,
} satisfies Area<'home'>);
