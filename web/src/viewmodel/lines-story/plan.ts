/** Who does what: the story's acts, and what a person adds to them; as operations of the engine, and as part of an address. */
import type { DesignId } from '../../base/designs.ts';
import type { OperationKind, PlannedOperation } from '../../engine/replay/scene-types.ts';

/** A to D. */
export const STORY_CORES = 4;
const CORES = Array.from({ length: STORY_CORES }, (_, core) => core);

/** `idle`: the snapshot is released; a transaction stays open. */
export const DEED_KINDS = ['snapshot', 'idle', 'xid', 'commit'] as const;
export type DeedKind = (typeof DEED_KINDS)[number];

export interface Deed {
  readonly core: number;
  readonly kind: DeedKind;
}

/** `own`: what a person has added. */
export const ACTS = ['reads', 'writes', 'again', 'own'] as const;
export type ActName = (typeof ACTS)[number];

/** The story compares PostgreSQL 13 with one of these: 14, which does not scan, or *dense*, which scans an array of xids alone. */
export const TOLD_WITH = ['pg14', 'dense'] as const satisfies readonly DesignId[];
/** The other one, which a reader can switch to. */
export const toldNext = (right: DesignId): DesignId => (right === 'pg14' ? 'dense' : 'pg14');

/** One deed of the story, and its operations among those of the plan. */
export interface PlannedTurn {
  readonly deed: Deed;
  readonly act: ActName;
  readonly first: number;
  readonly count: number;
}

/** What a core's session has at the moment. */
interface Session {
  readonly begun: boolean;
  readonly holdsSnapshot: boolean;
  readonly hasXid: boolean;
}
const NEW: Session = { begun: false, holdsSnapshot: false, hasXid: false };

/** Null: it cannot do that now. */
function operationsOf({ begun, holdsSnapshot, hasXid }: Session, kind: DeedKind): readonly OperationKind[] | null {
  const begin: readonly OperationKind[] = begun ? [] : ['begin'];
  const release: readonly OperationKind[] = holdsSnapshot ? ['release'] : [];
  switch (kind) {
    case 'snapshot':
      return [...begin, ...release, 'snapshot'];
    case 'xid':
      return hasXid ? null : [...begin, 'assign'];
    case 'commit':
      return begun ? [...release, 'end'] : null;
    case 'idle':
      return holdsSnapshot ? release : null;
  }
}

function after(session: Session, kind: DeedKind): Session {
  switch (kind) {
    case 'snapshot':
      return { ...session, begun: true, holdsSnapshot: true };
    case 'xid':
      return { ...session, begun: true, hasXid: true };
    case 'commit':
      return NEW;
    case 'idle':
      return { ...session, holdsSnapshot: false };
  }
}

/** Before the first act every core has taken snapshots: B, C and D still have theirs, and A was the last. */
const BEFORE: readonly Deed[] = [
  ...CORES.slice(1).map((core) => ({ core, kind: 'snapshot' as const })),
  ...CORES.slice(1).map((core) => ({ core, kind: 'snapshot' as const })),
  { core: 0, kind: 'snapshot' },
  { core: 0, kind: 'idle' },
];
const TOLD: readonly { readonly act: ActName; readonly deed: Deed }[] = [
  { act: 'reads', deed: { core: 0, kind: 'snapshot' } },
  ...CORES.slice(1).map((core) => ({ act: 'writes' as const, deed: { core, kind: 'idle' as const } })),
  { act: 'again', deed: { core: 0, kind: 'snapshot' } },
];

export interface Plan {
  readonly operations: readonly PlannedOperation[];
  /** The deeds that are told. What comes before them is not. */
  readonly turns: readonly PlannedTurn[];
  /** Of each core, what it can do at the end. */
  readonly possible: readonly ReadonlySet<DeedKind>[];
}

/** Null: a core cannot do what is wanted of it. */
export function planOf(own: readonly Deed[]): Plan | null {
  const sessions = CORES.map(() => NEW);
  const operations: PlannedOperation[] = [];
  const turns: PlannedTurn[] = [];
  const all = [
    ...BEFORE.map((deed) => ({ deed, act: null })),
    ...TOLD,
    ...own.map((deed) => ({ deed, act: 'own' as const })),
  ];
  for (const { deed, act } of all) {
    const session = sessions[deed.core];
    const kinds = session === undefined ? null : operationsOf(session, deed.kind);
    if (session === undefined || kinds === null) return null;
    if (act !== null) turns.push({ deed, act, first: operations.length, count: kinds.length });
    operations.push(...kinds.map((kind) => ({ backend: deed.core, kind })));
    sessions[deed.core] = after(session, deed.kind);
  }
  const possible = sessions.map(
    (session) => new Set(DEED_KINDS.filter((kind) => operationsOf(session, kind) !== null)),
  );
  return { operations, turns, possible };
}

/** As many as an address may have. */
export const MAX_DEEDS = 60;
const LETTERS = 'abcd';

/** `b.snapshot,c.idle`: core and deed. */
export const deedsText = (deeds: readonly Deed[]): string =>
  deeds.map(({ core, kind }) => `${LETTERS[core] ?? ''}.${kind}`).join(',');

/** Null: no such deeds, or too many; or a core could not do one of them. */
export function deedsIn(text: string): readonly Deed[] | null {
  const deeds: Deed[] = [];
  for (const part of text === '' ? [] : text.split(',')) {
    const core = part[1] === '.' ? LETTERS.indexOf(part[0] ?? '') : -1;
    const kind = DEED_KINDS.find((each) => each === part.slice(2));
    if (core < 0 || kind === undefined || deeds.length === MAX_DEEDS) return null;
    deeds.push({ core, kind });
  }
  return planOf(deeds) === null ? null : deeds;
}
