/** Texts of the axis of xids with its snapshots, of the horizons and of the subxid slots. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

const STATUS = {
  running: 'running',
  committed: 'committed',
  aborted: 'rolled back',
  prepared: 'prepared, waits for COMMIT PREPARED',
  unstarted: 'nobody has it yet',
  unknown: 'older than what is kept here',
} as const;
type Status = keyof typeof STATUS;

const ISOLATION = {
  'read committed': 'READ COMMITTED',
  'repeatable read': 'REPEATABLE READ',
  serializable: 'SERIALIZABLE',
} as const;
type Isolation = keyof typeof ISOLATION;

const KIND = { data: 'tables', catalog: 'catalogs', shared: 'shared catalogs', temp: 'own temporary tables' } as const;
const RECENT = { recent: 'RecentGlobalXmin', recentData: 'RecentGlobalDataXmin' } as const;
const BAR = { ...KIND, ...RECENT } as const;
type Bar = keyof typeof BAR;

/** Xids are names, not amounts: they are written without separators. */
const names = (xids: readonly number[], f: Format): string => f.list(xids.map(String));
const set = (xids: readonly number[]): string => `{${xids.join(', ')}}`;
const belongs = (owner: string | null, elsewhere: boolean, teardown: boolean): string =>
  teardown
    ? 'started by the teardown'
    : elsewhere
      ? 'started by other sessions, between the steps'
      : owner === null
        ? 'started by the set-up'
        : `started by ${owner}`;

const computed = (times: number, f: Format): string =>
  times === 0
    ? 'never computed accurate horizons'
    : `computed accurate horizons ${f.plural(times, 'once', `${f.integer(times)} times`)}`;

export const axis = addTexts({
  'axis.title': 'Transaction ids',
  'axis.xids': 'Transaction ids, oldest first',
  'axis.rows': 'Snapshots, one session a row',
  'axis.next': 'next',
  'axis.setup': 'set-up',
  'axis.teardown': 'teardown',
  'axis.elsewhere': 'others',
  'axis.cell': (p: {
    xid: number;
    status: Status;
    owner: string | null;
    elsewhere: boolean;
    teardown: boolean;
    parent: number | null;
  }) =>
    p.status === 'unstarted'
      ? `${p.xid} is the next xid; ${STATUS.unstarted}`
      : `${p.xid}: ${STATUS[p.status]}, ${p.parent === null ? '' : `a subtransaction of ${p.parent}, `}${belongs(p.owner, p.elsewhere, p.teardown)}`,
  'axis.fold': (p: { count: number; first: number; last: number; running: number }, f: Format) =>
    `${f.integer(p.count)} xids, ${p.first} to ${p.last}, are folded; ${p.running === 0 ? 'none of them runs' : `${f.integer(p.running)} of them ${f.plural(p.running, 'runs', 'run')}`}. Opens them.`,
  'axis.fold.count': (p: { count: number }, f: Format) => f.integer(p.count),
  'axis.fold.notch': (p: { count: number }, f: Format) => f.integer(p.count),
  'axis.elided': (p: { digits: string }) => `… stands for ${p.digits}`,
  'axis.many': (p: { count: number; all: boolean }, f: Format) =>
    p.all
      ? `${f.integer(p.count)} sessions, none of which has a snapshot`
      : `${f.integer(p.count)} more ${f.plural(p.count, 'session has', 'sessions have')} no snapshot`,

  'axis.row': (p: { session: string; what: string }) => `Session ${p.session}: ${p.what}`,
  'axis.horizon': (p: { xid: number }) => `horizon ${p.xid}`,
  'axis.horizon.heldBy': 'held by',
  'axis.horizon.nobody': 'held by nobody',
  'axis.horizon.more': (p: { count: number }, f: Format) => `and ${f.integer(p.count)} more`,

  'axis.word.older': 'older: finished',
  'axis.word.newer': 'too new: counts as running',
  'axis.word.own': (p: { xids: readonly number[]; session: string }, f: Format) =>
    `${names(p.xids, f)} ${f.plural(p.xids.length, 'is', 'are')} ${p.session} itself: no notch`,
  'axis.word.own.short': 'own: no notch',
  'axis.word.isOwn': (p: { xid: number; session: string }) => `${p.xid} is ${p.session} itself`,
  'axis.word.xidOlder': (p: { xid: number }) => `${p.xid} is older: finished`,
  'axis.word.xidNewer': (p: { xid: number; session: string; then: boolean }) =>
    p.then ? `${p.xid} had not ended when ${p.session} looked` : `${p.xid} is too new: running`,
  'axis.word.xidNotch': (p: { xid: number; then: boolean }) =>
    p.then ? `${p.xid} still ran then` : `${p.xid} runs: on a notch`,
  'axis.word.xidEnded': (p: { xid: number; then: boolean }) =>
    p.then ? `${p.xid} had ended then: no notch` : `${p.xid} has ended: no notch`,
  'axis.word.parentNotch': (p: { xid: number; parent: number }) => `${p.xid} counts as ${p.parent}: on a notch`,
  'axis.word.parentEnded': (p: { xid: number; parent: number }) => `${p.xid} counts as ${p.parent}: no notch`,
  'axis.word.short': (p: { verdict: 'own' | 'older' | 'newer' | 'notch' | 'ended' | 'parentNotch' | 'parentEnded' }) =>
    ({
      own: 'its own',
      older: 'older: finished',
      newer: 'too new',
      notch: 'on a notch: ran',
      ended: 'no notch: ended',
      parentNotch: 'parent ran',
      parentEnded: 'parent ended',
    })[p.verdict],
  'axis.word.overflowed': 'subxids not listed: parents are asked for',
  'axis.word.overflowed.short': 'subxids not listed',
  'axis.word.newer.short': 'too new: running',
  'axis.word.none': 'no snapshot now',
  'axis.word.over': 'over; now it would take the dotted one',
  'axis.word.over.short': 'over',
  'axis.word.empty': 'nobody ran',

  'axis.snapshots': 'Snapshots',
  'axis.snapshot.range': (p: { xmin: number; xmax: number }) => `[${p.xmin} … ${p.xmax})`,
  'axis.snapshot.xip': (p: { xids: readonly number[] }) => `xip ${set(p.xids)}`,
  'axis.snapshot.subxip': (p: { xids: readonly number[] }) => `subxip ${set(p.xids)}`,
  'axis.snapshot.overflowed': 'suboverflowed',
  'axis.snapshot.more': (p: { count: number }, f: Format) => `and ${f.integer(p.count)} more`,
  'axis.snapshot.use': (p: { use: 'statement' | 'kept' | 'over' | 'none'; isolation: Isolation }) =>
    ({
      statement: `${ISOLATION[p.isolation]}: for the statement that waits`,
      kept: `${ISOLATION[p.isolation]}: kept since its first statement`,
      over: `${ISOLATION[p.isolation]}: over with its statement`,
      none: 'none now; next: this one',
    })[p.use],
  'axis.snapshot.wouldBe': (p: { xmin: number; xmax: number; xids: readonly number[] }) =>
    `now it would take [${p.xmin} … ${p.xmax}) xip ${set(p.xids)}`,

  'axis.hint.quiet': 'Point at an xid, or go there with the arrow keys.',
  'axis.hint.verdict': (p: {
    session: string;
    verdict: 'own' | 'older' | 'newer' | 'notch' | 'ended' | 'parentNotch' | 'parentEnded';
    has: boolean;
  }) => {
    if (p.verdict === 'own') return `${p.session}: its own`;
    const what = {
      older: p.has ? 'older than its snapshot, finished' : 'older, finished',
      newer: 'too new, counts as running',
      notch: 'on a notch, running',
      ended: 'inside, no notch, finished',
      parentNotch: 'its parent is on a notch, running',
      parentEnded: 'its parent is on no notch, finished',
    }[p.verdict];
    return p.has ? `${p.session}: ${what}` : `${p.session}, if it took a snapshot now: ${what}`;
  },

  'axis.text.counters': (p: { next: number; completed: number }) =>
    `The next xid is ${p.next}; ${p.completed} is the latest that has ended.`,
  'axis.text.xids': (
    p: {
      first: number;
      last: number;
      count: number;
      status: Status;
      owner: string | null;
      elsewhere: boolean;
      teardown: boolean;
      parent: number | null;
    },
    f: Format,
  ) =>
    `${f.plural(p.count, `Xid ${p.first}`, `Xids ${p.first} to ${p.last}`)}: ${STATUS[p.status]}, ${belongs(p.owner, p.elsewhere, p.teardown)}${
      p.parent === null ? '' : `, ${f.plural(p.count, 'a subtransaction', 'subtransactions')} of ${p.parent}`
    }.`,
  'axis.text.older': 'Older xids are no longer listed.',
  'axis.text.snapshot': (
    p: {
      session: string;
      use: 'statement' | 'kept' | 'over' | 'would';
      xmin: number;
      xmax: number;
      xip: readonly number[];
      subxip: readonly number[];
      suboverflowed: boolean;
    },
    f: Format,
  ) => {
    const what = {
      statement: `Snapshot of ${p.session}, for the statement that waits`,
      kept: `Snapshot of ${p.session}, kept until its transaction ends`,
      over: `Last snapshot of ${p.session}, over with its statement`,
      would: `Snapshot that ${p.session} would take now`,
    }[p.use];
    const xip = p.xip.length === 0 ? 'xip is empty' : `xip has ${names(p.xip, f)}`;
    const subxip = p.subxip.length === 0 ? 'subxip is empty' : `subxip has ${names(p.subxip, f)}`;
    const sub = p.suboverflowed
      ? 'suboverflowed: subtransactions are not listed, their parents are looked up in pg_subtrans'
      : subxip;
    return `${what}: xmin ${p.xmin}, xmax ${p.xmax}; ${xip}; ${sub}.`;
  },
  'axis.text.none': (p: { session: string }) => `${p.session} has no snapshot now.`,
  'axis.text.own': (p: { session: string; xids: readonly number[] }, f: Format) =>
    `${names(p.xids, f)} ${f.plural(p.xids.length, 'is', 'are')} ${p.session}’s own, and never listed in its own snapshot.`,

  'axis.horizons.bar': (p: { kind: Bar }) => BAR[p.kind],
  'axis.horizons.knows': (p: { session: string; computed: number | null }, f: Format) =>
    p.computed === null
      ? `What ${p.session} believes, since its last snapshot`
      : `What ${p.session} believes; it has ${computed(p.computed, f)}`,
  'axis.horizons.knowsNothing': (p: { session: string }) => `${p.session} has not looked yet: it believes nothing.`,
  'axis.horizons.note.bounds':
    'Below maybe_needed a row may go, from definitely_needed on it must stay. For what lies in between, the session computes accurate horizons; that means looking at every session, so it is put off as long as possible.',
  'axis.horizons.note.recent':
    'In 13 every snapshot looks at the xmin of every session and computes this number. Only the next snapshot moves it on.',
  'axis.horizons.table': 'What each session believes about tables',
  'axis.horizons.table.recentCaption': 'What each session’s last snapshot found',
  'axis.horizons.table.session': 'session',
  'axis.horizons.table.maybe': 'maybe_needed',
  'axis.horizons.table.definitely': 'definitely_needed',
  'axis.horizons.table.computed': 'computed',
  'axis.horizons.table.recent': 'RecentGlobalXmin',
  'axis.horizons.table.recentData': 'RecentGlobalDataXmin',

  'axis.horizons.text.oldest': (p: { xid: number }) =>
    `The horizon for tables: rows deleted by an xid below ${p.xid} are of no use to anybody.`,
  'axis.horizons.text.computed': (p: { session: string; computed: number }, f: Format) =>
    `${p.session} has ${computed(p.computed, f)}.`,
  'axis.horizons.text.bar': (p: { session: string; kind: Bar; maybe: number; definitely: number }) =>
    `${p.session}, ${BAR[p.kind]}: maybe needed from ${p.maybe} on, definitely needed from ${p.definitely} on.`,
  'axis.horizons.text.recent': (p: { session: string; kind: 'recent' | 'recentData'; xid: number }) =>
    `${p.session}: ${RECENT[p.kind]} is ${p.xid}.`,

  'axis.subxids.count': (p: { used: number; slots: number }, f: Format) =>
    `${f.integer(p.used)} of ${f.integer(p.slots)}`,
  'axis.subxids.free': (p: { free: number }, f: Format) =>
    p.free === 0
      ? 'All slots are taken: the next subxid overflows.'
      : `Room for ${f.integer(p.free)} more. Others list all of them in their snapshots.`,
  'axis.subxids.overflowed': 'overflowed',
  'axis.subxids.overflowedWords': (p: { without: number; xid: number }, f: Format) =>
    `${p.without === 0 ? '' : `${f.integer(p.without)} more ${f.plural(p.without, 'has', 'have')} no slot. `}Until ${p.xid} ends, no new snapshot uses the subxids it lists: for each xid between its bounds it looks up the parent in pg_subtrans.`,
  'axis.subxids.slot': (p: { slot: number; xid: number }) => `slot ${p.slot}: ${p.xid}`,
  'axis.subxids.none': 'No session has a subtransaction with an xid.',
  'axis.subxids.empty': (p: { count: number }, f: Format) =>
    `${f.integer(p.count)} more ${f.plural(p.count, 'session has', 'sessions have')} none.`,
  'axis.subxids.affected': (p: { who: readonly string[] }, f: Format) =>
    `${f.plural(p.who.length, 'This snapshot has', 'These snapshots have')} been taken so: ${f.list(p.who)}.`,
  'axis.subxids.text': (
    p: { session: string; slots: readonly number[]; overflowed: boolean; without: number },
    f: Format,
  ) =>
    `${p.session}: ${f.integer(p.slots.length)} of 64 subxid slots are used${p.slots.length === 0 ? '' : ` (${p.slots.join(', ')})`}; ${
      p.overflowed
        ? `overflowed${p.without === 0 ? '' : `, ${f.integer(p.without)} more subxids have no slot`}: others cannot list its subtransactions`
        : 'not overflowed'
    }.`,
} satisfies Area<'axis'>);
