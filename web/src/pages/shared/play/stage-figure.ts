/**
 * Which figures are shown together. On stage a letter is a thirtieth of the height, so there is room for the lanes and
 * one figure next to them; from four sessions on, for one thing at a time.
 */
import { STAGE_FIGURES, type StageFigure, VIEWS } from './views.tsx';

const BESIDE: readonly StageFigure[] = ['rows', 'xids', 'why'];

/** The largest number of lanes that leaves room for a figure. */
const MOST_BESIDE = 3;

/**
 * The lanes over the whole width, with as many of their cards as fit, are the first figure for many sessions and the
 * last for few. If the spec asks to watch subxids, the buffers of pg_subtrans and each session's slots come before
 * everything else; then the conflicts of SERIALIZABLE, if a session is.
 */
export function stageFigures(
  sessions: number,
  watch: readonly string[] = [],
  isSerializable = false,
): readonly StageFigure[] {
  const figures: readonly StageFigure[] = [
    ...(watch.includes('subxids') ? (['subtrans', 'subxids'] as const) : []),
    ...(isSerializable ? (['conflicts'] as const) : []),
    ...BESIDE,
    ...(watch.includes('horizons') ? (['horizons'] as const) : []),
  ];
  return sessions > MOST_BESIDE ? ['lanes', ...figures] : [...figures, 'lanes'];
}

/**
 * The parts that a box asks for by name, in its order; 'slru' is a spec's name for pg_subtrans. If none is named: lanes
 * and rows.
 */
export function partsOf(names: readonly string[]): readonly StageFigure[] {
  const parts = names.flatMap((name) =>
    STAGE_FIGURES.filter((figure) => figure === (name === 'slru' ? 'subtrans' : name)),
  );
  return parts.length === 0 ? ['lanes', 'rows'] : [...new Set(parts)];
}

/** The parts that show these marks, each once. */
export const partsOfMarks = (marks: readonly string[]): readonly StageFigure[] =>
  STAGE_FIGURES.filter((part) => VIEWS[part].marks.some((kind) => marks.some((mark) => mark.split(' ')[0] === kind)));

/**
 * The groups of parts that are on stage together: the lanes always, and those with the marks that must be visible. The
 * other parts follow one by one; a reader steps through these groups. Without such marks the first part comes first.
 */
export function stageGroups(
  parts: readonly StageFigure[],
  decisive: readonly string[],
): readonly (readonly StageFigure[])[] {
  const others = parts.filter((part) => part !== 'lanes');
  const wanted = partsOfMarks(decisive);
  const together = others.filter((part) => wanted.includes(part));
  const first = together.length > 0 ? together : others.slice(0, 1);
  const rest = others.filter((part) => !first.includes(part));
  return [first, ...rest.map((part) => [part])];
}

/** Whether the lanes are next to the figure, each with its last card. */
export const lanesBeside = (sessions: number, figure: StageFigure): boolean =>
  sessions <= MOST_BESIDE && figure !== 'lanes';

/** The figure to show: the chosen one, if it is available. */
export const shownFigure = (figures: readonly StageFigure[], chosen: StageFigure | null): StageFigure =>
  figures.find((figure) => figure === chosen) ?? figures[0] ?? 'rows';

export const nextFigure = (figures: readonly StageFigure[], figure: StageFigure): StageFigure =>
  shownFigure(figures, figures[(figures.indexOf(figure) + 1) % figures.length] ?? null);
