/**
 * The cache-line page's part of an address: designs, machine, connections; and either the story's step and what a person has added to
 * it, or the position of the clock in one of core A's operations.
 */
import '../../../base/messages/en/lines-story.ts';
import { DESIGN_IDS } from '../../../base/designs.ts';
import { type Field, number, oneOf, parameters, quoted } from '../../../base/fields.ts';
import { err, ok } from '../../../base/result.ts';
import { SCENE_LIMITS, SCENE_PLACES, SCENE_WORKLOADS } from '../../../engine/replay/scene-types.ts';
import { MACHINE_IDS } from '../../../scenario/machine.ts';
import type { AddressCodec } from '../../../ui/page.tsx';
import { type LinesSettings, STEP_UNITS, type StepUnit } from '../../../viewmodel/cachelines/position.ts';
import { deedsIn } from '../../../viewmodel/lines-story/plan.ts';

/** `story`: all cores, act by act. `lines`: core A's operations, access by access. */
export const LINES_VIEWS = ['story', 'lines'] as const;
/** Of the single accesses: the memory, its fields and all counters, too. Left out: the caches and what moves. */
export const LINES_DETAIL = ['all', 'less'] as const;

/** The page's settings, and the position of its clock. Anything left out has its default. */
export interface LinesAddress extends Partial<LinesSettings> {
  /** Left out: `lines`, as in addresses from before there was a story; of an address that says nothing at all, `story`. */
  readonly view?: (typeof LINES_VIEWS)[number];
  /** The story's step; 0 is its beginning. */
  readonly step?: number;
  /** What a person has added to the story (`deedsText`). */
  readonly deeds?: string;
  /** Number of core A's operation, from 0; the page begins with one that has something to show. */
  readonly operation?: number;
  /** Access of the longer design; beyond the last: the operation's end. */
  readonly stop?: number;
  readonly unit?: StepUnit;
  readonly detail?: (typeof LINES_DETAIL)[number];
}

const { active, connections, operations } = SCENE_LIMITS;
const upTo = (max: number, min = 0) => number({ min, max, whole: true });

const deeds: Field<string> = {
  read: (text, { where, messages }) =>
    deedsIn(text) === null ? err(messages.t('linesStory.problem', { where, given: quoted(text) })) : ok(text),
  check: (value, at) => deeds.read(value, at),
  write: (value) => value,
};

export const address: AddressCodec<LinesAddress> = parameters<Required<LinesAddress>>(
  {
    left: oneOf(DESIGN_IDS),
    right: oneOf(DESIGN_IDS),
    machine: oneOf(MACHINE_IDS),
    active: upTo(active.max, active.min),
    idle: upTo(connections - active.min),
    place: oneOf(SCENE_PLACES),
    workload: oneOf(SCENE_WORKLOADS),
    operation: upTo(operations),
    stop: upTo(999_999),
    unit: oneOf(STEP_UNITS),
    detail: oneOf(LINES_DETAIL),
    view: oneOf(LINES_VIEWS),
    step: upTo(999),
    deeds,
  },
  { operation: 'op', stop: 'at', unit: 'by', deeds: 'do' },
);

/**
 * Whether two addresses say the same. The frame reads the page's own address again when the theme or the language changes: that must
 * not stop what is playing.
 */
export function isSame(one: LinesAddress | null, other: LinesAddress): boolean {
  if (one === null) return false;
  const [a, b] = [address.format(one), address.format(other)];
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

/** Of every access, and says nothing else: the page itself chooses what it begins with. */
export const isBare = ({ view, ...rest }: LinesAddress): boolean =>
  view === 'lines' && Object.values(rest).every((value) => value === undefined);

/** Whether the address is the story's. */
export const isStory = (given: LinesAddress): boolean =>
  given.view === undefined ? Object.values(given).every((value) => value === undefined) : given.view === 'story';
