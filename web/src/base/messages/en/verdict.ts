/** Texts of the verdict on a run: what its transactions did to each other, and what would prevent it. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

const NAMES = {
  'lost-update': 'Lost update',
  'non-repeatable-read': 'Non-repeatable read',
  phantom: 'Phantom',
  'read-skew': 'Read skew',
  'write-skew': 'Write skew',
  'phantom-skew': 'Write skew by a phantom',
  'read-only': 'Read-only anomaly',
  other: 'Not serializable',
} as const;
export type VerdictAnomaly = keyof typeof NAMES;

/** Berenson's and Adya's short names. */
const CODES: Readonly<Record<VerdictAnomaly, string>> = {
  'lost-update': 'P4',
  'non-repeatable-read': 'P2',
  phantom: 'P3',
  'read-skew': 'A5A, G-single',
  'write-skew': 'A5B, G2-item',
  'phantom-skew': 'G2',
  'read-only': 'G2',
  other: '',
};

const REMEDIES = {
  atomic: 'one atomic UPDATE',
  'for-update': 'SELECT … FOR UPDATE',
  'repeatable-read': 'REPEATABLE READ',
  serializable: 'SERIALIZABLE',
} as const;
export type VerdictRemedy = keyof typeof REMEDIES;

const DOUBTS = {
  many: 'more than four transactions overlapped, too many to try all orders',
  outside: 'a session had read something before the first step, or works elsewhere',
  'shared-step': 'one step ends a transaction and begins the next one',
  'others-wrote': 'another transaction wrote, too',
  'one-session': 'two of the transactions are one session’s',
  places: 'a statement asks for something that depends on the order alone, such as places of rows, ids or the time',
  skips: 'SKIP LOCKED skips other rows in every order',
  prepared: 'there is a prepared transaction',
  'not-repeated': 'in another order a statement would wait for somebody who does not take part',
  limit: 'trying all orders takes too much work',
} as const;
export type VerdictDoubt = keyof typeof DOUBTS;

export interface VerdictClauseParams {
  readonly kind: 'missed' | 'missed-search' | 'saw' | 'saw-search' | 'over';
  readonly one: string;
  readonly oneStep: number;
  readonly other: string;
  readonly otherStep: number;
}
function clause({ kind, one, oneStep, other, otherStep }: VerdictClauseParams): string {
  const isLater = otherStep > oneStep;
  switch (kind) {
    case 'missed':
      return isLater
        ? `${one} read in step ${oneStep} what ${other} changed in step ${otherStep}`
        : `${one} did not see in step ${oneStep} what ${other} had changed in step ${otherStep}`;
    case 'missed-search':
      return isLater
        ? `${one} looked in step ${oneStep} for rows to which ${other} added one in step ${otherStep}`
        : `${one} did not find in step ${oneStep} the row that ${other} had added in step ${otherStep}`;
    case 'saw':
      return `${one} saw in step ${oneStep} what ${other} had changed in step ${otherStep}`;
    case 'saw-search':
      return `${one} no longer found in step ${oneStep} what ${other} had changed in step ${otherStep}`;
    case 'over':
      return `${one} wrote over it in step ${oneStep}`;
  }
}

export interface OwnBetween {
  readonly session: string;
  readonly readStep: number;
  readonly writeStep: number;
  readonly other: string;
  readonly otherStep: number;
}

export const verdict = addTexts({
  'verdict.title': 'After this run',
  'verdict.name': (p: { anomaly: VerdictAnomaly }) => NAMES[p.anomaly],
  'verdict.line': (p: { name: string }) => `${p.name}:`,
  'verdict.code': (p: { anomaly: VerdictAnomaly }) => CODES[p.anomaly],
  'verdict.clause': clause,
  'verdict.clauses': (p: { clauses: readonly string[] }) => `${p.clauses.join('; ')}.`,
  'verdict.none': (p: { of: readonly string[]; orders: number }, f: Format) =>
    `No order of ${f.list(p.of)}, one after the other, gives these results (${f.integer(p.orders)} tried).`,
  'verdict.reader': (p: { reader: string; rest: readonly string[] }) =>
    `Without ${p.reader}, which only reads, the order ${p.rest.join(', ')} would do.`,
  'verdict.of': (p: { session: string; step: number }) => `${p.session} (step ${p.step})`,
  'verdict.order': (p: { order: readonly string[] }) =>
    p.order.length === 2
      ? `No anomaly: as if ${p.order[0]} ran before ${p.order[1]}.`
      : `No anomaly: as if they ran in the order ${p.order.join(', ')}.`,
  'verdict.alone': (p: { failed: boolean }) =>
    p.failed
      ? 'No anomaly: of the transactions that overlapped, no two committed.'
      : 'No anomaly: no two transactions overlapped, from the first query of each to its end.',
  'verdict.retry': (p: { session: string; deadlock: boolean }) =>
    p.deadlock
      ? `A deadlock ended ${p.session}: it has to try again.`
      : `Prevented: ${p.session} failed and has to try again.`,
  'verdict.own': (p: OwnBetween) => `Nothing held ${p.session}’s read and write together.`,
  'verdict.own.between': (p: OwnBetween) =>
    `Each statement was its own transaction: ${p.other} wrote in step ${p.otherStep}, between ${p.session}’s read in step ${p.readStep} and its write in step ${p.writeStep}.`,
  'verdict.own.begin': 'Put BEGIN before the read and COMMIT after the write.',
  'verdict.failed': (p: { session: string; step: number; error: string }) =>
    `${p.session} failed in step ${p.step} (${p.error}): it has to try again.`,
  'verdict.undecided': (p: { why: VerdictDoubt }) => `No verdict: ${DOUBTS[p.why]}.`,
  'verdict.undecidedAt': (p: { why: 'places' | 'skips'; session: string | null; step: number; sql: string }) => {
    const who = p.session === null ? 'the set-up' : `${p.session} in step ${p.step}`;
    return p.why === 'skips'
      ? `No verdict: ${who} (${p.sql}) would skip other rows in every order.`
      : `No verdict: ${who} (${p.sql}) asks for something that depends on the order alone, such as places of rows, ids or the time.`;
  },
  'verdict.prevented': 'What about dirty writes and dirty reads?',
  'verdict.prevented.waited': (p: { session: string; step: number; on: readonly string[] }, f: Format) =>
    `A dirty write was prevented: ${p.session} had to wait in step ${p.step} until ${f.list(p.on)} had ended.`,
  'verdict.prevented.write':
    'PostgreSQL prevents a dirty write (G0) at every level: the second writer of a row waits for the first.',
  'verdict.prevented.read': 'It prevents a dirty read (G1), too: nobody sees what has not been committed.',
  'verdict.try': (p: { remedy: VerdictRemedy }) => `Try ${REMEDIES[p.remedy]}`,
  'verdict.tryAny': 'Find what prevents it',
  'verdict.trying': 'Running it…',
  'verdict.ended': (p: { session: string; step: number; error: string }) =>
    `${p.session} failed in step ${p.step} (${p.error}): nothing of that transaction stays.`,
  'verdict.legend': 'a thick frame marks these steps, and the row versions that they are about.',
  'verdict.help': (p: { count: number }, f: Format) =>
    `The engine has run the same steps with ${f.plural(p.count, 'this change', 'each of these changes')}: no anomaly is left.`,
  'verdict.fails': 'At a stricter level a transaction can fail instead; your application has to run it again.',
  'verdict.nothing': 'Nothing that this page can try by itself prevents it.',
  'verdict.tried': (p: { remedy: VerdictRemedy }) => `Now with ${REMEDIES[p.remedy]}.`,
  /** The typed statements have constants: nothing computes. */
  'verdict.readNow': (p: { session: string; readStep: number; writeStep: number; value: string }) =>
    `${p.session} now reads ${p.value} in step ${p.readStep}, before it writes in step ${p.writeStep}. The write here is still the one that was typed; your application would compute it from ${p.value}.`,
  'verdict.back': 'Back to the run before',
} satisfies Area<'verdict'>);
