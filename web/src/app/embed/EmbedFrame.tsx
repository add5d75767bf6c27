/**
 * A figure alone in another site's page: as wide as its frame, driven from outside if the host wants it, with a link to
 * the whole page.
 */

import '../../base/messages/en/shell-embed.ts';
import '../../base/messages/en/shell.ts';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { Result } from '../../base/result.ts';
import { isShortcut, pressedIn } from '../../ui/keys.ts';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import { type FigureSteps, type FigureUse, OwnTabProvider } from '../../ui/page.tsx';
import {
  type Address,
  type AddressFault,
  type Display,
  formatAddress,
  type Route,
  routeTo,
  type Theme,
} from '../address/address.ts';
import { BadAddress } from '../BadAddress.tsx';
import { ErrorBoundary, LoadAgain } from '../ErrorBoundary.tsx';
import { Page } from '../Page.tsx';
import { EmbedTitle } from './EmbedTitle.tsx';
import styles from './embed.module.css';
import {
  type FromHost,
  hostMessage,
  isFromHost,
  isPassedOn,
  readHostMessage,
  type ToHost,
  withMessage,
} from './messages.ts';

interface EmbedPageProps {
  readonly parsed: Result<Address, AddressFault>;
  readonly onAddress: (address: Address) => void;
}

/** The figure that the frame's address names, or what is wrong with that address. */
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

interface EmbedFrameProps {
  readonly route: Route;
  readonly display: Display;
  readonly onRoute: (route: Route) => void;
  readonly onTheme: (theme: Theme) => void;
}

function EmbedFrame({ route, display, onRoute, onTheme }: EmbedFrameProps) {
  const { t } = useMessages();
  const root = useRef<HTMLDivElement>(null);
  const [isReady, setReady] = useState(false);
  const steps = useRef<FigureSteps | null>(null);
  /** The last message that arrived before the figure could act on it. */
  const waiting = useRef<FromHost | null>(null);
  /** The step last reported to the host, and the report. */
  const told = useRef('');
  const host = display.host;
  const tell = useMemo(() => {
    // The messages contain nothing secret; if the address names a host, they go only to that one.
    return (message: ToHost): void => {
      if (window.parent !== window) window.parent.postMessage(hostMessage(message), host ?? '*');
    };
  }, [host]);
  const parts = (display.embed ?? []).join(',');
  const figure = useMemo<FigureUse>(
    () => ({
      show: parts === '' ? [] : parts.split(','),
      decisive: [],
      typing: parts.split(',').includes('prompts'),
      onSteps: (now) => {
        steps.current = now;
        if (now === null) {
          told.current = '';
          return;
        }
        tellStep(now, told, tell);
        const first = waiting.current;
        waiting.current = null;
        if (first !== null) drive(now, first);
      },
    }),
    [parts, tell],
  );
  useEffect(() => {
    let queue: readonly FromHost[] = [];
    let timer: number | undefined;
    const take = (message: FromHost): void => {
      const now = steps.current;
      if (takeLook(message, root.current, onTheme)) return;
      if (message.do === 'hello') {
        if (isReady) tell({ is: 'ready', page: route.page });
        told.current = '';
        if (now !== null) tellStep(now, told, tell);
      } else if (now === null) waiting.current = message;
      else drive(now, message);
    };
    const onMessage = (event: MessageEvent<unknown>): void => {
      if (!isFromHost(event, window.parent, host)) return;
      const message = readHostMessage(event.data);
      if (message === null) return;
      queue = withMessage(queue, message);
      // In a separate task, after all messages that arrive meanwhile.
      timer ??= window.setTimeout(() => {
        const due = queue;
        queue = [];
        timer = undefined;
        for (const each of due) take(each);
      });
    };
    addEventListener('message', onMessage);
    return () => {
      removeEventListener('message', onMessage);
      clearTimeout(timer);
      for (const each of queue) take(each);
    };
  }, [tell, host, onTheme, isReady, route.page]);
  useEffect(() => {
    if (isReady) tell({ is: 'ready', page: route.page });
  }, [isReady, tell, route.page]);
  useBox(root, tell, lessonStep(route));
  const name = t(routeTo(route.page).name);
  useEffect(() => {
    document.title = t('shell.documentTitle', { page: name });
  }, [t, name]);
  useEffect(() => {
    // After the figure itself: a key that the figure used is not passed on.
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !isShortcut(event) || pressedIn(event, OWN_ARROWS)) return;
      if (!isPassedOn(event.key)) return;
      tell({ is: 'key', key: event.key });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [tell]);
  const { embed: _, host: __, ...plain } = display;
  const whole = formatAddress({ route, display: plain });
  return (
    <div ref={root} className={styles.embed} data-page={route.page} data-ready={isReady || undefined}>
      <EmbedTitle route={route} name={name} />
      <ErrorBoundary>
        <Suspense fallback={<p className={page.loading}>{t('shell.loading')}</p>}>
          <Mounted onMounted={() => setReady(true)} />
          <LoadAgain>
            <OwnTabProvider value={whole}>
              <Page route={route} stage={false} onRoute={onRoute} onStage={() => undefined} figure={figure} />
            </OwnTabProvider>
          </LoadAgain>
        </Suspense>
      </ErrorBoundary>
      <Whole href={whole} />
    </div>
  );
}

/** Tells the host when a lesson goes to another step, whose beginning may be far above the window. */
function useTurns(step: number, tell: (message: ToHost) => void): void {
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    tell({ is: 'step', at: step, of: null, text: '' });
  }, [step, tell]);
}

/** A whole lesson's step; 0: it is none. */
const lessonStep = (route: Route): number => (route.page === 'lessons' ? (route.address.step ?? 1) : 0);

/** How the figure stands in its frame: its height, and where its links lead. */
function useBox(root: React.RefObject<HTMLElement | null>, tell: (message: ToHost) => void, step: number): void {
  useTurns(step, tell);
  useSizeFor(root, tell, step);
  useWaysOut(root);
}

/** A way to another page of the site opens a tab of its own: in the frame it would put the whole site into somebody's page. */
function useWaysOut(root: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current;
    const onClick = ({ target }: Event): void => {
      const way = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#/"]') : null;
      if (way === null || way.hash.startsWith('#/embed')) return;
      way.target = '_blank';
      way.rel = 'noopener';
    };
    element?.addEventListener('click', onClick, { capture: true });
    return () => element?.removeEventListener('click', onClick, { capture: true });
  }, [root]);
}

/** Takes a message about the figure's looks; false: it is about something else. */
function takeLook(message: FromHost, figure: HTMLElement | null, onTheme: (theme: Theme) => void): boolean {
  if (message.do === 'theme') onTheme(message.theme);
  else if (message.do === 'fit') figure?.setAttribute('data-fit', '');
  else return false;
  return true;
}

/** The way to the whole page. */
function Whole({ href }: { readonly href: string }) {
  const { t } = useMessages();
  return (
    <p className={styles.back}>
      <a href={href} target="_blank" rel="noopener">
        {t('shell.embed.whole')}
      </a>
    </p>
  );
}

/** Reports the figure's step once it is known, and again when its words change. */
function tellStep(
  { at, of, text, isBusy }: FigureSteps,
  told: React.RefObject<string>,
  tell: (message: ToHost) => void,
): void {
  const now = JSON.stringify([at, of, text]);
  if (isBusy || now === told.current) return;
  told.current = now;
  tell({ is: 'step', at, of, text });
}

function drive(steps: FigureSteps, message: FromHost): void {
  if (message.do === 'step') steps.next();
  else if (message.do === 'back') steps.back();
  else if (message.do === 'seek') steps.seek(message.to);
}

/** Sliders, lists and grids use the arrows themselves. */
const OWN_ARROWS = '[role="slider"], [role="grid"], [role="listbox"], select, input';

/** Reports when its sibling has been loaded. */
function Mounted({ onMounted }: { readonly onMounted: () => void }) {
  const told = useRef(onMounted);
  useEffect(() => told.current(), []);
  return null;
}

/** @param step a lesson's: another one has a height of its own, lower than the last one's, too */
function useSizeFor(root: React.RefObject<HTMLElement | null>, tell: (message: ToHost) => void, step: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step is measured afresh
  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    let last = 0;
    let waiting = 0;
    // What the reader does may make the figure lower, but pulls nothing up in the page around it.
    let [least, width] = [0, 0];
    const hold = (): void => {
      least = last;
    };
    const look = (): void => {
      cancelAnimationFrame(waiting);
      // A frame keeps its height until there is a figure, whose height is asked for once.
      if (element.querySelector(`.${page.loading}`) !== null) {
        waiting = requestAnimationFrame(look);
        return;
      }
      const box = element.getBoundingClientRect();
      if (box.width !== width) [least, width] = [0, box.width];
      const height = Math.max(least, Math.ceil(box.height));
      if (height === last) return;
      last = height;
      tell({ is: 'size', height });
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('click', hold, { capture: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('click', hold, { capture: true });
      cancelAnimationFrame(waiting);
    };
  }, [root, tell, step]);
}
