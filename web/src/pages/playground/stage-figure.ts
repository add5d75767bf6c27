/**
 * On stage a letter is a thirtieth of the height, so there is room for the lanes and one figure beside them; from the fourth
 * session on for one thing at a time.
 */
export type StageFigure = 'lanes' | 'rows' | 'xids' | 'why' | 'subtrans';

const BESIDE: readonly StageFigure[] = ['rows', 'xids', 'why'];

/** Lanes that leave room for a figure. */
const MOST_BESIDE = 3;

/**
 * The lanes over the whole width, with all their cards that fit, are the first of many sessions and the last of few. The
 * buffers of pg_subtrans stand there where the spec asks to watch subxids, before everything else.
 */
export function stageFigures(sessions: number, watch: readonly string[] = []): readonly StageFigure[] {
  const figures: readonly StageFigure[] = watch.includes('subxids') ? ['subtrans', ...BESIDE] : BESIDE;
  return sessions > MOST_BESIDE ? ['lanes', ...figures] : [...figures, 'lanes'];
}

/** Whether the lanes stand beside the figure, each with its last card. */
export const lanesBeside = (sessions: number, figure: StageFigure): boolean =>
  sessions <= MOST_BESIDE && figure !== 'lanes';

/** What stands there: as chosen, where it can be chosen. */
export const shownFigure = (figures: readonly StageFigure[], chosen: StageFigure | null): StageFigure =>
  figures.find((figure) => figure === chosen) ?? figures[0] ?? 'rows';

export const nextFigure = (figures: readonly StageFigure[], figure: StageFigure): StageFigure =>
  shownFigure(figures, figures[(figures.indexOf(figure) + 1) % figures.length] ?? null);
