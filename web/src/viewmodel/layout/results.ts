/** What the replay counted, for a table and for the tiles: means for a transaction, and who shares which field. Pure. */
import type { LayoutCell, LayoutTally } from '../../engine/replay/layout-types.ts';
import type { OperationKind } from '../../engine/replay/scene-types.ts';
import { LINE_BYTES } from './layout.ts';
import { fieldAt, type PlacedLayout } from './place.ts';
import { cellKey, marginOf, type Replayed, type Sums } from './replays.ts';
import type { Beside } from './settings.ts';

/** Why a line had to be fetched; together they are all misses. */
export const MISS_KINDS = ['trueSharing', 'restored', 'falseSharing', 'forHorizon', 'upgrades', 'cold'] as const;
export type MissKind = (typeof MISS_KINDS)[number];
/** Columns of the table, in order: why a line had to be fetched, then what that took. */
export const RESULT_COUNTS = ['misses', ...MISS_KINDS, 'transfers'] as const;
export type ResultCount = (typeof RESULT_COUNTS)[number];

/** Means for a transaction. */
interface Means extends Readonly<Record<ResultCount, number>> {
  readonly ns: number;
  /** Transactions in a second of one core that does nothing else. */
  readonly perSecond: number;
}
export interface LayoutResult extends Means {
  /** How far each of them may be from the mean of other replays of the same layout: its ±. */
  readonly margin: Means;
}

/** All that a page shows: the layout's, the versions', and those of an own table as it was read. Null: not yet. */
export interface LayoutSeen {
  readonly yours: LayoutResult | null;
  readonly given: LayoutResult | null;
  readonly beside: Readonly<Record<Beside, LayoutResult | null>>;
}

const NS_PER_SECOND = 1e9;

function meansOf(sums: Sums): Means {
  const each = (sum: number): number => sum / sums.transactions;
  const ns = each(sums.ns);
  return {
    misses: each(sums.misses),
    trueSharing: each(sums.trueSharing),
    restored: each(sums.restored),
    falseSharing: each(sums.falseSharing),
    forHorizon: each(sums.forHorizon),
    upgrades: each(sums.upgrades),
    cold: each(sums.cold),
    transfers: each(sums.transfersWithin + sums.transfersAcross),
    ns,
    perSecond: NS_PER_SECOND / ns,
  };
}

export function resultOf({ tally, each }: Replayed): LayoutResult {
  const all = each.map(meansOf);
  const margin = (of: (means: Means) => number): number => marginOf(all.map(of));
  return {
    ...meansOf(tally),
    margin: {
      misses: margin(({ misses }) => misses),
      trueSharing: margin(({ trueSharing }) => trueSharing),
      restored: margin(({ restored }) => restored),
      falseSharing: margin(({ falseSharing }) => falseSharing),
      forHorizon: margin(({ forHorizon }) => forHorizon),
      upgrades: margin(({ upgrades }) => upgrades),
      cold: margin(({ cold }) => cold),
      transfers: margin(({ transfers }) => transfers),
      ns: margin(({ ns }) => ns),
      perSecond: margin(({ perSecond }) => perSecond),
    },
  };
}

/** How the time of one layout compares with another's. `same`: no farther apart than the ± of either. */
export type Compared = 'less' | 'more' | 'same';
export function compare(one: LayoutResult, other: LayoutResult): Compared {
  if (Math.abs(one.ns - other.ns) <= Math.max(one.margin.ns, other.margin.ns)) return 'same';
  return one.ns < other.ns ? 'less' : 'more';
}

/**
 * `many`: several cores write one entry. `shared`: one core writes each entry and others touch it, too. `beside`: nobody
 * else touches it, or nobody writes it, but its line is falsely shared. `read`: nobody writes it. `own`: only its own
 * core touches it.
 */
export type Tone = 'many' | 'shared' | 'beside' | 'read' | 'own' | 'quiet';
export const TONES: readonly Tone[] = ['quiet', 'own', 'read', 'beside', 'shared', 'many'];

const toneOf = ({ readers, writers }: Pick<LayoutCell, 'readers' | 'writers'>): Tone => {
  if (writers.length === 0) return 'read';
  if (writers.length > 1) return 'many';
  return new Set([...readers, ...writers]).size > 1 ? 'shared' : 'own';
};

/**
 * How each field is used; one that is missing is not touched. A field has the strongest tone of its entries. Where others
 * fetch a line because of bytes that none of them touches, none of its fields looks harmless.
 */
export function tonesOf(tally: LayoutTally, placed: PlacedLayout): ReadonlyMap<string, Tone> {
  const lineOf = ({ at }: LayoutCell): number => Math.floor(at / LINE_BYTES);
  const falselyShared = new Set(tally.cells.filter((cell) => toneOf(cell) === 'own' && cell.blamed > 0).map(lineOf));
  const tones = new Map<string, Tone>();
  for (const cell of tally.cells) {
    const name = fieldAt(placed, cell.at)?.field.name;
    if (name === undefined) continue;
    const alone = toneOf(cell);
    const tone = (alone === 'own' || alone === 'read') && falselyShared.has(lineOf(cell)) ? 'beside' : alone;
    if (TONES.indexOf(tone) > TONES.indexOf(tones.get(name) ?? 'quiet')) tones.set(name, tone);
  }
  return tones;
}

/** Bytes of a line, in the manner of `perf c2c`. Numbers are means for a transaction. */
export interface HeatCell {
  readonly field: string;
  readonly entry: number;
  /** Bytes of the line. */
  readonly from: number;
  readonly size: number;
  readonly reads: number;
  readonly writes: number;
  readonly readers: readonly number[];
  readonly writers: readonly number[];
  readonly operations: readonly OperationKind[];
  readonly misses: number;
  /** Fetches by others because of writes to these bytes. */
  readonly blamed: number;
  /** The ± of each figure; 0: all replays agree, so the figure is exact. */
  readonly margin: Readonly<Record<HeatCount, number>>;
}
type HeatCount = 'reads' | 'writes' | 'misses' | 'blamed';
export interface HeatLine {
  readonly line: number;
  readonly structs: readonly string[];
  readonly misses: number;
  /** The ± of `misses`. */
  readonly margin: number;
  readonly cells: readonly HeatCell[];
}

/** The ± of a sum over some cells: from each replay's own mean for a transaction. */
function heatMargin(replayed: Replayed, cells: readonly LayoutCell[], count: HeatCount): number {
  const keys = cells.map(cellKey);
  return marginOf(
    replayed.cells.map((own, i) => {
      const sum = keys.reduce((all, key) => all + (own.get(key)?.[count] ?? 0), 0);
      return sum / (replayed.each[i]?.transactions ?? 1);
    }),
  );
}

/** The lines with the most misses, those first. @param most of them */
export function hotLines(replayed: Replayed, placed: PlacedLayout, most: number): readonly HeatLine[] {
  const { tally } = replayed;
  const each = (sum: number): number => sum / tally.transactions;
  const lines = new Map<number, LayoutCell[]>();
  for (const cell of tally.cells) {
    const line = Math.floor(cell.at / LINE_BYTES);
    const known = lines.get(line);
    if (known === undefined) lines.set(line, [cell]);
    else known.push(cell);
  }
  return [...lines]
    .map(([line, cells]) => ({ line, cells, misses: cells.reduce((sum, { misses }) => sum + misses, 0) }))
    .filter(({ misses }) => misses > 0)
    .sort((a, b) => b.misses - a.misses || a.line - b.line)
    .slice(0, most)
    .map(({ line, cells, misses }) => ({
      line,
      misses: each(misses),
      margin: heatMargin(replayed, cells, 'misses'),
      structs: [...new Set(cells.flatMap(({ at }) => fieldAt(placed, at)?.struct.name ?? []))],
      cells: cells.map((cell) => {
        const found = fieldAt(placed, cell.at);
        return {
          field: found?.field.name ?? '',
          entry: found?.entry ?? 0,
          from: cell.at % LINE_BYTES,
          size: cell.size,
          reads: each(cell.reads),
          writes: each(cell.writes),
          readers: cell.readers,
          writers: cell.writers,
          operations: cell.operations,
          misses: each(cell.misses),
          blamed: each(cell.blamed),
          margin: {
            reads: heatMargin(replayed, [cell], 'reads'),
            writes: heatMargin(replayed, [cell], 'writes'),
            misses: heatMargin(replayed, [cell], 'misses'),
            blamed: heatMargin(replayed, [cell], 'blamed'),
          },
        };
      }),
    }));
}

export interface Blame {
  readonly field: string;
  /** Fetches for a transaction, by operations that need the field and find the same value. */
  readonly restored: number;
}
/** Fields that are written again with the values that they have, by what that costs others; the most first. */
export function blameOf(tally: LayoutTally, placed: PlacedLayout): readonly Blame[] {
  const sums = new Map<string, number>();
  for (const { at, restored } of tally.cells) {
    const name = fieldAt(placed, at)?.field.name;
    if (name !== undefined && restored > 0) sums.set(name, (sums.get(name) ?? 0) + restored / tally.transactions);
  }
  return [...sums].map(([field, restored]) => ({ field, restored })).sort((a, b) => b.restored - a.restored);
}
