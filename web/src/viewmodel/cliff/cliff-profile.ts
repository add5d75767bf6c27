/**
 * Where the time of the published script goes: counted by the engine, as shares of the modelled machine's time, and as
 * shares of the samples of a real server's profile. Three different measures next to each other; the table says which
 * function of the real server matches which part. Pure.
 */
import { type ModelRow, SUBTRANS_PARTS, type SubtransPart } from '../../engine/simulation/model-types.ts';
import { PAIR_SAVEPOINTS, type PairSavepoints } from './cliff-pair.ts';

/** A page of pg_subtrans. */
const PAGE_BYTES = 8192;

export const COUNTED = ['checks', 'words', 'ownWords', 'parents', 'lookups', 'locks', 'reads', 'bytes'] as const;
export type Counted = (typeof COUNTED)[number];

type Both<T> = Readonly<Record<PairSavepoints, T>>;

export interface ProfileCount {
  readonly name: Counted;
  /** Per savepoint, so that both scripts can be compared; null: not modelled yet. */
  readonly each: Both<number | null>;
}
export interface ProfileShare {
  readonly part: SubtransPart | 'other_lock';
  /** Share of a transaction's time, 0 to 1. */
  readonly share: Both<number | null>;
}
export interface ProfileSample {
  readonly function: string;
  /** The part of the model that does the same; null: the model has none. */
  readonly part: SubtransPart | null;
  /** Percent of samples; null: it was not among the published ones. */
  readonly percent: Both<number | null>;
}
export interface Profile {
  readonly counts: readonly ProfileCount[];
  readonly shares: readonly ProfileShare[];
  readonly samples: readonly ProfileSample[];
}

const SAME: Readonly<Record<string, SubtransPart>> = {
  LWLockAttemptLock: 'slru_locks',
  LWLockRelease: 'slru_locks',
  LWLockAcquire: 'slru_locks',
  SimpleLruReadPage_ReadOnly: 'slru_slots',
  TransactionIdIsCurrentTransactionId: 'own_xids',
};

function countOf({ subtrans }: ModelRow, name: Counted): number | null {
  if (subtrans === null || subtrans.savepoints === 0) return null;
  const { counts } = subtrans;
  const all: Readonly<Record<Counted, number>> = {
    checks: subtrans.checks,
    words: subtrans.words,
    ownWords: subtrans.ownWords,
    parents: subtrans.parents,
    lookups: counts.lookups,
    locks: subtrans.locks,
    reads: counts.reads,
    bytes: (counts.reads + counts.writes) * PAGE_BYTES,
  };
  return all[name] / subtrans.savepoints;
}

/** A transaction's time without its other work and its waits for a core: the part that a profile of the engine would contain. */
const engineNs = ({ breakdown: b }: ModelRow): number => b.scan + b.coherence + b.lock + b.subtrans;

function shareOf(row: ModelRow, part: ProfileShare['part']): number | null {
  const all = engineNs(row);
  if (row.subtrans === null || !(all > 0)) return null;
  const { parts } = row.subtrans;
  return (part === 'other_lock' ? Math.max(0, row.breakdown.lock - parts.slru_wait) : parts[part]) / all;
}

const both = <T>(of: (savepoints: PairSavepoints) => T): Both<T> => {
  const [below, beyond] = PAIR_SAVEPOINTS;
  return { [below]: of(below), [beyond]: of(beyond) } as Both<T>;
};

/** A line of `subtransactions-profile.csv`. */
export interface PublishedSample {
  readonly savepoints: number;
  readonly percent: number;
  readonly function: string;
}

function samplesOf(published: readonly PublishedSample[]): readonly ProfileSample[] {
  const names = [...new Set(published.map((sample) => sample.function))];
  const percent = (name: string, savepoints: number): number | null =>
    published.find((sample) => sample.function === name && sample.savepoints === savepoints)?.percent ?? null;
  return names
    .map((name) => ({
      function: name,
      part: SAME[name] ?? null,
      percent: both((savepoints) => percent(name, savepoints)),
    }))
    .sort((a, b) => (b.percent[90] ?? 0) - (a.percent[90] ?? 0) || (b.percent[60] ?? 0) - (a.percent[60] ?? 0));
}

export function profileOf(modelled: Both<ModelRow | null>, published: readonly PublishedSample[]): Profile {
  const of = <T>(savepoints: PairSavepoints, get: (row: ModelRow) => T): T | null => {
    const row = modelled[savepoints];
    return row === null ? null : get(row);
  };
  return {
    counts: COUNTED.map((name) => ({ name, each: both((n) => of(n, (row) => countOf(row, name))) })),
    shares: [...SUBTRANS_PARTS, 'other_lock' as const].map((part) => ({
      part,
      share: both((n) => of(n, (row) => shareOf(row, part))),
    })),
    samples: samplesOf(published),
  };
}

/** The share of pg_subtrans in the time at 90, including waits for it; null: not modelled. */
export function subtransShare(profile: Profile, savepoints: PairSavepoints): number | null {
  const own = profile.shares.filter(({ part }) => part.startsWith('slru_')).map(({ share }) => share[savepoints]);
  return own.every((share) => share !== null) ? own.reduce<number>((sum, share) => sum + (share ?? 0), 0) : null;
}

export const PROFILE_HEADER = ['what', 'name', 'at60', 'at90'] as const;
const cell = (value: number | null): string | number => (value === null ? '' : Number(value.toFixed(4)));
export const profileCsv = (profile: Profile): readonly (readonly (string | number)[])[] => [
  ...profile.counts.map(({ name, each }) => ['counted per savepoint', name, cell(each[60]), cell(each[90])]),
  ...profile.shares.map(({ part, share }) => ['modelled share of time', part, cell(share[60]), cell(share[90])]),
  ...profile.samples.map((s) => ['published percent of samples', s.function, cell(s.percent[60]), cell(s.percent[90])]),
];
