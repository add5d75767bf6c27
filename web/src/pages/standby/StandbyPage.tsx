/** The standby's page with the real engine behind it. */

import '../../base/messages/en/stage.ts';
import '../../base/messages/en/standby.ts';
import '../../base/messages/en/ui.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Messages } from '../../base/messages/index.ts';
import { scenarioIndex } from '../../engine/spec/scenario-index.ts';
import { stopText } from '../../engine/stage/stop-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/choice.tsx';
import { useMediaQuery, WINDOWS } from '../../ui/hooks.ts';
import { useKeys } from '../../ui/keys.ts';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import type { FigureUse, PageProps } from '../../ui/page.tsx';
import { usePageStore, useStore } from '../../ui/use-store.ts';
import type { StandbyAddress } from '../../viewmodel/addresses.ts';
import { scenariosIn } from '../../viewmodel/spec/scenario-list.ts';
import { tickText } from '../../viewmodel/stage/lane-words.ts';
import { STANDBY_EXAMPLES, standsAt } from '../../viewmodel/standby/place.ts';
import { ScenarioGallery } from '../../views/scenario-gallery/ScenarioGallery.tsx';
import { TermText } from '../shared/glossary/TermText.tsx';
import { LabNext } from '../shared/lab/LabFrame.tsx';
import { CrossLink, PlayBar, StageBar, useCopiedLink } from '../shared/play/PlayBar.tsx';
import { browserWorld } from '../shared/play/play-deps.ts';
import { canStep } from '../shared/play/play-moves.ts';
import { StageMotion, stageMotion } from '../shared/play/StageMotion.tsx';
import { type StageStory, usePlayKeys } from '../shared/play/use-play-keys.ts';
import { useScenarioTexts } from '../shared/play/use-scenario-texts.ts';
import { StandbyLook } from './StandbyLook.tsx';
import styles from './standby.module.css';
import { StandbyStore, type StandbyWorld } from './standby-store.ts';

interface StandbyProps {
  readonly store: StandbyStore;
  readonly stage: boolean;
  readonly onStage: (stage: boolean) => void;
  readonly figure: FigureUse | undefined;
}

/** Its keys, which are drawn on their buttons: in a box, too, they are the whole window's. And what moves at a step. */
function useReplay(store: StandbyStore, active: boolean): void {
  useKeys(
    { l: () => store.replayBy(1), j: () => store.replayBy(-1), s: () => store.take() },
    { active, everywhere: true },
  );
  useEffect(() => {
    if (active) stageMotion.fetch().catch(() => undefined);
  }, [active]);
}

/** Up to this many records are replayed one by one. */
const ONE_BY_ONE = 8;

/**
 * On stage the arrows tell the whole story: what the primary has written is replayed, then it makes its next step. Back
 * is the same way. Nothing at its end: the key leads to the next page.
 */
function useStory(store: StandbyStore): StageStory {
  const { play, place } = useStore(store);
  const done = useRef<('step' | number)[]>([]);
  const { standby } = play.shown ?? {};
  const at = standby === undefined ? 0 : standsAt(place, standby);
  const behind = (standby?.records.length ?? 0) - at;
  const step = (): void => {
    done.current.push('step');
    void store.play.step();
  };
  const replay = (): void => {
    done.current.push(at);
    store.replayBy(behind > ONE_BY_ONE ? behind : 1);
  };
  const back = (): void => {
    const last = done.current.pop() ?? 'step';
    if (last === 'step') store.play.back();
    else store.replayTo(last);
  };
  const isFirst = play.playback.tick === 0 && done.current.length === 0;
  return {
    onNext: behind > 0 ? replay : canStep(play) ? step : undefined,
    onPrevious: isFirst ? undefined : back,
  };
}

/** On stage the digits open the examples. */
function useExampleKeys(store: StandbyStore, active: boolean): void {
  useKeys(
    Object.fromEntries(
      STANDBY_EXAMPLES.map(({ address }, i) => [String(i + 1), () => void store.applyAddress({ ...address })]),
    ),
    { active },
  );
}

interface StandbyKeys {
  readonly active: boolean;
  readonly isOwnStage: boolean;
  readonly arrows: boolean;
}

function useStandbyKeys(store: StandbyStore, { active, isOwnStage, arrows }: StandbyKeys): void {
  const story = useStory(store);
  usePlayKeys(store.play, { on: isOwnStage ? 'lesson' : 'page', stage: isOwnStage, active, arrows, story });
  useExampleKeys(store, active && isOwnStage);
}

function useScenarios() {
  const texts = useScenarioTexts();
  return useMemo(() => scenariosIn(scenarioIndex(), texts), [texts]);
}

/** The standby's page: primary, WAL and standby in one figure, replay under it, and the snapshots of both sides in a table. */
function Standby({ store, stage, onStage, figure }: StandbyProps) {
  const messages = useMessages();
  const { t } = messages;
  const { play, place } = useStore(store);
  const scenarios = useScenarios();
  const [isChoosing, setChoosing] = useState(false);
  const { phase, shown, compiled, events } = play;
  const active = phase === 'ready' && !isChoosing;
  const isOwnStage = stage && figure === undefined;
  useStandbyKeys(store, { active, isOwnStage, arrows: figure === undefined });
  useReplay(store, active);
  const now = useMemo(
    () => (compiled === null || shown === null ? '' : tickText(compiled.spec, events, shown.state.tick, messages)),
    [compiled, shown, events, messages],
  );
  return (
    <div
      className={`${page.page} ${styles.page}`}
      data-phase={phase}
      data-boxed={figure === undefined ? undefined : ''}
    >
      {figure === undefined && <Head store={store} play={play} stage={stage} onChoose={() => setChoosing(true)} />}
      <Notes store={store} play={play} />
      {shown?.standby !== undefined && compiled !== null && (
        <StandbyLook
          spec={compiled.spec}
          stage={shown.state}
          shown={shown.standby}
          events={events}
          steps={play}
          place={place}
          chosen={play.selection.xid}
          isStage={stage || figure !== undefined}
          fills={stage}
          boxed={figure !== undefined}
          examples={isOwnStage && <Examples store={store} source={play.source} onStage />}
          motion={<StageMotion store={store.play} shown={shown} at={play.at} events={events} />}
          on={store}
        />
      )}
      {/* Above the bar's room: the bar is always at the window's end. */}
      {figure === undefined && !stage && (
        <LabNext after="standby">
          <CrossLink to="play">{t('standby.toPlayground')}</CrossLink>
        </LabNext>
      )}
      {figure === undefined && <Bar {...{ store, stage, onStage, play, now }} />}
      <ScenarioGallery
        open={isChoosing}
        scenarios={scenarios}
        current={play.source?.kind === 'shipped' ? play.source.id : null}
        onChoose={(id) => {
          setChoosing(false);
          void store.openScenario(id);
        }}
        onClose={() => setChoosing(false)}
      />
    </div>
  );
}

interface BarProps extends Pick<StandbyProps, 'store' | 'stage' | 'onStage'> {
  readonly play: ReturnType<StandbyStore['get']>['play'];
  readonly now: string;
}

function Bar({ store, stage, onStage, play, now }: BarProps) {
  const { t } = useMessages();
  const link = useCopiedLink();
  const { standby } = play.shown ?? {};
  // While there is something to replay, that is what a reader does next.
  const leads = standby === undefined || standby.at >= standby.records.length;
  if (!stage)
    return <PlayBar {...{ now, link, leads }} store={store.play} state={play} whose={t('standby.lane.primary')} />;
  return (
    <StageBar
      store={store.play}
      state={play}
      figures={[]}
      figure="lanes"
      onFigure={() => undefined}
      onLeave={() => onStage(false)}
      now={now}
      whose={t('standby.lane.primary')}
      stepKey={leads ? '→' : undefined}
    />
  );
}

interface PartProps {
  readonly store: StandbyStore;
  readonly play: ReturnType<StandbyStore['get']>['play'];
}

interface HeadProps extends PartProps {
  readonly stage: boolean;
  readonly onChoose: () => void;
}

interface ExamplesProps extends Pick<PartProps, 'store'> {
  readonly source: Source;
  /** In few words, and with their keys. */
  readonly onStage?: boolean;
}

function Examples({ store, source, onStage = false }: ExamplesProps) {
  const { t } = useMessages();
  const all = STANDBY_EXAMPLES.map(({ id, address }, i) => (
    <Button
      key={id}
      aria-pressed={sameSource(address.source, source)}
      keyHint={onStage ? String(i + 1) : undefined}
      onClick={() => void store.applyAddress({ ...address })}
    >
      {t(onStage ? 'standby.stage.examples' : 'standby.example', { id })}
    </Button>
  ));
  return onStage ? <div className={`${styles.tools} ${styles.onStage}`}>{all}</div> : all;
}

/** On a phone: the examples in one line. */
function ExampleChoice({ store, source }: Pick<ExamplesProps, 'store' | 'source'>) {
  const { t } = useMessages();
  const shown = STANDBY_EXAMPLES.find(({ address }) => sameSource(address.source, source));
  const own = shown === undefined ? [{ value: '', label: t('standby.example.none') }] : [];
  return (
    <Select
      label={t('standby.examples')}
      hideLabel
      value={shown?.id ?? ''}
      options={[...own, ...STANDBY_EXAMPLES.map(({ id }) => ({ value: id, label: t('standby.example', { id }) }))]}
      onChange={(value) => {
        const chosen = STANDBY_EXAMPLES.find(({ id }) => id === value);
        if (chosen !== undefined) void store.applyAddress({ ...chosen.address });
      }}
    />
  );
}

/** The title, and ways to another scenario. */
function Head({ store, play, stage, onChoose }: HeadProps) {
  const { t } = useMessages();
  const isPhone = !useMediaQuery(WINDOWS.tablet);
  const { file, source } = play;
  const name = file === '' ? t('stage.choose') : file;
  return (
    <header className={`${page.head} ${styles.head} hidden-on-stage`}>
      <h1 className={page.title}>{t('standby.title')}</h1>
      {!stage && (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
          <div className={styles.tools} role="group" aria-label={t('standby.examples')}>
            {isPhone ? <ExampleChoice {...{ store, source }} /> : <Examples {...{ store, source }} />}
            <Button icon="open" onClick={onChoose} aria-label={t('stage.scenario', { name })} title={name}>
              {t('standby.example.other')}
            </Button>
          </div>
          <p className={styles.lead}>
            <TermText text={t('standby.lead')} />
          </p>
        </>
      )}
    </header>
  );
}

/** Messages to the reader: a note, and why the primary or the standby stopped. */
function Notes({ store, play }: PartProps) {
  const messages = useMessages();
  const { t } = messages;
  const { note, shown } = play;
  const stopped = shown?.standby?.stopped ?? null;
  return (
    <div role="status" className={page.notes}>
      {note !== null && (
        <p className={page.note}>
          <span>{note}</span>
          <Button look="quiet" onClick={() => store.play.closeNote()}>
            {t('ui.close')}
          </Button>
        </p>
      )}
      {shown?.stopped != null && <p className={page.note}>{stopText(shown.stopped, play, messages)}</p>}
      {stopped !== null && <p className={page.note}>{t('standby.stopped', { what: stopped })}</p>}
    </div>
  );
}

type Source = (typeof STANDBY_EXAMPLES)[number]['address']['source'] | null;
const sameSource = (a: Source, b: Source): boolean => a?.kind === 'shipped' && b?.kind === 'shipped' && a.id === b.id;

const makeStore = (messages: Messages, onAddress: StandbyWorld['onAddress']) =>
  new StandbyStore({ ...browserWorld(messages), onAddress });

export default function StandbyPage({ address, onAddress, stage, onStage, figure }: PageProps<StandbyAddress>) {
  const store = usePageStore(makeStore, address, onAddress);
  if (store === null) return null;
  return <Standby store={store} stage={stage} onStage={onStage} figure={figure} />;
}
