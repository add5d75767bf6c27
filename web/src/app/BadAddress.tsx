/** An address without a page, or one that cannot be read: what is wrong with it, and where to go instead. */
import '../base/messages/en/shell-address.ts';
import '../base/messages/en/shell.ts';
import { shownLine } from '../base/written.ts';
import { Button } from '../ui/Button.tsx';
import { useMessages } from '../ui/messages.tsx';
import { type AddressError, type Display, formatLink } from './address/address.ts';
import { Notice } from './ErrorBoundary.tsx';

/** A part of the link, shortened to fit into a sentence. */
const shortened = (text: string): string => shownLine(text.length > 40 ? `${text.slice(0, 39)}…` : text);

export function BadAddress({ error, display }: { readonly error: AddressError; readonly display: Display }) {
  const { t } = useMessages();
  const home = <a href={formatLink('home', display)}>{t('shell.toHome')}</a>;
  switch (error.kind) {
    case 'not-found':
      return (
        <Notice
          title={t('shell.notFound.title')}
          text={shownLine(t('shell.badAddress.noPage', { path: error.path.slice(0, 80) }))}
        >
          {home}
        </Notice>
      );
    case 'not-fetched':
      return (
        <Notice title={t('shell.fault.title')} text={t('shell.fault.chunk')}>
          <Button look="primary" onClick={() => location.reload()}>
            {t('shell.fault.reload')}
          </Button>
        </Notice>
      );
    case 'bad-host': {
      const [text, origin] = [error.text.slice(0, 80), error.origin ?? 'https://example.org'];
      return (
        <Notice title={t('shell.badAddress.title')} text={shownLine(t('shell.badAddress.host', { text, origin }))} />
      );
    }
    case 'newer':
      return (
        <Notice
          title={t('shell.badAddress.title')}
          text={t('shell.badAddress.newer', { version: shortened(error.version), known: error.known })}
        >
          {home}
        </Notice>
      );
    case 'bad-version':
      return (
        <Notice
          title={t('shell.badAddress.title')}
          text={t('shell.badAddress.version', { text: shortened(error.text) })}
        >
          {home}
        </Notice>
      );
    case 'bad-value':
      return (
        <Notice title={t('shell.badAddress.title')} text={shownLine(error.message)}>
          {error.page === 'measure' && <a href={formatLink('measure', display)}>{t('shell.badAddress.toLab')}</a>}
          {error.page === 'play' && <a href={formatLink('play', display)}>{t('shell.badAddress.toPlay')}</a>}
          {error.page === 'home'
            ? home
            : error.page !== 'measure' &&
              error.page !== 'play' && <a href={formatLink(error.page, display)}>{t('shell.badAddress.toPage')}</a>}
        </Notice>
      );
  }
}
