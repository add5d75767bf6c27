/** Home with the real engine. */

import '../../base/messages/en/capability.ts';
import '../../base/messages/en/home.ts';
import '../../base/messages/en/provenance.ts';
import '../../base/messages/en/ui.ts';
import { lazy, memo, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import { type EngineError, engineErrorText } from '../../base/engine-error.ts';
import type { Messages } from '../../base/messages/index.ts';
import { startLab } from '../../engine/lab/lab-client.ts';
import type { StartLab } from '../../engine/lab/lab-types.ts';
import { type Capabilities, capabilityStore } from '../../engine/wasm/capabilities.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { useMediaQuery, useNewest, WINDOWS } from '../../ui/hooks.ts';
import { isShortcut, pressedIn, useKeys, useRemote } from '../../ui/keys.ts';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import page from '../../ui/page.module.css';
import { type PageProps, useOwnTab } from '../../ui/page.tsx';
import { useStore } from '../../ui/use-store.ts';
import { ALIKE } from '../../viewmodel/lab/claim.ts';
import { pairsNow, shownAt, shownNow } from '../../viewmodel/race/race.ts';
import {
  type PublishedCurve,
  publishedCurve,
  publishedRatio,
  RACE_COLUMNS,
  type RaceView,
  raceRows,
  stopsOf,
  viewOf,
} from '../../viewmodel/race/race-finding.ts';
import type { ReadsCase } from '../../viewmodel/race/snapshot-reads.ts';
import { countReadsInWorker } from '../shared/observe/observe-client.ts';
import type { CountReads } from '../shared/observe/reads.ts';
import type { HomeAddress } from './address.ts';
import { Compare, idleRows, idleSource, PUBLISHED_ACTIVE } from './Compare.tsx';
import { HomeHead, Ways } from './HomeHead.tsx';
import styles from './home.module.css';
import { useIdleArrows } from './idle-keys.ts';
import { RaceFigure, type RacePicture } from './RaceFigure.tsx';
import { ReadsFigure } from './ReadsFigure.tsx';
import {
  DESIGNS,
  type RaceController,
  type RaceInput,
  type RaceSnapshot,
  raceConfig,
  useRace,
} from './race-controller.ts';
import { type Scenes, StageBar, useScenes } from './StageBar.tsx';
import { useSlowed } from './use-slowed.ts';

interface MissingNoteProps {
  readonly capabilities: Capabilities;
  readonly error: EngineError | undefined;
  /** In a figure, below the picture: readers came for that. */
  readonly below: boolean;
}

/** The race cannot run here: what is missing, why it is needed, what to do; and what the page can show without it. */
function MissingNote({ capabilities, error, below }: MissingNoteProps) {
  const { t } = useMessages();
  const alone = useOwnTab();
  const missing = capabilities.kind === 'missing' ? capabilities : undefined;
  return (
    <div className={below ? page.hint : `${page.missing} ${styles.missing}`} role="status" data-testid="missing">
      <p>
        <strong>{missing ? t(missing.what) : t('home.failed.what')}</strong>{' '}
        {missing ? t(missing.why) : engineErrorText(error, { t }) || t('home.failed.todo')}
      </p>
      <p>
        {missing && `${t(missing.todo)} `}
        {t(below ? 'capability.publishedAbove' : 'capability.stillPublished')}{' '}
        {missing?.capability === 'iframe' && (
          <a href={alone} target="_blank" rel="noopener">
            {t('capability.openAlone')}
          </a>
        )}
      </p>
    </div>
  );
}

/** The picture, with the note about what is missing above it, or below. */
function WithMissing({
  live,
  children,
  ...note
}: MissingNoteProps & { readonly live: boolean; readonly children: ReactNode }) {
  return (
    <>
      {!live && !note.below && <MissingNote {...note} />}
      {children}
      {!live && note.below && <MissingNote {...note} />}
    </>
  );
}

/** These elements use Space: it presses a button, ticks a box, types a space. */
const USES_SPACE = 'button, a, input:not([type="range"]), summary';

/**
 * Space pauses. It also does so while the slider has the focus, where a speaker's hand rests: a slider does not use
 * Space, so this is not `useKeys`, which leaves it to every field.
 */
function useSpace(onSpace: () => void, { active }: { readonly active: boolean }): void {
  useEffect(() => {
    if (!active) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== ' ' || event.defaultPrevented || !isShortcut(event) || pressedIn(event, USES_SPACE)) return;
      event.preventDefault();
      if (!event.repeat) onSpace();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [onSpace, active]);
}

/** Pauses the race or lets it go on; Space does so too while there is a race. */
function usePause(controller: RaceController, live: boolean): () => void {
  const togglePause = useCallback(() => controller.togglePause(), [controller]);
  useSpace(togglePause, { active: live });
  return togglePause;
}

export interface HomeEngine {
  readonly startLab: StartLab;
  readonly countReads: CountReads;
}
type HomeProps = PageProps<HomeAddress> & { readonly engine: HomeEngine };

/** Loaded after the race: it is below the first window, and nothing waits for it. */
const LearnStrip = lazy(() => import('./LearnStrip.tsx'));

/** The slider's value goes into the address once it has not moved for this long. */
const ADDRESS_AFTER_MS = 400;

/** The published curves, scaled to the measured rates at zero. */
function useCurve(zero: RaceSnapshot['race']['zero']) {
  // By value: the curve, and the slider under it, are redrawn only when the zero point has changed.
  const { slow, fast } = zero ?? {};
  return useMemo(
    () =>
      publishedCurve(idleRows, PUBLISHED_ACTIVE, slow === undefined || fast === undefined ? undefined : { slow, fast }),
    [slow, fast],
  );
}

/** The race, which counts as failed where something that it needs is missing. */
function useShownRace(input: Pick<RaceInput, 'startLab' | 'idle' | 'figure' | 'stage'>) {
  const able = useStore(capabilityStore);
  const { snapshot, controller } = useRace({ ...input, capabilities: able });
  // A page that is about to become isolated starts in a moment: no warning.
  const cannot = able.kind === 'missing' && !able.pending;
  const shown: RaceSnapshot = cannot ? { ...snapshot, status: 'failed' } : snapshot;
  return { able, shown, live: shown.status !== 'failed', controller };
}

/** Moves the slider at once, and the address once the slider rests. */
function useSlider(controller: RaceController, address: HomeAddress, onAddress: HomeProps['onAddress']) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useNewest(address);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useMemo(() => {
    const later = (idle: number) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => onAddress({ ...newest.current, idle }), ADDRESS_AFTER_MS);
    };
    return {
      onIdle: (idle: number) => {
        controller.setIdle(idle);
        later(idle);
      },
      onGlide: (idle: number) => {
        controller.glideTo(idle);
        later(idle);
      },
    };
  }, [controller, onAddress]);
}

/** A presenter's remote moves the slider from stop to stop; forward from the last one goes to the next scene. */
function useStops(
  curve: ReturnType<typeof useCurve>,
  idle: number,
  onIdle: (idle: number) => void,
  { scene, onNext, onPrevious }: Scenes,
  active: boolean,
): void {
  const stops = stopsOf(curve);
  const go = (stop: number | undefined, orElse: () => void) => {
    if (scene !== 'race' || stop === undefined) orElse();
    else onIdle(stop);
  };
  useRemote(
    {
      onNext: () =>
        go(
          stops.find((stop) => stop > idle),
          onNext,
        ),
      onPrevious: () =>
        go(
          stops.findLast((stop) => stop < idle),
          onPrevious,
        ),
    },
    { active },
  );
}

interface PauseProps {
  /** Null: nothing runs. */
  readonly paused: boolean | null;
  readonly onPause: () => void;
}

function Pause({ paused, onPause }: PauseProps) {
  const { t } = useMessages();
  if (paused === null) return null;
  return (
    <Button look="quiet" keyHint={t('ui.key.space')} aria-pressed={paused} onClick={onPause}>
      {paused ? t('home.race.resume') : t('home.race.pause')}
    </Button>
  );
}

interface BadgesProps {
  /** Null: nothing is measured. */
  readonly measured: RaceSnapshot | null;
}

function Badges({ measured }: BadgesProps) {
  const { t } = useMessages();
  return (
    <div className={styles.badges}>
      <div>{measured !== null && <MeasuredBadge snapshot={measured} />}</div>
      <div>
        <ProvenanceBadge
          kind="published"
          facts={[
            t('home.badge.source', { ...idleSource, part: t('provenance.cited', { text: idleSource.part }) }),
            idleSource.machineShort,
            t('home.badge.active', { n: PUBLISHED_ACTIVE }),
          ]}
        />
      </div>
    </div>
  );
}

/** The way on, at the page's end. The footer comes with what is above it: a link that moves cannot be clicked. */
function Learn() {
  const { t } = useMessages();
  return (
    <div className={styles.learn}>
      <Suspense fallback={null}>
        <LearnStrip />
        <footer className={styles.licences}>
          <a href="#/teacher">{t('home.teachers')}</a>
          <a href="./LICENSE.txt">{t('home.licence')}</a>
          <a href="./THIRD-PARTY.txt">{t('home.thirdParty')}</a>
        </footer>
      </Suspense>
    </div>
  );
}

/**
 * Home: the race of 13 against 14, which runs by itself, and the memory that one snapshot reads. The engine's results
 * come in as `engine`, so that the gallery can show every state without threads.
 */
function Home({ address, onAddress, stage, onStage, figure: use, engine }: HomeProps) {
  const messages = useMessages();
  const { t } = messages;
  const figure = useRef<HTMLDivElement>(null);
  const picture = useRef<RacePicture>(null);
  const { able, shown, live, controller } = useShownRace({
    startLab: engine.startLab,
    idle: address.idle,
    figure,
    stage,
  });
  const boxed = use !== undefined;
  const isNarrow = !useMediaQuery(WINDOWS.tablet);
  const curve = useCurve(live ? shown.race.zero : undefined);
  const { onIdle, onGlide } = useSlider(controller, address, onAddress);
  const scenes = useScenes({ ...address, idle: shown.idle }, onAddress, onIdle, stage && !boxed);
  const togglePause = usePause(controller, live);
  useStops(curve, shown.idle, onIdle, scenes, stage && !boxed);
  useIdleArrows({ idle: shown.idle, stops: stopsOf(curve), onIdle }, { stage, active: !boxed });
  const paused = shown.status === 'paused';
  const pause = { paused: live ? paused : null, onPause: togglePause };
  const view = viewOf(shown.race, raceConfig(shown.active, shown.idle), paused);
  const slowed = useSlowed(shown, curve, view.busy);
  return (
    <div className={styles.page} data-scene={scenes.scene}>
      {!boxed && <HomeHead stage={stage} brief={isNarrow} />}
      <WithMissing live={live} capabilities={able} error={shown.error} below={boxed}>
        <div ref={figure} className={styles.race}>
          <Figure
            title={<Finding text={findingText(shown, stage ? published(view) : view, curve, messages)} />}
            name={t('home.race.name')}
            description={wordsOf(shown, view, curve, messages)}
            announce
            // On stage there is nothing to save or to read, and other parts need the room.
            {...(stage ? { picture: false } : savedOf(controller, shown.active, picture))}
            tools={(!stage || boxed) && <Pause {...pause} />}
          >
            <RaceFigure
              {...{ designs: DESIGNS, snapshot: shown, store: controller, curve, stage, boxed, onIdle, picture }}
              claim={view.claim}
              {...(stage || boxed ? {} : { onGlide })}
              busy={view.busy && !paused}
            />
            {live && (
              <Compare {...{ snapshot: shown, view, curve, boxed }} plain={stage || boxed} table={<PublishedTable />} />
            )}
            <Badges measured={live && hasBegun(shown) ? shown : null} />
          </Figure>
        </div>
      </WithMissing>
      {!boxed && <BelowRace {...{ address, onAddress, stage, onStage, engine, isNarrow, scenes, pause, slowed }} />}
    </div>
  );
}

interface BelowRaceProps extends Pick<HomeProps, 'address' | 'onAddress' | 'stage' | 'onStage' | 'engine'> {
  readonly isNarrow: boolean;
  readonly scenes: Scenes;
  readonly pause: PauseProps;
  readonly slowed: ReturnType<typeof useSlowed>;
}

/** The memory that one snapshot reads, and the way on: links for a reader, the bar for a speaker. */
function BelowRace(props: BelowRaceProps) {
  const { address, onAddress, stage, onStage, engine, isNarrow, scenes, pause, slowed } = props;
  const onCase = useCase(address, onAddress);
  const readsCase = address.reads ?? 'reuse';
  const onOther = (): void => onCase(readsCase === 'reuse' ? 'scan' : 'reuse');
  useKeys({ c: onOther }, { active: stage && scenes.scene === 'slowed' });
  return (
    <>
      {!stage && isNarrow && <Ways />}
      <ReadsFigure count={engine.countReads} {...{ readsCase, stage, onCase, ...slowed }} />
      {!stage && <Learn />}
      {stage && <StageBar {...scenes} {...pause} onLeave={() => onStage(false)} onCase={onOther} />}
    </>
  );
}

/** Which of 14's two cases is read below; the usual one is not in the address. */
function useCase(address: HomeProps['address'], onAddress: HomeProps['onAddress']) {
  const newest = useNewest(address);
  return useCallback(
    (reads: ReadsCase) => {
      const { reads: _, ...others } = newest.current;
      onAddress(reads === 'reuse' ? others : { ...others, reads });
    },
    [onAddress],
  );
}

const Finding = ({ text }: { readonly text: ReactNode }) => <span className={styles.finding}>{text}</span>;

/** What the page's figure saves: its numbers and its drawing. */
const savedOf = (
  controller: ReturnType<typeof useShownRace>['controller'],
  active: number,
  picture: { readonly current: RacePicture | null },
) => ({
  data: () => dataOf(controller.get().race.samples, active),
  picture: () => picture.current?.() ?? null,
});

/** The measured rates, or, before there are any, the published ones. */
const dataOf = (samples: RaceSnapshot['race']['samples'], active: number) =>
  samples.length > 0
    ? { header: [...RACE_COLUMNS], rows: raceRows(samples, DESIGNS, raceConfig(active, 0)) }
    : publishedData();

/** The clock is known with the first slices: the badge appears complete. */
const hasBegun = ({ info, race }: RaceSnapshot): boolean => (info?.clockResolutionNs ?? 0) > 0 || race.transactions > 0;

const MeasuredBadge = memo(function MeasuredBadge({ snapshot }: { readonly snapshot: RaceSnapshot }) {
  const { t } = useMessages();
  const { race, active, info, idle, status } = snapshot;
  // The numbers next to the lines may be hidden; then none is a median of these pairs.
  const pairs = shownAt(race, idle, status === 'paused') === undefined ? 0 : pairsNow(race);
  return (
    <ProvenanceBadge
      kind="measured"
      facts={[
        t('home.badge.here'),
        t('home.badge.threads', { n: active }),
        ...(info && info.clockResolutionNs > 0 ? [t('home.badge.clock', { ns: info.clockResolutionNs })] : []),
        // The growing part is last, and has reserved room: it pushes nothing aside.
        <span key="pairs" className={styles.pairs}>
          {pairs === 0 ? t('home.badge.noPairs') : t('home.badge.pairs', { n: pairs })}
        </span>,
        <span key="n" data-testid="transactions" data-transactions={race.transactions}>
          {t('home.badge.transactions', { n: race.transactions })}
        </span>,
      ]}
    />
  );
});

const PublishedTable = memo(function PublishedTable() {
  const { t, format } = useMessages();
  return (
    <DataTable
      caption={t('home.table.caption')}
      hideCaption
      rows={idleRows.filter((row) => row.active === PUBLISHED_ACTIVE)}
      rowKey={(row) => String(row.idle)}
      columns={[
        { key: 'idle', head: t('home.table.idle'), kind: 'number', cell: (row) => format.integer(row.idle) },
        { key: 'pre', head: t('home.table.before'), kind: 'number', cell: (row) => format.integer(row.tps_pre) },
        { key: 'post', head: t('home.table.after'), kind: 'number', cell: (row) => format.integer(row.tps_post) },
      ]}
    />
  );
});

/** The drawn curves as published, 13 before the series and 14 after it. */
const publishedData = () => ({
  header: ['provenance', 'idle', 'active', `tps_${DESIGNS.slow}`, `tps_${DESIGNS.fast}`],
  rows: idleRows
    .filter((row) => row.active === PUBLISHED_ACTIVE)
    .map((row) => ['published', row.idle, row.active, row.tps_pre, row.tps_post]),
});

/** On stage the sentence reports the published run until something has been measured, so that an audience need not wait. */
const published = (view: RaceView): RaceView =>
  view.finding.kind === 'settling' ? { ...view, finding: { kind: 'busy', idle: view.finding.idle } } : view;

function findingText(snapshot: RaceSnapshot, view: RaceView, curve: PublishedCurve, { t }: Messages): string {
  const { finding } = view;
  if (snapshot.status === 'failed' || finding.kind === 'busy') {
    const ratio = publishedRatio(curve, snapshot.idle);
    if (ratio === undefined) return t('home.finding.publishedBetween');
    return t(ratio < ALIKE ? 'home.finding.publishedAlike' : 'home.finding.published', { idle: snapshot.idle, ratio });
  }
  switch (finding.kind) {
    case 'waiting':
      return t('home.finding.waiting');
    case 'settling':
      return t('home.finding.settling', finding);
    case 'paused':
      return t('home.finding.paused', finding);
    case 'together':
      return t('home.finding.together', finding);
    case 'apart':
      return t('home.finding.apart', finding);
    case 'turned':
      return t('home.finding.turned', finding);
  }
}

function wordsOf(snapshot: RaceSnapshot, view: RaceView, curve: PublishedCurve, messages: Messages): string {
  const { t } = messages;
  const { race, idle, active } = snapshot;
  const levels = shownNow(race)?.levels;
  if (snapshot.status !== 'failed' && levels && race.now?.idle === idle) {
    const ratio = view.claim.kind === 'faster' ? view.claim.ratio : null;
    return t('home.say.measured', { idle, active, ...levels, ratio, pairs: pairsNow(race) });
  }
  const point = curve.points.find((p) => p.idle === idle);
  return point !== undefined && !curve.scaled
    ? t('home.say.published', { ...point, machine: idleSource.machineShort })
    : findingText(snapshot, view, curve, messages);
}

const engine = { startLab, countReads: countReadsInWorker };

export default function HomePage(props: PageProps<HomeAddress>) {
  return <Home {...props} engine={engine} />;
}
