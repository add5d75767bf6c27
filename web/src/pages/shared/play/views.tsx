/**
 * The figures of the Playground: one table. Page, stage, lessons, embeds, the words below the stage and the buttons that
 * choose a figure map over it. A figure is a module in `figures/`, which is fetched when it is first shown, and one line.
 */
import { useDeferredValue, useEffect } from 'react';
import { type Fetched, fetched } from '../../../ui/fetched.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import type { FigureModule, Given, ViewProps } from './figures/view.ts';

interface Facts {
  /** The view has a heading itself, and its title is not drawn. */
  readonly hasHeading?: true;
  /** The kinds of marks that it shows. */
  readonly marks: readonly string[];
  /** Its width under *More* on the page: two columns, or all of them; left out: one. */
  readonly width?: 'two' | 'all';
  /** Only for steps of which some session is SERIALIZABLE; fetched when it is drawn. */
  readonly ofSerializable?: true;
  /** A spec that watches this has the figure open under *More*. */
  readonly watch?: string;
}

interface TitleProps {
  readonly hasHint?: boolean;
}

interface StageView extends Facts {
  readonly View: Fetched<ViewProps>;
  readonly Title: Fetched<TitleProps>;
  /** One list item for each sentence. */
  readonly Lines: Fetched<Given>;
  /** Fetches the module, so that all of it is drawn at once. */
  fetch(): Promise<unknown>;
  isThere(): boolean;
}

type Drawn = Omit<FigureModule, 'words'>;
type Told = Pick<FigureModule, 'words'>;

/** @param loadWords the module with its words: often the same one, which then has all of it drawn at once */
function view(load: () => Promise<Drawn>, facts: Facts, loadWords: () => Promise<Told>): StageView {
  const View = fetched(() => load().then((own) => own.View));
  const Title = fetched(() => load().then(titleOf));
  const Lines = fetched(() => loadWords().then(linesOf));
  const all = Object.is(load, loadWords) ? [View, Title, Lines] : [View, Title];
  return {
    ...facts,
    View,
    Title,
    Lines,
    fetch: () => Promise.all(all.map((one) => one.fetch())),
    isThere: () => all.every((one) => one.isThere()),
  };
}

const whole = (load: () => Promise<FigureModule>, facts: Facts): StageView => view(load, facts, load);

const titleOf = ({ title, hint }: Drawn) =>
  function Title({ hasHint = false }: TitleProps) {
    const { t } = useMessages();
    return (
      <>
        {t(title)} {hasHint && hint !== undefined && <span>{t(hint)}</span>}
      </>
    );
  };

const linesOf = ({ words }: Told) =>
  function Lines(given: Given) {
    return words(given, useMessages()).map((line) => <li key={line}>{line}</li>);
  };

const others = () => import('./figures/others.ts');

export const VIEWS = {
  lanes: whole(() => others().then((own) => own.lanes), { hasHeading: true, marks: ['session'] }),
  conflicts: whole(() => import('./figures/conflicts.tsx'), { marks: [], ofSerializable: true }),
  xids: whole(() => others().then((own) => own.xids), { marks: ['xid', 'snapshot'] }),
  rows: view(
    () => import('./figures/rows.tsx'),
    { hasHeading: true, marks: ['row'] },
    () => import('./figures/rows-words.ts'),
  ),
  why: whole(() => others().then((own) => own.why), { hasHeading: true, marks: ['reason'] }),
  subxids: whole(() => others().then((own) => own.subxids), { marks: ['slots'], watch: 'subxids' }),
  subtrans: whole(() => others().then((own) => own.subtrans), { marks: ['buffers'], width: 'two' }),
  horizons: whole(() => others().then((own) => own.horizons), {
    marks: ['horizon', 'holder'],
    width: 'all',
    watch: 'horizons',
  }),
};

export type StageFigure = keyof typeof VIEWS;
const isStageFigure = (name: string): name is StageFigure => Object.hasOwn(VIEWS, name);
export const STAGE_FIGURES: readonly StageFigure[] = Object.keys(VIEWS).filter(isStageFigure);
/** Those that every spec has. */
export const USUAL_FIGURES = STAGE_FIGURES.filter((figure) => VIEWS[figure].ofSerializable !== true);

/** A failed fetch is repeated when the figure is drawn. */
export const fetchFigures = async (figures: readonly StageFigure[]): Promise<void> => {
  await Promise.allSettled(figures.map((figure) => VIEWS[figure].fetch()));
};

/** Fetches the figures that are wanted. Until all are there, the ones to draw are those drawn so far. */
export function useFigures(wanted: readonly StageFigure[]): readonly StageFigure[] {
  useEffect(() => {
    fetchFigures(wanted);
  }, [wanted]);
  // A deferred drawing that waits leaves what is on the screen; an urgent one would put the fallback in its place.
  const arrived = useDeferredValue(wanted);
  return wanted.every((figure) => VIEWS[figure].isThere()) ? wanted : arrived;
}
