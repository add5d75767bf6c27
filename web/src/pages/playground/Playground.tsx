/**
 * The Playground: the open scenario, the stage, and the bar below it. It draws the store's state, and passes on the
 * reader's actions.
 */

import '../../base/messages/en/shell.ts';
import '../../base/messages/en/source.ts';
import '../../base/messages/en/ui.ts';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { isParserMissing } from '../../engine/spec/compile-client.ts';
import { scenarioIndex } from '../../engine/spec/scenario-index.ts';
import { stopText } from '../../engine/stage/stop-text.ts';
import { isSerializableIn } from '../../scenario/serializable.ts';
import { Button, cx, TryAgain } from '../../ui/Button.tsx';
import { fetched } from '../../ui/fetched.tsx';
import { keptInTab } from '../../ui/kept.ts';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import { useStore } from '../../ui/use-store.ts';
import type { PlayAddress, PlayDepth } from '../../viewmodel/addresses.ts';
import { titleOf } from '../../viewmodel/spec/own-name.ts';
import { scenariosIn } from '../../viewmodel/spec/scenario-list.ts';
import { tickText } from '../../viewmodel/stage/lane-words.ts';
import { currentBranch } from '../../viewmodel/stage/playback.ts';
import { ScenarioGallery } from '../../views/scenario-gallery/ScenarioGallery.tsx';
import type { OpenedSource } from '../shared/files/open-file.ts';
import { ProblemList } from '../shared/files/ProblemList.tsx';
import { type CopiedLink, PlayBar, StageBar, useCopiedLink } from '../shared/play/PlayBar.tsx';
import type { PlayState } from '../shared/play/play-state.ts';
import type { PlayStore } from '../shared/play/play-store.ts';
import styles from '../shared/play/playground.module.css';
import { lanesBeside, nextFigure, shownFigure, stageFigures } from '../shared/play/stage-figure.ts';
import { pageAt } from '../shared/play/table-at.ts';
import { keysOnPage, usePlayKeys } from '../shared/play/use-play-keys.ts';
import { useOwnTexts, useScenarioTexts } from '../shared/play/use-scenario-texts.ts';
import type { StageFigure } from '../shared/play/views.tsx';
import { isShownAt, keepDepth } from './depth.ts';
import ownStyles from './own.module.css';
import { PlayHead } from './PlayHead.tsx';
import { PlayStage } from './PlayStage.tsx';
import { SaveDialog } from './SaveDialog.tsx';
import { Drafts } from './source/drafts.ts';
import { DropTarget, SourcePanel, useOpenSource } from './source/SourcePanel.tsx';
import type { News } from './verdict/news.ts';

interface PlaygroundProps {
  readonly store: PlayStore;
  readonly stage: boolean;
  readonly onStage: (stage: boolean) => void;
}

type Panel = 'none' | 'gallery' | 'new' | 'save';

/** Fetched with the first press. */
const NewDialog = fetched(() => import('./prompt/NewDialog.tsx').then((own) => own.NewDialog));

export function Playground({ store, stage, onStage }: PlaygroundProps) {
  const state = useTitled(useFollowed(store));
  const [panel, setPanel] = useState<Panel>('none');
  const { drafts, isDraft, isEditing, setEditing } = useDrafts(state);
  const { opening, refused } = useOpening(store, state.compiled);
  const [chosen, setChosen] = useState<StageFigure | null>(null);
  const { sessions, figures: all, isSerializable } = useStageFigures(state);
  const figures = useMemo(() => all.filter((one) => isShownAt(state.depth, one)), [all, state.depth]);
  const figure = shownFigure(figures, chosen);
  usePlayKeys(store, {
    ...{ on: keysOnPage(stage), arrows: true },
    active: state.phase === 'ready' && panel === 'none',
    onFigure: () => setChosen(nextFigure(figures, figure)),
  });
  const { phase, shown } = state;
  const onGallery = useCallback(() => setPanel('gallery'), []);
  const onNew = useCallback(() => setPanel('new'), []);
  const { stageBox, focus, ...focusing } = useStageFocus();
  const link = useCopiedLink(isDraft);
  const [news, setNews] = useState<News | null>(null);
  const onSave = useCallback(() => setPanel('save'), []);
  const onDepth = useMemo(() => chooseDepth(store), [store]);
  const onEdit = useCallback(() => setEditing((was) => was !== true), [setEditing]);

  return (
    <div
      className={`${page.page} ${styles.page}`}
      data-phase={phase}
      data-editing={isEditing}
      data-depth={stage ? undefined : state.depth}
    >
      <PlayHead
        store={store}
        state={state}
        {...{ stage, isEditing, news }}
        onNew={onNew}
        onGallery={onGallery}
        onFiles={opening.open}
        onEdit={onEdit}
        onSave={onSave}
        onLink={link.copy}
        onDepth={onDepth}
      />
      <Notes store={store} state={state} isEditing={isEditing} onEdit={() => setEditing(true)} />
      {refused}
      <div className={styles.body}>
        {isEditing && !stage && <SourcePanel {...{ store, state, drafts }} onClose={() => setEditing(false)} />}
        <div ref={stageBox} className={cx(styles.stageBox, ownStyles.stageBox)} tabIndex={-1}>
          <PlayStage
            store={store}
            shown={shown}
            compiled={state.compiled}
            at={state.at}
            events={state.events}
            question={state.question}
            selection={state.selection}
            plan={state.plan}
            figure={stage ? figure : null}
            beside={lanesBeside(sessions, figure)}
            isSerializable={isSerializable}
            focus={focus}
            onNews={setNews}
            depth={state.depth}
          />
        </div>
      </div>
      <Bar {...{ store, state, link, stage, figures, figure, news, onStage }} onFigure={setChosen} />
      <Panels {...{ store, state, isDraft, panel }} {...focusing} onPanel={setPanel} />
      <DropTarget shown={opening.state === 'dragging'} />
    </div>
  );
}

/** The store's state; from now on the rows on show are those of the step at the cursor. */
function useFollowed(store: PlayStore): PlayState {
  useEffect(() => store.follow(pageAt), [store]);
  return useStore(store);
}

/** Of SQL that somebody typed and saved the last step is what the reader left. */
function whereLeft(compiled: OpenedSource['result']): PlayAddress {
  const spec = compiled.ok ? compiled.value.spec : null;
  const tick = spec?.extras.hasPrompts === true ? (spec.permutations?.[0]?.length ?? 0) : 0;
  return tick === 0 ? {} : { tick };
}

/** The reader's own files, chosen or dropped. */
function useOpening(store: PlayStore, compiled: PlayState['compiled']) {
  const { lang } = useMessages();
  const [refused, setRefused] = useState<OpenedSource | null>(null);
  // What was said of another file is over once something else is open.
  useEffect(() => setRefused((was) => (compiled === null ? was : null)), [compiled]);
  const opening = useOpenSource(
    useCallback(
      (opened) => {
        const { file, text, result, note } = opened;
        const { phase } = store.get();
        // A faulty file does not take the place of what is open.
        if (!result.ok && phase === 'ready' && !isParserMissing(result.error, lang)) setRefused(opened);
        else void store.openCompiled({ compiled: result, text: text ?? '', file, note }, whereLeft(result));
      },
      [store, lang],
    ),
  );
  return { opening, refused: refused && <Refused opened={refused} onClose={() => setRefused(null)} /> };
}

/** Where the focus goes once a dialog has opened something: into the first prompt, or to the stage, where keys play. */
function useStageFocus() {
  const stageBox = useRef<HTMLDivElement>(null);
  const [focus, setFocus] = useState(0);
  return {
    stageBox,
    focus,
    onBegun: () => setFocus((was) => was + 1),
    onChosen: () => stageBox.current?.focus({ preventScroll: true }),
  };
}

/** The tab is named after what is open, for readers with several: after the shell, which names the page. */
function useTitled(state: PlayState): PlayState {
  const { t } = useMessages();
  const own = useOwnTexts(state.source);
  const title = state.compiled === null ? null : (own?.title ?? titleOf(state));
  useEffect(() => {
    if (title === null) return undefined;
    let isCurrent = true;
    queueMicrotask(() => {
      if (isCurrent) document.title = t('shell.documentTitle', { page: title });
    });
    return () => {
      isCurrent = false;
    };
  }, [title, t]);
  return state;
}

interface PanelsProps {
  readonly store: PlayStore;
  readonly state: PlayState;
  readonly isDraft: boolean;
  readonly panel: Panel;
  readonly onPanel: (panel: Panel) => void;
  /** A new server is there, to type on. */
  readonly onBegun: () => void;
  /** A scenario is there, to play: Space is not for the button that chose it. */
  readonly onChosen: () => void;
}

/** What opens over the page. */
function Panels({ store, state, isDraft, panel, onPanel, onBegun, onChosen }: PanelsProps) {
  const texts = useScenarioTexts();
  const scenarios = useMemo(() => scenariosIn(scenarioIndex(), texts), [texts]);
  const onClose = () => onPanel('none');
  return (
    <>
      <ScenarioGallery
        open={panel === 'gallery'}
        scenarios={scenarios}
        current={state.source?.kind === 'shipped' ? state.source.id : null}
        onChoose={(id) => {
          onClose();
          void store.openScenario(id).then(onChosen);
        }}
        onClose={onClose}
      />
      {panel === 'new' && (
        <Suspense>
          <NewDialog
            open
            compile={store.world.compile}
            onNew={(text, file) => {
              onClose();
              void store.openText(text, file).then(onBegun);
            }}
            onPasted={(text, file) => {
              onClose();
              void store.openText(text, file);
            }}
            onClose={onClose}
          />
        </Suspense>
      )}
      <SaveDialog open={panel === 'save'} {...{ store, state, isDraft }} onClose={onClose} />
    </>
  );
}

/** The figures for these sessions; of the steps run and planned here, one may be SERIALIZABLE. */
function useStageFigures({ compiled, plan, at }: PlayState) {
  return useMemo(() => {
    if (compiled === null) return { sessions: 0, figures: stageFigures(0), isSerializable: false };
    const { spec } = compiled;
    const sessions = spec.sessions.length;
    const isSerializable = isSerializableIn(spec, [...plan, ...currentBranch(at).moves]);
    return { sessions, figures: stageFigures(sessions, spec.extras.watch, isSerializable), isSerializable };
  }, [compiled, plan, at]);
}

/** Texts that have not run yet, and whether the editor is open: on a page with a draft it is from the beginning. */
function useDrafts({ phase, text }: PlayState) {
  const [drafts] = useState(() => new Drafts(keptInTab()));
  const isDraft = useSyncExternalStore(drafts.subscribe, () => drafts.of(text) !== null);
  /** Null: the reader has neither opened nor closed it. */
  const [isEditing, setEditing] = useState<boolean | null>(null);
  useEffect(() => {
    if (phase === 'ready' && isDraft) setEditing((was) => was ?? true);
  }, [phase, isDraft]);
  return { drafts, isDraft, isEditing: isEditing ?? false, setEditing };
}

/** Also for the next visit. */
export const chooseDepth =
  (store: PlayStore) =>
  (depth: PlayDepth): void => {
    keepDepth(depth);
    store.setDepth(depth);
  };

interface BarProps extends PlaygroundProps {
  readonly state: PlayState;
  readonly link: CopiedLink;
  readonly figures: readonly StageFigure[];
  readonly figure: StageFigure;
  readonly onFigure: (figure: StageFigure) => void;
  readonly news: News | null;
}

function Bar({ store, state, link, stage, figures, figure, onFigure, news, onStage }: BarProps) {
  const messages = useMessages();
  const { compiled, events } = state;
  const now = useMemo(
    () =>
      compiled === null || state.shown === null
        ? ''
        : tickText(compiled.spec, events, state.shown.state.tick, messages),
    [compiled, state.shown, events, messages],
  );
  return stage ? (
    <StageBar {...{ store, state, figures, figure, onFigure, now }} onLeave={() => onStage(false)} />
  ) : (
    <PlayBar {...{ store, state, now, link, news }} onDepth={chooseDepth(store)} />
  );
}

interface NotesProps {
  readonly store: PlayStore;
  readonly state: PlayState;
  readonly isEditing: boolean;
  readonly onEdit: () => void;
}

/** A run's record: many programs read it, and this page only writes it. */
const TRACE = /\.jsonl$/i;

/** A file that could not be opened, and what was open stays. */
function Refused({ opened: { file, text, result }, onClose }: { opened: OpenedSource; onClose: () => void }) {
  const { t } = useMessages();
  const isTrace = TRACE.test(file);
  return (
    <div role="status" className={page.notes}>
      <p className={page.note}>
        <span>{t(isTrace ? 'source.notOpened.trace' : 'source.notOpened', { file })}</span>
        <Button look="quiet" onClick={onClose}>
          {t('ui.close')}
        </Button>
      </p>
      {!isTrace && !result.ok && <ProblemList text={text} file={file} problems={result.error} />}
    </div>
  );
}

/** Messages to the reader: a note, why the run stopped, and the faults of the spec or a parser that did not come. */
function Notes({ store, state, isEditing, onEdit }: NotesProps) {
  const messages = useMessages();
  const { t } = messages;
  const { phase, note, shown, problems } = state;
  const hasNoParser = isParserMissing(problems, messages.lang);
  return (
    <>
      <div role="status" className={page.notes}>
        {note !== null && (
          <p className={page.note}>
            <span>{note}</span>
            <Button look="quiet" onClick={() => store.closeNote()}>
              {t('ui.close')}
            </Button>
          </p>
        )}
        {shown?.stopped != null && <p className={page.note}>{stopText(shown.stopped, state, messages)}</p>}
      </div>
      {phase === 'problems' && hasNoParser ? (
        <TryAgain what={problems[0]?.message ?? ''} onAgain={() => void store.openAgain()} />
      ) : null}
      {phase === 'problems' && !isEditing && !hasNoParser && (
        <ProblemList text={state.text} file={state.file} problems={problems} onGo={onEdit} />
      )}
    </>
  );
}
