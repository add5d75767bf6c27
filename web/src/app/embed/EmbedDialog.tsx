/** Shows the lines that put this figure into another page. */

import '../../base/messages/en/shell-embed.ts';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import controls from '../../ui/controls.module.css';
import { Dialog } from '../../ui/Dialog.tsx';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import { formatAddress, type Route } from '../address/address.ts';
import styles from './embed.module.css';

/** The lines that put a figure into another page. Pure. */

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * An iframe as HTML.
 * @param site the site's address, without the hash
 * @param hash the embed's address, from the `#` on
 */
export const iframeSnippet = (site: string, hash: string, title: string, height: number): string =>
  `<iframe src="${escapeAttribute(site + hash)}" title="${escapeAttribute(title)}" width="100%" height="${height}" loading="lazy" style="border:0"></iframe>`;

interface EmbedDialogProps {
  readonly route: Route;
  readonly show: readonly string[];
  readonly title: string;
  readonly onClose: () => void;
}

const HEIGHT = 520;

export default function EmbedDialog({ route, show, title, onClose }: EmbedDialogProps) {
  const { t } = useMessages();
  const [said, setSaid] = useState('');
  const hash = formatAddress({ route, display: { stage: false, embed: show } });
  const snippet = iframeSnippet(location.href.split('#')[0] ?? '', hash, title, HEIGHT);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(snippet);
      setSaid(t('shell.embed.copied'));
    } catch {
      setSaid(t('shell.embed.notCopied'));
    }
  };
  return (
    <Dialog open title={t('shell.embed.title')} onClose={onClose}>
      <div className={styles.dialog}>
        <p>{t('shell.embed.lead')}</p>
        <textarea
          className={controls.area}
          readOnly
          rows={4}
          value={snippet}
          aria-label={t('shell.embed.snippet')}
          spellCheck={false}
        />
        <div className={page.row}>
          <Button look="primary" onClick={() => void copy()}>
            {t('shell.embed.copy')}
          </Button>
          <span role="status">{said}</span>
        </div>
        <p className={page.quiet}>{t('shell.embed.isolation')}</p>
      </div>
    </Dialog>
  );
}
