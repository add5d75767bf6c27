/**
 * One 64-byte line: fields at their offsets, torn entries as tickets, and the owner's hue if one core holds it
 * exclusively.
 */
import { fieldsOf, type LineSegment, segmentsOfLine } from '../../viewmodel/cachelines/fields.ts';
import { LINE_BYTES, type LineScene, NOBODY, regionsOnLine, STATE } from '../../viewmodel/cachelines/scene.ts';
import type { LineStates } from '../../viewmodel/cachelines/side.ts';
import type { Palette, Pen } from './pen.ts';

/** How strongly a field is drawn: the fields that a snapshot needs stand out. */
const STRENGTH: Readonly<Record<string, number>> = {
  xid: 0.34,
  xmin: 0.2,
  'LWLock.state': 0.34,
  latestCompletedXid: 0.34,
  xactCompletionCount: 0.34,
  numProcs: 0.2,
  'pgprocnos[]': 0.16,
  'procs[]': 0.16,
  '': 0.05,
};
const OTHER_STRENGTH = 0.12;
/** Below this height there is no room for gaps. */
const FINE = 6;

/** The segments of a line, computed once per line. */
export class LinePatterns {
  readonly #scene: LineScene;
  readonly #kept = new Map<number, readonly LineSegment[]>();
  constructor(scene: LineScene) {
    this.#scene = scene;
  }
  of(line: number): readonly LineSegment[] {
    let segments = this.#kept.get(line);
    if (segments === undefined) {
      const { opened, lines, design } = this.#scene;
      segments = regionsOnLine(opened.regions, lines[line] ?? 0).flatMap(({ region, from }) =>
        segmentsOfLine(fieldsOf(region.name, design), from, region.size),
      );
      this.#kept.set(line, segments);
    }
    return segments;
  }
}

export interface RowInput {
  readonly scene: LineScene;
  readonly states: LineStates;
  readonly patterns: LinePatterns;
  readonly palette: Palette;
  readonly left: number;
  readonly byteWidth: number;
  readonly line: number;
  readonly y: number;
  readonly height: number;
  /** This operation does not touch the line. */
  readonly faint: boolean;
}

export function paintRow(c: Pen, input: RowInput): void {
  const { states, patterns, palette, left, byteWidth, line, y, height, faint } = input;
  const segments = patterns.of(line);
  const first = segments[0];
  const last = segments.at(-1);
  if (first === undefined || last === undefined) return;
  const owner = states.owner[line] ?? NOBODY;
  const state = states.lineState(line);
  const hue = palette.cores[owner] ?? palette.ink;
  const gap = height >= FINE ? Math.max(1, Math.round(height * 0.18)) : 1;
  const h = Math.max(1, height - gap);
  const x = (byte: number): number => left + byte * byteWidth;
  const fade = faint ? 0.55 : 1;
  const solid = state === STATE.M || state === STATE.O;
  const [x0, x1] = [x(first.from), x(last.to)];

  if (solid) {
    c.globalAlpha = 1;
    c.fillStyle = hue;
    c.fillRect(x0, y, x1 - x0, h);
    c.fillStyle = palette.paper;
    c.globalAlpha = 0.75;
    if (byteWidth * 4 > 4)
      for (const segment of segments) if (segment.from > first.from) c.fillRect(x(segment.from) - 0.5, y, 1, h);
    paintWritten(c, input, h);
  } else if (state === STATE.I) {
    c.globalAlpha = fade * 0.5;
    c.strokeStyle = palette.muted;
    c.lineWidth = 1;
    c.strokeRect(x0 + 0.5, y + 0.5, x1 - x0 - 1, h - 1);
  } else {
    c.fillStyle = palette.ink;
    for (const segment of segments) {
      c.globalAlpha = fade * (STRENGTH[segment.field] ?? OTHER_STRENGTH);
      const from = x(segment.from) + (segment.begins && height >= FINE ? 1 : 0);
      c.fillRect(from, y, x(segment.to) - from, h);
    }
    if (state === STATE.E) {
      c.globalAlpha = faint ? 0.7 : 1;
      c.strokeStyle = hue;
      c.lineWidth = height >= FINE ? 1.5 : 1;
      c.strokeRect(x0 + 0.5, y + 0.5, x1 - x0 - 1, h - 1);
    }
  }
  c.globalAlpha = 1;
  if (height >= FINE) {
    for (const segment of [first, last]) {
      if (segment.torn === null) continue;
      paintTear(c, segment.torn === 'start' ? x0 : x1, y, h, segment.torn, solid ? hue : palette.ink, solid ? 1 : 0.28);
    }
  }
}

/** The owner's last written field stands out of the solid hue. */
function paintWritten(c: Pen, { scene, line, palette, left, byteWidth, y }: RowInput, h: number): void {
  const last = scene.lastWrites[line];
  if (last === null || last === undefined || h < 3) return;
  c.globalAlpha = 1;
  c.fillStyle = palette.paper;
  const width = Math.max(2, last.size * byteWidth - 1);
  c.fillRect(left + last.offset * byteWidth + 0.5, y + Math.min(2, h * 0.2), width, h - 2 * Math.min(2, h * 0.2));
}

/** A torn edge that reaches a little beyond the line: the entry continues on another line. */
function paintTear(
  c: Pen,
  x: number,
  y: number,
  h: number,
  side: 'start' | 'end',
  colour: string,
  alpha: number,
): void {
  const out = side === 'start' ? -1 : 1;
  const reach = Math.min(6, Math.max(3, h * 0.6));
  const teeth = Math.max(1, Math.round(h / 5));
  c.globalAlpha = alpha;
  c.fillStyle = colour;
  c.beginPath();
  c.moveTo(x, y);
  for (let i = 0; i < teeth; i++) {
    c.lineTo(x + out * reach, y + (h * i) / teeth);
    c.lineTo(x + out * reach * 0.45, y + (h * (i + 0.5)) / teeth);
    c.lineTo(x + out * reach, y + (h * (i + 1)) / teeth);
  }
  c.lineTo(x, y + h);
  c.closePath();
  c.fill();
  c.globalAlpha = 1;
}

export const rowWidth = (byteWidth: number): number => byteWidth * LINE_BYTES;
