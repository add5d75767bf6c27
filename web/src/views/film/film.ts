/**
 * A step as a film: its score, played over the picture before and the picture after. The newer picture is in the
 * document from the beginning, so the film only covers, moves and uncovers; at its end nothing of it is left.
 */
import { MARK } from '../../viewmodel/score/marks.ts';
import { type Act, lengthOf, type Motion, type Score, type Span, timesOf } from '../../viewmodel/score/score.ts';
import { Reel } from '../shared/reel/reel.ts';
import { outline } from './actors.ts';
import { ACTS_DRAWN } from './acts.ts';
import type { ActContext, Draw } from './context.ts';
import { kindOf, type Picture, type Seen, settled } from './picture.ts';
import { Looks, within } from './reel.ts';

export interface Staged {
  readonly layer: HTMLElement;
  /** The picture that was there, and the one that is there. */
  readonly was: Picture;
  readonly is: Picture;
  readonly score: Score;
  /** How acts that few steps have are drawn. */
  readonly more: Readonly<Partial<Record<Act, Draw>>>;
  readonly hueOf: (session: string | null) => string;
  /** A step back: the score's end is the picture that was there. */
  readonly isBackwards: boolean;
}
interface StepFilm {
  readonly ms: number;
  draw(at: number): void;
  end(): void;
}

export function filmOf(staged: Staged): StepFilm {
  const { layer, is, more, hueOf, isBackwards } = staged;
  const acts: Staged['more'] = { ...ACTS_DRAWN, ...more };
  const was = settled(staged.was, is);
  const score = seenOf(staged.score, was, is);
  const reel = new Reel(layer);
  const [early, late] = isBackwards ? [is, was] : [was, is];
  const looks = new Looks(reel, early, late, is);
  const times = timesOf(score);
  const whole: Span = { from: 0, to: lengthOf(score) };
  const first = times[0] ?? whole;
  const last = times.at(-1) ?? whole;
  const context: ActContext = { reel, looks, early, late, hueOf };
  for (const [i, { motions }] of score.phases.entries())
    for (const [act, own] of byAct(motions)) acts[act]?.(own, times[i] ?? whole, context);
  const when = (act: Act) => times[score.phases.findIndex(({ motions }) => motions.some((own) => own.act === act))];
  theRest(looks, when('dissolve') ?? first, when('end') ?? last, last);
  // Last of all, because copies slide with what they are copies of.
  shift(looks, when('settle') ?? first);
  if (!isBackwards) cards(looks, within(first, 0, 0.8));
  // The headline is not a part of the stage; it is read while the rest happens.
  const said = document.querySelector('[data-said]');
  if (said !== null) reel.add(said, [{ opacity: 0 }, { opacity: 1 }], within(first, 0, 0.8));
  reasons(looks, last);
  return { ms: whole.to, draw: (at) => reel.draw(at), end: () => reel.end() };
}

/** Without the phases whose marks no figure shows; if none is left, as it is: something else may move. */
function seenOf(score: Score, was: Picture, is: Picture): Score {
  const phases = score.phases.filter(({ motions }) => motions.some(({ to }) => was.has(to) || is.has(to)));
  return phases.length === 0 ? score : { phases };
}

function byAct(motions: readonly Motion[]): ReadonlyMap<Motion['act'], readonly Motion[]> {
  const all = new Map<Motion['act'], Motion[]>();
  for (const motion of motions) all.set(motion.act, [...(all.get(motion.act) ?? []), motion]);
  return all;
}

/** How long a highlight is held where the reader wants no movement, in ms. */
const HELD_MS = 400;

/** The same for a reader who wants no movement: each phase is a highlight. */
export function stillFilmOf({ layer, was, is, score: whole, hueOf }: Staged): StepFilm {
  const reel = new Reel(layer);
  const score = seenOf(whole, was, is);
  for (const [i, { motions }] of score.phases.entries())
    for (const { to, session } of motions) {
      const seen = is.get(to) ?? was.get(to);
      const span = { from: i * HELD_MS, to: (i + 1) * HELD_MS };
      if (seen !== undefined) outline(reel, hueOf(session), seen.box, span, true);
    }
  return { ms: score.phases.length * HELD_MS, draw: (at) => reel.draw(at), end: () => reel.end() };
}

/** The nearest corner that does not change with what is in the mark. */
const moved = (from: Seen, to: Seen): { readonly x: number; readonly y: number } => ({
  x: from.box.x + from.box.width / 2 - to.box.x - to.box.width / 2,
  y: from.box.y - to.box.y,
});

/** What has another place because something came or went slides there: first of all. What is in it moves along. */
function shift(looks: Looks, span: Span): void {
  const { reel, early, late, live } = looks;
  for (const [mark, { element }] of live) {
    const kind = kindOf(mark);
    if (!SLIDE.has(kind)) continue;
    /** @returns whether it has another place */
    const slide = (own: Element, part: string, isLate: boolean): boolean => {
      const [from, to] = [early.get(part), late.get(part)];
      if (from === undefined || to === undefined) return false;
      const away = moved(from, to);
      const sign = isLate ? 1 : -1;
      const [x, y] = [ALONG_X.has(kind) ? sign * away.x : 0, ALONG_Y.has(kind) ? sign * away.y : 0];
      if (Math.abs(x) + Math.abs(y) < 1) return false;
      const frames = [`translate(${x}px, ${y}px)`, 'translate(0px, 0px)'].map((transform) => ({ transform }));
      reel.add(own, isLate ? frames : frames.reverse(), span, { composite: 'add', easing: 'ease-in-out' });
      return true;
    };
    if (!slide(element, mark, live === late)) continue;
    for (const [part, { element: own }] of live)
      if (element.contains(own)) for (const ghost of looks.copiesOf(part)) slide(ghost, part, live !== late);
  }
}
const ALONG_X: ReadonlySet<string> = new Set(['xid', 'record', 'known']);
const ALONG_Y: ReadonlySet<string> = new Set(['row', 'pointer', 'snapshot', 'known']);
const SLIDE: ReadonlySet<string> = new Set([...ALONG_X, ...ALONG_Y]);

/** Marks that came, went or look different, though the score has no motion for them. */
function theRest(looks: Looks, first: Span, end: Span, last: Span): void {
  const { early, late, touched } = looks;
  for (const mark of new Set([...early.keys(), ...late.keys()])) {
    const kind = kindOf(mark);
    if (touched.has(mark)) continue;
    const [old, now] = [early.get(mark), late.get(mark)];
    if (['row', 'xid', 'chain', 'pointer', 'dead', 'record', 'known'].includes(kind)) {
      if (old === undefined || now === undefined) looks.fade(mark, first);
    } else if (kind === 'walk' || kind === 'told' || kind === 'look') {
      if (old?.looks !== now?.looks) looks.fade(mark, last);
    } else if (old !== undefined && now !== undefined && old.looks !== now.looks) {
      if (['xmin', 'xmax', 'eye', 'strip', 'horizon'].includes(kind)) looks.fade(mark, end);
      if (kind === 'buffer') looks.fade(mark, first);
      if (kind === 'snapshot') looks.fade(mark, end, '[data-look]');
    }
  }
}

/** The step's card comes first. */
function cards({ reel, early, late }: Looks, span: Span): void {
  for (const [mark, { element, looks }] of late)
    if (kindOf(mark) === 'card' && early.get(mark)?.looks !== looks)
      reel.add(
        element,
        [
          { opacity: 0, transform: 'translateY(-6px)' },
          { opacity: 1, transform: 'none' },
        ],
        span,
      );
}

/** The reasons come last, when all that they speak of is there. */
function reasons({ reel, early, late, live }: Looks, span: Span): void {
  const shown = live.get(MARK.why);
  if (shown === undefined || early.get(MARK.why)?.looks === late.get(MARK.why)?.looks) return;
  const frames = [{ opacity: 0 }, { opacity: 1 }];
  reel.add(shown.element, live === late ? frames : frames.reverse(), span);
}
