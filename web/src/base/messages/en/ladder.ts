/** Texts of the ladder's table: a row per design. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

const lines = (n: number, f: Format) => `${f.integer(n)} ${f.plural(n, 'line', 'lines')}`;
/** 12, 8.9, 0.1: a mean of counts needs one digit where it is small. */
const mean = (n: number, f: Format) => (n >= 100 || Number.isInteger(n) ? f.integer(n) : f.fixed(n, 1));

/** A modelled time from seed to seed; `inNs`: in nanoseconds, like the rest of its column. */
interface Seeds {
  readonly low: number;
  readonly median: number;
  readonly high: number;
  readonly inNs?: boolean;
}
const two = (n: number, f: Format) => f.integer(Number(n.toPrecision(2)));
/** One figure where the seeds agree within a twentieth. */
const seeds = ({ low, median, high, inNs = false }: Seeds, f: Format): string =>
  high <= low * 1.05 ? f.duration(median) : inNs ? `${two(low, f)}–${two(high, f)}\u202fns` : f.durations(low, high);

/** 1.02, or 0.99–1.03. */
const gainRange = ({ low, high }: { readonly low: number; readonly high: number }, f: Format): string => {
  const [from, to] = [f.fixed(low, 2), f.fixed(high, 2)];
  return from === to ? from : `${from}–${to}`;
};

export const ladder = addTexts({
  'ladder.name': 'The ladder of snapshot designs',
  'ladder.title': (
    p: { from: string; before: number; to: string; after: number; again: number; connections: number },
    f: Format,
  ) =>
    `With ${f.integer(p.connections)} connections, a ${p.from} snapshot reads ${f.integer(p.before)} cache lines and a ${p.to} snapshot ${f.integer(p.after)}; while nobody commits, ${p.to} reuses its last one and reads ${f.integer(p.again)}`,
  'ladder.title.quiet': (p: { before: number; after: number; without: number }, f: Format) =>
    `Modelled: while nobody commits, a snapshot takes ${f.duration(p.before)} in PostgreSQL\u00a013 and ${f.duration(p.after)} in 14, which reuses its last one; without reuse, ${f.duration(p.without)}`,
  'ladder.title.writers': (
    p: { writers: number; before: Seeds; after: Seeds; linesBefore: number; linesAfter: number },
    f: Format,
  ) =>
    `Modelled: while ${f.integer(p.writers)} ${f.plural(p.writers, 'writer commits', 'writers commit')}, a snapshot takes ${seeds(p.before, f)} in PostgreSQL\u00a013, for ${f.integer(p.linesBefore)} cache lines, and ${seeds(p.after, f)} in 14, for ${f.integer(p.linesAfter)}`,
  'ladder.title.bare': 'What each design reads, and what it costs',
  'ladder.subtitle': (p: { connections: number; writers: number }, f: Format) =>
    `${f.integer(p.connections)} connections where no other number is given. Each column says whether nobody commits or ${f.integer(p.writers)} ${f.plural(p.writers, 'writer does', 'writers do')}`,
  'ladder.caption':
    'A bar is to scale: one cell is one 64-byte line that a snapshot touches after another transaction has ended, filled as far as its bytes are used, in full colour where the snapshot writes. Of a backend’s own PGPROC it needs one line or two, depending on the slot, so a bar can be a line shorter with more connections. Misses are those of whole transactions (two snapshots, an xid, an end) per snapshot, so they can outnumber its lines.',
  'ladder.say': (
    p: {
      connections: number;
      rows: readonly {
        design: string;
        lines: number | null;
        again: number | null;
        misses: number | null;
        ns: number | null;
      }[];
    },
    f: Format,
  ) =>
    `One snapshot of ${f.integer(p.connections)} connections; misses are those of whole transactions, per snapshot. ${p.rows
      .map(
        (row) =>
          `${row.design}: ${row.lines === null ? 'not counted yet' : lines(row.lines, f)}${row.again === null ? '' : ` (${f.integer(row.again)} while nobody commits)`}${
            row.misses === null ? '' : `, ${mean(row.misses, f)} misses`
          }${row.ns === null ? '' : `, ${f.duration(row.ns)}`}`,
      )
      .join('; ')}.`,

  'ladder.head.design': 'design',
  'ladder.head.reads': 'one snapshot reads',
  'ladder.head.misses': 'misses',
  'ladder.head.missesWith': (p: { writers: number }, f: Format) =>
    `${f.integer(p.writers)} ${f.plural(p.writers, 'writer', 'writers')}`,
  'ladder.head.missesOf': 'with xid and end',
  'ladder.head.costs': 'cost of',
  'ladder.head.gains': 'speed-up stated in the commit message',
  'ladder.cost.alone': 'snapshot',
  'ladder.cost.snapshot': 'snapshot',
  'ladder.cost.visibility': 'visibility check',
  'ladder.cost.assign': 'xid assigned',
  'ladder.cost.end': 'end',
  'ladder.context.alone': (p: { connections: number }, f: Format) =>
    `one of ${f.integer(p.connections)} connections active, nobody commits`,
  'ladder.context.snapshot': (p: { writers: number }, f: Format) =>
    `${f.integer(p.writers)} ${f.plural(p.writers, 'writer', 'writers')}, modelled`,
  'ladder.context.thread': (p: { connections: number }, f: Format) =>
    `1 thread, ${f.integer(p.connections)} connections`,
  'ladder.when': 'While it reads:',
  'ladder.when.quiet': 'while nobody commits',
  'ladder.when.writers': (p: { writers: number }, f: Format) =>
    `while ${f.integer(p.writers)} ${f.plural(p.writers, 'writer commits', 'writers commit')}`,
  'ladder.rows.subtitle': (p: { idle: number; writers: number; commit: boolean }, f: Format) =>
    p.commit
      ? `One snapshot (GetSnapshotData) with ${f.integer(p.idle)} idle connections and ${f.integer(p.writers)} that commit; modelled: a mean, or from the lowest to the highest random start`
      : `One snapshot (GetSnapshotData) with ${f.integer(p.idle)} idle connections; lines are counted with ${f.integer(p.writers)} active ones as well`,
  'ladder.pair.cost': 'cost of one',
  'ladder.pair.lines': 'snapshot, cache lines',
  'ladder.pair.after': 'the same after a commit',
  'ladder.pair.subtitle': (p: { connections: number }, f: Format) =>
    `${f.integer(p.connections)} connections; lines are counted, times are modelled`,
  'ladder.pair.caption': 'Each row has its own scale.',
  'ladder.rows.lines': 'cache lines of one snapshot',
  'ladder.rows.measured': 'measured',
  'ladder.rows.what': 'what it does differently',
  'ladder.rows.after': (p: { lines: number }, f: Format) => `${f.integer(p.lines)} after a commit`,
  'ladder.rows.kind': (p: { kind: 'released' | 'onTheWay' | 'proposal' }) =>
    ({ released: 'released', onTheWay: 'on the way to 14', proposal: 'proposal' })[p.kind],
  'ladder.rows.reuse':
    '14 takes longer than dense here: every commit ends the reuse, so the check for it comes on top of the scan.',
  'ladder.rows.caption':
    'A bar’s length is its number of 64-byte lines. A dotted outline: as many lines as it reads once another transaction has ended.',
  'ladder.rows.ownScan':
    '* This scan was counted in our own code, built to be fast; the others in released servers, built to be small. So two passes looks too cheap next to dense.',
  'ladder.what.pg9.1': 'Reads each PGPROC, one after the other.',
  'ladder.what.pg13': 'Packs snapshot fields into 12-byte PGXACT entries.',
  'ladder.what.globalvis': 'No longer reads the xmin of others.',
  'ladder.what.xmin-moved': 'Moves xmin out of the scanned lines.',
  'ladder.what.dense': 'Puts the xids together, 4 bytes each.',
  'ladder.what.pg14': 'Reuses its snapshot until a writer finishes.',
  'ladder.what.unlocked-reuse': 'Checks for reuse without taking the lock.',
  'ladder.what.backend-cache': 'One snapshot for statements and catalog reads.',
  'ladder.what.shared-snapshot': 'Keeps one snapshot for all backends.',
  'ladder.what.two-pass': 'Collects xids first, then flags and subxids.',
  'ladder.what.running-set': 'Lists the running transactions only.',
  'ladder.what.csn': 'A snapshot is one number, no list.',
  'ladder.stage.subtitle': (p: { connections: number; commit: boolean }, f: Format) =>
    p.commit
      ? `One snapshot, ${f.integer(p.connections)} connections; if ranges overlap, the model sees no difference`
      : `One snapshot among ${f.integer(p.connections)} connections, while nobody commits`,
  'ladder.stage.title': (p: { writers: number; before: Seeds; after: Seeds }, f: Format) =>
    `Modelled, ${p.writers === 0 ? 'nobody commits' : `${f.integer(p.writers)} ${f.plural(p.writers, 'writer', 'writers')}`}: ${seeds(p.before, f)} per snapshot in PostgreSQL\u00a013, ${seeds(p.after, f)} in 14`,
  'ladder.stage.again': 'if reused',
  'ladder.stage.after': 'after a commit',
  'ladder.stage.ownScan': '* Counted in another build, made to be fast: two passes looks too cheap next to dense',
  'ladder.stage.noReuse': '–',
  'ladder.stage.modelled': (p: { writers: number }, f: Format) =>
    `modelled, ${f.integer(p.writers)} ${f.plural(p.writers, 'writer', 'writers')}`,
  'ladder.seeds': (p: Seeds, f: Format) => seeds(p, f),
  'ladder.cost.measured': 'measured here',
  'ladder.cost.modelled': 'modelled',

  'ladder.touched': (p: { lines: number; bytes: number }, f: Format) => `${lines(p.lines, f)}, ${f.bytes(p.bytes)}`,
  'ladder.scan.play': (p: { design: string; ns: number; slowness: number }, f: Format) =>
    `Play the scan of ${p.design}: ${f.duration(p.ns)}, slowed ${f.times(p.slowness)}`,
  'ladder.scan.waits': (p: { design: string }) => `Play the scan of ${p.design}, once its time is modelled`,
  // With the comment MODEL: of views/ladder/ScanPlay.tsx.
  'ladder.scan.caption': (p: { writers: number; slowness: number | null }, f: Format) =>
    `The arrow plays a row’s scan${p.slowness === null ? '' : `, slowed ${f.times(p.slowness)}`}: it takes the modelled time of a snapshot with ${f.integer(p.writers)} writers, spread evenly over its lines, region after region.`,
  'ladder.again': (p: { lines: number }, f: Format) => `while nobody commits: ${lines(p.lines, f)}`,
  'ladder.bar': (p: { regions: readonly { region: string; lines: number }[] }, f: Format) =>
    f.list(p.regions.map(({ region, lines: n }) => `${region}\u00a0${f.integer(n)}`)),
  'ladder.misses': (p: { misses: number }, f: Format) => mean(p.misses, f),
  'ladder.miss.true': (p: { misses: number }, f: Format) => `${mean(p.misses, f)} true`,
  'ladder.miss.false': (p: { misses: number }, f: Format) => `${mean(p.misses, f)} false`,
  'ladder.miss.horizon': (p: { misses: number }, f: Format) => `${mean(p.misses, f)} xmin for horizon`,
  'ladder.miss.other': (p: { misses: number }, f: Format) => `${mean(p.misses, f)} other`,
  'ladder.gain': (p: { gain: number }, f: Format) => `${f.fixed(p.gain, 2)}×`,
  'ladder.notInPostgres': 'not in PostgreSQL',
  'ladder.none': '–',
  'ladder.none.counted': 'not counted yet',
  'ladder.none.measured': 'not measured yet',
  'ladder.none.modelled': 'not modelled yet',
  'ladder.none.gain': 'no figure stated',
  'ladder.badge.commits': 'commit messages, August 2020',

  // As the C code says of itself (wasm-core/src/designs); a test holds both to each other.
  'ladder.from.pg9.1': 'up to 9.1',
  'ladder.from.pg13': '9.2 to 13',
  'ladder.from.globalvis': 'dc7420c2c92',
  'ladder.from.xmin-moved': '1f51c17c68d',
  'ladder.from.dense': '941697c3c1a, 5788e258bb2, 73487a60fc1',
  'ladder.from.pg14': '623a9ba79bb; 14 to 18',
  'ladder.from.unlocked-reuse': 'not committed: the idea of a patch of 2012, and of a draft of 2026',
  'ladder.from.backend-cache': 'an open idea of the author of 14’s commits',
  'ladder.from.shared-snapshot': 'an open idea of the author of 14’s commits',
  'ladder.from.two-pass': 'an open idea of the author of 14’s commits',
  'ladder.from.running-set': 'an open idea of the author of 14’s commits',
  'ladder.from.csn': 'discussed for years, not committed',
  'ladder.reads.pg9.1':
    'procs[] and two lines of every connection’s PGPROC, three of every fourth: xid, xmin, and the count of subtransactions',
  'ladder.reads.pg13': 'pgprocnos[] and the PGXACT of every connection: flags, xmin and xid',
  'ladder.reads.globalvis': 'pgprocnos[] and the PGXACT of every connection: flags and xid',
  'ladder.reads.xmin-moved':
    'pgprocnos[] and the PGXACT of every connection: flags and xid; readers write only flags there, at a transaction’s end',
  'ladder.reads.dense': 'xids[] of every connection; flags and subtransactions only of those that have an xid',
  'ladder.reads.pg14': 'the counter; and only if it moved since the last snapshot, xids[] of every connection',
  'ladder.reads.unlocked-reuse':
    'the counter, without the lock (twice, where xmin is to be advertised); and only if it moved since the last snapshot, xids[] of every connection under the lock',
  'ladder.reads.backend-cache':
    'the counter; and only if it moved since the backend’s last snapshot of any kind, xids[] of every connection',
  'ladder.reads.shared-snapshot':
    'the counter; if it moved since the last snapshot, the published one (a line, and 4 bytes for each running xid); xids[] of every connection only if nobody has published since, and then what was gathered is written there',
  'ladder.reads.two-pass':
    'xids[] of every connection, 16 bytes a load; then xid, flags and subtransactions of those that have an xid',
  'ladder.reads.running-set':
    'the set: one entry per running transaction, however many are connected; and their flags and subtransactions',
  'ladder.reads.csn':
    'the line with the last number, without a lock; after a transaction has ended, also replication slots’ xmins and oldestXid',

  'ladder.page.title': 'Twelve ways to take a snapshot',
  'ladder.settings.summary': (p: { machine: string; idle: number; writers: number }, f: Format) =>
    `model: ${p.machine} · ${f.integer(p.idle)} idle connections · ${f.integer(p.writers)} writers`,
  'ladder.field.writers': 'Active writers',
  'ladder.field.writers.hint': (p: { max: number }, f: Format) => `On this machine 2 to ${f.integer(p.max)}`,
  'ladder.field.idle.hint': 'Connected but silent: each takes one slot',
  'ladder.counting': 'Counting what each snapshot touches…',
  'ladder.pair.counting': 'Still counting…',
  'ladder.countFailed': (p: { why: string }) => `What the snapshots touch could not be counted: ${p.why}`,
  'ladder.measure': 'Run',
  'ladder.measure.again': 'Run again',
  'ladder.measure.stop': 'Stop',
  /** `of`: how many, if not all. */
  'ladder.measure.ready': (p: { of: number | null; seconds: number }, f: Format) =>
    `${p.of === null ? 'All twelve' : `These ${f.integer(p.of)}`} on this machine, while nobody commits; ${f.fixed(p.seconds, 0)} s`,
  'ladder.measure.quietOnly': 'Only modelled with writers; Run measures while nobody commits',
  'ladder.measure.running': 'Measuring in turns',
  'ladder.measure.done': (p: { turns: number }, f: Format) => `Measured, N = ${f.integer(p.turns)} turns`,
  'ladder.measure.failed': (p: { why: string }) => `Nothing was measured: ${p.why}`,
  'ladder.measure.stopped': 'Stopped',
  'ladder.badge.measured': (p: { idle: number }, f: Format) => `this machine, 1 thread, ${f.integer(p.idle)} idle`,
  'ladder.notes': 'How to read it',
  'ladder.note.touched':
    'Bars, lines and bytes are those of one observed snapshot after another transaction has ended, when every design has to read. A design that keeps its last snapshot touches fewer lines as long as no transaction ends; that smaller number is printed under its bar.',
  'ladder.note.misses': (p: { writers: number; machine: string }, f: Format) =>
    `The misses, and the time of a snapshot with writers, are averages over ${f.integer(p.writers)} backends that write (workload readwrite) on ${p.machine}: some transaction always ends in between, so a kept snapshot is hardly ever reused. Misses are counted over whole transactions, each with two snapshots, an xid and an end, and divided by the number of snapshots. A PGPROC is not a whole number of lines long: the fields that a snapshot needs from its own PGPROC are on one line or two, depending on its slot.`,
  'ladder.note.place':
    'The modelled xid and end are single operations, one after another, with the writers spread over the array, so they never queue. The misses and the snapshot with writers come from whole transactions, which do queue for lines and locks. The layout bench asks the model another question, so compare figures within one page, not across the two.',
  'ladder.note.seeds': (p: { seeds: number }, f: Format) =>
    `A modelled range, such as 1.2–2.9 µs, goes from the lowest to the highest of ${f.integer(p.seeds)} random starts. Two designs whose ranges overlap are not told apart by the model.`,
  'ladder.note.price':
    'csn and unlocked-reuse make snapshots cheap and other things expensive: look at their columns for the visibility check, the xid and the end as well.',
  'ladder.note.measured':
    'A measured snapshot’s time is from a bare loop of one thread on this machine: take a snapshot, release it. No transaction ends, so a kept snapshot is reused each time.',
  'ladder.note.operations': (p: { companions: number }, f: Format) =>
    `The other three are measured on the same thread, one kind at a time, in groups of 16: the clock is read before and after each group, and the time for reading it is subtracted. The thread plays ${f.integer(p.companions)} more connections: when a snapshot is taken, 16 xids are running, four of them with four subtransactions each, and 16 have ended since the oldest of those began. The checks ask in equal parts about an xid that ended before xmin, one that has ended since, a running one, and a running one’s subtransaction.`,
  'ladder.note.ends': (p: { writers: number }, f: Format) =>
    `A modelled assignment or end is the mean of ${f.integer(p.writers)} backends’ operations in a scene, each backend on its own core: the lines that the others wrote must be fetched. In the measurement there is one thread, so nobody else writes.`,
  'ladder.note.visibility': (p: { writers: number; others: number }, f: Format) =>
    `A modelled check asks for the same mix, with its writers on ${f.integer(p.others)} other ${f.plural(p.others, 'core', 'cores')}. Private words, such as the snapshot’s lists, cost their share of the core’s load ports, shared ones the machine’s latencies; comparisons and function calls cost nothing, so the result is below a real core’s. All designs but csn search the same two lists, which no other core writes; csn asks a log that other cores do write. No snapshot of the mix overflows, so nobody asks pg_subtrans.`,

  'ladder.gains.name': 'What each change to the source gained',
  'ladder.gains.title': (p: { modelled: number; reached: number; gaps: number }, f: Format) =>
    p.modelled === 0
      ? 'What each change to the source gained: published, modelled, measured'
      : p.gaps === 0
        ? `The model reproduces ${f.integer(p.reached)} of the ${f.integer(p.modelled)} published speed-ups that it was asked about`
        : `The model does not explain ${f.integer(p.gaps)} of ${f.integer(p.modelled)} published speed-ups`,
  'ladder.gains.subtitle': (p: { active: number; machine: string }, f: Format) =>
    `Throughput over the design before; modelled with ${f.integer(p.active)} active clients on ${p.machine}`,
  'ladder.gains.caption':
    'Published: as the commit message states it. Modelled: from the lowest random start to the highest. Measured: on this machine, on all its cores, with the bounds of the interval. No commit message says how many clients there were. Nobody has published what an empty SELECT costs, so the model tries everything from nothing to the cost of a read.',
  'ladder.gains.of': (p: { design: string; before: string }) => `${p.design} over ${p.before}`,
  'ladder.gains.head.commit': 'commit',
  'ladder.gains.head.published': 'published',
  'ladder.gains.head.modelled': 'modelled',
  'ladder.gains.head.measured': 'measured here',
  'ladder.gains.published': (p: { gain: number }, f: Format) => f.fixed(p.gain, 2),
  'ladder.gains.range': (p: { low: number; high: number }, f: Format) => gainRange(p, f),
  'ladder.gains.verdict': (
    p: {
      gain: number;
      modelled: { readonly low: number; readonly high: number } | null;
      verdict: 'open' | 'reached' | 'gap' | 'beyond' | 'depends';
      isNone: boolean;
      hasLoad: boolean;
    },
    f: Format,
  ) => {
    if (!p.hasLoad) return 'Not modelled: the model has no such workload.';
    if (p.modelled === null) return 'Not modelled yet.';
    if (p.verdict === 'open') return 'Too few random starts yet to judge it.';
    const both = `Published ${f.fixed(p.gain, 2)}, modelled ${gainRange(p.modelled, f)}:`;
    if (p.verdict === 'gap')
      return p.isNone
        ? `${both} no difference in the model, so it does not explain the gain.`
        : `${both} the model does not explain it.`;
    if (p.verdict === 'depends')
      return `${both} this range is too wide to judge, because nobody has published the work of an empty SELECT.`;
    if (p.verdict === 'beyond') return `${both} more than was published.`;
    return p.isNone ? `${both} the random starts differ by more than the gain.` : `${both} the model shows it, too.`;
  },
  'ladder.gains.switch': (p: { band: { readonly low: number; readonly high: number } }) =>
    `With one shared queue, ${p.band.low} to ${p.band.high} ns a transfer (fitted, cause unknown)`,
  'ladder.gains.switch.hint':
    'As if every line that moves between sockets had to pass one place. Nobody knows what that would be, and no single time fits what is published.',
  'ladder.gains.band': (p: { band: { readonly low: number; readonly high: number }; holds: boolean }, f: Format) =>
    `With the shared queue ${gainRange(p.band, f)}: the band ${p.holds ? 'contains' : 'does not contain'} what was published.`,
  'ladder.gains.bandWait': 'The band for the shared queue has not been computed yet.',
  'ladder.gains.bandFact': (p: { band: { readonly low: number; readonly high: number } }) =>
    `band: one shared queue, ${p.band.low} to ${p.band.high} ns a transfer, fitted, cause unknown`,
  'ladder.gains.strip': (p: { band: boolean }) =>
    `In the strip: ◆ published, a thick line modelled, a dotted line the gap between both, a thin line measured${p.band ? ', a shaded band the shared queue, from one edge to the other' : ''}. The rule is at 1, no gain.`,
  'ladder.gains.modelling': (p: { at: number; points: number }, f: Format) =>
    `modelling, ${f.integer(p.at)} of ${f.integer(p.points)}`,
  'ladder.gains.threads': (p: { threads: number }, f: Format) =>
    `this machine, ${f.integer(p.threads)} ${f.plural(p.threads, 'thread', 'threads')}`,
  'ladder.gains.noLoad': 'no such workload',
  'ladder.gains.notModelled': 'not yet',
  'ladder.gains.notMeasured': 'not yet',
  'ladder.gains.tooFew': 'too few turns',
  'ladder.gains.notMeasurable':
    'The lab cannot measure this: apart from bare snapshots, it only runs whole transactions.',
  'ladder.gains.say': (p: { rows: readonly { design: string; before: string; workload: string; verdict: string }[] }) =>
    p.rows.map((row) => `${row.design} over ${row.before}, ${row.workload}: ${row.verdict}`).join(' '),

  'ladder.cli.what': 'what each design gains over the one before it: measured on this machine, modelled for another',
  'ladder.cli.writers': 'writing connections on the modelled machine, each on its own core',
  'ladder.cli.seconds':
    'measuring time of each design at each number of idle connections, and as much again for its other operations',
  'ladder.cli.notes': `
LIST is one whole number or several separated by commas. All designs take turns of 10 ms on one
thread (of 1 ms for what is not a snapshot), so that a gain is paired; then each is modelled.`,
  'ladder.cli.tooManyIdle': (p: { given: number; max: number }, f: Format) =>
    `--idle: ${f.integer(p.given)} is too large; give up to ${f.integer(p.max)}.`,
  'ladder.cli.badWriters': (p: { given: string; min: number; max: number }, f: Format) =>
    `--writers: “${p.given}” is not valid; give a whole number from ${f.integer(p.min)} to ${f.integer(p.max)}; each writer gets a core.`,
  'ladder.cli.measuring': (p: { workload: string; idle: number }, f: Format) =>
    `measuring ${p.workload}, ${f.integer(p.idle)} idle`,
  'ladder.cli.modelling': (p: { design: string; idle: number }, f: Format) =>
    `modelling ${p.design}, ${f.integer(p.idle)} idle`,
  'ladder.cli.facts.measured': (p: { cpu: string; cores: number; node: string; seconds: number }, f: Format) =>
    `measured: one thread on ${p.cpu}, ${f.integer(p.cores)} ${f.plural(p.cores, 'core', 'cores')}, Node ${p.node}; snapshots in a bare loop while no transaction ends; ${f.fixed(p.seconds, 1)} s for each design`,
  'ladder.cli.facts.modelled': (p: { name: string; cores: number; writers: number }, f: Format) =>
    `modelled: ${p.name}, ${f.integer(p.cores)} cores; alone: one connection reads while no transaction ends; writing: ${f.integer(p.writers)} connections write; one random start, others differ`,
  'ladder.cli.facts.columns':
    'lines: 64-byte lines that a snapshot touches while no transaction ends; ns: one snapshot; ×: gain over the design before, the median (and middle half) of pairs of neighbouring turns',
  'ladder.cli.facts.operations': (p: { companions: number; writers: number }, f: Format) =>
    `check, xid, end: ns to check a row’s visibility, to assign an xid, to end a transaction; measured on one thread that plays ${f.integer(p.companions)} more connections (their mix: xipscope bench --help), modelled with ${f.integer(p.writers)} writers, each on its own core`,
  'ladder.cli.head.lines': 'lines',
  'ladder.cli.head.measured': 'measured ns',
  'ladder.cli.head.gain': '×',
  'ladder.cli.head.alone': 'modelled alone',
  'ladder.cli.head.writing': 'modelled writing',
  'ladder.cli.head.modelled': 'modelled',
  'ladder.cli.head.visibility.measured': 'check measured',
  'ladder.cli.head.assign.measured': 'xid measured',
  'ladder.cli.head.end.measured': 'end measured',
} satisfies Area<'ladder'>);
