/** A run's verdict in words. */
import '../../base/messages/en/verdict.ts';
import type { Messages } from '../../base/messages/index.ts';
import type { RunVerdict, VerdictName } from '../../engine/stage/verdict-types.ts';
import { sessionStyle } from '../stage/selection.ts';

export interface VerdictWords {
  /** The anomaly's name and its short names in the literature; null: there is none. */
  readonly head: { readonly name: string; readonly code: string } | null;
  /** The reads and writes, a sentence; or why there is no anomaly, or no verdict. */
  readonly what: string;
  /** What else is to say. */
  readonly more: readonly string[];
  /** For a reader who asks about dirty writes and reads. */
  readonly prevented: readonly string[];
}

/** Whose cause lies in the others: the same transaction may succeed the next time. */
const WORTH_ANOTHER = /^(could not serialize|deadlock detected)/;

/** Null: nothing to say, because nobody met anybody. @param sessions names by the spec's order */
export function verdictWords(verdict: RunVerdict, sessions: readonly string[], m: Messages): VerdictWords | null {
  const letter = (name: string): string => sessionStyle(name, sessions.indexOf(name)).letter;
  // Without its steps nothing tells which of a session's transactions is meant.
  const named = ({ session, step }: VerdictName): string =>
    step === null ? letter(session) : m.t('verdict.of', { session: letter(session), step });
  const failures = verdict.failures.flatMap(({ name, step, error }) => {
    if (error === null) return [];
    const said = { session: letter(name), step, error: error.replace(/^ERROR: +/, '') };
    return [m.t(WORTH_ANOTHER.test(said.error) ? 'verdict.failed' : 'verdict.ended', said)];
  });
  const { wait } = verdict;
  const waited =
    wait === null
      ? m.t('verdict.prevented.write')
      : m.t('verdict.prevented.waited', { session: letter(wait.session), step: wait.step, on: wait.on.map(letter) });
  const prevented = [waited, m.t('verdict.prevented.read')];
  switch (verdict.kind) {
    case 'alone':
      return { head: null, what: m.t('verdict.alone', { failed: failures.length > 0 }), more: failures, prevented };
    case 'order':
      return { head: null, what: m.t('verdict.order', { order: verdict.order.map(named) }), more: failures, prevented };
    case 'undecided':
      return { head: null, what: undecidedText(verdict, letter, m), more: failures, prevented: [] };
    case 'anomaly': {
      const { anomaly, of, orders, clauses, reader, rest } = verdict;
      const told = clauses.map((one) =>
        m.t('verdict.clause', { ...one, one: letter(one.one.session), other: letter(one.other.session) }),
      );
      const none = m.t('verdict.none', { of: of.map(named), orders });
      return {
        head: { name: m.t('verdict.name', { anomaly }), code: m.t('verdict.code', { anomaly }) },
        what: told.length === 0 ? none : m.t('verdict.clauses', { clauses: told }),
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
