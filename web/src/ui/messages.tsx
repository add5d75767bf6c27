/** The message catalogue for components: a language is chosen once at the top, `useMessages()` gives its texts. */
import { createContext, type ReactNode, useContext } from 'react';
import { DEFAULT_LANG, type Lang, type Messages, messagesIn } from '../base/messages/index.ts';

const Context = createContext<Messages>(messagesIn(DEFAULT_LANG));

/** @param lang a language whose texts are loaded; for another one English is shown */
export function MessagesProvider({ lang, children }: { readonly lang: Lang; readonly children: ReactNode }) {
  return <Context value={messagesIn(lang)}>{children}</Context>;
}

/** `const { t, format } = useMessages()` */
export const useMessages = (): Messages => useContext(Context);
