/** Above the stage: its finding in one sentence, and the choice of scenario, permutation, rules and design. */

import '../../base/messages/en/design.ts';
import '../../base/messages/en/stage-figure.ts';
import '../../base/messages/en/stage.ts';
import '../../base/messages/en/ui.ts';
import { type MouseEvent, memo, type ReactNode, Suspense, useEffect, useMemo, useRef } from 'react';
import { DESIGN_IDS, type DesignId } from '../../base/designs.ts';
import type { Messages } from '../../base/messages/index.ts';
import { countOf, permutationsOf, type Spec } from '../../scenario/spec-types.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/choice.tsx';
import { fetched, fetchedLater } from '../../ui/fetched.tsx';
import { useMediaQuery, WINDOWS } from '../../ui/hooks.ts';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import { PLAY_RULES, type PlayDepth } from '../../viewmodel/addresses.ts';
import { sessionStyle } from '../../viewmodel/stage/selection.ts';
import { DepthChoice } from '../shared/play/DepthChoice.tsx';
import { isRunOver } from '../shared/play/play-moves.ts';
import type { PlayState } from '../shared/play/play-state.ts';
import type { PlayStore } from '../shared/play/play-store.ts';
import styles from '../shared/play/playground.module.css';
import ownStyles from './own.module.css';
import { lengthOf, useSaid } from './said.ts';
import { OpenFileButton } from './source/SourcePanel.tsx';
import type { News } from './verdict/news.ts';

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

/** Set smaller, on one more line. */
const LONG_TEXT = 140;

/** The list offers at most this many permutations; readers reach the others by scheduling themselves. */
const MAX_LISTED = 100;

export function PlayHead({ store, state, stage, news, ...acts }: PlayHeadProps) {
  const messages = useMessages();
  const { t } = messages;
  const { compiled, shown, file } = state;
  const { said, isVerdict } = useSaid(state, stage ? null : news);
  const terms = useTerms(shown !== null && !stage);
  const { rules, design, permutation, depth } = state;
  const touch = useMediaQuery('(pointer: coarse)');
  const press = stage || shown === null || compiled === null ? null : pressWords(state, compiled.spec, touch, t);
  const isJudged = stage && compiled !== null && shown !== null && isRunOver(shown, state.events);
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
        {!stage && !isVerdict && news !== null && <NewsLink {...news} />}
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

/** Leads to the verdict. */
function NewsLink({ text, go }: News) {
  const { t } = useMessages();
  return (
    <>
      <button type="button" className={styles.newsLink} onClick={go}>
        {/[.。]$/.test(text) ? text : t('ui.ended', { text })}
      </button>{' '}
    </>
  );
}

/** A first look, and nothing has run: what to press. */
function pressWords(
  { depth, shown, playback }: PlayState,
  { sessions, extras }: Spec,
  touch: boolean,
  t: Messages['t'],
): string | null {
  const isFirst = depth === 'rows' && shown?.state.tick === 0 && playback.tick === 0;
  if (!isFirst || extras.hasPrompts || sessions.length < 2) return null;
  return t('stage.press', { touch, sessions: sessions.map(({ name }, place) => sessionStyle(name, place).letter) });
}

type ToolsProps = Omit<PlayHeadProps, 'state' | 'stage' | 'news'> &
  Pick<PlayState, 'file' | 'rules' | 'design' | 'permutation' | 'depth'> & {
    /** Null: nothing is open. */
    readonly spec: Spec | null;
  };

/** The open scenario and its controls: not redrawn with each step. */
const Tools = memo(function Tools(props: ToolsProps) {
  const { store, isEditing, onNew, onGallery, onFiles, onEdit, onSave, onLink, onDepth, file, spec, depth } = props;
  const { t } = useMessages();
  const isPhone = !useMediaQuery(WINDOWS.tablet);
  // Only a very wide page has room for everything next to the text; a narrower one has the tools below the text.
  // A first look has a scenario, and one button for everything else.
  const isFolded = isPhone || depth !== 'all';
  const hasRoom = useMediaQuery('(width >= 100rem), (width < 64rem)');
  // The orders that somebody has written down are the scenario itself: they have a place next to its name.
  const orders = spec !== null && hasOrders(spec, depth) && (
    <div className={ownStyles.orders}>
      <Orders {...{ store, spec }} permutation={props.permutation} />
    </div>
  );
  // Only one of both fits next to the text; a file can be dropped as well.
  const isFileFolded = !isFolded && !hasRoom && orders !== false;
  const openFile = <OpenFileButton onFiles={onFiles} />;
  const tools = (
    <>
      {!isFileFolded && openFile}
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
      {orders}
      {!isFolded && tools}
      {!isFolded && hasRoom ? (
        choices
      ) : (
        <Options isPopup={!isPhone}>
          {isFolded && <div className={styles.folded}>{tools}</div>}
          {isFileFolded && <div className={styles.folded}>{openFile}</div>}
          {choices}
        </Options>
      )}
    </div>
  );
});

/**
 * Folded away. A popup covers part of the page, and closes with a button in it, Escape or a click elsewhere. On a phone
 * they push the page down: they close after a choice, too.
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
  const onClick = ({ target }: MouseEvent): void => {
    if (!(target instanceof Element) || target.closest('button') === null) return;
    // A dialog that a button opens gives the focus back to what still can be seen.
    if (isPopup) details.current?.querySelector('summary')?.focus();
    close();
  };
  const closers = { onClick, ...(isPopup ? {} : { onChange: close }) };
  return (
    <details ref={details} className={styles.options} data-popup={isPopup}>
      <summary>{t('stage.options')}</summary>
      <div className={styles.optionFields} {...closers}>
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
  return (
    <>
      {!hasOrders(spec, depth) && <Orders {...{ store, spec, permutation }} />}
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

type OrdersProps = Pick<ToolsProps, 'store' | 'permutation'> & { readonly spec: Spec };

/** The choice of a permutation. */
function Orders({ store, spec, permutation }: OrdersProps) {
  const { t } = useMessages();
  const permutations = useMemo(() => listOf(spec, t, permutation === 0), [spec, t, permutation]);
  return (
    <Select
      label={t('stage.plan')}
      options={permutations}
      value={permutations.find(({ value }) => value === String(permutation))?.value ?? permutations.at(-1)?.value ?? ''}
      onChange={(value) => void store.setPermutation(Number(value))}
    />
  );
}

/**
 * Without an order a session could run one level's BEGIN after the other's: of permutations that differ in them one has to
 * be chosen.
 * @param isFree none is chosen now, as in an old link
 */
function listOf(
  spec: Spec,
  t: Messages['t'],
  isFree: boolean,
): readonly { readonly value: string; readonly label: string }[] {
  const count = countOf(spec);
  const levels = levelsOf(spec);
  const list = levels === null || isFree ? [{ value: '0', label: t('stage.permutation.none') }] : [];
  let number = 0;
  for (const permutation of permutationsOf(spec)) {
    if (++number > MAX_LISTED) break;
    const steps = permutation.slice(0, MAX_NAMES).map(({ step }) => spec.steps[step]?.name ?? '');
    const names = levels?.[number - 1] ?? shorten(steps.join(' '));
    list.push({ value: String(number), label: t('stage.permutation', { number, count, names }) });
  }
  return list;
}

const LEVEL = /\bisolation level (serializable|repeatable read|read (?:un)?committed)\b/gi;
/** Longer lists are not compared. */
const FEW = 8;

/** At a first look only what says more than the steps' names. */
const hasOrders = (spec: Spec, depth: PlayDepth): boolean =>
  countOf(spec) > 1 && (depth !== 'rows' || levelsOf(spec) !== null);

/** Permutations that differ in their isolation levels are named by them; null: these ones do not. */
function levelsOf(spec: Spec): readonly string[] | null {
  if (countOf(spec) > FEW) return null;
  const names = [...permutationsOf(spec)].map((permutation) => {
    const sql = permutation.map(({ step }) => spec.steps[step]?.sql ?? '').join('\n');
    return [...new Set([...sql.matchAll(LEVEL)].map(([, level = '']) => level.toLowerCase()))].join(', ');
  });
  return names.includes('') || new Set(names).size < names.length ? null : names;
}

const MAX_NAMES = 60;
const shorten = (names: string): string => (names.length > MAX_NAMES ? `${names.slice(0, MAX_NAMES)}…` : names);
