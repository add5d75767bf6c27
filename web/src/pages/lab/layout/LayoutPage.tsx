/** The layout bench: fields as tiles on lines of 64 bytes, and the engine's own accesses replayed under that layout. */
import '../../../base/messages/en/layout.ts';
import '../../../base/messages/en/lines.ts';
import '../../../base/messages/en/ui.ts';
import { useEffect, useMemo, useRef } from 'react';
import { engineErrorText } from '../../../base/engine-error.ts';
import type { Messages } from '../../../base/messages/index.ts';
import { startLayoutBench } from '../../../engine/replay/layout-client.ts';
import type { FigureData } from '../../../ui/export/csv.ts';
import { Figure } from '../../../ui/Figure.tsx';
import { kept } from '../../../ui/kept.ts';
import { isTyping } from '../../../ui/keys.ts';
import { LiveRegion } from '../../../ui/LiveRegion.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { ProvenanceBadge } from '../../../ui/ProvenanceBadge.tsx';
import page from '../../../ui/page.module.css';
import type { FigureUse, PageProps } from '../../../ui/page.tsx';
import { usePageStore, useStore } from '../../../ui/use-store.ts';
import { designStyle } from '../../../viewmodel/design-style.ts';
import { presetOf } from '../../../viewmodel/layout/catalogue.ts';
import { type FieldUse, usesOf } from '../../../viewmodel/layout/effect.ts';
import { firstTones, hasFirst, seenAtFirst } from '../../../viewmodel/layout/first-results.ts';
import { formatLayout } from '../../../viewmodel/layout/format.ts';
import { place } from '../../../viewmodel/layout/place.ts';
import {
  compare,
  type HeatLine,
  hotLines,
  type LayoutResult,
  type LayoutSeen,
  RESULT_COUNTS,
  type Tone,
  tonesOf,
} from '../../../viewmodel/layout/results.ts';
import { fitRows, type LayoutRows, layoutRows } from '../../../viewmodel/layout/rows.ts';
import { BESIDE } from '../../../viewmodel/layout/settings.ts';
import { FieldDetail } from '../../../views/layout/FieldDetail.tsx';
import { HeatLegend } from '../../../views/layout/HeatLegend.tsx';
import { HeatMap } from '../../../views/layout/HeatMap.tsx';
import { LayoutPicture } from '../../../views/layout/LayoutPicture.tsx';
import { ResultBars, type ResultRow } from '../../../views/layout/ResultBars.tsx';
import { ToneLegend } from '../../../views/layout/ToneLegend.tsx';
import { LabHead, LabNext } from '../../shared/lab/LabFrame.tsx';
import { Fold, linesNote } from '../fields.tsx';
import { shippedMachine } from '../lines/machines.ts';
import { SimplifiedLink } from '../panels.tsx';
import type { LayoutAddress } from './address.ts';
import { ChallengePanel } from './ChallengePanel.tsx';
import { JsonPanel } from './JsonPanel.tsx';
import { isCurrent, seenOf } from './judge.ts';
import { CountsTable, FieldTools, LayoutSettingsForm, StructTools, settingsWords } from './LayoutPanels.tsx';
import styles from './layout-page.module.css';
import type { Counted, LayoutDeps, LayoutState } from './layout-state.ts';
import { LayoutStore } from './layout-store.ts';
import { StepsPanel } from './StepsPanel.tsx';

/** Lines that the heat map lists; rows that fit on stage. */
const HOTTEST = 6;
const MOST_ON_STAGE = 7;
const NO_TONES: ReadonlyMap<string, Tone> = new Map();
const NO_USES: ReadonlyMap<string, FieldUse> = new Map();

/** The counts as results, once for each of them. */
function useSeen(state: LayoutState): LayoutSeen {
  const { yours, beside, given, layout, settings } = state;
  const isCounted = isCurrent.yours(state);
  return useMemo(
    () => seenAtFirst(seenOf({ yours, beside, given }), { layout, settings }, isCounted),
    [yours, beside, given, layout, settings, isCounted],
  );
}

/** The layout, and beside it the versions; beside an own table, what it was like when it was read. */
function resultRows(state: LayoutState, { yours, given, beside }: LayoutSeen, t: Messages['t']): readonly ResultRow[] {
  const isOld = (counted: Counted | null, isNew: boolean): boolean => counted !== null && !isNew;
  const own = {
    id: 'yours',
    name: t('layout.yours'),
    hue: 'var(--ink)',
    result: yours,
    isOld: isOld(state.yours, isCurrent.yours(state) || hasFirst(state)),
  };
  if (state.layout.replay === null)
    return [
      own,
      {
        id: 'given',
        name: t('layout.given'),
        hue: 'var(--muted)',
        result: given,
        isOld: isOld(state.given, isCurrent.given(state)),
      },
    ];
  return [
    own,
    ...BESIDE.map((id) => ({
      id,
      name: t(designStyle(id).shortKey),
      hue: designStyle(id).hue,
      result: beside[id],
      isOld: isOld(state.beside[id], isCurrent.beside(state, id)),
    })),
  ];
}

/** The finding. Until all its numbers are there it is the last one, which the page marks as old. */
function useTitle(state: LayoutState, seen: LayoutSeen, isReady: boolean): string {
  const { t } = useMessages();
  const last = useRef<string | null>(null);
  if (isReady) last.current = titleOf(state, seen, t);
  return last.current ?? t('layout.counting');
}

function titleOf(
  { layout }: LayoutState,
  { yours, given, beside: { pg13, pg14 } }: LayoutSeen,
  t: Messages['t'],
): string {
  if (yours === null) return t('layout.counting');
  const time = ({ ns, margin }: LayoutResult) => ({ ns, margin: margin.ns });
  const against = (other: LayoutResult) => ({ ...time(other), compared: compare(yours, other) });
  if (layout.replay === null)
    return given === null ? t('layout.counting') : t('layout.found.own', { yours: time(yours), given: against(given) });
  return pg13 === null || pg14 === null
    ? t('layout.counting')
    : t('layout.found', { yours: time(yours), of13: against(pg13), of14: against(pg14), own: ownerOf(layout) });
}

/** The version that has this very layout, with its own accesses. */
const ownerOf = (layout: LayoutState['layout']): 'pg13' | 'pg14' | null =>
  (['pg13', 'pg14'] as const).find(
    (code) => layout.replay === code && formatLayout(layout) === formatLayout(presetOf(code)),
  ) ?? null;

const dataOf = (rows: readonly ResultRow[], t: Messages['t']): FigureData => ({
  header: [
    t('layout.table.layout'),
    t('layout.table.ns'),
    t('layout.table.margin'),
    ...RESULT_COUNTS.map((count) => t(`layout.count.${count}`)),
  ],
  rows: rows.map(({ name, result }) => [
    name,
    result?.ns ?? null,
    result?.margin.ns ?? null,
    ...RESULT_COUNTS.map((count) => result?.[count] ?? null),
  ]),
});

/** Of the layout that was counted last: the tones and uses of its fields, and its hottest lines. */
const useCounted = ({ yours, layout, settings }: LayoutState) =>
  useMemo(() => {
    const isCounted = yours?.layout === layout && yours.settings === settings;
    const first = isCounted ? null : firstTones({ layout, settings });
    if (yours === null) return { tones: first ?? NO_TONES, uses: NO_USES, heat: [] };
    const { replayed, placed } = yours;
    return {
      tones: first ?? tonesOf(replayed.tally, placed),
      uses: usesOf(replayed.tally, placed),
      heat: hotLines(replayed, placed, HOTTEST),
    };
  }, [yours, layout, settings]);

interface BenchProps extends Pick<PageProps<LayoutAddress>, 'stage'> {
  readonly figure: FigureUse | undefined;
  readonly store: LayoutStore;
}

/** A title, and beside it that its figures are old. The word's room is always there, so that it moves nothing. */
const marked = (title: string, isReady: boolean, t: Messages['t']) => ({
  title: (
    <span className={styles.figure} data-old={!isReady || undefined}>
      {title}
    </span>
  ),
  tools: (
    <span className={styles.replaying} data-shown={!isReady || undefined} aria-hidden="true">
      {t('layout.replaying')}
    </span>
  ),
});

function Failed({ failure }: { readonly failure: NonNullable<LayoutState['failure']> }) {
  const { t } = useMessages();
  return (
    <p className={page.note} role="alert">
      {engineErrorText(failure, { t })}
    </p>
  );
}

function useRows(layout: LayoutState['layout'], connections: number, stage: boolean) {
  return useMemo(() => {
    const all = layoutRows(layout, connections);
    return stage ? fitRows(all, MOST_ON_STAGE) : all;
  }, [layout, connections, stage]);
}

function Bench({ store, stage, figure }: BenchProps) {
  const { t } = useMessages();
  const state = useStore(store);
  const { settings, machine, layout, said, effect, failure } = state;
  const connections = settings.active + settings.idle;
  const seen = useSeen(state);
  const rows = useRows(layout, connections, stage);
  const results = resultRows(state, seen, t);
  const { tones, uses, heat } = useCounted(state);
  const isPage = !stage && figure === undefined;
  const isReady = isCurrent.all(state);
  const isCounted = isCurrent.yours(state);
  const isTable = layout.replay === null;
  // The first figures come with the page, and the replays give the same ones.
  const isShown = isReady || results.every(({ result, isOld }) => result !== null && !isOld);
  const title = useTitle(state, seen, isShown);
  useUndoKey(store);
  const code = layout.replay === null ? t('layout.own') : t(designStyle(layout.replay).shortKey);
  const own = isCounted ? seen.yours : null;
  return (
    <div className={`${page.page} ${styles.page}`} data-phase={isReady ? 'ready' : 'counting'}>
      {isPage && <LabHead title={t('layout.title')} lead={t('layout.lead')} isWhole alone={undefined} />}
      <Figure
        {...marked(title, isShown, t)}
        subtitle={isPage ? undefined : t('layout.what')}
        growingTitle
        name={t('layout.name')}
        caption={isPage ? t('ui.sentences', { all: [t('layout.caption'), ...linesNote(machine, { t })] }) : undefined}
        provenance={<ProvenanceBadge kind="modelled" facts={[machine.short]} inLine={stage} />}
        description={t('layout.say', {
          code,
          lines: rows.lines,
          ns: own?.ns ?? null,
          misses: own?.misses ?? null,
          isTable,
        })}
        picture={false}
        // While it is replayed, the numbers are of the layout before.
        data={isReady ? () => dataOf(results, t) : null}
        settings={settingsWords(state, t)}
      >
        <div className={styles.bench}>
          <Picture {...{ store, state, stage, rows, tones, uses }} />
          <div className={styles.side}>
            {!isTable && <StepsPanel {...{ store, state }} hasArrows={stage && figure === undefined} />}
            <ResultBars rows={stage ? onStage(results) : results} title={barsTitle(state, t)} />
            {isPage && !isTable && <ChallengePanel store={store} state={state} />}
            {!stage && <SideLegend />}
            {!stage && <FieldTools store={store} state={state} />}
          </div>
        </div>
      </Figure>
      <LiveRegion text={`${said} ${effect}`.trim()} everyMs={500} />
      {failure !== null && <Failed failure={failure} />}
      {isPage && <LayoutSettingsForm store={store} state={state} />}
      {isPage && <Below store={store} state={state} results={results} heat={heat} />}
    </div>
  );
}

/** In a narrow window; in a wide one it stands below the picture. */
function SideLegend() {
  return (
    <div className={styles.sideLegend}>
      <ToneLegend />
    </div>
  );
}

/** In a hall the move from 13 to 14 has the room: 9.1 is left out. */
const onStage = (rows: readonly ResultRow[]): readonly ResultRow[] => rows.filter(({ id }) => id !== 'pg9.1');

const barsTitle = ({ layout, settings }: LayoutState, t: Messages['t']): string =>
  layout.replay === null
    ? t('layout.bars.ofTable')
    : t('layout.bars.of', { workload: t(`lines.settings.workload.${settings.workload}`) });

interface PictureProps extends Pick<BenchProps, 'store' | 'stage'> {
  readonly state: LayoutState;
  readonly rows: LayoutRows;
  readonly tones: ReadonlyMap<string, Tone>;
  readonly uses: ReadonlyMap<string, FieldUse>;
}

function Picture({ store, state, stage, rows, tones, uses }: PictureProps) {
  return (
    <LayoutPicture
      rows={rows}
      tones={tones}
      selected={state.selected}
      onSelect={(field) => store.select(field)}
      onStep={(field, direction) => store.step(field, direction)}
      onDrop={(field, to) => store.drop(field, to.struct, to.index)}
      detail={stage ? undefined : (field) => <Detail field={field} state={state} uses={uses} />}
      tools={stage ? undefined : (struct) => <StructTools store={store} one={struct} />}
    />
  );
}

interface DetailProps {
  readonly field: string | null;
  readonly state: LayoutState;
  readonly uses: ReadonlyMap<string, FieldUse>;
}

/** What the last move has done, in sight with the picture; and the field. */
function Detail({ field, state, uses }: DetailProps) {
  const { layout, settings, selected, said, effect } = state;
  const placed = useMemo(() => place(layout, settings.active + settings.idle), [layout, settings]);
  const isSaid = said !== '' && field === selected;
  return (
    <>
      {isSaid && (
        <p className={styles.said} data-testid="layout-said">
          {said} {effect}
        </p>
      )}
      {!(isSaid && field === null) && (
        <FieldDetail
          field={field}
          placed={placed}
          uses={uses}
          isReplay={layout.replay !== null}
          isOld={!isCurrent.yours(state)}
          isShort={isSaid}
        />
      )}
    </>
  );
}

/** Ctrl+Z, or Cmd+Z, outside of text. */
function useUndoKey(store: LayoutStore): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'z';
      if (!isUndo || isTyping(event)) return;
      event.preventDefault();
      store.undo();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [store]);
}

interface BelowProps {
  readonly store: LayoutStore;
  readonly state: LayoutState;
  readonly results: readonly ResultRow[];
  readonly heat: readonly HeatLine[];
}

/** Below the picture: the counts, the hottest lines, the file. */
function Below({ store, state, results, heat }: BelowProps) {
  const { t } = useMessages();
  const isTable = state.layout.replay === null;
  return (
    <>
      <CountsTable rows={results} isTable={isTable} />
      <Fold title={t('layout.heat.title')}>
        <section className={styles.part} data-old={!isCurrent.yours(state) || undefined}>
          <p className={page.quiet}>{t('layout.heat.about', { isTable })}</p>
          <HeatLegend />
          <HeatMap lines={heat} selected={state.selected} isReplay={state.layout.replay !== null} />
        </section>
      </Fold>
      <JsonPanel store={store} state={state} />
      <LabNext after={null}>
        <SimplifiedLink of={['model']} />
      </LabNext>
    </>
  );
}

const makeStore = (messages: Messages, onAddress: LayoutDeps['onAddress']) =>
  new LayoutStore({ start: startLayoutBench, machine: shippedMachine, messages, kept: kept(), onAddress });

export default function LayoutPage({ address, onAddress, stage, figure }: PageProps<LayoutAddress>) {
  const store = usePageStore(makeStore, address, onAddress);
  return store === null ? null : <Bench store={store} stage={stage} figure={figure} />;
}
