/** On stage: the verdict in place of the line below the headline, once the run can be judged. */
import '../../../base/messages/en/verdict.ts';
import { useMemo } from 'react';
import { useMessages } from '../../../ui/messages.tsx';
import { verdictWords } from '../../../viewmodel/verdict/verdict-words.ts';
import type { Given } from '../../shared/play/figures/view.ts';
import type { PlayStore } from '../../shared/play/play-store.ts';
import { useVerdict } from './RunVerdict.tsx';

interface VerdictLineProps extends Pick<Given, 'compiled' | 'at'> {
  readonly store: PlayStore;
  /** Shown until there is a verdict. */
  readonly before: string;
}

export function VerdictLine({ store, compiled, at, before }: VerdictLineProps) {
  const messages = useMessages();
  const verdict = useVerdict(at, store);
  const words = useMemo(() => {
    const names = compiled.spec.sessions.map(({ name }) => name);
    return verdict && verdictWords(verdict, names, messages);
  }, [verdict, compiled, messages]);
  if (words === null) return before;
  const { head, what } = words;
  return head === null ? (
    <strong>{what}</strong>
  ) : (
    <>
      <strong>{messages.t('verdict.line', { name: head.name })}</strong> {what}
    </>
  );
}
