/** Texts of the layout bench. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import { upTo } from '../margin.ts';

const bytes = (n: number, f: Format) => `${f.integer(n)} ${f.plural(n, 'byte', 'bytes')}`;
const nsOf = (ns: number, f: Format) => `${f.integer(Math.round(ns))} ns`;
/** A time and how far it may be from that of other replays. */
const withMargin = (ns: number, margin: number, f: Format) =>
  `${f.integer(Math.round(ns))}\u00a0±\u00a0${f.integer(upTo(margin, 0))}\u00a0ns`;
const unitOf = (isTable: boolean) => (isTable ? 'operation' : 'transaction');
type MissKind = 'trueSharing' | 'restored' | 'falseSharing' | 'forHorizon' | 'upgrades' | 'cold';
/** After a number of misses, more or fewer. */
const KINDS: Readonly<Record<MissKind, string>> = {
  trueSharing: 'from true sharing',
  restored: 'for a value that had not changed',
  falseSharing: 'from false sharing',
  forHorizon: 'for the horizon',
  upgrades: 'for ownership only',
  cold: 'on a first touch',
};
interface Why {
  readonly cause: { readonly field: string; readonly from: number; readonly to: number } | null;
  readonly misses: number;
  readonly kinds: readonly { readonly kind: MissKind; readonly by: number }[];
}
const SHOWN_KINDS = 3;
/** Not a single field: all misses, and of which kinds. */
const inAll = ({ misses, kinds }: Why, unit: string, f: Format) => {
  const change = (by: number) => `${f.fixed(Math.abs(by), 2)} ${by < 0 ? 'fewer' : 'more'}`;
  const much =
    Number(f.fixed(Math.abs(misses), 2)) === 0 ? 'as many cache misses as before' : `${change(misses)} cache misses`;
  const which = kinds.slice(0, SHOWN_KINDS).map(({ kind, by }) => `${change(by)} ${KINDS[kind]}`);
  return `${unit === 'operation' ? 'An operation' : 'A transaction'} has ${much}${which.length === 0 ? '' : `: ${f.list(which)}`}.`;
};
type Compared = 'less' | 'more' | 'same';
const COMPARED = { less: 'less than', more: 'more than', same: 'as much as' } as const;
interface Time {
  readonly ns: number;
  readonly margin: number;
}
interface Against extends Time {
  readonly compared: Compared;
}
const against = ({ ns, margin, compared }: Against, whose: string, f: Format) =>
  `${COMPARED[compared]} ${whose} (${withMargin(ns, margin, f)})`;

/** With its ±, rounded up: none where all replays agree. */
const exactOr = (value: number, margin: number, digits: number, f: Format): string =>
  margin === 0
    ? f.fixed(value, digits)
    : `${f.fixed(value, digits)} ± ${f.fixed(Math.ceil(margin * 10 ** digits) / 10 ** digits, digits)}`;

/** In ns; nothing while either is being counted. */
const limitOf = ({ now, goal }: { readonly now: number | null; readonly goal: number | null }, f: Format): string =>
  now === null || goal === null ? '' : ` At most ${nsOf(goal, f)}; now ${nsOf(now, f)}.`;

export const layout = addTexts({
  'layout.name': 'The layout bench',
  'layout.title': 'Where a field sits decides how long a transaction takes',
  'layout.lead':
    'PostgreSQL 14 got faster by moving fields: press each move at the bars, or move a field yourself. A row is a cache line, a box a field.',
  'layout.found': (p: { yours: Time; of13: Against; of14: Against; own: 'pg13' | 'pg14' | null }, f: Format) => {
    const time = withMargin(p.yours.ns, p.yours.margin, f);
    if (p.own === 'pg13')
      return `This is PostgreSQL 13’s own layout: a transaction takes ${time}, ${against(p.of14, 'with 14’s', f)}`;
    if (p.own === 'pg14')
      return `This is PostgreSQL 14’s own layout: a transaction takes ${time}, ${against(p.of13, 'with 13’s', f)}`;
    const than = ({ ns, margin, compared }: Against, whose: string) =>
      `${COMPARED[compared]} the ${withMargin(ns, margin, f)} of ${whose}`;
    return `A transaction takes ${time} here, ${than(p.of13, '13')}, ${than(p.of14, '14')}`;
  },
  'layout.steps': 'From 13 to 14, move by move',
  'layout.step.pg13':
    'PostgreSQL 13: xid and xmin share a 12-byte entry of PGXACT, about five entries a line. Each xmin that is written takes the line from every core that scans.',
  'layout.step.xmin-moved':
    'Move 1: xmin goes to PGPROC, and snapshots no longer read it. Cores that scan keep their lines when a neighbour writes its xmin.',
  'layout.step.dense': 'Move 2: the xids lie side by side in one array, 16 to a line. A scan reads fewer lines.',
  'layout.step.pg14':
    'PostgreSQL 14: as dense, with a counter of finished transactions. While it stands still, a snapshot is used again without a scan.',
  'layout.step.own': 'This is your own layout. Press 13 to start again from PostgreSQL 13.',
  'layout.what': 'A row is a cache line, a box is a field; solid: written, and other cores use it',
  'layout.counting': 'Replaying the engine’s accesses…',
  'layout.replaying': 'Replaying…',
  'layout.caption':
    'A row is a cache line of 64 bytes, a box is a field. Every figure is the mean of 12 replays with the structs at different places in memory; 12 other replays give a mean within its ±.',
  'layout.say': (
    p: { code: string; lines: number; ns: number | null; misses: number | null; isTable: boolean },
    f: Format,
  ) =>
    `The accesses of ${p.code} under a layout of ${f.integer(p.lines)} lines${
      p.ns === null || p.misses === null
        ? ''
        : `: ${nsOf(p.ns, f)} and ${f.fixed(p.misses, 1)} misses per ${unitOf(p.isTable)}`
    }.`,
  'layout.yours': 'yours',
  'layout.given': 'as read',
  'layout.found.own': (p: { yours: Time; given: Against }, f: Format) =>
    `With this layout an operation takes ${withMargin(p.yours.ns, p.yours.margin, f)}: ${against(p.given, 'in the file as you gave it', f)}`,
  'layout.own': 'own table',
  'layout.bars': 'Time per transaction',
  'layout.bars.of': (p: { workload: string }) => `Time per transaction, ${p.workload}`,
  'layout.bars.ofTable': 'Time per operation of your table',
  'layout.ns': (p: Time, f: Format) => withMargin(p.ns, p.margin, f),
  'layout.number': (p: { value: number; margin: number; digits: number }, f: Format) =>
    `${f.fixed(p.value, p.digits)} ± ${f.fixed(upTo(p.margin, p.digits), p.digits)}`,
  'layout.misses': (p: { misses: number }, f: Format) => `${f.fixed(p.misses, 1)} misses`,

  'layout.picture.size': (p: { entries: number; bytes: number }, f: Format) =>
    p.entries === 1 ? bytes(p.bytes, f) : `${f.integer(p.entries)} × ${bytes(p.bytes, f)}`,
  'layout.picture.leftOut': (p: { lines: number }, f: Format) =>
    `${f.integer(p.lines)} more ${f.plural(p.lines, 'line', 'lines')} of the entry: not touched`,
  'layout.picture.quiet': (p: { names: readonly string[] }) => `Not touched, so not drawn: ${p.names.join(', ')}`,
  'layout.tile': (p: { field: string; bytes: number; line: number; byte: number; tone: string }, f: Format) =>
    `${p.field}: ${bytes(p.bytes, f)} at byte ${f.integer(p.byte)} of line ${f.integer(p.line)}; ${p.tone}`,
  'layout.legend': 'What the boxes mean',
  'layout.legend.many': 'written by several cores',
  'layout.legend.shared': 'each entry written by one core, touched by others',
  'layout.legend.beside': 'its line is falsely shared',
  'layout.legend.own': 'touched by its own core only',
  'layout.legend.read': 'read, never written',
  'layout.legend.quiet': 'not touched in this workload',
  'layout.detail.none':
    'First step: click a filled field. You will read here who reads and writes it, and what it is for. Drag a field, or press an arrow key, to move it to another line.',
  'layout.detail.dragged': (p: { field: string; struct: string | null }) =>
    p.struct === null ? `Moving ${p.field}` : `Moving ${p.field} into ${p.struct}`,
  'layout.detail.forbidden': (p: { field: string; struct: string }) =>
    `${p.field} cannot go into ${p.struct}: one has an entry for each connection, the other exists once.`,
  'layout.detail.place': (p: { struct: string; bytes: number; from: number }, f: Format) =>
    `${bytes(p.bytes, f)} at byte ${f.integer(p.from)} of ${p.struct}`,
  'layout.detail.use': (
    p: { readers: number; writers: number; reads: number; writes: number; misses: number; isTable: boolean },
    f: Format,
  ) => {
    const by = (cores: number) => `${f.integer(cores)} ${f.plural(cores, 'core', 'cores')}`;
    const read = p.readers === 0 ? 'nobody reads it' : `read ${f.fixed(p.reads, 1)} times by ${by(p.readers)}`;
    const written = p.writers === 0 ? 'nobody writes it' : `written ${f.fixed(p.writes, 1)} times by ${by(p.writers)}`;
    return `${read}, ${written}, ${f.fixed(p.misses, 2)} misses per ${unitOf(p.isTable)}`;
  },
  'layout.detail.field': (p: { about: string | null; place: string; use: string }) =>
    `${p.about === null ? ':' : ` — ${p.about}.`} ${p.place}; ${p.use}.`,
  'layout.detail.struct': (p: { about: string }) => ` — ${p.about}.`,
  'layout.detail.replaying': 'counting its use again…',
  'layout.detail.unused': 'nobody touches it in this workload',
  'layout.names': 'Fields of the lines above',
  'layout.tone.many': 'several cores write it',
  'layout.tone.shared': 'one core writes each entry, other cores touch it',
  'layout.tone.beside': 'its line is falsely shared: other cores use other bytes of it',
  'layout.tone.read': 'read, never written',
  'layout.tone.own': 'only its own core touches it',
  'layout.tone.quiet': 'not touched',

  'layout.code': 'Accesses and starting layout',
  'layout.field': 'Field',
  'layout.none': 'choose a field',
  'layout.tool.earlier': 'Earlier',
  'layout.tool.later': 'Later',
  'layout.tool.up': 'Into the struct above',
  'layout.tool.down': 'Into the struct below',
  'layout.tool.split': 'Into its own struct',
  'layout.tool.undo': 'Undo',
  'layout.code.what': (p: { code: string; what: string }) => `${p.code}: ${p.what}`,
  'layout.tool.pad': 'own lines',
  'layout.tool.padOf': (p: { name: string }) => `Give each entry of ${p.name} its own cache lines`,
  'layout.tool.arrays': 'arrays',
  'layout.tool.arraysOf': (p: { name: string }) => `Store each field of ${p.name} as its own array`,
  'layout.tool.join': 'join above',
  'layout.tool.joinOf': (p: { name: string }) => `Append the fields of ${p.name} to the struct above`,
  'layout.tools': 'Move the selected field',

  'layout.settings': 'Machine and connections',
  'layout.settings.summary': (
    p: { machine: string; active: number; connections: number; protocol: string; workload: string | null },
    f: Format,
  ) =>
    `${p.machine}, ${p.protocol}; ${f.integer(p.active)} of ${f.integer(p.connections)} connections are active${p.workload === null ? '' : `; workload: ${p.workload}`}`,
  'layout.settings.protocol': 'Coherence protocol',
  'layout.settings.own': (p: { protocol: string }) => `as the machine (${p.protocol})`,

  'layout.said.moved': (p: { field: string; struct: string | null; line: number; byte: number }, f: Format) =>
    `${p.field} is now in ${p.struct ?? 'its own struct'}, at byte ${f.integer(p.byte)} of line ${f.integer(p.line)}.`,
  'layout.said.joined': 'The two structs are one.',
  'layout.said.preset': (p: { code: string; isOwn: boolean }) =>
    `This is the layout of ${p.code}.${p.isOwn ? ' Undo brings yours back.' : ''}`,
  'layout.said.arrays': (p: { struct: string; on: boolean }) =>
    p.on ? `Each field of ${p.struct} is now its own array.` : `The fields of ${p.struct} are entries again.`,
  'layout.said.padded': (p: { struct: string; on: boolean }) =>
    p.on
      ? `Each entry of ${p.struct} now has its own cache lines.`
      : `The entries of ${p.struct} now follow each other without a gap.`,
  'layout.said.workload.readonly':
    'This challenge has the workload “read only”: transactions take snapshots and no transaction ids. All times are new.',
  'layout.said.workload.readwrite':
    'This challenge has the workload “read and write”: every transaction takes a transaction id. All times are new.',
  'layout.said.taken': (p: { file: string | null }) =>
    p.file === null
      ? 'The layout has been taken over and is being replayed.'
      : `${p.file} has been taken over and is being replayed.`,
  'layout.said.notTaken': (p: { file: string; why: string }) =>
    `${p.file} was not taken over. ${p.why} The box still has the layout from before.`,
  'layout.said.linkCopied': 'The link is on the clipboard. It holds the layout and all settings.',
  'layout.effect': (
    p: Why & { readonly compared: Compared; readonly ns: number; readonly margin: number; readonly isTable: boolean },
    f: Format,
  ) => {
    if (p.compared === 'same') return `The time is no different: both are within ± ${nsOf(upTo(p.margin, 0), f)}.`;
    const unit = unitOf(p.isTable);
    const time = `${p.isTable ? 'An operation' : 'A transaction'} takes ${nsOf(p.ns, f)} ${p.compared}`;
    return p.cause === null
      ? `${time}. ${inAll(p, unit, f)}`
      : `${time}, because accesses to ${p.cause.field} miss ${f.fixed(p.cause.to, 2)} times instead of ${f.fixed(p.cause.from, 2)}.`;
  },
  'layout.said.read': 'The layout is read.',
  'layout.said.undone': 'The last change is undone.',
  'layout.said.copied': 'The JSON is on the clipboard.',
  'layout.said.copyFailed': 'The browser did not allow copying. Save the file instead.',
  'layout.said.saved': (p: { file: string }) => `Saved as ${p.file}.`,
  'layout.said.count': (p: { field: string; struct: string }) =>
    `${p.field} cannot go into ${p.struct}: one of them has an entry for each connection, the other exists only once.`,
  'layout.said.end': (p: { field: string; struct: string }) =>
    `${p.field} cannot go further that way: there is no struct beyond ${p.struct}.`,
  'layout.said.alone': (p: { field: string; struct: string }) => `${p.field} already has the struct ${p.struct} alone.`,
  'layout.said.join': (p: { field: string; struct: string }) =>
    `No struct above ${p.struct} has as many entries, so there is nothing to join with.`,

  'layout.challenge': 'Challenges',
  'layout.challenge.beat-13': 'Beat 13 with its own fields',
  'layout.challenge.what-hurts': 'Find the field that hurts',
  'layout.challenge.near-14': 'How close to 14 without its counter?',
  'layout.challenge.met': 'done',
  'layout.challenge.open': 'open',
  'layout.goal.beat-13': (p: { now: number | null; goal: number | null; times: number }, f: Format) =>
    `Rearrange 13’s fields so that a transaction gets 5% faster, and by more than the ±.${limitOf(p, f)}`,
  'layout.goal.what-hurts':
    'PostgreSQL 13 writes one field at the end of each transaction although its value stays the same, and other cores have to fetch the line again. Select that field and press “This one hurts”.',
  'layout.goal.near-14': (p: { now: number | null; goal: number | null; times: number }, f: Format) =>
    `Use accesses from before the dense arrays (up to “xmin moved”); a transaction may take ${f.fixed(p.times, 2)} times as long as with 14.${limitOf(p, f)}`,
  'layout.goal.other': (p: { code: string; challenge: 'beat-13' | 'near-14' }) =>
    `This does not count: the accesses are those of ${p.code}. Under “Accesses and starting layout”, choose ${p.challenge === 'beat-13' ? '13' : '9.1, 13, GlobalVis or xmin moved'}.`,
  'layout.why': (p: Why & { readonly start: string; readonly ns: number }, f: Format) =>
    `Done: ${nsOf(p.ns, f)} less than with the layout of ${p.start}. ${
      p.cause === null
        ? inAll(p, 'transaction', f)
        : `Accesses to ${p.cause.field} miss ${f.fixed(p.cause.to, 2)} times per transaction instead of ${f.fixed(p.cause.from, 2)}.`
    }`,
  'layout.hurts': 'This one hurts',
  'layout.hurts.right': (p: { field: string; restored: number; others: number }, f: Format) =>
    `Yes. Every transaction of 13 writes ${p.field} again, with the value it already has. Each scan reads it, so each scan has to fetch the line: ${f.fixed(p.restored, 2)} fetches per transaction find the same value there, ${f.fixed(p.others, 2)} in all other fields.`,
  'layout.hurts.wrong': (p: { field: string; restored: number }, f: Format) =>
    `Not ${p.field}: ${f.fixed(p.restored, 2)} fetches per transaction find the same value there. Another field causes more.`,

  'layout.table': (p: { isTable: boolean }) => `Counts per ${unitOf(p.isTable)}`,
  'layout.table.layout': 'layout',
  'layout.table.ns': 'ns',
  'layout.table.margin': '± ns',
  'layout.table.perSecond': (p: { isTable: boolean }) => `thousand ${unitOf(p.isTable)}s/s`,
  'layout.count.misses': 'misses',
  'layout.count.trueSharing': 'true sharing',
  'layout.count.restored': 'same value again',
  'layout.count.falseSharing': 'false sharing',
  'layout.count.forHorizon': 'horizon (xmin)',
  'layout.count.upgrades': 'ownership only',
  'layout.count.cold': 'cold',
  'layout.count.transfers': 'transfers',
  'layout.table.about':
    'Misses are split by the reason for the fetch. “Same value again”: others wrote to the words that this operation reads, but every value is as before. “Ownership only”: the line was there, the right to write was not. “Cold”: first touch, or no room. “Transfers” come from another core’s cache. The time is the engine’s alone, one access after another; the throughput is that of one core without any other work.',

  'layout.terms': 'What the reasons mean',
  'layout.terms.trueSharing':
    'another core has written a word that this operation reads or writes, and its value has changed. The data must travel; only fewer writes or readers would save that.',
  'layout.terms.falseSharing':
    'other cores have written other words of the line, none that this operation needs. A neighbouring field costs this; on separate lines neither costs the other anything.',
  'layout.terms.horizon':
    'of the words that others have written, the operation reads only xmins, for the horizon below which rows are dead. The snapshot itself needs only the xid next to them. So a field that nobody writes misses here, too: it is the first that the operation reads of a line whose xmin was written.',

  'layout.heat.title': 'Where the misses are',
  'layout.heat.about': (p: { isTable: boolean }) =>
    `The lines with the most misses, as perf c2c lists them. “Blamed”: fetches by other cores because of writes to these bytes. All numbers are per ${unitOf(p.isTable)}, means of 12 replays with the structs at different places in memory; 12 other replays give a mean within the ±. A number without ± is exact: all replays gave the same.`,
  'layout.heat.legend': 'What the strip means',
  'layout.heat.mark.written': 'written bytes',
  'layout.heat.mark.read': 'bytes that are only read',
  'layout.heat.mark.pale': 'the paler, the fewer misses and blame',
  'layout.heat.mark.selected': 'the selected field',
  'layout.heat.line': (p: { line: number; structs: readonly string[] }, f: Format) =>
    `line ${f.integer(p.line)}: ${p.structs.join(', ')}`,
  'layout.heat.entry': (p: { field: string; entry: number }, f: Format) => `${p.field} [${f.integer(p.entry)}]`,
  'layout.heat.number': (p: { value: number; margin: number }, f: Format) => exactOr(p.value, p.margin, 2, f),
  'layout.heat.misses.of': (p: { value: number; margin: number }, f: Format) =>
    `${exactOr(p.value, p.margin, 1, f)} misses`,
  'layout.heat.by': (p: { n: number; margin: number; cores: number }, f: Format) =>
    p.cores === 0
      ? '–'
      : `${exactOr(p.n, p.margin, 1, f)} by ${f.integer(p.cores)} ${f.plural(p.cores, 'core', 'cores')}`,
  'layout.heat.bytes': 'bytes',
  'layout.heat.field': 'field',
  'layout.heat.reads': 'reads',
  'layout.heat.writes': 'writes',
  'layout.heat.misses': 'misses',
  'layout.heat.blamed': 'blamed',
  'layout.heat.where': 'during',
  'layout.operation.begin': 'begin',
  'layout.operation.snapshot': 'snapshot',
  'layout.operation.release': 'release',
  'layout.operation.assign': 'xid assigned',
  'layout.operation.end': 'end',

  'layout.json': 'The layout as a file',
  'layout.json.about':
    'Edit the JSON, or paste another layout, and press Apply. Fields may be in any order and any struct; each of the engine’s fields is there once. For structs of your own, “Insert an example” shows the form: fields with their sizes, and a table that says who reads or writes which field, and how often.',
  'layout.json.operation':
    'In a table of your own, one operation means that an active connection goes once through the rows, in order. Of each entry that a row’s "by" gives it, it reads or writes the field "rate" times; 0.1 is once in ten operations. Idle connections do nothing.',
  'layout.json.kinds':
    '"kind" is "read" or "write". "by" is "owner" (the entry’s own connection), "others" (all but that one), "all", or a number: the first so many active connections. "count" is a number, whose entries the active connections share in turn, or "connections": one entry for each, idle ones too. "as" is "structs" or "arrays".',
  'layout.json.apply': 'Apply',
  'layout.json.copy': 'Copy',
  'layout.json.save': 'Save',
  'layout.json.open': 'Open a file',
  'layout.json.example': 'Insert an example',
  'layout.json.inserted': 'An example with its own struct is in the box. Change it, then press Apply.',
  'layout.json.link': 'Copy link',
  'layout.json.address': 'The address of this page always holds the whole layout and all settings.',

  'layout.address.broken': 'The layout in this link is damaged. Copy the link again, or open the layout’s JSON file.',
  'layout.file.at': (p: { where: string; problem: string }) => `${p.where}: ${p.problem}`,
  'layout.file.top': 'the file',
  'layout.file.unknown': (p: { name: string; known: readonly string[] }) =>
    `there is no member “${p.name}” here. Remove it, or use one of: ${p.known.join(', ')}.`,
  'layout.file.notObject': (p: { known: readonly string[] }) => `an object is needed, with ${p.known.join(', ')}.`,
  'layout.file.notList': 'a list in square brackets is needed.',
  'layout.file.tooMany': (p: { most: number }, f: Format) => `the list is too long. Keep at most ${f.integer(p.most)}.`,
  'layout.file.name':
    'a name is needed: a letter, then up to 59 letters, digits, points, hyphens or underscores, in quotation marks.',
  'layout.file.whole': (p: { max: number }, f: Format) => `a whole number from 1 to ${f.integer(p.max)} is needed.`,
  'layout.file.rate': (p: { max: number }, f: Format) => `a number above 0, up to ${f.integer(p.max)}, is needed.`,
  'layout.file.oneOf': (p: { known: readonly string[] }) => `one of these is needed: ${p.known.join(', ')}.`,
  'layout.file.format': (p: { format: string }) => `“${p.format}” is needed. This file may be of another kind.`,
  'layout.file.tooLong': (p: { most: number }, f: Format) =>
    `The text is longer than ${f.integer(p.most)} characters, so it cannot be a layout.`,
  'layout.file.notJson': (p: { format: string; line: number; column: number }, f: Format) =>
    `This is not JSON: line ${f.integer(p.line)}, column ${f.integer(p.column)}. A layout begins with {"format": "${p.format}", …}; check commas and quotation marks.`,
  'layout.file.isC': (p: { format: string }) =>
    `This is C, not JSON. A layout begins with {"format": "${p.format}", …}. Press “Insert an example”, and enter your fields there with their sizes and who accesses them.`,
  'layout.file.tooManyFields': (p: { most: number }, f: Format) =>
    `The layout has too many fields. Keep at most ${f.integer(p.most)}.`,
  'layout.file.twice': (p: { name: string }) => `The field ${p.name} is there twice. Remove one, or rename it.`,
  'layout.file.twiceStruct': (p: { name: string }) => `Two structs are called ${p.name}. Rename one.`,
  'layout.file.emptyStruct': (p: { name: string }) => `The struct ${p.name} has no fields. Remove it, or give it one.`,
  'layout.file.noAccess': (p: { known: readonly string[] }) =>
    `Nobody accesses this layout. Add "replay" with one of: ${p.known.join(', ')}; or rows in "access".`,
  'layout.file.noSuchField': (p: { name: string }) =>
    `access: no struct has a field ${p.name}. Add the field, or correct its name.`,
  'layout.file.both':
    'access: the engine’s own accesses are replayed, so this list is empty. Remove "replay", or the rows.',
  'layout.file.bytes': (p: { bytes: number; accesses: number }, f: Format) =>
    `The layout is larger than ${bytes(p.bytes, f)}. Use fewer connections, or smaller entries.`,
  'layout.file.accesses': (p: { bytes: number; accesses: number }, f: Format) =>
    `One operation of this table makes more than ${f.integer(p.accesses)} accesses. Lower the rates, or use fewer connections.`,
  'layout.file.missing': (p: { name: string; code: string }) =>
    `The field ${p.name} is missing; the code of ${p.code} uses it. Add it to a struct.`,
  'layout.file.size': (p: { name: string; size: number }, f: Format) =>
    `The field ${p.name} has ${bytes(p.size, f)} in the engine. Correct its size.`,
  'layout.file.count': (p: { name: string; struct: string; count: string }) =>
    `The field ${p.name} is in ${p.struct}, which has another count. Move it to a struct with the count ${p.count}.`,
});
