/** Copying a text of this page, and what was said of it last. */
import '../../base/messages/en/server.ts';
import { useState } from 'react';
import { useMessages } from '../../ui/messages.tsx';

export function useCopied() {
  const { t } = useMessages();
  const [said, setSaid] = useState('');
  const copy = async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(t('server.how.copied'));
    } catch {
      setSaid(t('server.how.copyFailed'));
    }
  };
  return { said, setSaid, copy };
}
