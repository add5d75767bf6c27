/**
 * On stage a letter is a thirtieth of the height, so there is room for the lanes and one figure beside them; from the fourth
 * session on for one thing at a time.
 */
export const STAGE_FIGURES = ['lanes', 'xids', 'rows', 'why', 'subxids', 'subtrans', 'horizons'] as const;
export type StageFigure = (typeof STAGE_FIGURES)[number];

const BESIDE: readonly StageFigure[] = ['rows', 'xids', 'why'];

/** Lanes that leave room for a figure. */
const MOST_BESIDE = 3;

/**
 * The lanes over the whole width, with all their cards that fit, are the first of many sessions and the last of few. The
 * buffers of pg_subtrans stand there where the spec asks to watch subxids, before everything else.
 */
export function stageFigures(sessions: number, watch: readonly string[] = []): readonly StageFigure[] {
  const figures: readonly StageFigure[] = [
    ...(watch.includes('subxids') ? (['subtrans'] as const) : []),
    ...BESIDE,
    ...(watch.includes('horizons') ? (['horizons'] as const) : []),
  ];
  return sessions > MOST_BESIDE ? ['lanes', ...figures] : [...figures, 'lanes'];
}

/** What a box asks for by name, in its order; 'slru' is what a spec calls pg_subtrans. None of these: lanes and rows. */
export function partsOf(names: readonly string[]): readonly StageFigure[] {
  const parts = names.flatMap((name) =>
    STAGE_FIGURES.filter((figure) => figure === (name === 'slru' ? 'subtrans' : name)),
  );
  return parts.length === 0 ? ['lanes', 'rows'] : [...new Set(parts)];
}

/** Which part shows a kind of mark. */
const SHOWN_IN: Readonly<Record<string, StageFigure>> = {
  row: 'rows',
  xid: 'xids',
  snapshot: 'xids',
  session: 'lanes',
  reason: 'why',
  horizon: 'horizons',
  holder: 'horizons',
  slots: 'subxids',
  buffers: 'subtrans',
};

/** The parts that show these marks, each once. */
export const partsOfMarks = (marks: readonly string[]): readonly StageFigure[] =>
  STAGE_FIGURES.filter((part) => marks.some((mark) => SHOWN_IN[mark.split(' ')[0] ?? ''] === part));

/**
 * On stage, which parts stand there together: the lanes always, and those with the marks that must be seen. One after the
 * other what is left; a reader goes through these groups. Without such marks the first part comes first.
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

/** Whether the lanes stand beside the figure, each with its last card. */
export const lanesBeside = (sessions: number, figure: StageFigure): boolean =>
  sessions <= MOST_BESIDE && figure !== 'lanes';

/** What stands there: as chosen, where it can be chosen. */
export const shownFigure = (figures: readonly StageFigure[], chosen: StageFigure | null): StageFigure =>
  figures.find((figure) => figure === chosen) ?? figures[0] ?? 'rows';

export const nextFigure = (figures: readonly StageFigure[], figure: StageFigure): StageFigure =>
  shownFigure(figures, figures[(figures.indexOf(figure) + 1) % figures.length] ?? null);
