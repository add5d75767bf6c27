/** The cache lines as a story: acts, both designs' caches, buttons for every core, steps; and the scene's settings in a drawer. */
import '../../../base/messages/en/lines.ts';
import '../../../base/messages/en/lines-story.ts';
import '../../../base/messages/en/ui.ts';
import { memo, type ReactNode, useEffect, useMemo, useState } from 'react';
import { DESIGN_IDS, type DesignId } from '../../../base/designs.ts';
import { startScene } from '../../../engine/replay/scene-client.ts';
import { Button } from '../../../ui/Button.tsx';
import { useFrame } from '../../../ui/clock.ts';
import { useNewest } from '../../../ui/hooks.ts';
import { isShortcut, pressedIn, useKeys } from '../../../ui/keys.ts';
import { LiveRegion } from '../../../ui/LiveRegion.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { ProvenanceBadge } from '../../../ui/ProvenanceBadge.tsx';
import page from '../../../ui/page.module.css';
import type { FigureUse, PageProps } from '../../../ui/page.tsx';
import { usePageStore, useStore } from '../../../ui/use-store.ts';
import { coreStyles } from '../../../viewmodel/cachelines/counters.ts';
import type { LineSpeed } from '../../../viewmodel/cachelines/position.ts';
import { plain } from '../../../viewmodel/cachelines/words.ts';
import { type ActName, type Deed, toldNext } from '../../../viewmodel/lines-story/plan.ts';
import type { Story } from '../../../viewmodel/lines-story/story.ts';
import { headText, noteText, turnOf } from '../../../viewmodel/lines-story/words.ts';
import { ActChips } from '../../../views/lines-story/ActChips.tsx';
import { CoreButtons } from '../../../views/lines-story/CoreButtons.tsx';
import { StoryFigure } from '../../../views/lines-story/StoryFigure.tsx';
import { StoryTransport } from '../../../views/lines-story/StoryTransport.tsx';
import { NsAccount } from '../../shared/lab/NsAccount.tsx';
import { useStageArrows } from '../../shared/lab/stage-arrows.ts';
import { linesNote } from '../fields.tsx';
import type { LinesAddress } from './address.ts';
import { DesignPicker } from './LinesPanels.tsx';
import { LinesSimplified } from './LinesTerms.tsx';
import styles from './lines.module.css';
import { shippedMachine } from './machines.ts';
import { StoryDrawer } from './StoryDrawer.tsx';
import { has91, mostConnections, type StoryDeps, type StoryState, StoryStore } from './story-store.ts';

/** Elements in which an arrow key has another meaning. */
const OWN_ARROWS = 'input, select, textarea, summary';

function useStoryKeys(
  store: StoryStore,
  { stage, active }: { readonly stage: boolean; readonly active: boolean },
): void {
  const turn = () => (store.get().isPlaying ? store.pause() : store.play());
  useKeys(
    {
      ' ': turn,
      ...(stage ? {} : { '.': () => store.step(1) }),
      ',': () => store.step(-1),
      '1': () => store.playAct('reads'),
      '2': () => store.playAct('writes'),
      '3': () => store.playAct('again'),
      '4': () => store.playAct('own'),
      '5': () => void store.tellWith(toldNext(store.get().settings.right)),
    },
    { active },
  );
  const { story, at } = useStore(store);
  // Past its ends the keys are free: the Lab's next page, and Home.
  const canStep = { on: story === null || at < story.last, back: story === null || at > 0 };
  useStageArrows(
    {
      onNext: canStep.on ? () => store.step(1) : undefined,
      onPrevious: canStep.back ? () => store.step(-1) : undefined,
    },
    { active: stage, of: 'page', repeats: true },
  );
  const newest = useNewest(store);
  useEffect(() => {
    if (!active) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.shiftKey || event.defaultPrevented || !isShortcut(event) || pressedIn(event, OWN_ARROWS)) return;
      if (!stage && event.key === 'ArrowRight') newest.current.step(1);
      else if (!stage && event.key === 'ArrowLeft') newest.current.step(-1);
      else if (event.key === 'Home') newest.current.seek(0);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [active, stage]);
}

interface StoryProps {
  readonly store: StoryStore;
  readonly stage: boolean;
  readonly figure: FigureUse | undefined;
}

function StoryView({ store, stage, figure }: StoryProps) {
  const { t } = useMessages();
  const state = useStore(store);
  const { story, at, phase, note, isPlaying, machine } = state;
  const isPage = figure === undefined;
  useFrame(({ sinceLast }) => store.tick(sinceLast), { active: isPlaying });
  useStoryKeys(store, { stage: stage && isPage, active: story !== null });
  const said = useSaid(story, at);
  useSteps(store, figure, state, said[0] ?? null);
  return (
    <div
      className={`${page.page} ${styles.page}`}
      data-phase={phase}
      data-busy={state.isBusy || undefined}
      data-step={story === null ? undefined : at}
    >
      {note !== null && (
        <p className={page.note} role="alert">
          {note}
        </p>
      )}
      {story !== null && <Told store={store} state={state} story={story} stage={stage} isPage={isPage} />}
      {story === null && phase !== 'failed' && (
        <>
          {isPage && <h1 className={page.title}>{t('linesStory.title')}</h1>}
          <p className={page.loading}>{t('lines.loading')}</p>
        </>
      )}
      {said.map((text, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the page's sentence, the left side's and the right side's
        <LiveRegion key={i} text={text} everyMs={1000} />
      ))}
      {isPage && !stage && story !== null && (
        <>
          <p className={styles.explains} data-testid="story-explains">
            {t('linesStory.explains')} <a href="#/lab/model?v=1&view=drop">{t('linesStory.explains.link')}</a>
          </p>
          <Beside settings={state.settings} machine={machine} story={story} />
          <NsAccount />
          <LinesSimplified machine={machine.id} />
        </>
      )}
    </div>
  );
}

/** What must be known of the figure's numbers, below it. */
const Beside = memo(function Beside({
  settings,
  machine,
  story,
}: Pick<StoryState, 'settings' | 'machine'> & Pick<ToldProps, 'story'>) {
  const { t } = useMessages();
  const sums = [story.left, story.right].map((side) => turnOf(side, story.told).ns);
  const all = [
    ...(has91(settings) ? [t('linesStory.most91', { max: mostConnections(settings) })] : []),
    t('linesStory.added', { sums }),
    ...linesNote(machine, { t }),
  ];
  return (
    <>
      <p className={page.hint}>{t('linesStory.key')}</p>
      <p className={page.hint} data-testid="story-beside">
        {t('ui.sentences', { all })}
      </p>
    </>
  );
});

/** The page's sentence, and each side's. */
function useSaid(story: Story | null, step: number): readonly string[] {
  const messages = useMessages();
  return useMemo(() => {
    if (story === null) return [];
    const naming = { styles: coreStyles(story.left.stage.opened.cores.length, []), messages };
    const notes = [story.left, story.right].map((side) => noteText(story, side, step, naming));
    return [headText(story, step, naming), ...notes].map(plain);
  }, [story, step, messages]);
}

interface ToldProps extends Pick<StoryProps, 'store' | 'stage'> {
  readonly state: StoryState;
  readonly story: Story;
  readonly isPage: boolean;
}

function Told({ store, state, story, stage, isPage }: ToldProps) {
  const { t } = useMessages();
  const { settings, at, shown, film, speed, isPlaying, possible, deeds } = state;
  const n = story.left.stage.connections;
  const isMost91 = has91(settings) && n === mostConnections(settings);
  const cores = useMemo(() => coreStyles(story.left.stage.opened.cores.length, []), [story]);
  const pickers = usePickers(store, settings.left, settings.right, stage);
  const acts = useActs(store);
  const { short } = state.machine;
  const connections = t('linesStory.connections', { n, active: cores.length, isMost91 });
  const facts = useMemo(() => [short, connections], [short, connections]);
  const badge = useMemo(() => <ProvenanceBadge kind="modelled" facts={[short]} inLine />, [short]);
  return (
    <>
      {isPage && !stage && (
        <div className={styles.top}>
          <Ends store={store} state={state} />
        </div>
      )}
      {isPage && !stage && <p className={styles.question}>{t('linesStory.question')}</p>}
      <ActChips
        story={story}
        step={at}
        right={settings.right}
        facts={facts}
        onAct={acts.onAct}
        onDesign={acts.onDesign}
      />
      <StoryFigure
        story={story}
        step={shown}
        film={film}
        speed={isPlaying ? speed : 1}
        onFilmOver={acts.onFilmOver}
        pickers={pickers}
        boxed={!isPage}
      >
        <StoryTransport
          story={story}
          step={at}
          cores={cores}
          isPlaying={isPlaying}
          speed={speed}
          onSeek={acts.onSeek}
          onStep={acts.onStep}
          onPlay={acts.onPlay}
          onSpeed={acts.onSpeed}
          own={deeds.at(-1) ?? null}
          onTakeBack={acts.onTakeBack}
        />
        <CoreButtons cores={cores} possible={possible} onDo={acts.onDo} hasKeys={stage && isPage}>
          {badge}
        </CoreButtons>
      </StoryFigure>
    </>
  );
}

/** What a person does. The same functions at each drawing: parts that a film's end does not change are not drawn again. */
const useActs = (store: StoryStore) =>
  useMemo(
    () => ({
      onAct: (act: ActName) => store.playAct(act),
      onDesign: (design: DesignId) => void store.tellWith(design),
      onFilmOver: (over: NonNullable<StoryState['film']>) => store.filmOver(over),
      onSeek: (step: number) => store.seek(step),
      onStep: (direction: 1 | -1) => store.step(direction),
      onPlay: (plays: boolean) => (plays ? store.play() : store.pause()),
      onSpeed: (speed: LineSpeed) => store.setSpeed(speed),
      onTakeBack: () => void store.takeBack(),
      onDo: (deed: Deed) => void store.add(deed),
    }),
    [store],
  );

function usePickers(store: StoryStore, left: DesignId, right: DesignId, stage: boolean) {
  const { t } = useMessages();
  return useMemo(() => {
    if (stage) return undefined;
    const picker = (side: 'left' | 'right', value: DesignId): ReactNode => (
      <DesignPicker
        label={t(`lines.panel.${side}`)}
        value={value}
        options={DESIGN_IDS}
        onChange={(design) => void store.change({ [side]: design })}
      />
    );
    return { left: picker('left', left), right: picker('right', right) };
  }, [store, left, right, stage, t]);
}

/** The same two designs on the same machine, access by access. */
const everyAccess = ({ left, right, machine }: StoryState['settings']): string =>
  `#/lab/lines?v=1&view=lines&left=${left}&right=${right}&machine=${machine}`;

function Ends({ store, state }: Pick<ToldProps, 'store' | 'state'>) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={`${page.row} ${styles.ends}`}>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} data-testid="lines-settings">
        {t('linesStory.settings')}
      </Button>
      <a className={page.quiet} href={everyAccess(state.settings)}>
        {t('linesStory.every')}
      </a>
      {isOpen && (
        <StoryDrawer
          settings={state.settings}
          onChange={(change) => void store.change(change)}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

/** Tells the figure's parent how to step it. */
function useSteps(store: StoryStore, figure: FigureUse | undefined, state: StoryState, text: string | null): void {
  const onSteps = figure?.onSteps;
  const { isBusy, at, story } = state;
  useEffect(() => {
    if (text === null || story === null) return;
    onSteps?.({
      at,
      of: story.last,
      isBusy,
      text,
      next: () => store.step(1),
      back: () => store.step(-1),
      seek: (to) => store.seek(to),
    });
  }, [store, onSteps, at, story, isBusy, text]);
  useEffect(() => () => onSteps?.(null), [onSteps]);
}

const makeStore = (messages: StoryDeps['messages'], onAddress: StoryDeps['onAddress']) =>
  new StoryStore({ start: startScene, machine: shippedMachine, messages, onAddress });

export function StoryPage({ address, onAddress, stage, figure }: PageProps<LinesAddress>) {
  const store = usePageStore(makeStore, address, onAddress);
  return store === null ? null : <StoryView store={store} stage={stage} figure={figure} />;
}
