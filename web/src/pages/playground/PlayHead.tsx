/** Above the stage: its finding in one sentence, and the choice of scenario, permutation, rules and design. */

import '../../base/messages/en/design.ts';
import '../../base/messages/en/stage-figure.ts';
import '../../base/messages/en/stage.ts';
import '../../base/messages/en/ui.ts';
import { type MouseEvent, memo, type ReactNode, Suspense, useEffect, useMemo, useRef } from 'react';
import { DESIGN_IDS, type DesignId } from '../../base/designs.ts';
import type { Messages } from '../../base/messages/index.ts';
import type { StageEvent, StageState } from '../../engine/stage/stage-types.ts';
import { countOf, permutationsOf, type Spec } from '../../scenario/spec-types.ts';
import { type ScenarioText, withTexts } from '../../scenario/texts-file.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/choice.tsx';
import { fetched, fetchedLater } from '../../ui/fetched.tsx';
import { useMediaQuery, WINDOWS } from '../../ui/hooks.ts';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import { PLAY_RULES, type PlayDepth } from '../../viewmodel/addresses.ts';
import { letterCount } from '../../viewmodel/picture-text.ts';
import { turnWords } from '../../viewmodel/prompt/turn-words.ts';
import { type Headline, headline } from '../../viewmodel/stage/headline.ts';
import { verdictWords } from '../../viewmodel/stage/lane-words.ts';
import { sessionStyle } from '../../viewmodel/stage/selection.ts';
import { DepthChoice } from '../shared/play/DepthChoice.tsx';
import { isAtEnd, isRunOver } from '../shared/play/play-moves.ts';
import type { PlayState } from '../shared/play/play-state.ts';
import type { PlayStore } from '../shared/play/play-store.ts';
import styles from '../shared/play/playground.module.css';
import { useOwnTexts } from '../shared/play/use-scenario-texts.ts';
import { OpenFileButton } from './source/SourcePanel.tsx';
import type { News } from './verdict/news.ts';

/** The sentence above the stage, and the line below it: at the beginning the subject of the spec, then the findings. */

/**
 * @param text the shipped scenario's texts in the reader’s language
 * @param isAtEnd only the teardown is left: the outcome comes first; where SQL is typed, what to do next
 */
export function findingOf(
  english: Spec,
  text: ScenarioText | undefined,
  state: StageState,
  events: readonly StageEvent[],
  file: string,
  messages: Messages,
  isAtEnd = false,
): Headline {
  const spec = withTexts(english, text);
  const { title, about } = spec.extras;
  if (state.tick === 0 && (title !== null || about !== null)) return { title: title ?? file, text: about ?? '' };
  const said = headline({ spec, state, events }, messages);
  if (!isAtEnd) return said;
  const outcome = (spec.extras.hasPrompts ? turnWords : verdictWords)(state, messages);
  return { ...said, text: messages.t('ui.sentences', { all: [outcome, said.text] }) };
}

/** The glossary's terms get their underlines when the page is quiet. */
const useTerms = fetchedLater(() => import('../shared/glossary/terms.tsx').then((own) => own.withTerms));

const VerdictLine = fetched(() => import('./verdict/RunVerdict.tsx').then((own) => own.VerdictLine));

interface PlayHeadProps {
  readonly store: PlayStore;
  readonly state: PlayState;
  readonly stage: boolean;
  readonly isEditing: boolean;
  /** The verdict on the run, for a page: on stage it takes the lead's place. */
  readonly news: News | null;
  readonly onNew: () => void;
  readonly onGallery: () => void;
  readonly onFiles: (files: Iterable<File>) => void;
  readonly onEdit: () => void;
  readonly onSave: () => void;
  readonly onLink: () => void;
  readonly onDepth: (depth: PlayDepth) => void;
}

/** In Latin letters. Set smaller, so that it fits in its line on a wide page, and in two lines on a phone. */
const LONG_TITLE = 60;

/** And smaller still. Longer ones are cut: the stage below does not move when a sentence grows. */
const VERY_LONG_TITLE = 88;
const lengthOf = (title: string): 'very' | 'long' | undefined => {
  const length = letterCount(title);
  return length > VERY_LONG_TITLE ? 'very' : length > LONG_TITLE ? 'long' : undefined;
};

/** Set smaller, on one more line. */
const LONG_TEXT = 140;

/** The list offers at most this many permutations; readers reach the others by scheduling themselves. */
const MAX_LISTED = 100;

export function PlayHead({ store, state, stage, news, ...acts }: PlayHeadProps) {
  const messages = useMessages();
  const { t } = messages;
  const { compiled, shown, phase, file } = state;
  const { events } = state;
  const own = useOwnTexts(state.source);
  const atEnd = shown?.state.tick === state.playback.tick && isAtEnd(state);
  const said = useMemo(
    () =>
      compiled === null || shown === null
        ? { title: t(phase === 'loading' || phase === 'ready' ? 'stage.opening' : 'stage.nothingOpen'), text: '' }
        : findingOf(compiled.spec, own, shown.state, events, file, messages, atEnd),
    [compiled, own, shown, events, phase, file, messages, t, atEnd],
  );
  const terms = useTerms(shown !== null && !stage);
  const { rules, design, permutation, depth } = state;
  const press = stage || shown === null || compiled === null ? null : pressWords(state, compiled.spec, t);
  const isJudged = stage && compiled !== null && shown !== null && isRunOver(shown, events);
  const isOutside = state.isFromAddress && compiled !== null;
  return (
    <header className={styles.head} data-outside={isOutside}>
      <div className={styles.finding} data-said>
        <h1 className={styles.title} data-long={lengthOf(said.title)}>
          {said.title}
        </h1>
        <ProvenanceBadge kind="modelled" facts={[t('stage.figure.rulesOf', { rules })]} />
      </div>
      {isOutside && <p className={styles.outside}>{t('stage.outside')}</p>}
      <p
        className={styles.lead}
        data-long={said.text.length + (press?.length ?? 0) + (news?.text.length ?? 0) > LONG_TEXT}
      >
        {!stage && news !== null && (
          <>
            <button type="button" className={styles.newsLink} onClick={news.go}>
              {/[.。]$/.test(news.text) ? news.text : t('ui.ended', { text: news.text })}
            </button>{' '}
          </>
        )}
        {isJudged ? (
          <Suspense fallback={said.text}>
            <VerdictLine store={store} compiled={compiled} at={state.at} before={said.text} />
          </Suspense>
        ) : (
          (terms?.(said.text, messages) ?? said.text)
        )}
        {press !== null && <strong> {press}</strong>}
      </p>
      {!stage && (
        <Tools {...{ store, file, rules, design, permutation, depth }} {...acts} spec={compiled?.spec ?? null} />
      )}
    </header>
  );
}

/** A first look, and nothing has run: what to press. */
function pressWords(
  { depth, shown, playback }: PlayState,
  { sessions, extras }: Spec,
  t: Messages['t'],
): string | null {
  const isFirst = depth === 'rows' && shown?.state.tick === 0 && playback.tick === 0;
  if (!isFirst || extras.hasPrompts || sessions.length < 2) return null;
  return t('stage.press', { sessions: sessions.map(({ name }, place) => sessionStyle(name, place).letter) });
}

type ToolsProps = Omit<PlayHeadProps, 'state' | 'stage' | 'news'> &
  Pick<PlayState, 'file' | 'rules' | 'design' | 'permutation' | 'depth'> & {
    /** Null: nothing is open. */
    readonly spec: Spec | null;
  };

/** The open scenario and its controls: not redrawn with each step. */
const Tools = memo(function Tools(props: ToolsProps) {
  const { isEditing, onNew, onGallery, onFiles, onEdit, onSave, onLink, onDepth, file, spec, depth } = props;
  const { t } = useMessages();
  const isPhone = !useMediaQuery(WINDOWS.tablet);
  // Only a very wide page has room for everything next to the text; a narrower one has the tools below the text.
  // A first look has a scenario, and one button for everything else.
  const isFolded = isPhone || depth !== 'all';
  const hasRoom = useMediaQuery('(width >= 100rem), (width < 64rem)');
  const tools = (
    <>
      <OpenFileButton onFiles={onFiles} />
      <Button aria-pressed={isEditing} onClick={onEdit}>
        {t('stage.edit')}
      </Button>
      <Button icon="download" onClick={onSave} disabled={spec === null}>
        {t('stage.save')}
      </Button>
      {(isPhone || depth === 'rows') && <Button onClick={onLink}>{t('stage.link')}</Button>}
    </>
  );
  const choices = spec !== null && <Choices {...props} spec={spec} />;
  return (
    <div className={styles.tools}>
      <Button
        icon="open"
        {...(file === '' ? {} : { title: file, 'aria-label': t('stage.open', { name: file }) })}
        onClick={onGallery}
      >
        <span className={styles.file}>{depth === 'rows' || file === '' ? t('stage.choose') : file}</span>
      </Button>
      <Button onClick={onNew}>{t('stage.new')}</Button>
      {isPhone && <DepthChoice depth={depth} onDepth={onDepth} />}
      {!isFolded && tools}
      {!isFolded && hasRoom ? (
        choices
      ) : (
        <Options isPopup={!isPhone}>
          {isFolded && <div className={styles.folded}>{tools}</div>}
          {choices}
        </Options>
      )}
    </div>
  );
});

/**
 * Folded away. A popup covers part of the page, and closes with Escape or a click elsewhere. On a phone they push the
 * page down: they close after a choice.
 */
function Options({ isPopup, children }: { readonly isPopup: boolean; readonly children: ReactNode }) {
  const { t } = useMessages();
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!isPopup) return undefined;
    const close = (event: Event): void => {
      const element = details.current;
      if (element === null || !element.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return;
        if (element.contains(document.activeElement)) element.querySelector('summary')?.focus();
      } else if (event.target instanceof Node && element.contains(event.target)) return;
      element.open = false;
    };
    addEventListener('pointerdown', close);
    addEventListener('keydown', close);
    return () => {
      removeEventListener('pointerdown', close);
      removeEventListener('keydown', close);
    };
  }, [isPopup]);
  const close = (): void => details.current?.removeAttribute('open');
  const closers = {
    onChange: close,
    onClick: ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('button') !== null) close();
    },
  };
  return (
    <details ref={details} className={styles.options} data-popup={isPopup}>
      <summary>{t('stage.options')}</summary>
      <div className={styles.optionFields} {...(isPopup ? {} : closers)}>
        {children}
      </div>
    </details>
  );
}

function Choices({
  store,
  rules: chosen,
  design,
  permutation,
  spec,
  depth,
}: Pick<ToolsProps, 'store' | 'rules' | 'design' | 'permutation' | 'depth'> & { readonly spec: Spec }) {
  const { t } = useMessages();
  const permutations = useMemo(() => listOf(spec, t), [spec, t]);
  return (
    <>
      <Select
        label={t('stage.plan')}
        options={permutations}
        value={String(Math.min(permutation, permutations.length - 1))}
        onChange={(value) => void store.setPermutation(Number(value))}
      />
      <Select
        label={t('stage.rules')}
        options={PLAY_RULES.map((rules) => ({ value: String(rules), label: t('stage.figure.rulesOf', { rules }) }))}
        value={String(chosen)}
        onChange={(value) => {
          const rules = PLAY_RULES.find((one) => String(one) === value);
          if (rules !== undefined) void store.setRules(rules);
        }}
      />
      {(depth === 'all' || design !== null) && (
        <Select<DesignId | ''>
          label={t('stage.design')}
          options={[
            { value: '', label: t('stage.design.own') },
            ...DESIGN_IDS.map((id) => ({ value: id, label: t(`design.${id}.short`) })),
          ]}
          value={design ?? ''}
          onChange={(value) => void store.setDesign(value === '' ? null : value)}
        />
      )}
    </>
  );
}

function listOf(spec: Spec, t: Messages['t']): readonly { readonly value: string; readonly label: string }[] {
  const count = countOf(spec);
  const list = [{ value: '0', label: t('stage.permutation.none') }];
  for (const permutation of permutationsOf(spec)) {
    if (list.length > MAX_LISTED) break;
    const names = permutation.slice(0, MAX_NAMES).map(({ step }) => spec.steps[step]?.name ?? '');
    const label = t('stage.permutation', { number: list.length, count, names: shorten(names.join(' ')) });
    list.push({ value: String(list.length), label });
  }
  return list;
}

const MAX_NAMES = 60;
const shorten = (names: string): string => (names.length > MAX_NAMES ? `${names.slice(0, MAX_NAMES)}…` : names);
