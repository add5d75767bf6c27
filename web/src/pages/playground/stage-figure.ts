/**
 * On stage a letter is a thirtieth of the height, so there is room for the lanes and one figure beside them; from the fourth
 * session on for one thing at a time.
 */
export type StageFigure = 'lanes' | 'rows' | 'xids' | 'why';

const BESIDE: readonly StageFigure[] = ['rows', 'xids', 'why'];
const ALONE: readonly StageFigure[] = ['lanes', ...BESIDE];

/** Lanes that leave room for a figure. */
const MOST_BESIDE = 3;

export const stageFigures = (sessions: number): readonly StageFigure[] => (sessions > MOST_BESIDE ? ALONE : BESIDE);

/** What stands there: as chosen, where it can be chosen. */
export const shownFigure = (figures: readonly StageFigure[], chosen: StageFigure | null): StageFigure =>
  figures.find((figure) => figure === chosen) ?? figures[0] ?? 'rows';

export const nextFigure = (figures: readonly StageFigure[], figure: StageFigure): StageFigure =>
  shownFigure(figures, figures[(figures.indexOf(figure) + 1) % figures.length] ?? null);
