/**
 * Twelve bytes around the access, at their true offsets: one PGXACT entry, or three xids of a dense array. An entry
 * that continues in the next line is torn where the line ends, and each part is drawn on its own line.
 */
import { ACCESS_KINDS } from '../../engine/replay/scene-types.ts';
import { fieldsOf, segmentsOfLine } from './fields.ts';
import { indexOfLine, LINE_BYTES, type LineScene, NOBODY, regionsOnLine } from './scene.ts';
import type { LineStates } from './side.ts';

export const LENS_BYTES = 12;

export interface LensSegment {
  /** Bytes from the window's start. */
  readonly from: number;
  readonly to: number;
  /** Empty: space between fields, or nothing at all. `flags` replaces several fields of a byte. */
  readonly field: string;
  /** The access to it now, or the last write. */
  readonly act: { readonly verb: 'reads' | 'writes' | 'wrote'; readonly backend: number } | null;
  /** False: the structure has ended. */
  readonly inside: boolean;
}

/** The part of the window on one line. */
export interface LensPart {
  /** Index into `scene.lines`; -1: a line that is not known. */
  readonly line: number;
  /** The core that answers for it or `NOBODY`, and the line's state. */
  readonly owner: number;
  readonly state: number;
  readonly segments: readonly LensSegment[];
}

export interface Lens {
  readonly region: string;
  /** Index of the entry, from 0; null for a single struct. */
  readonly entry: number | null;
  /** Two when the line ends within the window. */
  readonly parts: readonly LensPart[];
  /** Offset of the window on the line of the access, in bytes: at least 0 and at most 64. */
  readonly from: number;
  readonly to: number;
  /** Index into `scene.lines` of the access's line. */
  readonly line: number;
}

/** @returns null when there is no such access */
export function lensOf(scene: LineScene, states: LineStates, access: number): Lens | null {
  const number = scene.accesses.line[access];
  const offset = scene.accesses.offset[access];
  if (number === undefined || offset === undefined) return null;
  const found = regionsOnLine(scene.opened.regions, number).find(
    ({ region, from }) => from + offset >= 0 && from + offset < region.size,
  );
  if (found === undefined) return null;
  const { region, from } = found;
  const layout = fieldsOf(region.name, scene.design);
  const byte = from + offset;
  const whole = layout.entry === LENS_BYTES;
  // Stays within its line and its structure, so that the window contains only bytes of them.
  const highest = Math.min(LINE_BYTES - LENS_BYTES, Math.max(0, region.size - from - LENS_BYTES));
  const start = whole ? Math.floor(byte / LENS_BYTES) * LENS_BYTES : from + Math.min(highest, offset);
  const parts: LensPart[] = [];
  for (let at = start; at < start + LENS_BYTES; ) {
    const lineNumber = region.firstLine + Math.floor((region.baseOffset + at) / LINE_BYTES);
    const lineStart = (lineNumber - region.firstLine) * LINE_BYTES - region.baseOffset;
    const to = Math.min(start + LENS_BYTES, lineStart + LINE_BYTES);
    const line = indexOfLine(scene.lines, lineNumber);
    parts.push({
      line,
      owner: line < 0 ? NOBODY : (states.owner[line] ?? NOBODY),
      state: line < 0 ? 0 : states.lineState(line),
      segments: partSegments(scene, { region, lineStart, line, access, isHere: lineNumber === number }, at, to, start),
    });
    at = to;
  }
  return {
    region: region.name,
    entry: layout.entry === 0 ? null : Math.floor(byte / layout.entry),
    parts,
    from: Math.max(0, start - from),
    to: Math.min(LINE_BYTES, start - from + LENS_BYTES),
    line: scene.lineAt[access] ?? 0,
  };
}

interface PartInput {
  readonly region: { readonly name: string; readonly size: number };
  readonly lineStart: number;
  readonly line: number;
  readonly access: number;
  readonly isHere: boolean;
}

function partSegments(scene: LineScene, input: PartInput, at: number, to: number, start: number): LensSegment[] {
  const { region, lineStart, line, access, isHere } = input;
  const { accesses } = scene;
  const last = line < 0 ? null : (scene.lastWrites[line] ?? null);
  const overlaps = (from: number, end: number, offset: number, size: number): boolean =>
    from < offset + size && offset < end;
  const all = segmentsOfLine(fieldsOf(region.name, scene.design), lineStart, region.size);
  const segments: LensSegment[] = [];
  for (const segment of all) {
    const [a, b] = [Math.max(at, lineStart + segment.from), Math.min(to, lineStart + segment.to)];
    if (b <= a) continue;
    const [from, end] = [a - lineStart, b - lineStart];
    const isNow = isHere && overlaps(from, end, accesses.offset[access] ?? 0, accesses.size[access] ?? 1);
    const reads = ACCESS_KINDS[accesses.kind[access] ?? 0] === 'read';
    const act = isNow
      ? ({ verb: reads ? 'reads' : 'writes', backend: scene.watched } as const)
      : last !== null && overlaps(from, end, last.offset, last.size)
        ? ({ verb: 'wrote', backend: last.backend } as const)
        : null;
    const next = { from: a - start, to: b - start, field: segment.field, act, inside: true };
    const before = segments.at(-1);
    // Fields of one byte are too narrow for their names: together they are “flags”.
    if (before !== undefined && isSmall(before) && isSmall(next) && before.field !== '' && next.field !== '')
      segments[segments.length - 1] = { ...before, to: next.to, field: 'flags', act: before.act ?? next.act };
    else segments.push(isSmall(next) && next.field !== '' ? { ...next, field: 'flags' } : next);
  }
  const end = segments.at(-1)?.to ?? at - start;
  if (end < to - start) segments.push({ from: end, to: to - start, field: '', act: null, inside: false });
  return segments;
}

/** Short fields, and the merged `flags`. */
const isSmall = ({ from, to, field }: Pick<LensSegment, 'from' | 'to' | 'field'>): boolean =>
  field === 'flags' || to - from < 4;
