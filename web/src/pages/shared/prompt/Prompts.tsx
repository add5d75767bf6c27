/**
 * A prompt under each lane: it runs SQL in that session, at the moment that the page shows. The session's last answer is
 * above it. This code is fetched only for a spec with prompts.
 */
import '../../../base/messages/en/prompt.ts';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { StageTable } from '../../../engine/stage/stage-types.ts';
import { Button } from '../../../ui/Button.tsx';
import { useMediaQuery } from '../../../ui/hooks.ts';
import { useMessages } from '../../../ui/messages.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { answerOf } from '../../../viewmodel/prompt/answer.ts';
import { canRemove, frameOf, nextSession } from '../../../viewmodel/prompt/typed.ts';
import { type SessionStyle, sessionStyle } from '../../../viewmodel/stage/selection.ts';
import type { Given } from '../play/figures/view.ts';
import type { PlayStore } from '../play/play-store.ts';
import { PromptField } from './PromptField.tsx';
import styles from './prompts.module.css';
import { type Told, Typing } from './typing.ts';

interface PromptsProps extends Pick<Given, 'compiled' | 'shown' | 'events'> {
  readonly store: PlayStore;
  /** Each new number puts the focus into the first prompt; 0 does not. */
  readonly focus: number;
  /** No session can be added: the exercise decides which ones there are. */
  readonly isFixed?: boolean;
}

export function Prompts({ store, compiled, shown, events, focus, isFixed = false }: PromptsProps) {
  const messages = useMessages();
  const { t } = messages;
  const typing = useMemo(() => new Typing(store, messages), [store, messages]);
  const state = useStore(typing);
  const root = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (focus > 0) root.current?.querySelector('textarea')?.focus();
  }, [focus]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each answer
  useEffect(() => typing.settle(), [typing, shown]);
  // On a phone an answer pushes the prompt below it behind the bar.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each answer
  useEffect(() => {
    const own = document.activeElement;
    if (own?.tagName === 'TEXTAREA' && root.current?.contains(own)) own.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  const touch = useMediaQuery('(pointer: coarse)');
  const { tick, sessions } = shown.state;
  const past = useMemo(() => events.filter((event) => event.tick <= tick), [events, tick]);
  const canAdd = useMemo(() => nextSession(frameOf(compiled.text, compiled.spec)) !== null, [compiled]);
  return (
    <fieldset ref={root} data-typing className={styles.prompts} style={{ ['--lanes' as string]: sessions.length }}>
      <legend className="visually-hidden">{t('prompt.group')}</legend>
      <div className={styles.fields}>
        {compiled.spec.sessions.map(({ name, steps }, place) => (
          <Session
            key={name}
            session={sessionStyle(name, place)}
            answer={named(answerOf(compiled, past, name), compiled)}
            told={state.told.get(name) ?? null}
            ahead={state.ahead.get(name)?.statements ?? []}
            tables={shown.state.tables}
            isBusy={state.busy.has(name)}
            queued={state.queued.get(name) ?? []}
            running={state.running?.session === name ? state.running.sql : null}
            isFetching={state.isFetching}
            earlier={steps.map((step) => compiled.spec.steps[step]?.sql ?? '')}
            typing={typing}
            canRemove={!isFixed && canRemove(compiled.spec.sessions, place)}
          />
        ))}
      </div>
      <Help told={[...state.told.values()]} />
      <p className={styles.keys}>
        {canAdd && !isFixed && <Add onAdd={() => typing.addSession()} root={root} />}
        <span>{t(touch ? 'prompt.keysTouch' : 'prompt.keys')}</span>
      </p>
    </fieldset>
  );
}

/** A session called 2 is B in a sentence, where “waits for 2” says nothing. */
function named(answer: ReturnType<typeof answerOf>, { spec }: Given['compiled']): typeof answer {
  if (answer === null) return null;
  const names = spec.sessions.map(({ name }) => name);
  const word = (name: string): string => (/^\d+$/.test(name) ? sessionStyle(name, names.indexOf(name)).letter : name);
  return { ...answer, waitsFor: answer.waitsFor.map(word) };
}

/** What a prompt answered to `\\?`: sentences, which need more width than a lane has. */
function Help({ told }: { readonly told: readonly Told[] }) {
  const lines = told.findLast(({ isHelp }) => isHelp)?.lines ?? [];
  return lines.length === 0 ? null : (
    <ul role="status" className={styles.help}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

interface AddProps {
  readonly onAdd: () => Promise<void>;
  readonly root: RefObject<HTMLElement | null>;
}

/** The new session's prompt gets the focus. Text typed on the button is meant for a prompt: the last one gets it. */
function Add({ onAdd, root }: AddProps) {
  const { t } = useMessages();
  const last = () => [...(root.current?.querySelectorAll('textarea') ?? [])].at(-1);
  const add = async (): Promise<void> => {
    await onAdd();
    // Once it is drawn.
    requestAnimationFrame(() => last()?.focus());
  };
  return (
    <Button
      look="quiet"
      onKeyDown={(event: KeyboardEvent) => {
        if (isText(event)) last()?.focus();
      }}
      onClick={() => void add()}
    >
      {t('prompt.add')}
    </Button>
  );
}

interface SessionProps {
  readonly session: SessionStyle;
  readonly answer: ReturnType<typeof answerOf>;
  /** The answer to a statement that did not become a step. */
  readonly told: Told | null;
  /** Statements that it runs when its wait is over. */
  readonly ahead: readonly string[];
  readonly tables: readonly StageTable[];
  readonly isBusy: boolean;
  /** Statements entered while another one runs: they run next, in this order. */
  readonly queued: readonly string[];
  /** The statement that it is running; null when it is idle. */
  readonly running: string | null;
  /** That statement waits for code that the page fetches once. */
  readonly isFetching: boolean;
  /** The statements that it has run, in their order. */
  readonly earlier: readonly string[];
  readonly typing: Typing;
  /** Nothing has been typed in it, and others remain. */
  readonly canRemove: boolean;
}

function Session({ session, answer, told, ahead, tables, earlier, typing, canRemove, ...work }: SessionProps) {
  const { t } = useMessages();
  /** The tick of the statement that is being changed. */
  const [editing, setEditing] = useState<number | null>(null);
  const { name } = session;
  /** True even while the prompt shows the answer to something else, such as \d. */
  const isUnderWay = answer?.kind === 'waiting';
  const cancel = (): void => void typing.cancel(name);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is typed next to the prompt goes into it
    <div
      className={styles.session}
      style={{ ['--hue' as string]: session.hue }}
      data-session={name}
      // After Esc.
      tabIndex={-1}
      onKeyDown={typedBeside}
    >
      <Said
        {...{ name, answer, told, ahead }}
        {...work}
        onCancel={isUnderWay ? cancel : null}
        onEdit={editing === null ? setEditing : null}
      />
      {canRemove && (
        <p className={styles.last}>
          <Button look="quiet" onClick={() => void typing.removeSession(name)}>
            {t('prompt.remove', { session: name })}
          </Button>
        </p>
      )}
      <PromptField
        session={session}
        earlier={earlier}
        tables={tables}
        isLater={isUnderWay}
        editing={editing === null ? null : (answer?.sql ?? '')}
        onLeaveEditing={() => setEditing(null)}
        onCancel={isUnderWay ? cancel : null}
        onRun={async (sql) => {
          const tick = editing;
          setEditing(null);
          if (tick === null) return typing.run(name, sql);
          return (await typing.replace(name, tick, sql)) ? '' : sql;
        }}
      />
    </div>
  );
}

/** A character that no button uses. */
const isText = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !altKey && !metaKey;

/** It belongs to the session's prompt, which gets the focus before the character is written. */
function typedBeside(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Escape' && event.target === event.currentTarget) event.currentTarget.blur();
  if (isText(event) && !(event.target instanceof HTMLTextAreaElement))
    event.currentTarget.querySelector('textarea')?.focus();
}

interface SaidProps
  extends Pick<SessionProps, 'answer' | 'told' | 'ahead' | 'isBusy' | 'queued' | 'running' | 'isFetching'> {
  readonly name: string;
  /** Null: nothing waits. */
  readonly onCancel: (() => void) | null;
  /** With the statement's tick; null: it is being changed. */
  readonly onEdit: ((tick: number) => void) | null;
}

/** The last statement, what can be done about it, and its answer. */
function Said({ name, answer, told, ahead, onCancel, onEdit, ...work }: SaidProps) {
  const { isBusy, queued, running, isFetching } = work;
  const shown = told ?? answer;
  const lines = told?.isHelp ? [] : (shown?.lines ?? []);
  // The statement at work takes the place of the last one as soon as it is entered.
  const sql = running ?? shown?.sql ?? null;
  const isAtWork = running !== null || (isBusy && queued.length === 0);
  const isWaiting = told === null && answer?.kind === 'waiting';
  const kind = told === null ? (answer?.kind ?? 'none') : told.isError ? 'error' : 'done';
  return (
    <div className={styles.said} data-kind={kind}>
      {sql !== null && <Statement {...{ sql, answer, told, onCancel, onEdit }} />}
      {(lines.length > 0 || isWaiting || isAtWork) && (
        <Answer name={name} isProse={isAtWork || isWaiting || told?.isProse === true}>
          {isAtWork || isWaiting ? (
            <Progress waitsFor={isWaiting ? (answer?.waitsFor ?? []) : null} {...{ ahead, isFetching }} />
          ) : (
            <Lines lines={lines} />
          )}
        </Answer>
      )}
      <Queued statements={queued} />
    </div>
  );
}

/** A statement and what can be done about it. Only one that the spec has can be changed: not \d and its like. */
function Statement({
  sql,
  answer,
  told,
  onCancel,
  onEdit,
}: Pick<SaidProps, 'answer' | 'told' | 'onCancel' | 'onEdit'> & { readonly sql: string }) {
  const { t } = useMessages();
  return (
    <p className={styles.last}>
      <code>{sql}</code>
      {onCancel !== null && (
        <Button look="quiet" aria-keyshortcuts="Control+C" onClick={onCancel}>
          {t('prompt.cancel')}
        </Button>
      )}
      {(told === null || told.sql === answer?.sql) && answer !== null && onEdit !== null && (
        <Button look="quiet" onClick={() => onEdit(answer.tick)}>
          {t('prompt.edit')}
        </Button>
      )}
    </p>
  );
}

interface AnswerProps {
  readonly name: string;
  readonly isProse: boolean;
  readonly children: ReactNode;
}

/** An answer too large for its box scrolls, so Tab stops at it. Tab passes over all others. */
function Answer({ name, isProse, children }: AnswerProps) {
  const { t } = useMessages();
  const box = useRef<HTMLPreElement>(null);
  const scrolls = useScrolls(box);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each answer
  useLayoutEffect(() => {
    if (box.current !== null) scrollToCaret(box.current);
  }, [children]);
  return (
    <pre
      ref={box}
      tabIndex={scrolls ? 0 : undefined}
      data-prose={isProse || undefined}
      role="log"
      aria-label={t('prompt.answer', { session: name })}
    >
      {children}
    </pre>
  );
}

/** A fault's place, under a line that may be wider than the box, is what the reader looks for. */
function scrollToCaret(box: HTMLElement): void {
  const caret = box.querySelector<HTMLElement>('[data-caret]');
  if (caret === null) return;
  box.scrollTop = box.scrollHeight;
  box.scrollLeft += caret.getBoundingClientRect().right - box.getBoundingClientRect().right + box.clientWidth / 2;
}

/** Looked up with each drawing, and whenever the box is given another size. */
function useScrolls(box: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const look = (): void =>
      setScrolls(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  });
  return scrolls;
}

/** Statements that run after the one at work. */
function Queued({ statements }: { readonly statements: readonly string[] }) {
  const { t } = useMessages();
  return statements.map((sql, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same statement may be there twice
    <p key={i} className={styles.queued}>
      {t('prompt.queued', { sql: oneLine(sql) })}
    </p>
  ));
}

/** The statement is running, or waits: then also for whom, and what runs afterwards. */
function Progress({
  waitsFor,
  ahead,
  isFetching,
}: {
  /** Null: it does not wait. */
  readonly waitsFor: readonly string[] | null;
  readonly ahead: readonly string[];
  readonly isFetching: boolean;
}) {
  const { t } = useMessages();
  if (waitsFor === null) return t(isFetching ? 'prompt.fetching' : 'prompt.running');
  const then = ahead.map((sql) => t('prompt.then', { sql: oneLine(sql) }));
  return [t('prompt.waiting', { others: waitsFor }), ...then].join('\n');
}

const oneLine = (sql: string): string => sql.replace(/\s+/g, ' ');

/** A message may wrap; a line with a caret below it may not. */
function Lines({ lines }: { readonly lines: readonly string[] }) {
  const caret = lines.at(-1)?.trim() === '^' ? lines.length - 2 : lines.length;
  if (caret === lines.length) return lines.join('\n');
  return (
    <span className={styles.placed}>
      <span className={styles.message}>{`${lines.slice(0, caret).join('\n')}\n`}</span>
      {`${lines[caret]}\n`}
      <span data-caret="">{lines.at(-1)}</span>
    </span>
  );
}
