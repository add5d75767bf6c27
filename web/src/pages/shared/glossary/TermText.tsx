/** A sentence whose terms open the glossary; they get their underlines when the page is quiet. */
import { fetchedLater } from '../../../ui/fetched.tsx';
import { useMessages } from '../../../ui/messages.tsx';

const useTerms = fetchedLater(() => import('./terms.tsx').then((own) => own.withTerms));

export function TermText({ text }: { readonly text: string }) {
  const messages = useMessages();
  const terms = useTerms(true);
  return <>{terms?.(text, messages) ?? text}</>;
}
