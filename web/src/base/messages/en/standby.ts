/** Texts of the standby's page: the primary's WAL, how far it is replayed, and what snapshots say on both sides. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

type Kind = 'xid' | 'assignment' | 'commit' | 'abort' | 'running-xacts';
type Who = { readonly kind: 'primary' } | { readonly kind: 'primary-then' | 'standby' | 'held'; readonly at: number };

const who = (p: Who): string => {
  switch (p.kind) {
    case 'primary':
      return 'primary, now';
    case 'primary-then':
      return `primary, record ${p.at}`;
    case 'standby':
      return `standby, record ${p.at}`;
    case 'held':
      return `query, record ${p.at}`;
  }
};
const WHY = {
  'before-xmin': (p: WhyValues) => `${p.xid} is before xmin ${p.xmin}: it had ended.`,
  'from-xmax': (p: WhyValues) => `${p.xid} is not before xmax ${p.xmax}: it had not ended yet.`,
  listed: (p: WhyValues) => `${p.xid} is in ${p.list}: it was running.`,
  'not-listed': (p: WhyValues) =>
    `${p.xid} lies between xmin ${p.xmin} and xmax ${p.xmax}, and not in ${p.list}: it had ended.`,
  'parent-before-xmin': (p: WhyValues) =>
    `suboverflowed: pg_subtrans leads from ${p.xid} to ${p.parent}, which is before xmin ${p.xmin}: it had ended.`,
  'parent-listed': (p: WhyValues) =>
    `suboverflowed: pg_subtrans leads from ${p.xid} to ${p.parent}, which is in ${p.list}: it was running.`,
  'parent-not-listed': (p: WhyValues) =>
    `suboverflowed: pg_subtrans leads from ${p.xid} to ${p.parent}, which is not in ${p.list}: it had ended.`,
} as const;
interface WhyValues {
  readonly xid: number;
  readonly xmin: number;
  readonly xmax: number;
  readonly list: 'xip' | 'subxip' | null;
  readonly parent: number | null;
}
const records = (n: number, f: Format): string => `${f.integer(n)} ${f.plural(n, 'record', 'records')}`;
const runs = (first: number, last: number): string => (first === last ? String(first) : `${first}–${last}`);
const STATUS = {
  running: 'runs',
  committed: 'committed',
  aborted: 'rolled back',
  prepared: 'is prepared',
} as const;

export const standby = addTexts({
  'standby.title': 'Snapshots on a standby',
  'standby.want.position': 'a number of records, up to 99999; replay also end',
  'standby.want.positions': 'up to eight numbers of records, with commas',
  'standby.lead': 'A standby learns who runs only from the WAL: what has committed on the primary may still run there.',
  'standby.examples': 'Examples',
  'standby.stage.examples': (p: { id: 'late' | '64' | 'pending' }) =>
    ({ late: 'Late commit', '64': '64th subxid', pending: 'Overflowed copy' })[p.id],
  'standby.example': (p: { id: 'late' | '64' | 'pending' }) =>
    ({ late: 'A commit, replayed late', '64': 'The 64th subtransaction', pending: 'Copied while overflowed' })[p.id],
  'standby.example.other': 'Other…',
  'standby.example.none': 'Choose an example',
  'standby.toPlayground': 'In the Playground',
  'standby.fromPlayground': 'The same, seen from a standby',
  'standby.figure': 'Primary, WAL and standby',

  'standby.finding.initialized':
    'The standby gives no snapshot yet: no record has told it which transactions are running',
  'standby.finding.pending': (p: { pendingXmin: number }) =>
    `The list of running transactions had gaps: the standby gives no snapshot until all up to ${p.pendingXmin} have ended`,
  'standby.finding.ready': 'Ready: the standby can give snapshots now',
  'standby.finding.late': (
    p: { xid: number; committed: boolean; behind: number; isKnown: boolean; xmax: number },
    f: Format,
  ) =>
    `${p.xid} has ${p.committed ? 'committed' : 'rolled back'} on the primary; on the standby, ${records(p.behind, f)} behind, it ${p.isKnown ? 'still runs' : 'has not begun, and counts as running'}`,
  'standby.finding.overflowed': (p: { missing: number; top: number }, f: Format) =>
    p.missing === 0
      ? 'The standby’s snapshots are suboverflowed'
      : `${f.integer(p.missing)} subxids of ${p.top} have left the standby’s array for pg_subtrans: its snapshots are suboverflowed`,
  'standby.finding.behind': (p: { behind: number }, f: Format) =>
    `The standby is ${records(p.behind, f)} behind, and agrees about everything that has ended`,
  'standby.finding.nobody': 'No transaction runs: a new snapshot lists nobody, on the primary and on the standby',
  'standby.finding.same':
    'Both count the same transactions as running: a primary in xip and subxip, a standby in subxip alone',

  'standby.lane.primary': 'Primary',
  'standby.lane.wal': 'WAL',
  'standby.lane.standby': 'Standby',
  'standby.server.runs': (p: { at: number | null }) => (p.at === null ? 'running now' : `running at record ${p.at}`),
  'standby.server.place': (p: { at: number | null }) => (p.at === null ? 'now' : `at record ${p.at}`),
  'standby.session.idle': 'idle',
  'standby.session.subxids': (p: { count: number; overflowed: boolean }, f: Format) =>
    `${f.integer(p.count)} ${f.plural(p.count, 'subxid', 'subxids')}${p.overflowed ? ', overflowed' : ''}`,
  'standby.session.noXid': 'no xid',
  'standby.nextXid': (p: { xid: number }) => `nextXid ${p.xid}`,
  'standby.latestCompleted': (p: { xid: number }) => `latestCompletedXid ${p.xid}`,
  'standby.lastOverflowed': (p: { xid: number }) => `lastOverflowedXid ${p.xid === 0 ? 'none' : p.xid}`,
  'standby.readiness': (p: { readiness: 'initialized' | 'pending' | 'ready' }) =>
    ({
      initialized: 'no snapshot yet',
      pending: 'no snapshot yet',
      ready: 'snapshots available',
    })[p.readiness],
  'standby.readiness.name': (p: { readiness: 'initialized' | 'pending' | 'ready' }) =>
    ({
      initialized: 'standbyState STANDBY_INITIALIZED',
      pending: 'standbyState STANDBY_SNAPSHOT_PENDING',
      ready: 'standbyState STANDBY_SNAPSHOT_READY',
    })[p.readiness],
  'standby.kept': 'What the standby keeps',
  'standby.array': 'KnownAssignedXids',
  'standby.array.empty': 'empty',
  'standby.array.bounds': (p: { tail: number; head: number; count: number; compressions: number }, f: Format) =>
    `tail ${f.integer(p.tail)}, head ${f.integer(p.head)}, ${f.integer(p.count)} valid${p.compressions === 0 ? '' : `, compressed ${f.integer(p.compressions)} ${f.plural(p.compressions, 'time', 'times')}`}`,
  'standby.array.running': (p: { count: number }, f: Format) => `${f.integer(p.count)} running`,
  'standby.subtrans': 'pg_subtrans',
  'standby.subtrans.of': (p: { ranges: readonly { first: number; last: number }[]; top: number }) =>
    `${p.ranges.map(({ first, last }) => runs(first, last)).join(', ')} → ${p.top}`,
  'standby.record': (p: { kind: Kind; xid: number; count: number; overflowed: boolean }, f: Format) => {
    switch (p.kind) {
      case 'xid':
        return `xid ${p.xid}`;
      case 'assignment':
        return `assign ${f.integer(p.count)} → ${p.xid}`;
      case 'commit':
        return `commit ${p.xid}${p.count === 0 ? '' : ` + ${f.integer(p.count)}`}`;
      case 'abort':
        return `abort ${p.xid}${p.count === 0 ? '' : ` + ${f.integer(p.count)}`}`;
      case 'running-xacts':
        return `${f.integer(p.count)} running${p.overflowed ? ', gaps' : ''}`;
    }
  },
  'standby.record.name': (p: { kind: Kind }) =>
    ({
      xid: 'first change',
      assignment: 'ASSIGNMENT',
      commit: 'COMMIT',
      abort: 'ABORT',
      'running-xacts': 'RUNNING_XACTS',
    })[p.kind],
  'standby.record.text': (p: { kind: Kind; xid: number; xids: readonly number[]; overflowed: boolean }, f: Format) => {
    const n = p.xids.length;
    switch (p.kind) {
      case 'xid':
        return `the first change under xid ${p.xid}`;
      case 'assignment':
        return `the assignment of ${f.integer(n)} subxids, ${runs(p.xids[0] ?? 0, p.xids[n - 1] ?? 0)}, to ${p.xid}`;
      case 'commit':
        return `the commit of ${p.xid}${n === 0 ? '' : ` with ${f.integer(n)} ${f.plural(n, 'subtransaction', 'subtransactions')}`}`;
      case 'abort':
        return `the rollback of ${p.xid}${n === 0 ? '' : ` with ${f.integer(n)} ${f.plural(n, 'subtransaction', 'subtransactions')}`}`;
      case 'running-xacts':
        return `who runs: ${n <= 1 ? 'nobody' : `${f.integer(n - 1)} ${f.plural(n - 1, 'xid', 'xids')}`}, the oldest ${p.xids[0] ?? 0}, next ${p.xid}${p.overflowed ? '; subtransactions are missing' : ''}`;
    }
  },
  'standby.strip.replayed': 'replayed',
  'standby.strip.ahead': 'still to come',
  'standby.strip.none': 'The primary has written nothing yet.',
  'standby.strip.more': 'WAL goes on; no more of it is shown or replayed.',

  'standby.replay': 'Replay',
  'standby.replay.position': 'Replayed up to',
  'standby.replay.value': (p: { at: number; end: number }, f: Format) => `${f.integer(p.at)} of ${records(p.end, f)}`,
  /** On a phone. */
  'standby.replay.short': (p: { at: number; end: number }, f: Format) => `${f.integer(p.at)}/${f.integer(p.end)}`,
  'standby.replay.previous': 'One record back',
  'standby.replay.next': 'Next record',
  'standby.replay.follow': 'Keep up with the primary',
  'standby.snapshot.take': 'Take a snapshot here',
  'standby.snapshot.release': (p: { at: number }) => `End the query begun at record ${p.at}`,
  'standby.snapshot.release.short': 'Release',
  'standby.snapshot.cannot.notReady': 'No snapshot can be taken: the standby does not know what is running',
  'standby.snapshot.cannot.held': 'You already hold one taken at this place',
  'standby.snapshot.cannot.full': 'You hold as many as can be held; release one first',
  'standby.copy.here': 'Re-create the standby from here',
  'standby.copy.start': 'Copy it from the beginning',
  'standby.copy.where': (p: { from: number }) =>
    `Copied at record ${p.from}, while the primary ran: a record must tell it what is running.`,
  'standby.primary.steps': 'Primary’s next steps',
  'standby.primary.step': (p: { letter: string; step: string }) => `${p.letter}: ${p.step}`,

  'standby.who': (p: Who) => who(p),
  'standby.who.query': (p: { at: number }) => `a query on the standby, begun at record ${p.at}`,
  'standby.snapshots': 'One answer, stored in two ways',
  'standby.snapshots.whose': 'Snapshot',
  'standby.snapshots.flag': 'takenDuringRecovery',
  'standby.snapshots.ahead': 'not taken yet',
  'standby.snapshots.refused': 'refused: not ready',
  'standby.list': (p: { xids: readonly number[]; ranges: readonly { first: number; last: number }[] }, f: Format) =>
    p.xids.length === 0
      ? '–'
      : `${p.ranges.map(({ first, last }) => runs(first, last)).join(', ')}${p.xids.length > 3 ? ` (${f.integer(p.xids.length)})` : ''}`,
  'standby.yes': 'yes',
  'standby.no': 'no',
  'standby.ask': 'Ask about xid',
  'standby.ask.none': 'none chosen',
  'standby.why': (p: { xid: number; status: keyof typeof STATUS }) =>
    `What does each snapshot say about ${p.xid}? (On the primary it ${STATUS[p.status]}.)`,
  'standby.why.hint': 'Choose an xid, in the list or in the drawing.',
  'standby.why.says': 'It',
  'standby.why.because': 'Because',
  'standby.why.answer': (p: { who: Who; runs: boolean; why: keyof typeof WHY } & WhyValues) =>
    `${who(p.who)}: ${WHY[p.why](p)}`,
  'standby.why.short': (p: { why: keyof typeof WHY } & WhyValues) => WHY[p.why](p),
  'standby.runs': 'runs',
  'standby.ended': 'ended',
  'standby.column': (p: { first: number; last: number; count: number }) => runs(p.first, p.last),
  'standby.column.cut': (p: { count: number }, f: Format) => `${f.integer(p.count)} older left out`,

  'standby.rows.title': (p: { table: string }) => `Who sees which version of ${p.table}?`,
  'standby.rows.version': 'Version',
  'standby.rows.values': 'Values',
  'standby.rows.none': 'There is no table.',
  'standby.rows.empty': 'No row version on its first page.',
  'standby.rows.more': (p: { count: number }, f: Format) => `${f.integer(p.count)} more on this page.`,
  'standby.rows.note':
    'The primary has the same page: replay copies it byte for byte. Pruning is not shown. A standby about to replay it first waits, up to max_standby_streaming_delay, for queries that still need the row, and then cancels them.',
  'standby.rows.sees': 'sees it',
  'standby.rows.seesNot': 'does not',

  'standby.text.at': (p: { at: number; end: number; from: number }, f: Format) =>
    `The standby has replayed ${f.integer(p.at)} of ${records(p.end, f)}.${p.from === 0 ? '' : ` It was copied at record ${f.integer(p.from)}.`}`,
  'standby.text.next': (p: { text: string }) => `Next comes ${p.text}.`,
  'standby.text.last': (p: { text: string }) => `Replayed last: ${p.text}.`,
  'standby.text.session': (
    p: { session: string; xid: number; subxids: number; overflowed: boolean; status: string },
    f: Format,
  ) =>
    `On the primary, session ${p.session} (${p.status}) ${p.xid === 0 ? 'has no xid' : `has xid ${p.xid}`}${p.subxids === 0 ? '' : ` and ${f.integer(p.subxids)} ${f.plural(p.subxids, 'subxid', 'subxids')}`}${p.overflowed ? ', overflowed' : ''}.`,
  'standby.text.array': (p: { tail: number; head: number; list: string; invalid: string }) =>
    `KnownAssignedXids from slot ${p.tail} to ${p.head}: ${p.list === '' ? 'nothing valid' : p.list}${p.invalid === '' ? '' : `; no longer valid: ${p.invalid}`}.`,
  'standby.text.subtrans': (p: { list: string }) => `The standby’s pg_subtrans: ${p.list}.`,
  'standby.text.snapshot': (p: {
    who: Who;
    xmin: number;
    xmax: number;
    xip: string;
    subxip: string;
    suboverflowed: boolean;
    inRecovery: boolean;
  }) =>
    `Snapshot of the ${who(p.who)}: xmin ${p.xmin}, xmax ${p.xmax}, xip ${p.xip}, subxip ${p.subxip}${p.suboverflowed ? ', suboverflowed' : ''}${p.inRecovery ? ', taken during recovery' : ''}.`,
  'standby.text.noSnapshot': (p: { who: Who; state: 'ahead' | 'refused' | 'taken' }) =>
    `Snapshot of the ${who(p.who)}: ${p.state === 'ahead' ? 'not taken yet at this place of replay' : 'none can be taken, the standby does not know what is running'}.`,
  'standby.text.version': (p: { ctid: string; values: string; xmin: number; xmax: number | null; who: string }) =>
    `Version ${p.ctid} (${p.values}), xmin ${p.xmin}${p.xmax === null ? '' : `, xmax ${p.xmax}`}: seen by ${p.who === '' ? 'none of the snapshots' : p.who}.`,
  'standby.stopped': (p: { what: string }) => `The standby stopped: ${p.what}.`,
} satisfies Area<'standby'>);
