/** The story's sentences: what a deed did in both designs, and what happens at a step in one of them. */
import '../../base/messages/en/lines-story.ts';
import { roundedParts } from '../../base/rounded.ts';
import { LINE_LEVELS } from '../../engine/replay/scene-types.ts';
import { LEVEL, NOBODY, stateLetter } from '../cachelines/scene.ts';
import { designName, type Naming, whoIs } from '../cachelines/words.ts';
import {
  type Causes,
  type Cell,
  type LineEvent,
  type SideStep,
  type SideTurn,
  type Story,
  type StorySide,
  type Taken,
  turnAt,
} from './story.ts';

/** A lock's word says little to a reader. */
const isTold = (field: string): boolean => !field.startsWith('LWLock.');
/** A sentence has room for this many fields. */
const MAX_FIELDS = 3;

const NOTHING: SideTurn = {
  ns: 0,
  causes: { others: 0, own: 0, cache: 0 },
  lines: 0,
  missed: 0,
  lost: 0,
  taken: [],
  wrote: [],
};
export const turnOf = ({ turns }: StorySide, turn: number): SideTurn => turns[turn] ?? NOTHING;

/** The page's sentence: it changes with the deed, not with each of its steps. */
export function headText(story: Story, step: number, naming: Naming): string {
  const { t } = naming.messages;
  const turn = turnAt(story, step);
  const deed = story.turns[turn]?.deed;
  if (deed === undefined) return '';
  const [left, right] = [turnOf(story.left, turn), turnOf(story.right, turn)];
  const who = whoIs(deed.core, naming);
  const names = [designName(story.left.stage.design, naming), designName(story.right.stage.design, naming)] as const;
  if (deed.kind === 'snapshot') {
    const reads = ({ lines, missed }: SideTurn, design: string) => ({ design, lines, waits: missed });
    const both = { who, left: reads(left, names[0]), right: reads(right, names[1]) };
    return t(left.missed + right.missed === 0 ? 'linesStory.head.hits' : 'linesStory.head.waits', both);
  }
  const fields = [...new Set([...left.wrote, ...right.wrote])].filter(isTold).slice(0, MAX_FIELDS);
  const writes = (side: StorySide, { taken }: SideTurn, design: string) => ({
    design,
    taken: taken.map((each) => takenWords(side, each, naming)),
  });
  const both = { left: writes(story.left, left, names[0]), right: writes(story.right, right, names[1]) };
  return t('linesStory.head.writes', { who, deed: deed.kind, fields, ...both });
}

/** A sentence has room for this many lines. */
const MAX_LINES = 2;
/** A structure of which the story has one line alone needs no number. */
const nameOf = (all: readonly Cell[], cell: number, naming: Naming): string => {
  const region = all[cell]?.region ?? '';
  return all.filter((each) => each.region === region).length === 1 ? region : lineText(all[cell], naming);
};
const takenWords = ({ cells: all }: StorySide, { cells, losers }: Taken, naming: Naming) => ({
  lines: cells
    .slice(0, cells.length > MAX_LINES + 1 ? MAX_LINES : cells.length)
    .map((cell) => nameOf(all, cell, naming)),
  more: cells.length > MAX_LINES + 1 ? cells.length - MAX_LINES : 0,
  losers: losers.map((core) => whoIs(core, naming)),
});

/** When the story's number happens: it stands from the first frame on. */
export function whenTold(story: Story, step: number): 'end' | 'later' | 'now' | 'past' {
  const turn = turnAt(story, step);
  if (turn < story.told) return story.told === story.turns.length - 1 ? 'end' : 'later';
  return turn === story.told ? 'now' : 'past';
}
/** What the story's number is made of; the parts add to it as they are written. */
export function causesOf({ causes }: SideTurn): { readonly ns: number } & Causes {
  const { sum: ns, parts } = roundedParts([causes.others, causes.own, causes.cache]);
  const [others = 0, own = 0, cache = 0] = parts;
  return { ns, others, own, cache };
}

const lineText = (cell: Cell | undefined, { messages }: Naming): string =>
  cell === undefined ? '' : messages.t('linesStory.line', cell);

/** Above a side's caches: what its step is. */
export function noteText(story: Story, side: StorySide, step: number, naming: Naming): string {
  const { t } = naming.messages;
  const now = side.steps[step - 1];
  const turn = turnAt(story, step);
  const deed = story.turns[turn]?.deed;
  if (now === undefined || deed === undefined) return t('linesStory.note.start');
  const who = whoIs(deed.core, naming);
  const { event } = now;
  if (event === null) {
    const { wrote, lines, ns } = turnOf(side, turn);
    if (now.isOver) return t('linesStory.note.done', { who, ns });
    return wrote.length > 0 && deed.kind !== 'snapshot'
      ? t('linesStory.note.alone', { who })
      : t('linesStory.note.hits', { who, lines, ns });
  }
  const { ns } = event;
  const line = lineText(side.cells[event.cell], naming);
  const losers = event.losers.map((core) => whoIs(core, naming));
  if (event.isUpgrade)
    return losers.length === 0
      ? t('linesStory.note.own', { ns, line })
      : t('linesStory.note.lost', { ns, line, losers });
  const found = LINE_LEVELS[event.level] ?? 'l1';
  return event.from === NOBODY
    ? t('linesStory.note.outside', { ns, line, found, losers, shared: side.stage.machine.shared })
    : t('linesStory.note.fetched', {
        ...{ ns, line, losers, from: whoIs(event.from, naming) },
        ...{ way: wayOf(side, event), shared: side.stage.machine.shared },
      });
}

/** Between two cores: within a shared cache, from one to another, or between sockets. */
function wayOf({ stage }: StorySide, { core, from, level }: LineEvent): 'near' | 'apart' | 'socket' {
  const { cores, coresPerSocket } = stage.opened;
  const socketOf = (backend: number): number => Math.floor((cores[backend] ?? 0) / coresPerSocket);
  if (socketOf(core) !== socketOf(from)) return 'socket';
  return level === LEVEL.far ? 'apart' : 'near';
}

/** Below each cache: what became of its copy of the line in question; empty: nothing. */
export function metTexts({ event }: SideStep, before: Uint8Array, cores: number, naming: Naming, after: Uint8Array) {
  const { t } = naming.messages;
  return Array.from({ length: cores }, (_, core) => {
    if (event === null) return '';
    const at = event.cell * cores + core;
    const [from, to] = [stateLetter(before[at]), stateLetter(after[at])];
    return from === to ? '' : t('linesStory.met', { to, lost: event.losers.includes(core) });
  });
}
