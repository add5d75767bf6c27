/** What another site's frame shows: the figure that its address names, or what is wrong with that address. */
import type { Result } from '../../base/result.ts';
import type { Address, AddressFault } from '../address/address.ts';
import { BadAddress } from '../BadAddress.tsx';
import { LoadAgain } from '../ErrorBoundary.tsx';
import EmbedFrame from './EmbedFrame.tsx';
import styles from './embed.module.css';

interface EmbedPageProps {
  readonly parsed: Result<Address, AddressFault>;
  readonly onAddress: (address: Address) => void;
}

export function EmbedPage({ parsed, onAddress }: EmbedPageProps) {
  if (!parsed.ok)
    return (
      <div className={styles.refusal}>
        <LoadAgain>
          <BadAddress error={parsed.error.error} display={parsed.error.display} />
        </LoadAgain>
      </div>
    );
  const { route, display } = parsed.value;
  return (
    <EmbedFrame
      route={route}
      display={display}
      onRoute={(next) => onAddress({ route: next, display })}
      onTheme={(theme) => onAddress({ route, display: { ...display, theme } })}
    />
  );
}
