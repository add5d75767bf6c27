/** Texts of the page that looks at a real server: its file, who holds the horizon, which row versions may go. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

type Table = 'data' | 'catalog' | 'shared' | 'temp';
const TABLE = {
  data: 'ordinary tables',
  catalog: 'catalogs',
  shared: 'shared catalogs',
  temp: 'temporary tables',
} as const satisfies Record<Table, string>;

interface Who {
  readonly kind:
    | 'xid'
    | 'xmin'
    | 'prepared'
    | 'slot-xmin'
    | 'slot-catalog-xmin'
    | 'standby'
    | 'unseen'
    | 'primary'
    | 'deferred';
  readonly pid: number | null;
  readonly name: string | null;
}
function who({ kind, pid, name }: Who): string {
  switch (kind) {
    case 'xid':
    case 'xmin':
      return `session ${pid ?? '?'}`;
    case 'prepared':
      return `prepared “${name ?? ''}”`;
    case 'slot-xmin':
    case 'slot-catalog-xmin':
      return `slot “${name ?? ''}”`;
    case 'standby':
      return name === null || name === '' ? `standby of process ${pid ?? '?'}` : `standby “${name}”`;
    case 'unseen':
      return 'a transaction that belongs to no session in the file';
    case 'primary':
      return 'a transaction on the primary';
    case 'deferred':
      return 'the setting vacuum_defer_cleanup_age';
  }
}

const EXEMPT = {
  vacuum: 'it runs VACUUM, and VACUUMs do not wait for each other',
  decoding: 'it sends logical changes; its slot holds the horizon for it',
  'other-database': 'it is in another database and cannot read this one’s tables',
  'catalogs-only': 'logical decoding reads catalogs, never rows',
  'own-temporary': 'nobody reads another session’s temporary tables',
  'this-look': 'it is the query that wrote this file, and has ended',
} as const;

/** Beside a line that is as good as none. */
const EXEMPT_SHORT = {
  vacuum: 'runs VACUUM',
  decoding: 'sends changes',
  'other-database': 'other DB',
  'catalogs-only': 'catalogs only',
  'own-temporary': 'not its own',
  'this-look': 'this query',
} as const satisfies Record<keyof typeof EXEMPT, string>;

const OUTCOME = {
  committed: 'committed',
  aborted: 'rolled back',
  running: 'still running',
  unknown: 'ended so long ago that the server no longer knows how',
} as const;

const WHY = {
  frozen: 'frozen: older than every snapshot',
  aborted: 'its writer rolled back',
  running: 'its writer has not committed',
  'before-xmin': 'committed, and older than every transaction that was still running for this snapshot',
  'at-xmin': 'its writer is this snapshot’s xmin, the first that it does not see',
  'ended-before': 'committed before this snapshot and not in its list',
  'still-running-then': 'its writer was running when the snapshot was taken',
  'after-xmax': 'its writer began or ended after this snapshot',
  own: 'it may be its own work, of an earlier command or a later one',
  'only-xmin-known':
    'it cannot be known from outside: a server shows only another session’s xmin, not its list of running transactions',
  'maybe-sub': 'it may be a subtransaction of one that was running then; the file cannot tell',
  'outcome-gone': 'the server no longer knows how its writer ended',
} as const;

function span(seconds: number, f: Format): string {
  if (seconds < 60) return `${f.integer(Math.max(0, Math.round(seconds)))} s`;
  if (seconds < 3600) return `${f.integer(Math.round(seconds / 60))} min`;
  if (seconds < 172_800) return `${f.integer(Math.round(seconds / 3600))} h`;
  return `${f.integer(Math.round(seconds / 86_400))} days`;
}

type AdviceKind =
  | 'idle'
  | 'active'
  | 'hidden'
  | 'prepared'
  | 'slot'
  | 'logicalSlot'
  | 'logicalSlotActive'
  | 'feedback'
  | 'primary'
  | 'deferred';
interface AdviceValues {
  readonly kind: AdviceKind;
  readonly pid: number | null;
  readonly name: string | null;
  readonly database: string | null;
  readonly count: number;
}
function adviceText({ kind, pid, name, database, count }: AdviceValues): string {
  switch (kind) {
    case 'idle':
      return `Session ${pid ?? '?'} waits for its application with a transaction open. Commit or roll back there; if nobody can, end the session.`;
    case 'active':
      return `Session ${pid ?? '?'} is running a statement. Let it finish. Cancel it only as a last resort.`;
    case 'hidden':
      return `This role may not see what ${count === 1 ? `session ${pid ?? '?'} does` : `these ${count} sessions do`}, or since when. Run the script with a role in pg_monitor.`;
    case 'prepared':
      return `Prepared transaction “${name ?? ''}” stays until somebody finishes it. Connect to ${database ?? 'its database'} and run one of the two.`;
    case 'slot':
      return `No standby is connected to slot “${name ?? ''}”. Start its standby again; if that is gone for good, drop the slot.`;
    case 'logicalSlot':
      return `No subscriber reads from slot “${name ?? ''}”. Start its subscriber again; if that is gone for good, drop the slot in database ${database ?? '?'}.`;
    case 'logicalSlotActive':
      return `Slot “${name ?? ''}” is being read. Let its subscriber catch up; this shows how far it is.`;
    case 'feedback':
      return `${name === null || name === '' ? 'The standby' : `“${name}”`} reports that a query on a standby needs these rows. End that query there, or stop the reports.`;
    case 'primary':
      return 'Run the script on the primary: the transaction is there.';
    case 'deferred':
      return 'The server itself waits, by vacuum_defer_cleanup_age. Set it to 0.';
  }
}
/** In half a line, for a stage. */
const SHORT = {
  idle: 'end its open transaction',
  active: 'let its statement finish',
  hidden: 'ask again with a role in pg_monitor',
  prepared: 'commit it or roll it back',
  slot: 'start its standby, or drop the slot',
  logicalSlot: 'start its subscriber, or drop the slot',
  logicalSlotActive: 'let its subscriber catch up',
  feedback: 'end the query on the standby',
  primary: 'look at the primary',
  deferred: 'set it to 0',
} as const satisfies Record<AdviceKind, string>;
const COST = {
  idle: 'Its transaction is rolled back and its connection closes. The setting idle_in_transaction_session_timeout does this for every session left idle that long.',
  active: 'The statement fails; its transaction rolls back, unless it goes on from a savepoint.',
  hidden: 'Until then there is no advice on what to end.',
  prepared: 'Neither can be undone: ask the application that prepared it which outcome it wants.',
  slot: 'A standby that comes back later may miss WAL, and must then be re-created.',
  logicalSlot: 'The subscriber loses its place, and must copy its tables again.',
  logicalSlotActive: 'It changes nothing.',
  feedback: 'From then on, cleanup here may cancel queries on the standby.',
  primary: 'It changes nothing here.',
  deferred: 'From then on, cleanup here may cancel queries on standbys.',
} as const satisfies Record<AdviceKind, string>;

export const server = addTexts({
  'server.title': 'Look at a real server',
  'server.lead': 'Why is this row still here? Ask your own PostgreSQL, and see who holds its removal horizon.',
  'server.private': 'The file is read in this page. Nothing is sent anywhere.',
  'server.open': 'Open a file',
  'server.sample': 'Show the sample',
  'server.paste': 'Or paste what the script printed',
  'server.paste.show': 'Show it',
  'server.drop': 'Drop the file here',
  'server.drop.hint': 'state.json, as the script printed it',
  'server.another': 'Another file',
  'server.own': 'Look at your own server',
  'server.advice': 'What to do',
  'server.advice.do': (p: AdviceValues) => adviceText(p),
  'server.advice.cost': (p: { kind: AdviceKind }) => COST[p.kind],
  'server.advice.short': (p: { kind: AdviceKind; holder: Who }) => `What to do, ${who(p.holder)}: ${SHORT[p.kind]}.`,
  'server.advice.all': (p: { count: number; more: number }, f: Format) =>
    `${f.integer(p.count)} holders have the same xid: all of them must go.${p.more > 0 ? ` ${f.integer(p.more)} of them ${f.plural(p.more, 'is', 'are')} only in the drawing or its table.` : ''}`,
  'server.advice.next': (p: { xid: number; holder: Who | null }) =>
    p.holder === null
      ? `Then nobody holds the horizon: it is ${p.xid}.`
      : `Then the horizon is ${p.xid}, held by ${who(p.holder)}.`,
  'server.advice.frees': (p: { count: number; kept: number }, f: Format) =>
    `${p.count === 0 ? 'None' : f.integer(p.count)} of the ${f.integer(p.kept)} dead versions that are kept may then go.`,
  'server.advice.onStandby': 'On the standby:',
  'server.advice.copy': 'Copy',
  'server.advice.copyOf': (p: { sql: string }) => `Copy ${p.sql}`,
  'server.sampleNote':
    'This is the sample: a real PostgreSQL 17. Every holder but the query itself is there on purpose, one update apart.',
  'server.how': 'How to get the file',
  'server.how.steps':
    'One query, read-only, for PostgreSQL 13 to 18. It takes only the locks that any SELECT takes, and reads no query text, no value of any row and no address.',
  'server.how.download': 'Download server-state.sql',
  'server.how.copy': 'Copy the commands',
  'server.how.copyScript': 'Copy the script',
  'server.how.copied': 'Copied.',
  'server.how.copyFailed': 'The browser did not allow copying; select the text and copy it.',
  'server.how.commands': 'Commands',
  'server.how.rights':
    'Any role can read xids and snapshots. To see what other users’ sessions do, and since when, you need pg_read_all_stats or pg_monitor; to see a table’s row versions, the extension pageinspect as a superuser. Without a table, leave PGOPTIONS out.',

  'server.file.badXid': (p: { path: string; given: string }) =>
    `${p.path}: “${p.given}” is not an xid: a whole number of 32 bits, written as text`,
  'server.file.badSnapshot': (p: { path: string; given: string }) =>
    `${p.path}: “${p.given}” is not a snapshot: pg_current_snapshot() writes xmin:xmax:xip,xip,… in ascending order`,
  'server.file.tooMany': (p: { path: string; max: number }, f: Format) =>
    `${p.path}: more than ${f.integer(p.max)} entries are not shown; take them out of the file`,
  'server.file.notText': 'these bytes are not UTF-8 text; write the file with psql’s own -o or with a redirection',
  'server.file.empty': 'the file is empty; look for what psql said on the terminal',
  'server.file.cutOff': 'the file ends here: it is cut off; copy all of it',
  'server.file.other': 'This is JSON, but not from server-state.sql: “format” is missing',
  'server.problems.more': (p: { n: number }, f: Format) => `${f.integer(p.n)} more ${f.plural(p.n, 'fault', 'faults')}`,
  'server.file.notJsonHint':
    'The script’s answer begins with {. Run it with psql -X -qAt; if psql wrote an error into the file, fix that first.',
  'server.problems': (p: { n: number; file: string }, f: Format) =>
    `${p.file === '' ? 'This text' : p.file} cannot be shown: ${f.integer(p.n)} ${f.plural(p.n, 'fault', 'faults')}`,

  'server.head': (p: { server: number; database: string; takenAt: string }) =>
    `PostgreSQL ${Math.floor(p.server / 10_000)}.${p.server % 10_000}, database ${p.database}, ${p.takenAt.replace('T', ' ').replace('Z', ' UTC')}`,
  'server.badge.sample': 'the sample, with holders set up on purpose',
  'server.kind': 'Horizon of',
  'server.kind.name': (p: { kind: Table }) => TABLE[p.kind],
  'server.finding.held': (p: { kind: Table; holder: Who; behind: number; seconds: number | null }, f: Format) => {
    const name = who(p.holder);
    const since = p.seconds === null || p.seconds < 60 ? '' : `, open for ${span(p.seconds, f)},`;
    return `${name.charAt(0).toUpperCase()}${name.slice(1)}${since} holds the horizon of ${TABLE[p.kind]} back by ${f.integer(p.behind)} ${f.plural(p.behind, 'xid', 'xids')}: what was deleted since then must stay`;
  },
  'server.finding.heldByMany': (p: { kind: Table; count: number; behind: number }, f: Format) =>
    `${f.integer(p.count)} holders keep the horizon of ${TABLE[p.kind]} back by ${f.integer(p.behind)} ${f.plural(p.behind, 'xid', 'xids')}: what was deleted since then must stay`,
  'server.finding.free': (p: { kind: Table }) => `Nobody holds the horizon of ${TABLE[p.kind]}`,
  'server.who': (p: Who) => who(p),
  'server.where': (
    p: { kind: Who['kind']; state: string | null; database: string | null; seconds: number | null },
    f: Format,
  ) =>
    // The age first: it is what is looked for, and a line's end may be cut.
    [
      ...(p.seconds === null ? [] : [span(p.seconds, f)]),
      ...(p.database === null ? [] : [p.database]),
      ...(p.state === null ? [] : [p.state]),
    ].join(' · '),
  'server.pin': (p: { kind: Who['kind']; xid: number; other: number | null }) => {
    const what =
      p.kind === 'xid' || p.kind === 'prepared' || p.kind === 'unseen'
        ? 'xid'
        : p.kind === 'slot-catalog-xmin'
          ? 'catalog_xmin'
          : 'xmin';
    return `${what} ${p.xid}${p.other === null ? '' : `, ${what === 'xid' ? 'xmin' : 'xid'} ${p.other}`}`;
  },
  'server.counts': 'counts',
  'server.holds': 'holds the horizon',
  'server.exempt': 'does not count',
  'server.exempt.why': (p: { why: keyof typeof EXEMPT }) => EXEMPT[p.why],
  'server.exempt.short': (p: { why: keyof typeof EXEMPT }) => EXEMPT_SHORT[p.why],
  'server.holder.text': (p: Who & { pin: string; role: 'holds' | 'counts' | keyof typeof EXEMPT }) =>
    `${who(p)}, ${p.pin}: ${p.role === 'holds' ? 'holds the horizon' : p.role === 'counts' ? 'would hold it next' : `does not count: ${EXEMPT[p.role]}`}.`,
  'server.axis': 'Transaction ids with the holders pinned to them',
  'server.axis.horizon': (p: { xid: number }) => `horizon ${p.xid}`,
  'server.axis.next': 'next',
  'server.axis.maybe': 'maybe needed',
  'server.axis.definitely': 'definitely needed',
  'server.axis.bothBounds': 'maybe = definitely needed',
  'server.axis.oneNumber': 'RecentGlobalDataXmin',
  'server.axis.both': 'horizon = next',
  'server.axis.dead': 'dead versions, by who deleted them',
  'server.axis.order': 'Marks are in order, not to scale.',
  'server.axis.leftOut': (p: { names: readonly string[]; more: number }, f: Format) =>
    p.names.length === 0
      ? `${f.integer(p.more)} more ${f.plural(p.more, 'holder', 'holders')}, which matter least`
      : `These matter least: ${f.list([...p.names, ...(p.more > 0 ? [`${f.integer(p.more)} more`] : [])])}`,
  'server.axis.more': (p: { count: number }, f: Format) =>
    `${f.integer(p.count)} more holders, all younger, are in the table.`,
  'server.axis.text.horizon': (p: { kind: Table; xid: number; next: number }) =>
    `The horizon of ${TABLE[p.kind]} is ${p.xid}; the next xid is ${p.next}. What was deleted before ${p.xid} may go.`,
  'server.axis.text.dead': (p: { xid: number; count: number; answer: 'removable' | 'kept' | 'open' }, f: Format) =>
    `Deleted by ${p.xid}: ${f.integer(p.count)} ${f.plural(p.count, 'version', 'versions')}, ${p.answer === 'removable' ? 'may go' : p.answer === 'kept' ? 'kept' : 'to be found out'}.`,

  'server.kinds': 'All horizons',
  'server.kinds.kind': 'Kind',
  'server.kinds.horizon': 'Horizon',
  'server.kinds.by': 'Held by',
  'server.kinds.nobody': 'nobody',
  'server.holders.table': 'Everybody who could hold it',
  'server.holders.who': 'Who',
  'server.holders.pin': 'Oldest',
  'server.holders.where': 'Where',
  'server.holders.role': 'For this kind',

  'server.rows.title': (p: { name: string; kept: number; removable: number }, f: Format) =>
    p.kept === 0 && p.removable === 0
      ? `${p.name}: no dead row version on these pages`
      : `${p.name}: ${f.integer(p.kept)} dead ${f.plural(p.kept, 'version is', 'versions are')} kept, ${f.integer(p.removable)} may go`,
  /** While the figure above draws another horizon. */
  'server.rows.kind': (p: { kind: Table; horizon: number }) =>
    `This table’s versions are judged by the horizon of ${TABLE[p.kind]}, ${p.horizon}.`,
  'server.rows.none':
    'The file names no table. Set xipscope.relation, and this page says for each row version why it is still there.',
  'server.rows.noTable': (p: { name: string }) => `There is no table ${p.name} in this database.`,
  'server.rows.noPages': (p: { name: string }) =>
    `The file has no pages of ${p.name}: its server lacks the extension pageinspect (CREATE EXTENSION pageinspect), or the table is empty.`,
  'server.rows.pages': (p: { first: number; last: number; blocks: number }, f: Format) =>
    `Shown: ${p.first === p.last ? `page ${p.first}` : `pages ${p.first} to ${p.last}`} of a table of ${f.integer(p.blocks)} ${f.plural(p.blocks, 'page', 'pages')}.`,
  'server.rows.list': 'Row versions',
  'server.rows.filter': 'Show',
  'server.rows.filter.dead': 'Dead ones',
  'server.rows.filter.all': 'All',
  'server.rows.more': (p: { count: number }, f: Format) => `${f.integer(p.count)} more. Show them`,
  'server.row.name': (p: { block: number; lp: number }) => `(${p.block},${p.lp})`,
  'server.row.written': (p: { xmin: number; xmax: number | null }) =>
    `xmin ${p.xmin}${p.xmax === null ? '' : `, xmax ${p.xmax}`}`,
  'server.row.live': 'live',
  'server.row.inserting': 'being inserted',
  'server.row.deleting': 'live, being deleted',
  'server.row.never': 'may go: rolled back',
  'server.row.removable': 'may go',
  'server.row.kept': (p: { holder: Who; more: number }, f: Format) =>
    `kept by ${who(p.holder)}${p.more === 0 ? '' : ` and ${f.integer(p.more)} more`}`,
  'server.row.keptByTime': 'kept: deleted after the query began',
  'server.row.unknown': 'cannot be known',
  'server.why': (p: { block: number; lp: number }) => `Why is (${p.block},${p.lp}) still here?`,
  'server.why.inserted': (p: { xid: number; outcome: keyof typeof OUTCOME; hinted: boolean; frozen: boolean }) =>
    p.frozen
      ? `Inserted by ${p.xid}, frozen since: it is older than every snapshot.`
      : `Inserted by ${p.xid}, which ${p.outcome === 'running' ? 'is' : 'has'} ${OUTCOME[p.outcome]}${p.hinted ? ' (its hint bit says so)' : ''}.`,
  'server.why.deleted': (p: { xid: number; outcome: keyof typeof OUTCOME; hinted: boolean }) =>
    `Deleted or replaced by ${p.xid}, which ${p.outcome === 'running' ? 'is' : 'has'} ${OUTCOME[p.outcome]}${p.hinted ? ' (its hint bit says so)' : ''}.`,
  'server.why.notDeleted': 'Nobody has deleted it; a lock does not delete.',
  'server.why.live': 'It is the row as it is now.',
  'server.why.inserting': 'It is not dead: its insertion has not even committed yet.',
  'server.why.deleting': 'It is not dead yet: the transaction that deletes it may still roll back.',
  'server.why.never': 'Nobody ever saw it. The next VACUUM or pruning of its page removes it, whatever the horizon.',
  'server.why.removable': (p: { xid: number; horizon: number }) =>
    `${p.xid} is before the horizon ${p.horizon}: no snapshot can see it. It is here only because neither VACUUM nor pruning has visited its page yet.`,
  'server.why.kept': (p: { xid: number; horizon: number }) =>
    `${p.xid} is not before the horizon ${p.horizon}, so somebody may still need it. These keep it, and it may go when all of them have gone:`,
  'server.why.keptByTime': (p: { xid: number; horizon: number }) =>
    `${p.xid} is not before the horizon ${p.horizon}, but nothing in the file holds that back: the next time you look, it will be removable.`,
  'server.why.unknown': (p: { xid: number }) =>
    `What became of ${p.xid} is not in the file: the server no longer knows it, or the file was cut off.`,
  'server.why.keeper': (p: Who & { pin: string; where: string }) =>
    `${who(p)}: ${p.pin}${p.where === '' ? '' : ` (${p.where})`}`,
  'server.why.moreKeepers': (p: { count: number }, f: Format) => `and ${f.integer(p.count)} more`,
  'server.seen.title': 'What each snapshot sees of it',
  'server.seen.file': (p: { xmin: number; xmax: number }) => `the query’s own, ${p.xmin} to ${p.xmax}`,
  'server.seen.session': (p: { pid: number; xmin: number }) => `session ${p.pid}, xmin ${p.xmin}`,
  'server.seen.yes': 'yes',
  'server.seen.no': 'no',
  'server.seen.unknown': 'cannot be known',
  'server.seen.insert': (p: { why: keyof typeof WHY }) => `inserted: ${WHY[p.why]}`,
  'server.seen.remove': (p: { why: keyof typeof WHY; seen: 'yes' | 'no' | 'unknown' }) =>
    `${p.seen === 'yes' ? 'deleted for it' : p.seen === 'no' ? 'not deleted for it' : 'deleted?'}: ${WHY[p.why]}`,
  'server.seen.oldest':
    'For a session, its oldest snapshot is used. A READ COMMITTED session takes a new one with its next statement.',
  'server.pointers': (p: { dead: number; redirect: number; unused: number }, f: Format) =>
    `Line pointers without a tuple: ${f.integer(p.dead)} dead, ${f.integer(p.redirect)} redirected, ${f.integer(p.unused)} unused.`,
  'server.note.recovery':
    'This server is a standby. It removes nothing by itself; its horizon is what hot_standby_feedback would tell its primary.',
  'server.note.tooOld': (p: { minutes: string }) =>
    `old_snapshot_threshold is ${p.minutes} min: VACUUM may go past holders that are older than that.`,
  'server.note.unseen': (p: { count: number }, f: Format) =>
    `${f.integer(p.count)} running ${f.plural(p.count, 'transaction belongs', 'transactions belong')} to nobody in the file: ${f.plural(p.count, 'it has', 'they have')} most likely ended while the query ran. Run it again to be sure.`,
  'server.link': 'Look at a real server',
  'server.toScenarios': 'Scenarios',
} satisfies Area<'server'>);
