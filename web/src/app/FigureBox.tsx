/**
 * A page in a box: the figure that an address names, inside something else. It keeps its state to itself and writes no
 * address.
 */

import '../base/messages/en/shell.ts';
import { Suspense, use, useEffect, useMemo, useRef, useState } from 'react';
import { messagesIn } from '../base/messages/index.ts';
import { Button } from '../ui/Button.tsx';
import { fetched } from '../ui/fetched.tsx';
import { KeyScope } from '../ui/keys.ts';
import { useMessages } from '../ui/messages.tsx';
import page from '../ui/page.module.css';
import type { FigureSlotProps, FigureSteps, FigureUse } from '../ui/page.tsx';
import { addressNeeds, formatAddress, parseAddress, type Route } from './address/address.ts';
import styles from './app.module.css';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Page } from './Page.tsx';

/** Fetched when the reader opens the dialog, or when the address is bad. */
const EmbedFigure = fetched(() => import('./embed/EmbedFigure.tsx').then((own) => own.default));
export const BadAddress = fetched(() => import('./BadAddress.tsx').then((own) => own.BadAddress));

export function FigureBox(props: FigureSlotProps) {
  const { t } = useMessages();
  return (
    <ErrorBoundary>
      <Suspense
        fallback={
          <section className={styles.figureBox} aria-label={props.label}>
            <p className={page.loading}>{t('shell.loading')}</p>
          </section>
        }
      >
        <Box {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

const NONE: readonly string[] = [];
/**
 * A figure's needs are asked in every drawing, with this if there are none: React draws a component whose promise settles at once a second
 * time, and if nothing is asked that time, the hooks after it are new to it (“Update hook called on initial render”: it recovers, and
 * reports an error). Marked as React marks a settled promise, so that `use` returns at once.
 */
const NOTHING_NEEDED: Promise<void> = Object.assign(Promise.resolve(), { status: 'fulfilled', value: undefined });

function Box({ at, show, decisive = NONE, stage, label, onSteps }: FigureSlotProps) {
  const { lang, t } = useMessages();
  use(addressNeeds(at) ?? NOTHING_NEEDED);
  const parsed = useMemo(() => parseAddress(at, () => messagesIn(lang)), [at, lang]);
  const box = useRef<HTMLElement>(null);
  // The route to which the reader has moved inside the box; a new address from outside replaces it.
  const [left, setLeft] = useState<{ readonly from: string; readonly route: Route } | null>(null);
  const route = left?.from === at ? left.route : parsed.ok ? parsed.value.route : null;
  const [isEmbedding, setEmbedding] = useState(false);
  const tell = useRef(onSteps);
  const newest = useRef<FigureSteps | null>(null);
  // A new listener gets the figure's current steps at once: the figure may be ready already and report nothing more.
  useEffect(() => {
    tell.current = onSteps;
    if (newest.current !== null) onSteps?.(newest.current);
  }, [onSteps]);
  const parts = show.join(',');
  const figure = useMemo<FigureUse>(
    () => ({
      show: parts === '' ? [] : parts.split(','),
      decisive,
      onSteps: (steps) => {
        newest.current = steps;
        tell.current?.(steps);
      },
    }),
    [parts, decisive],
  );
  return (
    <KeyScope value={box}>
      <section
        ref={box}
        className={styles.figureBox}
        aria-label={label}
        tabIndex={-1}
        data-mark="figure"
        data-page={route?.page}
      >
        <ErrorBoundary key={route?.page ?? 'none'}>
          <Suspense fallback={<p className={page.loading}>{t('shell.loading')}</p>}>
            {route === null ? (
              !parsed.ok && <BadAddress error={parsed.error.error} display={parsed.error.display} />
            ) : (
              <Page
                route={route}
                stage={stage}
                onRoute={(next) => setLeft({ from: at, route: next })}
                onStage={() => undefined}
                figure={figure}
              />
            )}
            {!stage && route !== null && <Ways route={route} onEmbed={() => setEmbedding(true)} />}
          </Suspense>
        </ErrorBoundary>
        {isEmbedding && route !== null && (
          <Suspense>
            <EmbedFigure {...{ route, label }} show={figure.show} onClose={() => setEmbedding(false)} />
          </Suspense>
        )}
      </section>
    </KeyScope>
  );
}

interface WaysProps {
  readonly route: Route;
  readonly onEmbed: () => void;
}

/** Below the figure: to its own page, and into somebody else's. */
function Ways({ route, onEmbed }: WaysProps) {
  const { t } = useMessages();
  // Somebody has embedded the lesson already.
  const isInFrame = location.hash.startsWith('#/embed');
  return (
    <p className={`${page.after} ${styles.figureLink}`}>
      <a href={formatAddress({ route, display: { stage: false } })}>{t('shell.figure.open')}</a>
      {!isInFrame && (
        <Button look="quiet" onClick={onEmbed}>
          {t('shell.figure.embed')}
        </Button>
      )}
    </p>
  );
}
