/**
 * Texts of the Lab and of its figures, and what is wrong with an input of the lab (page, address, command line).
 * `where` is the name of the option or of the field; every problem's text says what to do.
 */

import type { Sure } from '../../units.ts';
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

type Given = { where: string; given: string; allowed: string };
type Known = { where: string; given: string; known: readonly string[] };

export const lab = addTexts({
  'lab.measure.title': 'How fast is it here?',
  'lab.measure.lead': 'Both versions’ snapshot code takes turns on your machine’s own threads.',
  'lab.presets': 'Questions',
  'lab.preset.versions': '13 against 14, with 10,000 idle connections',
  'lab.preset.all': 'All twelve designs',
  'lab.preset.writers': 'Many writers',

  'lab.mode': 'What to measure',
  'lab.mode.single': 'Single run',
  'lab.mode.sweep': 'Sweep over connections',
  'lab.start.single': 'Run',
  'lab.start.sweep': 'Run',
  'lab.stop': 'Stop',
  'lab.settings': 'Settings',
  'lab.settings.summary': (
    p: { designs: readonly string[]; active: number; idle: string; mostlyIdle: string; workload: string },
    f: Format,
  ) =>
    `${p.designs.join(', ')} · ${f.integer(p.active)} active · ${p.idle} idle · ${p.mostlyIdle} mostly idle · ${p.workload}`,

  'lab.field.designs': 'Designs',
  'lab.field.active': 'Active',
  'lab.field.active.hint': (p: { cores: number }, f: Format) =>
    `Threads; ${f.integer(p.cores)} ${f.plural(p.cores, 'core', 'cores')} here`,
  'lab.field.idle': 'Idle',
  'lab.field.idle.hint': 'Connected, no queries',
  'lab.field.mostlyIdle': 'Mostly idle',
  'lab.field.mostlyIdle.hint': 'One query every 100 ms each',
  'lab.field.workload': 'Workload',
  'lab.field.otherWork': 'Other work',
  'lab.field.otherWork.hint': 'Per transaction (0 = none)',
  'lab.field.lock': 'Take ProcArrayLock',
  'lab.field.lock.hint': 'Only the workload “snapshot” can leave it out.',
  'lab.field.noLock': 'Leaving ProcArrayLock out',
  'lab.field.slice': 'Turn length',
  'lab.field.slice.hint': 'One design, before the next',
  'lab.field.seconds': 'Time per point',
  'lab.field.seconds.hint': 'For each design',
  'lab.field.savepoints': 'Savepoints',
  'lab.field.slru': 'Buffers of pg_subtrans',
  'lab.field.axis': 'Sweep over',
  'lab.field.axis.idle': 'Idle',
  'lab.field.axis.mostlyIdle': 'Mostly idle',
  'lab.field.points': 'Counts to measure',
  'lab.field.points.hint': 'Separated by commas. At first these are the published counts.',
  'lab.field.xScale': 'Scale of connections',
  'lab.field.xScale.sqrt': 'Square root',
  'lab.field.xScale.linear': 'Linear',
  'lab.unit.us': 'µs',
  'lab.unit.ms': 'ms',
  'lab.unit.s': 's',

  'lab.workload.snapshot': 'snapshot: the bare loop',
  'lab.workload.readonly': 'readonly: pgbench -S',
  'lab.workload.batch': 'batch: 100 empty SELECTs at once',
  'lab.workload.readwrite': 'readwrite: gets an xid, then ends',
  'lab.workload.churn': 'churn: connections come and go',
  'lab.workload.operations': 'operations: checks, xids and ends, each timed',
  'lab.workload.subtrans-60': 'subtrans-60: 60 savepoints a transaction',
  'lab.workload.subtrans-90': 'subtrans-90: 90 savepoints a transaction',
  'lab.workload.subtrans-spread': 'subtrans-spread: readers and one savepoint writer',

  'lab.oversubscribed': 'oversubscribed',
  'lab.oversubscribed.warning': (p: { active: number; cores: number }, f: Format) =>
    `Oversubscribed: ${f.integer(p.active)} threads share ${f.integer(p.cores)} ${f.plural(p.cores, 'core', 'cores')}. They also wait for each other.`,
  'lab.refused': (p: { why: string }) => `${p.why} The old setting stays.`,
  'lab.sweep.next': 'Changes apply from the next sweep on.',
  'lab.narrowed':
    'The address gives lists of values for more than one setting. The page sweeps over one and takes the first value of the others; the command line takes them all.',
  'lab.phase.ready': 'Nothing has been measured yet.',
  'lab.phase.starting': 'Starting the threads.',
  'lab.phase.running': 'Measuring.',
  'lab.phase.hidden': 'Paused while this tab is hidden.',
  'lab.phase.stopped': 'Stopped. What was measured stays.',
  'lab.phase.done': 'All points are measured.',
  'lab.phase.failed': 'The lab stopped by itself.',
  'lab.failed.unknown': 'The threads ended without saying why. Run it again, or load the page again.',
  'lab.progress': 'Progress of the sweep',
  'lab.progress.text': (p: { point: number; points: number; connections: number }, f: Format) =>
    `Point ${f.integer(p.point)} of ${f.integer(p.points)}: ${f.integer(p.connections)} connections`,
  'lab.progress.length': (p: { seconds: number; points: number }, f: Format) =>
    `${f.integer(p.points)} ${f.plural(p.points, 'point', 'points')}, at least ${f.duration(p.seconds * 1e9)}.`,

  'lab.live.title': 'Transactions per second, live',
  'lab.live.title.measuring': 'Measuring how far apart they are…',
  'lab.busy': 'This machine is busy with other work, so the numbers jump: too unsure for a finding.',
  'lab.live.title.ratio': (
    p: { fast: string; slow: string; ratio: Sure; alike: boolean; reuse: boolean },
    f: Format,
  ) =>
    p.alike
      ? `${p.fast} does as many transactions as ${p.slow}`
      : `${p.fast} does ${f.times(p.ratio)} the transactions of ${p.slow}${p.reuse ? `: nobody commits, so ${p.fast} reuses its last snapshot while ${p.slow} scans` : ''}`,
  'lab.live.subtitle': 'each design in its own turns',
  'lab.price':
    'A design with cheap snapshots may make other things expensive: visibility checks, xids and ends. The page Designs lists them.',
  'lab.live.caption':
    'The designs take turns on the same threads, so any disturbance hits all of them. A vertical line marks a change of the setting.',
  'lab.live.change.active': (p: { from: number; to: number }, f: Format) =>
    `active ${f.integer(p.from)} → ${f.integer(p.to)}`,
  'lab.live.change.idle': (p: { from: number; to: number }, f: Format) =>
    `idle ${f.integer(p.from)} → ${f.integer(p.to)}`,
  'lab.live.change.mostlyIdle': (p: { from: number; to: number }, f: Format) =>
    `mostly idle ${f.integer(p.from)} → ${f.integer(p.to)}`,
  'lab.live.change.otherWorkUs': (p: { from: number; to: number }, f: Format) =>
    `other work ${f.integer(p.from)} → ${f.integer(p.to)} µs`,
  'lab.live.change.workload': (p: { to: string }) => p.to,
  'lab.live.change.lock': (p: { to: boolean }) => (p.to ? 'with ProcArrayLock' : 'without ProcArrayLock'),
  'lab.axis.tps': 'transactions per second',
  'lab.live.now': 'now',
  'lab.live.ago': (p: { seconds: number }, f: Format) => `−${f.integer(p.seconds)} s`,
  'lab.live.empty': 'The lines appear here once the lab runs.',
  'lab.live.words': (
    p: { values: readonly { design: string; tps: number }[]; idle: number; mostlyIdle: number; active: number },
    f: Format,
  ) =>
    p.values.length === 0
      ? 'Nothing has been measured yet.'
      : `With ${f.integer(p.active)} active, ${f.integer(p.idle)} idle and ${f.integer(p.mostlyIdle)} mostly idle connections: ${f.list(p.values.map((v) => `design ${v.design} ${f.si(v.tps)} transactions per second`))}.`,
  'lab.live.ratioN': (p: { low: number; high: number; n: number }, f: Format) =>
    `median of ${f.integer(p.n)} pairs of turns, interval ${f.fixed(p.low, 2)}× to ${f.fixed(p.high, 2)}×`,

  'lab.sweep.title': (p: { axis: 'idle' | 'mostlyIdle' }) =>
    p.axis === 'idle' ? 'Throughput against idle connections' : 'Throughput against mostly idle connections',
  'lab.sweep.title.published': (
    p: {
      axis: 'idle' | 'mostlyIdle';
      kept: readonly { design: string; connections: number; share: number }[];
    },
    f: Format,
  ) => {
    const kept = p.kept.map((k) => `PostgreSQL ${k.design} keeps ${f.percent(k.share)}`);
    const where = `With ${f.integer(p.kept[0]?.connections ?? 0)} ${p.axis === 'idle' ? 'idle' : 'mostly idle'} connections`;
    return `${where}, ${f.list(kept)} of its throughput`;
  },
  'lab.sweep.busyPublished': (
    p: { kept: readonly { design: string; connections: number; share: number }[] },
    f: Format,
  ) =>
    `Published: with ${f.integer(p.kept[0]?.connections ?? 0)}, ${f.list(p.kept.map((k) => `${k.design} keeps ${f.percent(k.share)}`))} of its throughput.`,
  'lab.sweep.title.kept': (
    p: { axis: 'idle' | 'mostlyIdle'; connections: number; kept: readonly { design: string; share: Sure }[] },
    f: Format,
  ) => {
    const [first, ...rest] = p.kept.map((k) => `${k.design} keeps ${f.percent(k.share)}`);
    const where = `At ${f.integer(p.connections)} ${p.axis === 'idle' ? 'idle' : 'mostly idle'}`;
    return `${where}, ${f.list([`${first} of its throughput`, ...rest])}`;
  },
  'lab.sweep.subtitle': 'whiskers hold the middle half of the turns',
  'lab.sweep.subtitle.published': 'as published, on another machine',
  'lab.sweep.subtitle.modelled': 'modelled, not measured',
  'lab.sweep.subtitle.both': 'published and modelled, neither measured here',
  'lab.sweep.axis.sqrt': (p: { what: string }) => `${p.what}, square-root scale`,
  'lab.sweep.axis.idle': 'idle connections',
  'lab.sweep.axis.mostlyIdle': 'mostly idle connections',
  'lab.sweep.key.measured': 'measured here',
  'lab.sweep.key.modelled': 'modelled',
  'lab.sweep.key.published': 'published',
  'lab.sweep.model': 'Modelled machine',
  'lab.sweep.model.none': 'None',
  'lab.sweep.model.running': (p: { share: number }, f: Format) => `Modelling, ${f.percent(p.share)}`,
  'lab.sweep.model.paused': 'The model waits until the measurement is over.',
  'lab.sweep.model.failed': (p: { why: string }) => `Nothing was modelled: ${p.why}`,
  'lab.sweep.model.otherWorkload': 'The model does not run this workload.',
  'lab.sweep.model.absolute': (p: { machine: string; active: number }, f: Format) =>
    `Open marks: modelled for ${p.machine} with ${f.integer(p.active)} client ${f.plural(p.active, 'thread', 'threads')}; other work as on that machine, not as set here. The rates are the model’s own.`,
  'lab.sweep.model.normalised': (p: { machine: string; active: number }, f: Format) =>
    `Open marks: modelled for ${p.machine} with ${f.integer(p.active)} client ${f.plural(p.active, 'thread', 'threads')}; other work as on that machine, not as set here. Scaled like the published ones: compare only the shapes.`,
  'lab.sweep.modelled': (p: { design: string }) => `${p.design} modelled`,
  'lab.sweep.modelled.short': (p: { design: string }) => `${p.design} mod.`,
  'lab.modelled.absolute': 'as modelled',
  'lab.table.modelled': (p: { machine: string }) => `Modelled for ${p.machine}`,
  'lab.sweep.published': (p: { design: string }) => `${p.design} published`,
  'lab.sweep.published.short': (p: { design: string }) => `${p.design} pub.`,
  'lab.sweep.words': (
    p: {
      points: number;
      designs: readonly string[];
      modelled: { machine: string; kept: readonly { design: string; connections: number; share: number }[] } | null;
      published: { machine: string; kept: readonly { design: string; connections: number; share: number }[] } | null;
    },
    f: Format,
  ) => {
    // Designs are compared at one number of connections; while a run is under way, some have got farther than others.
    const kept = (of: readonly { design: string; connections: number; share: number }[]) =>
      [...new Set(of.map((k) => k.connections))]
        .map((n) => {
          const here = of.filter((k) => k.connections === n);
          return `with ${f.integer(n)} connections, ${f.list(here.map((k, i) => (i === 0 ? `${k.design} runs at ${f.percent(k.share)} of its rate with the fewest connections` : `${k.design} at ${f.percent(k.share)}`)))}`;
        })
        .join('; ');
    return [
      p.points === 0
        ? 'No point has been measured yet.'
        : `${f.integer(p.points)} ${f.plural(p.points, 'point is', 'points are')} measured here for ${f.list(p.designs)}.`,
      ...(p.modelled === null ? [] : [`Modelled for ${p.modelled.machine}: ${kept(p.modelled.kept)}.`]),
      ...(p.published === null ? [] : [`Published for ${p.published.machine}: ${kept(p.published.kept)}.`]),
      ...(p.points === 0 ? [] : ['The table below holds all measured numbers.']),
    ].join(' ');
  },
  'lab.sweep.normalised': (p: { measured: number; published: number }, f: Format) =>
    `Crosses: the published curves, all multiplied by one factor so that they begin at the rate measured here at 0. The ratio between them is as published. ${p.measured === p.published ? `Both runs had ${f.integer(p.published)} client ${f.plural(p.published, 'thread', 'threads')}` : `The published run had ${f.integer(p.published)} client ${f.plural(p.published, 'thread', 'threads')}, this one has ${f.integer(p.measured)}`}.`,
  'lab.sweep.absolute': (p: { published: number }, f: Format) =>
    `Crosses: the published curves, from ${f.integer(p.published)} client ${f.plural(p.published, 'thread', 'threads')}. Once the rate at 0 is known well enough here, they are scaled to it.`,
  'lab.sweep.unsureZero': (p: { published: number }, f: Format) =>
    `Crosses: the published curves, from ${f.integer(p.published)} client ${f.plural(p.published, 'thread', 'threads')}. They are not scaled to this machine, because its rate at 0 is too unsure.`,
  'lab.sweep.noZero': 'The published curves appear once 13 or 14 is measured at 0, the point that they are scaled to.',
  'lab.sweep.otherWorkload':
    'No published curve has this workload: the published runs were read-only pgbench, like readonly.',
  'lab.published.threads': (p: { n: number }, f: Format) =>
    `${f.integer(p.n)} client ${f.plural(p.n, 'thread', 'threads')}`,
  'lab.published.normalised': 'scaled',
  'lab.published.absolute': 'as published',

  'lab.facts.machine': 'this machine',
  'lab.facts.threads': (p: { n: number; cores: number }, f: Format) =>
    `${f.integer(p.n)} ${f.plural(p.n, 'thread', 'threads')} on ${f.integer(p.cores)} ${f.plural(p.cores, 'core', 'cores')}`,
  'lab.facts.turns': (p: { n: number }, f: Format) => `N = ${f.integer(p.n)} ${f.plural(p.n, 'turn', 'turns')}`,
  'lab.facts.clock': (p: { ns: number }, f: Format) => `clock ${f.duration(p.ns)}`,
  'lab.facts.isolated': 'isolated',
  'lab.facts.notIsolated': 'not isolated',

  'lab.table.measured': 'Measured here',
  'lab.table.published': 'As published',
  'lab.table.empty': 'No row yet.',
  'lab.table.window': 'A row covers the last minute at most, and only the time since the setting last changed.',
  'lab.table.design': 'Design',
  'lab.table.active': 'Active',
  'lab.table.idle': 'Idle',
  'lab.table.mostly': 'Mostly',
  'lab.table.idleWord': 'idle',
  'lab.table.tps': 'Transactions',
  'lab.table.perSecond': 'per second',
  'lab.table.middleHalf': 'Middle half',
  'lab.table.ofTurns': 'of turns',
  'lab.table.nsPerSnapshot': 'Per snapshot',
  'lab.table.inNoise': 'in the noise',
  'lab.table.tooFewTurns': 'too few turns',
  'lab.table.notTimed': 'not timed',
  'lab.table.operation.check': 'Visibility',
  'lab.table.operation.check.2': 'check',
  'lab.table.operation.assign': 'Xid',
  'lab.table.operation.assign.2': 'assigned',
  'lab.table.operation.end': 'Transaction’s',
  'lab.table.operation.end.2': 'end',
  'lab.table.otherWork': 'Other work',
  'lab.table.askedReached': 'asked, reached',
  'lab.table.mostlyIdleRate': 'Mostly idle /s',
  'lab.table.connects': 'Connects /s',
  'lab.table.reused': 'Reused',
  'lab.table.turns': 'Turns (N)',
  'lab.table.seconds': 'Seconds',
  'lab.table.pre': 'before 14 /s',
  'lab.table.post': '14 /s',
  'lab.table.clients': 'Client threads',

  'lab.simplified.title': 'What is simplified',
  'lab.simplified.lead': (p: { n: number }, f: Format) =>
    `Where the C code knowingly does less than PostgreSQL, or does it differently, a comment in the code says so. ${f.plural(p.n, 'This is that comment', `These are those ${f.integer(p.n)} comments`)}, as written in the code. A note can concern several pages.`,
  'lab.simplified.link': (p: { n: number }, f: Format) =>
    `What is simplified here: ${f.plural(p.n, 'one note', `${f.integer(p.n)} notes`)}`,
  'lab.simplified.all': (p: { n: number }, f: Format) => `All ${f.integer(p.n)} notes`,
  'lab.simplified.first': 'What could change a conclusion',
  'lab.simplified.first.measure.name': 'Measure',
  'lab.simplified.first.measure':
    'Snapshots, visibility checks and transaction ends are PostgreSQL’s; parsing, executing and sockets are one number, “other work”. With little of it, versions differ more here than whole servers do.',
  'lab.simplified.first.model.name': 'A big server',
  'lab.simplified.first.model':
    'Requests for a cache line are served in the order in which they arrive, where real machines prefer nearer cores. With some tens of clients the model is too fast for 13 and 14 alike; we do not know why.',
  'lab.simplified.first.cliff.name': '65 savepoints',
  'lab.simplified.first.cliff':
    'A page read of pg_subtrans copies 8 kB and makes no system call (some 3 µs on a real 13), and the reader does none of a server’s other work. So only how far a line falls can be compared, not its height.',
  'lab.simplified.first.play.name': 'Playground',
  'lab.simplified.first.play':
    'shared_buffers is 128 MB, there are 64 connections, and no page image is logged. A query with joins, subqueries or windows reads its tables whole; a server with an index may read fewer rows.',
  'lab.simplified.lab': 'How the lab measures',
  'lab.simplified.model': 'The modelled machine, and what runs on it',
  'lab.simplified.snapshots': 'Snapshots and the proc array',
  'lab.simplified.transactions': 'Transactions and commit',
  'lab.simplified.rows': 'Row versions and pages',
  'lab.simplified.locks': 'Locks and waiting',
  'lab.simplified.vacuum': 'VACUUM and horizons',
  'lab.simplified.other': 'Elsewhere',

  'lab.problem.empty': (p: Omit<Given, 'given'>) => `${p.where} is empty; give ${p.allowed}.`,
  'lab.problem.notANumber': (p: Given) =>
    `${p.where}: “${p.given}” is not a number in plain digits; give ${p.allowed}.`,
  'lab.problem.fraction': (p: Given) => `${p.where}: ${p.given} is not a whole number; give ${p.allowed}.`,
  'lab.problem.negative': (p: Given) => `${p.where}: ${p.given} is negative; give ${p.allowed}.`,
  'lab.problem.tooSmall': (p: Given) => `${p.where}: ${p.given} is too small; give ${p.allowed}.`,
  'lab.problem.tooLarge': (p: Given) => `${p.where}: ${p.given} is too large; give ${p.allowed}.`,
  'lab.problem.unknown': (p: Known) =>
    p.given === ''
      ? `${p.where} holds an empty name; choose from ${p.known.join(', ')}.`
      : `${p.where}: unknown “${p.given}”; choose from ${p.known.join(', ')}.`,
  'lab.problem.none': (p: Omit<Known, 'given'>) =>
    `${p.where}: nothing is chosen; choose at least one of ${p.known.join(', ')}.`,
  'lab.problem.duplicate': (p: Omit<Given, 'allowed'>) => `${p.where}: ${p.given} is given twice; give it once.`,
  'lab.problem.sum': (p: { where: readonly string[]; sum: number; limit: number; companions: number }, f: Format) =>
    `${p.where.join(' + ')}: ${f.integer(p.sum)} connections together${
      p.companions > 0 ? `, with ${f.integer(p.companions)} that each active one plays` : ''
    }; at most ${f.integer(p.limit)} fit, so lower one of them.`,
  'lab.problem.noLock': (p: { where: string; only: string; given: string }) =>
    `${p.where} is for the workload ${p.only} only, not for ${p.given}; choose ${p.only} or keep the lock.`,
  'lab.problem.tooManyPoints': (p: { where: readonly string[]; points: number; limit: number }, f: Format) =>
    `${p.where.join(' × ')}: ${f.integer(p.points)} points to measure; at most ${f.integer(p.limit)}, so shorten a list.`,
  'lab.problem.slru': (p: { where: string; given: string; min: number; max: number; step: number }, f: Format) =>
    `${p.where}: “${p.given}” is not a size of pg_subtrans: write pg16, or pg17: and the number of pages, a multiple of ${f.integer(p.step)} from ${f.integer(p.min)} to ${f.integer(p.max)}, as in pg17:128.`,
  'lab.problem.savepoints': (p: { where: string; only: readonly string[]; given: string }) =>
    `${p.where} goes with the workloads ${p.only.join(', ')} only, not with “${p.given}”.`,
  'lab.problem.yesNo': (p: Omit<Given, 'allowed'>) => `${p.where}: “${p.given}” is neither yes nor no; give 1 or 0.`,
  'lab.problem.wholeBetween': (p: { min: number; max: number }, f: Format) =>
    `a whole number from ${f.integer(p.min)} to ${f.integer(p.max)}`,
  'lab.problem.between': (p: { min: number; max: number }, f: Format) =>
    `a number from ${p.min} to ${f.integer(p.max)}`,
  'lab.problem.orSeveral': (p: { one: string }) => `${p.one}, or several separated by commas`,
} satisfies Area<'lab'>);
