/**
 * A side's step as a film over its drawing, which shows the step whole: parts are uncovered in the order of their causes, what moves is
 * drawn above, and cells that change are covered with their old look until it is their turn.
 */
import { NOBODY } from '../../viewmodel/cachelines/scene.ts';
import {
  along,
  cornerOf,
  middleOf,
  type Place,
  type StoryLayout,
  type Way,
  wayBetween,
} from '../../viewmodel/lines-story/layout.ts';
import { type LineAct, lineScore } from '../../viewmodel/lines-story/score.ts';
import type { LineEvent, SideStep } from '../../viewmodel/lines-story/story.ts';
import { lengthOf, type Span, timesOf } from '../../viewmodel/score/score.ts';
import { type Frames, Reel, SVG } from '../shared/reel/reel.ts';
import { lookOf, newsRadius } from './cells.tsx';
import styles from './lines-story.module.css';

export interface SideFilm {
  readonly ms: number;
  draw(at: number): void;
  end(): void;
}
export interface FilmInput {
  /** Above the drawing, of its size. */
  readonly layer: HTMLElement;
  readonly drawing: SVGSVGElement;
  readonly layout: StoryLayout;
  readonly step: SideStep;
  /** Whose deed it is. */
  readonly core: number;
  readonly cores: number;
  /** Before the step. */
  readonly before: Uint8Array;
  readonly hues: readonly string[];
  /** Sentences that are new with the step. */
  readonly said: readonly Element[];
  /** Without movement: each phase is a frame around its cells. */
  readonly isStill: boolean;
}

interface Filming extends FilmInput {
  readonly reel: Reel;
  readonly spans: ReadonlyMap<LineAct, Span>;
}

const HELD_MS = 400;
const HIDDEN: Frames = [{ opacity: 0 }, { opacity: 0 }];
const APPEARS: Frames = [{ opacity: 0 }, { opacity: 1 }];
const VANISHES: Frames = [{ opacity: 1 }, { opacity: 0 }];

export function sideFilm(input: FilmInput): SideFilm {
  const reel = new Reel(input.layer);
  const score = lineScore(input.step);
  const { phases } = score;
  if (input.isStill) {
    for (const [i, { act }] of phases.entries())
      for (const place of placesOf(input, act))
        frame(reel, input.layout, place, { from: i * HELD_MS, to: (i + 1) * HELD_MS });
    return { ms: phases.length * HELD_MS, draw: (at) => reel.draw(at), end: () => reel.end() };
  }
  const times = timesOf(score);
  const spans = new Map(phases.map(({ act }, i) => [act, times[i] ?? { from: 0, to: 0 }]));
  const filming = { ...input, reel, spans };
  past(filming, times.at(-1) ?? { from: 0, to: GONE_MS });
  sweep(filming);
  if (input.step.event !== null) event(filming, input.step.event);
  return { ms: lengthOf(score), draw: (at) => reel.draw(at), end: () => reel.end() };
}

// --- without movement --------------------------------------------------------------------------------------------------

/** The cells that a phase is about. */
function placesOf({ layout, core, step: { hits, event } }: FilmInput, act: LineAct): readonly Place[] {
  if (act === 'sweep' || event === null) return hits.map((at) => middleOf(layout, core, at));
  const own = middleOf(layout, core, event.cell);
  switch (act) {
    case 'travel':
      return event.from === NOBODY ? [] : [middleOf(layout, event.from, event.cell)];
    case 'send':
    case 'die':
      return event.losers.map((core) => middleOf(layout, core, event.cell));
    default:
      return [own];
  }
}

function frame(reel: Reel, { cell }: StoryLayout, { x, y }: Place, span: Span): void {
  const ring = draw(reel, 'rect', { x: x - cell, y: y - cell, width: 2 * cell, height: 2 * cell, class: styles.held });
  reel.add(ring, [{ visibility: 'visible' }, { visibility: 'visible' }], span, { fill: 'none' });
}

// --- with movement -----------------------------------------------------------------------------------------------------

function draw(reel: Reel, name: string, attributes: Readonly<Record<string, string | number | undefined>>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) element.setAttribute(key, String(value));
  reel.svg.append(element);
  return element;
}

const parts = ({ drawing }: Filming, part: string): readonly SVGElement[] => [
  ...drawing.querySelectorAll<SVGElement>(`:not([data-past]) > [data-part="${part}"]`),
];

/** How long the marks of the step before are still seen. */
const GONE_MS = 160;

/** They go; and what the step has done to each copy is said at its end. */
function past(filming: Filming, last: Span): void {
  const { reel, drawing, said } = filming;
  for (const words of said) reel.add(words, APPEARS, { from: 0, to: GONE_MS });
  for (const marks of drawing.querySelectorAll('[data-past]')) reel.add(marks, VANISHES, { from: 0, to: GONE_MS });
  for (const met of parts(filming, 'met')) reel.add(met, APPEARS, last);
}

/** What the core reads from its own cache gets its ticks one after the other. */
function sweep(filming: Filming): void {
  const { reel, spans } = filming;
  const span = spans.get('sweep');
  if (span === undefined) return;
  const ticks = parts(filming, 'read');
  const each = (span.to - span.from) / Math.max(1, ticks.length);
  for (const [i, tick] of ticks.entries()) {
    const from = span.from + i * each;
    reel.add(tick, APPEARS, { from, to: Math.min(span.to, from + Math.max(each, 50)) });
  }
}

function event(filming: Filming, { cell, core, from, isUpgrade, losers, writes }: LineEvent): void {
  const { reel, spans, layout } = filming;
  const own = middleOf(layout, core, cell);
  const [travel, arrive, send, die, last] = (['travel', 'arrive', 'send', 'die', 'own'] as const).map((act) =>
    spans.get(act),
  );
  const end = last ?? arrive ?? die ?? { from: 0, to: 1 };
  for (const ring of parts(filming, 'own')) reel.add(ring, APPEARS, writes ? end : (arrive ?? end));
  if (travel !== undefined) {
    const source = from === NOBODY ? null : middleOf(layout, from, cell);
    for (const way of parts(filming, 'way')) drawn(reel, way, travel);
    if (from !== NOBODY) covered(filming, from, travel);
    carried(filming, wayBetween(layout, source, own), from, travel);
  }
  covered(filming, core, isUpgrade ? end : writes && losers.length > 0 ? end : (arrive ?? end));
  for (const loser of losers) {
    if (send === undefined || die === undefined) break;
    const way = wayBetween(layout, own, cornerOf(layout, loser, cell));
    for (const path of parts(filming, `news ${loser}`)) drawn(reel, path, send);
    sent(filming, way, core, send);
    for (const lost of parts(filming, `lost ${loser}`)) {
      reel.add(lost, HIDDEN, { from: 0, to: send.to }, { fill: 'backwards' });
    }
    dying(filming, loser, die, send);
  }
}

/** A way is drawn from its beginning on. */
function drawn(reel: Reel, path: SVGElement, span: Span): void {
  if (!(path instanceof SVGPathElement)) return;
  const length = `${Math.ceil(path.getTotalLength()) + 1}px`;
  reel.add(
    path,
    [
      { strokeDasharray: `${length} ${length}`, strokeDashoffset: length },
      { strokeDasharray: `${length} ${length}`, strokeDashoffset: '0px' },
    ],
    span,
    { easing: 'ease-in-out', fill: 'backwards' },
  );
}

const STATIONS = 24;
const track = (way: Way): Frames =>
  Array.from({ length: STATIONS + 1 }, (_, i) => {
    const { x, y } = along(way, i / STATIONS);
    return { transform: `translate(${x}px, ${y}px)` };
  });

/** The line itself. */
function carried(filming: Filming, way: Way, from: number, span: Span): void {
  const { reel, layout, hues } = filming;
  const { cell } = layout;
  const size = { x: -cell / 2, y: -cell / 2, width: cell, height: cell };
  const block = draw(reel, 'rect', { ...size, class: styles.block, color: hues[from] ?? 'var(--ink)' });
  reel.add(block, track(way), span, { easing: 'ease-in-out', fill: 'backwards' });
  reel.add(block, HIDDEN, { from: span.to, to: span.to + 1 }, { fill: 'forwards' });
}

/** The news that a copy is void. */
function sent(filming: Filming, way: Way, core: number, span: Span): void {
  const { reel, hues, layout } = filming;
  const disc = draw(reel, 'circle', { r: newsRadius(layout), class: styles.disc, color: hues[core] });
  reel.add(disc, track(way), span, { easing: 'ease-in', fill: 'backwards' });
  reel.add(disc, HIDDEN, { from: span.to, to: span.to + 1 }, { fill: 'forwards' });
}

/** A cell as it was, above the one that is there; null: it looks the same. */
function oldCell({ reel, drawing, layout, cores, before, hues, step }: Filming, core: number): SVGElement | null {
  const at = step.event?.cell ?? 0;
  const live = drawing.querySelector(`[data-cell="${core} ${at}"]`);
  const look = lookOf(before[at * cores + core]);
  if (live === null || live.getAttribute('data-look') === look) return null;
  const { x, y } = middleOf(layout, core, at);
  const { cell } = layout;
  const group = draw(reel, 'g', { color: hues[core] });
  // Paper first: the cell below must not show through.
  for (const [klass, grows] of [
    [styles.paper, 0.75],
    [styles.cell, 0],
  ] as const) {
    const rect = document.createElementNS(SVG, 'rect');
    const size = cell - 1.5 + 2 * grows;
    rect.setAttribute('x', String(x - size / 2));
    rect.setAttribute('y', String(y - size / 2));
    rect.setAttribute('width', String(size));
    rect.setAttribute('height', String(size));
    rect.setAttribute('class', klass ?? '');
    if (klass === styles.cell) rect.setAttribute('data-look', look);
    group.append(rect);
  }
  return group;
}

function covered(filming: Filming, core: number, span: Span): void {
  const old = oldCell(filming, core);
  if (old !== null) filming.reel.add(old, VANISHES, span);
}

/** A copy flashes, and empties. */
function dying(filming: Filming, core: number, span: Span, send: Span): void {
  const { reel, layout, step, hues } = filming;
  const old = oldCell(filming, core);
  if (old !== null) reel.add(old, VANISHES, span, { easing: 'ease-in' });
  const { x, y } = middleOf(layout, core, step.event?.cell ?? 0);
  const { cell } = layout;
  const size = { x: x - cell, y: y - cell, width: 2 * cell, height: 2 * cell };
  const flash = draw(reel, 'rect', { ...size, class: styles.flash, color: hues[step.event?.core ?? 0] });
  reel.add(flash, [{ opacity: 0 }, { opacity: 0.55, offset: 0.2 }, { opacity: 0 }], { from: send.to, to: span.to });
}
