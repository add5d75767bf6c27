import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import { coreStyles } from '../../viewmodel/cachelines/counters.ts';
import { groupsOf, touchedLines } from '../../viewmodel/cachelines/groups.ts';
import { commonPitch, memoryLayout } from '../../viewmodel/cachelines/layout.ts';
import { fakeScene } from '../../viewmodel/cachelines/lines.fake.ts';
import { missStops, timeOfStop } from '../../viewmodel/cachelines/position.ts';
import { boxWords } from '../../viewmodel/cachelines/words.ts';
import { FigurePainter, type PartName, SIDES, type ToFigurePainter } from './figure-painter.ts';
import type { Palette } from './pen.ts';

/** A canvas that counts its calls. */
class CountingCanvas {
  width = 1;
  height = 1;
  done = 0;
  getContext() {
    return new Proxy(this, {
      get: (canvas, name) => {
        if (name === 'measureText') return (text: string) => ({ width: text.length * 6 });
        return () => {
          canvas.done++;
        };
      },
      set: () => true,
    });
  }
}
const PARTS: readonly PartName[] = [
  ...SIDES.flatMap((side) => [`cores ${side}`, `lens ${side}`, `cone ${side}`, `memory ${side}`] as const),
  'ruler',
];
const palette: Palette = {
  ink: '#000',
  paper: '#fff',
  muted: '#888',
  hairline: '#ccc',
  edge: '#777',
  cores: ['#a0a', '#0aa', '#aa0', '#a00'],
  design: '#b40',
  sans: 'sans-serif',
  mono: 'monospace',
};

beforeEach(() => vi.stubGlobal('OffscreenCanvas', CountingCanvas));
afterEach(() => vi.unstubAllGlobals());

function figure() {
  const pair = { left: fakeScene({ design: 'pg13' }), right: fakeScene({ design: 'dense' }) } as const;
  const styles = coreStyles(pair.left.active, [0]);
  const naming = { styles, messages: messagesIn('en') };
  const painter = new FigurePainter();
  const canvases = new Map<PartName, CountingCanvas>();
  const tell = (message: ToFigurePainter) => painter.take(message);
  for (const part of PARTS) {
    const canvas = new CountingCanvas();
    canvases.set(part, canvas);
    tell({ kind: 'canvas', part, canvas: canvas as unknown as OffscreenCanvas });
  }
  const em = 13;
  const box = { width: 400, height: 300, em };
  const groups = SIDES.map((side) => groupsOf(pair[side], touchedLines(pair[side])));
  for (const [i, side] of SIDES.entries()) {
    for (const kind of ['cores', 'lens', 'cone'] as const)
      tell({ kind: 'place', place: { part: `${kind} ${side}`, ...box } });
    const layout = memoryLayout(groups[i] ?? [], commonPitch(groups, box), box);
    tell({ kind: 'place', place: { part: `memory ${side}`, layout, em } });
  }
  tell({ kind: 'place', place: { part: 'ruler', width: 900, em, hasClose: true } });
  const boxes = { left: boxWords(pair.left, naming), right: boxWords(pair.right, naming) };
  const story = () =>
    tell({
      kind: 'story',
      story: { pair, styles, boxes, verbs: { reads: 'reads', writes: 'writes', wrote: 'wrote' } },
    });
  const look = () => tell({ kind: 'look', look: { ratio: 2, palettes: { left: palette, right: palette } } });
  const painted = (): readonly PartName[] => {
    for (const canvas of canvases.values()) canvas.done = 0;
    painter.paint();
    return PARTS.filter((part) => (canvases.get(part)?.done ?? 0) > 0);
  };
  return { pair, story, look, tell, painted, canvases };
}

test('nothing is painted before it is known what and how; then all is, in device pixels', () => {
  const { story, look, painted, canvases } = figure();
  expect(painted()).toEqual([]);
  story();
  expect(painted()).toEqual([]);
  look();
  expect(painted()).toEqual(PARTS);
  expect(canvases.get('lens left')).toMatchObject({ width: 800, height: 600 });
});
test('what has not changed is not painted again; another look is another painting', () => {
  const { pair, story, look, tell, painted } = figure();
  story();
  look();
  const [miss = 0] = missStops(pair);
  tell({ kind: 'time', ns: timeOfStop(pair, miss) });
  expect(painted()).toEqual(PARTS);
  expect(painted()).toEqual([]);
  tell({ kind: 'time', ns: timeOfStop(pair, miss) });
  expect(painted()).toEqual([]);
  look();
  expect(painted()).toEqual(PARTS);
});
test('within a miss only what moves is painted: the transfer and the ruler', () => {
  const { pair, story, look, tell, painted } = figure();
  story();
  look();
  const miss = missStops(pair).findLast((stop) => pair.left.accesses.missed[stop] === 1) ?? 0;
  const { at, ns } = pair.left.accesses;
  const time = (share: number) => (at[miss] ?? 0) + (ns[miss] ?? 0) * share;
  tell({ kind: 'time', ns: time(0.4) });
  painted();
  tell({ kind: 'time', ns: time(0.5) });
  expect(painted()).toEqual(['cores left', 'ruler']);
});
