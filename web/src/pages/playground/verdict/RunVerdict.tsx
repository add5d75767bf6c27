/**
 * After a run: which anomaly took place, by whose reads and writes, and a button for each change that prevents it. Fetched when
 * the transactions of two sessions have ended.
 */
import '../../../base/messages/en/ui.ts';
import '../../../base/messages/en/verdict.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Messages } from '../../../base/messages/index.ts';
import type { Move } from '../../../engine/stage/stage-types.ts';
import type { RunVerdict as Verdict } from '../../../engine/stage/verdict-types.ts';
import { Button, cx } from '../../../ui/Button.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { currentBranch } from '../../../viewmodel/stage/playback.ts';
import { sessionStyle } from '../../../viewmodel/stage/selection.ts';
import { briefSql } from '../../../viewmodel/stage/sql-words.ts';
import type { ChangedRead } from '../../../viewmodel/verdict/changed-read.ts';
import { writtenBetween } from '../../../viewmodel/verdict/own-transactions.ts';
import { type VerdictWords, verdictWords } from '../../../viewmodel/verdict/verdict-words.ts';
import { NOTHING_TOLD, type Told } from '../../../views/shared/told/told.ts';
import type { Given } from '../../shared/play/figures/view.ts';
import type { PlayStore } from '../../shared/play/play-store.ts';
import { type OnNews, useNews } from './news.ts';
import { type Found, findRemedies, openRun, type Tried, tryRun } from './remedy.ts';
import styles from './verdict.module.css';

interface RunVerdictProps extends Pick<Given, 'compiled' | 'at' | 'events'> {
  readonly store: PlayStore;
  /** Without an anomaly it comes after what is next to it. */
  readonly yields: boolean;
  /** The steps and rows that it speaks of. */
  readonly onTold: (told: Told) => void;
  readonly tried: Tried | null;
  readonly onTried: (tried: Tried | null) => void;
  readonly onNews: OnNews;
}

export function RunVerdict({ store, yields, compiled, at, events, onTold, tried, onTried, onNews }: RunVerdictProps) {
  const { t } = useMessages();
  const verdict = useVerdict(at, store);
  const words = useWords(verdict, compiled, at);
  useEffect(() => {
    onTold(verdict === null ? NOTHING_TOLD : toldOf(verdict));
    return () => onTold(NOTHING_TOLD);
  }, [verdict, onTold]);
  useRowsShown(store, verdict);
  const section = useRef<HTMLElement>(null);
  useNews(section, newsOf(verdict, words), titleOf(words, t), onNews);
  if (verdict === null || words === null) return null;
  const isTried = tried !== null && tried.after === compiled.text;
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={cx(
        styles.verdict,
        (words.isNews || words.leads) && styles.finding,
        yields && verdict.kind !== 'anomaly' && styles.last,
      )}
      aria-label={t('verdict.title')}
      data-verdict={verdict.kind}
    >
      <Said words={words} />
      {verdict.kind === 'anomaly' && <Cited {...{ verdict, compiled, events }} />}
      {isTried && (
        <p className={styles.tried}>
          <span>{t('verdict.tried', { remedy: tried.remedy })}</span>
          {tried.read !== null && <span>{t('verdict.readNow', named(tried.read, compiled))}</span>}
          <Button
            onClick={() => {
              void openRun(store, tried.before).then((isOpen) => isOpen && onTried(null));
            }}
          >
            {t('verdict.back')}
          </Button>
        </p>
      )}
      {verdict.kind === 'anomaly' && (
        <Remedies
          key={compiled.text}
          suggestions={verdict.suggestions}
          isTyped={compiled.spec.extras.hasPrompts}
          {...{ store, onTried }}
        />
      )}
      {words.prevented.length > 0 && (
        <details className={styles.prevented}>
          <summary>{t('verdict.prevented')}</summary>
          <p>{t('ui.sentences', { all: words.prevented })}</p>
        </details>
      )}
    </section>
  );
}

const named = ({ session, ...read }: ChangedRead, { spec }: RunVerdictProps['compiled']) => ({
  ...read,
  session: sessionStyle(
    session,
    spec.sessions.findIndex(({ name }) => name === session),
  ).letter,
});

/** The rows on show are those that the verdict is about. Once: the reader may then look at another table. */
function useRowsShown(store: PlayStore, verdict: Verdict | null): void {
  useEffect(() => {
    const [row] = verdict?.kind === 'anomaly' ? verdict.rows : [];
    if (row === undefined || row.table === store.get().shown?.state.page?.table) return;
    store.showPage(row.table, row.block);
  }, [store, verdict]);
}

interface VerdictLineProps extends Pick<Given, 'compiled' | 'at'> {
  readonly store: PlayStore;
  /** Shown until there is a verdict. */
  readonly before: string;
}

/** On stage: the verdict in place of the line below the headline. */
export function VerdictLine({ store, compiled, at, before }: VerdictLineProps) {
  const { t } = useMessages();
  const words = useWords(useVerdict(at, store), compiled, at);
  if (words === null) return before;
  const { head, what } = words;
  return head === null ? (
    <strong>{what}</strong>
  ) : (
    <>
      <strong>{t('verdict.line', { name: head.name })}</strong> {what}
    </>
  );
}

function useWords(
  verdict: Verdict | null,
  { spec }: RunVerdictProps['compiled'],
  at: Given['at'],
): VerdictWords | null {
  const messages = useMessages();
  const { moves } = currentBranch(at);
  const { tick } = at;
  return useMemo(
    () =>
      verdict &&
      verdictWords(
        verdict,
        spec.sessions.map(({ name }) => name),
        messages,
        writtenBetween(spec, moves.slice(0, tick)),
      ),
    [verdict, spec, moves, tick, messages],
  );
}

/** For a run that is over. */
function titleOf(words: VerdictWords | null, t: Messages['t']): string | null {
  if (words?.leads !== true) return null;
  return words.head === null ? words.what : `${t('verdict.line', words.head)} ${words.what}`;
}

/** Transactions that did not overlap, and a run without a verdict, are not worth a line of their own. */
function newsOf(verdict: Verdict | null, words: VerdictWords | null): string | null {
  if (verdict === null || words === null) return null;
  return words.head?.name ?? (words.isNews ? words.what : null);
}

function Said({ words: { head, what, more, isNews } }: { readonly words: VerdictWords }) {
  return (
    <div aria-live="polite">
      {head !== null && (
        <h2 className={styles.name}>
          {head.name} {head.code !== '' && <span>{head.code}</span>}
        </h2>
      )}
      {isNews ? (
        <h2 className={styles.name}>{what}</h2>
      ) : (
        <p className={head === null ? styles.quiet : undefined}>{what}</p>
      )}
      {more.map((sentence) => (
        <p key={sentence} className={styles.quiet}>
          {sentence}
        </p>
      ))}
    </div>
  );
}

/** The statements that it speaks of: the lanes may have folded them. Below them, what the marks in the figures mean. */
function Cited({
  verdict,
  compiled: { spec },
  events,
}: Pick<RunVerdictProps, 'compiled' | 'events'> & { readonly verdict: Verdict }) {
  const { t } = useMessages();
  const { steps, rows } = toldOf(verdict);
  const cited = events.filter(({ tick, step, completed }) => step !== null && !completed && steps.has(tick));
  const names = spec.sessions.map(({ name }) => name);
  return (
    <>
      <ol className={styles.cited}>
        {cited.map(({ tick, session, step }) => {
          const { hue, letter } = sessionStyle(session ?? '', names.indexOf(session ?? ''));
          return (
            <li key={tick} value={tick} style={{ ['--hue' as string]: hue }}>
              <span>{tick}</span> <b>{letter}</b> <code>{briefSql(spec.steps[step ?? -1]?.sql ?? '')}</code>
            </li>
          );
        })}
      </ol>
      {rows.size > 0 && <p className={styles.legend}>{t('verdict.legend')}</p>}
    </>
  );
}

interface RemediesProps {
  readonly store: PlayStore;
  readonly suggestions: Extract<Verdict, { kind: 'anomaly' }>['suggestions'];
  /** The parser is there already: what helps is found out at once. */
  readonly isTyped: boolean;
  readonly onTried: (tried: Tried | null) => void;
}

/** Everything that helps, as equals: each has its price, and the reader chooses. */
function Remedies({ store, suggestions, isTyped, onTried }: RemediesProps) {
  const { t } = useMessages();
  /** Null: nobody has looked. */
  const [found, setFound] = useState<readonly Found[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (!isTyped) return undefined;
    let isWanted = true;
    void findRemedies(store, suggestions).then((all) => isWanted && setFound(all));
    return () => {
      isWanted = false;
    };
  }, [isTyped, store, suggestions]);
  if (suggestions.length === 0 || found?.length === 0) return <p className={styles.quiet}>{t('verdict.nothing')}</p>;
  if (isTyped && found === null) return null;
  const whileBusy = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  const look = () => whileBusy(async () => setFound(await findRemedies(store, suggestions)));
  const tryOne = (one: Found) =>
    whileBusy(async () => {
      const made = await tryRun(store, one);
      if (made !== null) onTried(made);
    });
  return (
    <div className={styles.remedies}>
      {found === null ? (
        <Button look="primary" disabled={isBusy} onClick={() => void look()}>
          {t(isBusy ? 'verdict.trying' : 'verdict.tryAny')}
        </Button>
      ) : (
        <>
          <p className={styles.quiet}>{t('verdict.help', { count: found.length })}</p>
          {found.map((one) => (
            <Button key={one.remedy} disabled={isBusy} onClick={() => void tryOne(one)}>
              {t('verdict.try', one)}
            </Button>
          ))}
          {found.some(({ remedy }) => FAILING.has(remedy)) && <p className={styles.quiet}>{t('verdict.fails')}</p>}
        </>
      )}
    </div>
  );
}

/** Under these a transaction can end in an error. */
const FAILING: ReadonlySet<string> = new Set<Found['remedy']>(['repeatable-read', 'serializable']);

function toldOf(verdict: Verdict): Told {
  if (verdict.kind !== 'anomaly') return NOTHING_TOLD;
  return {
    steps: new Set(verdict.clauses.flatMap(({ oneStep, otherStep }) => [oneStep, otherStep])),
    rows: new Set(verdict.rows.map(({ table, block, offset }) => `${table} (${block},${offset})`)),
  };
}

/** Asked for each moment that is shown; null: not answered yet. */
function useVerdict(at: Given['at'], store: PlayStore): Verdict | null {
  const [answer, setAnswer] = useState<{
    readonly moves: readonly Move[];
    readonly tick: number;
    readonly verdict: Verdict | null;
  } | null>(null);
  const { moves } = currentBranch(at);
  const { tick } = at;
  useEffect(() => {
    let isWanted = true;
    const { permutation } = store.get();
    void store.world.client
      .verdict({ moves, tick, permutation: permutation === 0 ? null : permutation })
      .then((verdict) => isWanted && setAnswer({ moves, tick, verdict }));
    return () => {
      isWanted = false;
    };
  }, [moves, tick, store]);
  return answer?.moves === moves && answer.tick === tick ? answer.verdict : null;
}
