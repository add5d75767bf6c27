/**
 * Why an answer that is made of moves is not right, in a sentence: the outcome, and the words of the task that it
 * breaks.
 */
import type { Messages } from '../../base/messages/index.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import type { BrokenClaim } from '../../viewmodel/exercise/claims.ts';
import type { MovesVerdict } from '../../viewmodel/exercise/judge.ts';

/** '': no words of the task are broken, or so much is missing that naming it would not help. */
export function whyNot(verdict: MovesVerdict, spec: Spec, isFinal: boolean, t: Messages['t']): string {
  if (verdict.isRight) return '';
  if (verdict.kind === 'stuck') return t('exercise.order.stuck');
  if (verdict.kind === 'own-order') {
    const [step, other] = [spec.steps[verdict.step], spec.steps[verdict.other]];
    const who = spec.sessions[step?.session ?? -1]?.name ?? '';
    return t('exercise.order.ownOrder', { who, step: step?.name ?? '', other: other?.name ?? '' });
  }
  // While a schedule is being made, most goals are still open: the goals themselves show the progress.
  const reached = verdict.kind === 'hunt' ? verdict.difference !== null : verdict.states.every((one) => one.isReached);
  const [first] = isFinal || reached ? verdict.broken : [];
  return first === undefined
    ? ''
    : t('exercise.claim.broken', { reason: reasonOf(first, t), words: first.claim.words });
}

function reasonOf({ claim: { line }, instead }: BrokenClaim, t: Messages['t']): string {
  switch (line.kind) {
    case 'after':
      return t('exercise.claim.after', line);
    case 'together':
      return t('exercise.claim.together', line);
    case 'suboverflowed':
      return t('exercise.claim.suboverflowed', line);
    case 'versions':
      return t('exercise.claim.versions', { table: line.table, instead: instead ?? '0' });
    case 'rows':
    case 'error':
    case 'fine':
      return instead === null
        ? t('exercise.claim.notRun', line)
        : t(`exercise.claim.${line.kind}`, { step: line.step, instead });
    case 'differ':
    case 'same':
      return t(instead === null ? 'exercise.claim.notRun' : `exercise.claim.${line.kind}`, line);
    case 'waits':
      return t('exercise.claim.waits', line);
    default:
      return t('exercise.claim.other');
  }
}
