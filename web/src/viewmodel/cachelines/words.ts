/** The view's texts: the page's sentence, the event in each design, and the whole picture in words. */
import '../../base/messages/en/lines.ts';
import '../../base/messages/en/ui.ts';
import type { Messages } from '../../base/messages/index.ts';
import { LINE_LEVELS, SHARINGS } from '../../engine/replay/scene-types.ts';
import { designStyle } from '../design-style.ts';
import type { CoreStyle, LineCounts } from './counters.ts';
import type { Finding, Moment, SideFinding } from './finding.ts';
import type { LineGroup } from './groups.ts';
import type { Lens } from './lens.ts';
import type { LinePair } from './position.ts';
import { isMiss, LEVEL, type LineScene, NOBODY, STATE, shownNs, stateLetter } from './scene.ts';
import type { LineSide, LineStates } from './side.ts';

/** Names within a sentence that are drawn in their hue: marked with invisible characters, which are split off again. */
const OPEN = '\u2068';
const CLOSE = '\u2069';

export type MarkKind = 'core' | 'design' | 'strong';
const KIND_MARKS: Readonly<Record<MarkKind, string>> = { core: '\u200b', design: '\u200c', strong: '\u200d' };

export interface TextPiece {
  readonly text: string;
  /** Null: plain text. */
  readonly kind: MarkKind | null;
}

const mark = (kind: MarkKind, text: string): string => `${OPEN}${KIND_MARKS[kind]}${text}${CLOSE}`;

export function piecesOf(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  for (const [i, part] of text.split(OPEN).entries()) {
    const end = i === 0 ? -1 : part.indexOf(CLOSE);
    const kind = (Object.keys(KIND_MARKS) as MarkKind[]).find((each) => part.startsWith(KIND_MARKS[each])) ?? null;
    if (end >= 0) pieces.push({ text: part.slice(kind === null ? 0 : 1, end), kind });
    const rest = part.slice(end + 1);
    if (rest !== '') pieces.push({ text: rest, kind: null });
  }
  return pieces;
}

/** The sentence without its marks. */
export const plain = (text: string): string =>
  piecesOf(text)
    .map((piece) => piece.text)
    .join('');

export interface Naming {
  readonly styles: readonly CoreStyle[];
  readonly messages: Messages;
}

/** Cores that a sentence may mention: the watched one, then the owners of the lines that it waits for. */
export function inQuestion({ left, right }: LinePair): readonly number[] {
  const cores = new Set([left.watched]);
  for (const scene of [left, right]) {
    for (let i = 0; i < scene.accesses.count && cores.size < 8; i++) {
      const from = scene.fromAt[i] ?? NOBODY;
      if (isMiss(scene.accesses, i) && from !== NOBODY) cores.add(from);
    }
  }
  return [...cores];
}

/** `A`, or `core 12` if there are too many for letters; marked. */
export function whoIs(backend: number, { styles, messages }: Naming): string {
  const style = styles[backend];
  if (style === undefined) return '';
  return mark('core', messages.t('lines.core', { name: style.name, lettered: style.lettered }));
}
export const designName = (design: SideFinding['design'], { messages }: Naming): string =>
  mark('design', messages.t(designStyle(design).shortKey));

export function countText(left: SideFinding, right: SideFinding, watched: number, naming: Naming): string {
  return naming.messages.t('lines.finding.count', {
    who: whoIs(watched, naming),
    design: designName(left.design, naming),
    lines: left.lines,
    other: designName(right.design, naming),
    otherLines: right.lines,
  });
}

export function findingText({ kind, side, other }: Finding, watched: number, naming: Naming): string {
  const { t } = naming.messages;
  const who = whoIs(watched, naming);
  const design = designName(side.design, naming);
  const pair = {
    design,
    lines: side.lines,
    ns: side.ns,
    other: designName(other.design, naming),
    otherLines: other.lines,
    otherNs: other.ns,
  };
  switch (kind) {
    case 'neighbours': {
      const { writers, fields, lines, forHorizon } = side.neighbours;
      return t('lines.finding.neighbours', { design, who, writers: writers.length, fields, lines, forHorizon });
    }
    case 'reused':
      return t('lines.finding.reused', { ...pair, both: other.reused });
    case 'changed': {
      const both = other.changedLines === side.changedLines;
      return t('lines.finding.changed', { design, both, who, what: side.changed, lines: side.changedLines });
    }
    case 'cold':
      return t('lines.finding.cold', { design, who, lines: side.cold });
    case 'all-hits':
      return t('lines.finding.hits', { ...pair, who });
    case 'takes': {
      const copies = { copies: side.taken.copies, otherCopies: other.taken.copies };
      return t('lines.finding.takes', { who, kind: side.kind, fields: side.wrote, ...pair, ...copies });
    }
    case 'quiet':
      return t('lines.finding.quiet', { who, kind: side.kind });
  }
}

/** Where a core has no L2 of its own, what a machine's file calls l3 is its cluster's L2. */
function foundAt({ machine }: LineScene, level: number) {
  const found = LINE_LEVELS[level] ?? 'l1';
  return found === 'l3' && machine.shared === 'L2' ? 'cluster' : found;
}

/**
 * Next to the arc: how long the running access takes, and where the line comes from.
 * @param isPlain without the kind of sharing, which only the details count
 */
export function noteText(scene: LineScene, moment: Moment, naming: Naming, isPlain = false): string {
  const { t } = naming.messages;
  const who = whoIs(scene.watched, naming);
  if (moment.kind === 'none') return t('lines.note.none');
  if (moment.kind === 'over') {
    const { lines, misses } = moment;
    return misses === 0 ? t('lines.note.overHits', { lines, who }) : t('lines.note.over', { lines, misses, who });
  }
  const took = mark('strong', t('lines.ruler.ns', { ns: moment.shownNs }));
  const ns = moment.waitNs < 1 ? took : t('lines.note.waited', { ns: took, wait: moment.waitNs });
  // One line has no room for both; the counters tell the sharing, too.
  const sharing = (moment.waitNs < 1 && !isPlain ? SHARINGS[moment.sharing] : null) ?? 'not-shared';
  if (moment.kind === 'upgrade') return t('lines.note.upgrade', { ns, losers: moment.losers, sharing });
  if (moment.kind === 'miss') return t('lines.note.miss', { ns, found: foundAt(scene, moment.level), sharing });
  return t('lines.note.hit', { found: foundAt(scene, moment.level), who, region: moment.region });
}

/** Below: the time, and what the watched core is doing then. */
export function statusText(scene: LineScene, moment: Moment, ns: number, naming: Naming): string {
  const { t } = naming.messages;
  const who = whoIs(scene.watched, naming);
  if (moment.kind === 'none' || moment.kind === 'over')
    return t('lines.status.over', { ns, who, kind: scene.operation.kind });
  if (moment.kind === 'upgrade') return t('lines.status.owns', { ns, who });
  if (moment.kind === 'hit') return t('lines.status.does', { ns, who, writes: moment.writes, field: moment.field });
  return moment.from === NOBODY
    ? t('lines.status.waits', { ns, who, found: foundAt(scene, moment.level) })
    : t('lines.status.waitsFor', { ns, who, from: whoIs(moment.from, naming) });
}

/** The text of a ruler's box, as short as possible: the line's owner, or where it came from. */
export function boxText(scene: LineScene, access: number, naming: Naming): string {
  const { t } = naming.messages;
  const from = scene.fromAt[access] ?? NOBODY;
  if (scene.accesses.upgrade[access] === 1) return t('lines.ruler.own');
  if (from !== NOBODY) return t('lines.ruler.miss', { from: naming.styles[from]?.name ?? '' });
  const level = scene.accesses.level[access] ?? 0;
  return level === LEVEL.l3
    ? scene.machine.shared
    : level > LEVEL.far
      ? t('lines.ruler.memory')
      : t('lines.ruler.missPlain');
}

/** The texts of a ruler's box, which shows the one that fits. */
export interface BoxWords {
  readonly name: string;
  readonly ns: string;
  /** The core alone; empty if it comes from none. */
  readonly from: string;
}

/** For each miss of a scene, by its access: the painter then needs no language. */
export function boxWords(scene: LineScene, naming: Naming): ReadonlyMap<number, BoxWords> {
  const words = new Map<number, BoxWords>();
  for (const [i, shown] of shownNs(scene)) {
    const from = naming.styles[scene.fromAt[i] ?? NOBODY]?.name ?? '';
    const ns = naming.messages.t('lines.ruler.ns', { ns: shown });
    words.set(i, { name: boxText(scene, i, naming), ns, from });
  }
  return words;
}

/** The design's side in words: counters, then the owners and states of each structure's lines. */
export function linesText(
  scene: LineScene,
  states: LineStates,
  groups: readonly LineGroup[],
  counts: LineCounts,
  naming: Naming,
): readonly string[] {
  const { t } = naming.messages;
  const design = t(designStyle(scene.design).shortKey);
  const { trueSharing: truly, falseSharing: falsely, forHorizon: horizon } = counts;
  const side = t('lines.text.side', { design, ...counts, truly, falsely, horizon, wait: counts.waitNs });
  return [side, ...groups.map((group) => plain(groupText(group, states, design, naming)))];
}

/** A sentence has room for this many names. */
const MAX_NAMED = 4;

function groupText(group: LineGroup, states: LineStates, design: string, naming: Naming): string {
  const { t } = naming.messages;
  const owned = new Map<string, { who: string; state: string; n: number }>();
  for (const line of group.lines) {
    const owner = states.owner[line] ?? NOBODY;
    const state = states.lineState(line);
    if (owner === NOBODY || state === STATE.F) continue;
    const key = `${owner} ${state}`;
    const known = owned.get(key);
    if (known === undefined) owned.set(key, { who: whoIs(owner, naming), state: stateLetter(state), n: 1 });
    else known.n++;
  }
  const named = [...owned.values()].slice(0, MAX_NAMED).map((each) => t('lines.text.owned', each));
  return t('lines.text.memory', { design, name: group.name, lines: group.lines.length, owned: named });
}

/** The note next to the lines apart has room for this many writers. */
const MAX_WRITERS = 3;

/**
 * Where the others wrote, if not where the snapshot looks.
 * @param hidden next to lines that name the writers themselves: how many of the lines are not drawn; null: no lines are
 * drawn
 */
export function apartText({ scene, states, groups }: LineSide, hidden: number | null, naming: Naming): string {
  const { t } = naming.messages;
  const group = groups.find((each) => each.apart);
  if (group === undefined) return '';
  const writers = new Map<number, string>();
  for (const line of group.lines) {
    const owner = states.owner[line] ?? NOBODY;
    const last = scene.lastWrites[line] ?? null;
    const writer = last?.backend ?? (states.lineState(line) === STATE.M ? owner : NOBODY);
    if (writer !== NOBODY && writer !== scene.watched) writers.set(writer, last?.field ?? '');
  }
  const who = [...writers.keys()].sort((a, b) => a - b);
  const named = who
    .slice(0, who.length > MAX_WRITERS + 1 ? MAX_WRITERS : MAX_WRITERS + 1)
    .map((each) => whoIs(each, naming));
  const more = who.length - named.length;
  const watched = whoIs(scene.watched, naming);
  const region = group.name;
  const fields = new Set(writers.values());
  const [field = ''] = fields;
  if (who.length === 0) return t('lines.apart.nobody', { region, watched });
  if (hidden !== null) return t('lines.apart.short', { region, hidden });
  if (fields.size === 1 && field !== '') return t('lines.apart.note', { who: named, more, field, region, watched });
  return t('lines.apart.unknown', { who: named, more, region, watched });
}

/** The lens in words: each part of a torn entry with its line's owner. */
export function lensText(lens: Lens, naming: Naming): string {
  const { t } = naming.messages;
  const what = lens.parts.map((part) => {
    const who = part.owner === NOBODY ? '' : `${plain(whoIs(part.owner, naming))} ${stateLetter(part.state)}`;
    const fields = part.segments
      .filter(({ field }) => field !== '')
      .map(({ field, act }) =>
        act === null ? field : `${plain(whoIs(act.backend, naming))} ${t(`lines.lens.${act.verb}`)} ${field}`,
      );
    const text = t('ui.items', { all: fields });
    return who === '' ? text : t('ui.labelled', { label: who, text });
  });
  return t('ui.labelled', { label: t('lines.lens.label', lens), text: what.join(` – ${t('lines.lens.torn')} – `) });
}
