/** A run's verdict in words. */
import '../../base/messages/en/verdict.ts';
import type { Messages } from '../../base/messages/index.ts';
import type { RunVerdict, VerdictName } from '../../engine/stage/verdict-types.ts';
import { sessionStyle } from '../stage/selection.ts';
import type { Between } from './own-transactions.ts';

export interface VerdictWords {
  /** The anomaly's name and its short names in the literature; null: there is none. */
  readonly head: { readonly name: string; readonly code: string } | null;
  /** The reads and writes, a sentence; or why there is no anomaly, or no verdict. */
  readonly what: string;
  /** `what` is a finding, and not only that there is none: it is as large as an anomaly's name. */
  readonly isNews: boolean;
  /** An anomaly, one that was prevented, or a warning: it says more than the last step’s own sentence. */
  readonly leads: boolean;
  /** What else is to say. */
  readonly more: readonly string[];
  /** For a reader who asks about dirty writes and reads. */
  readonly prevented: readonly string[];
}

/** Whose cause lies in the others: the same transaction may succeed the next time. */
const WORTH_ANOTHER = /^(could not serialize|deadlock detected)/;

/**
 * Null: nothing to say, because nobody met anybody.
 * @param sessions names by the spec's order
 * @param between the write that came between a read and a write, each a transaction of its own
 */
export function verdictWords(
  verdict: RunVerdict,
  sessions: readonly string[],
  m: Messages,
  between: Between | null = null,
): VerdictWords | null {
  const letter = (name: string): string => sessionStyle(name, sessions.indexOf(name)).letter;
  // Without its steps nothing tells which of a session's transactions is meant.
  const named = ({ session, step }: VerdictName): string =>
    step === null ? letter(session) : m.t('verdict.of', { session: letter(session), step });
  const failed = verdict.failures.flatMap(({ name, step, error }) =>
    error === null ? [] : [{ session: letter(name), step, error: error.replace(/^ERROR: +/, '') }],
  );
  const failures = failed.map((one) => m.t(WORTH_ANOTHER.test(one.error) ? 'verdict.failed' : 'verdict.ended', one));
  const { wait } = verdict;
  const waited =
    wait === null
      ? m.t('verdict.prevented.write')
      : m.t('verdict.prevented.waited', { session: letter(wait.session), step: wait.step, on: wait.on.map(letter) });
  const prevented = [waited, m.t('verdict.prevented.read')];
  switch (verdict.kind) {
    case 'alone':
      return { head: null, ...aloneWords(failed, between, letter, m), prevented };
    case 'order': {
      const what = m.t('verdict.order', { order: verdict.order.map(named) });
      return { head: null, what, isNews: true, leads: false, more: failures, prevented };
    }
    case 'undecided': {
      const what = undecidedText(verdict, letter, m);
      return { head: null, what, isNews: false, leads: false, more: failures, prevented: [] };
    }
    case 'anomaly': {
      const { anomaly, of, orders, clauses, reader, rest } = verdict;
      const told = clauses.map((one) =>
        m.t('verdict.clause', { ...one, one: letter(one.one.session), other: letter(one.other.session) }),
      );
      const none = m.t('verdict.none', { of: of.map(named), orders });
      return {
        head: { name: m.t('verdict.name', { anomaly }), code: m.t('verdict.code', { anomaly }) },
        what: told.length === 0 ? none : m.t('verdict.clauses', { clauses: told }),
        isNews: false,
        leads: true,
        more: [
          ...(told.length === 0 ? [] : [none]),
          ...(reader === null ? [] : [m.t('verdict.reader', { reader: named(reader), rest: rest.map(named) })]),
          ...failures,
        ],
        prevented,
      };
    }
  }
}

interface Failed {
  readonly session: string;
  readonly step: number;
  readonly error: string;
}

/** No two that committed overlapped: because one of them had to fail, because nobody began a transaction, or by chance. */
function aloneWords(
  failed: readonly Failed[],
  between: Between | null,
  letter: (name: string) => string,
  m: Messages,
): Pick<VerdictWords, 'what' | 'isNews' | 'leads' | 'more'> {
  const ended = failed.map((one) => m.t('verdict.ended', one));
  const first = failed.find(({ error }) => WORTH_ANOTHER.test(error));
  if (first !== undefined) {
    const what = m.t('verdict.retry', { session: first.session, deadlock: first.error.startsWith('deadlock') });
    return { what, isNews: true, leads: true, more: ended };
  }
  if (failed.length === 0 && between !== null) {
    const named = { ...between, session: letter(between.session), other: letter(between.other) };
    const more = [m.t('verdict.own.between', named), m.t('verdict.own.begin')];
    return { what: m.t('verdict.own', named), isNews: true, leads: true, more };
  }
  return { what: m.t('verdict.alone', { failed: failed.length > 0 }), isNews: false, leads: false, more: ended };
}

/** Longer statements are cut, since the step's card has the whole. */
const MOST_SQL = 80;

function undecidedText(
  { why, at }: Extract<RunVerdict, { kind: 'undecided' }>,
  letter: (name: string) => string,
  m: Messages,
): string {
  if (at === null || (why !== 'places' && why !== 'skips')) return m.t('verdict.undecided', { why });
  const sql = at.sql.trim().replace(/\s+/g, ' ').replace(/;$/, '');
  return m.t('verdict.undecidedAt', {
    why,
    session: at.session === null ? null : letter(at.session),
    step: at.step ?? 0,
    sql: sql.length > MOST_SQL ? `${sql.slice(0, MOST_SQL)}…` : sql,
  });
}
