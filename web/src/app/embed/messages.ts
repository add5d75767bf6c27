/**
 * The messages between an embedded figure and the page around it, by postMessage. Every message is an object with
 * `xipscope: 1`, the version; a message of another shape is not ours and gets no answer. Pure.
 *
 *   host ► figure   { xipscope: 1, do: 'hello' | 'step' | 'back' | 'fit' }, { …, do: 'seek', to: 3 }, { …, do: 'theme', theme: 'dark' }
 *   figure ► host   { xipscope: 1, is: 'ready', page }, { …, is: 'step', at, of, text }, { …, is: 'size', height },
 *                   { …, is: 'key', key }: pressed in the figure, which does not use it
 */
export const MESSAGE_VERSION = 1;

export type FromHost =
  /** `fit`: the frame gets the height that the figure would like, so the figure must not ask how high the frame is. */
  | { readonly do: 'hello' | 'step' | 'back' | 'fit' }
  | { readonly do: 'seek'; readonly to: number }
  | { readonly do: 'theme'; readonly theme: 'light' | 'dark' };

export type ToHost =
  /** The figure is drawn. */
  | { readonly is: 'ready'; readonly page: string }
  /** The number of steps done; `of` is null if there is no plan. `text` says what the step did. */
  | { readonly is: 'step'; readonly at: number; readonly of: number | null; readonly text: string }
  /** The height that the figure would like, in CSS pixels. */
  | { readonly is: 'size'; readonly height: number }
  /** KeyboardEvent.key, for a host that steps a slide deck with it. */
  | { readonly is: 'key'; readonly key: string };

const MAX_SEEK = 1_000_000;

/** Null: the message is not ours, or of an unknown version. */
export function readHostMessage(data: unknown): FromHost | null {
  if (typeof data !== 'object' || data === null) return null;
  const { xipscope, do: what, to, theme } = data as Readonly<Record<string, unknown>>;
  if (xipscope !== MESSAGE_VERSION) return null;
  switch (what) {
    case 'hello':
    case 'step':
    case 'back':
    case 'fit':
      return { do: what };
    case 'seek':
      return typeof to === 'number' && Number.isInteger(to) && to >= 0 && to <= MAX_SEEK ? { do: what, to } : null;
    case 'theme':
      return theme === 'light' || theme === 'dark' ? { do: what, theme } : null;
    default:
      return null;
  }
}

const MAX_HEIGHT = 20_000;
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** What a figure says, read by the page around it. Null: the message is not ours, or of an unknown version. */
export function readFigureMessage(data: unknown): ToHost | null {
  if (typeof data !== 'object' || data === null) return null;
  const { xipscope, is, page, at, of, text, height, key } = data as Readonly<Record<string, unknown>>;
  if (xipscope !== MESSAGE_VERSION) return null;
  if (is === 'size') return isCount(height) && height <= MAX_HEIGHT ? { is, height } : null;
  if (is === 'step')
    return isCount(at) && (of === null || isCount(of)) && typeof text === 'string' ? { is, at, of, text } : null;
  if (is === 'ready') return typeof page === 'string' ? { is, page } : null;
  return is === 'key' && typeof key === 'string' ? { is, key } : null;
}

/** More steps than a reader asks for between two tasks of the page. */
const MAX_WAITING = 100;
const moves = ({ do: what }: FromHost): boolean => what === 'step' || what === 'back' || what === 'seek';

/**
 * Adds `message` to the waiting ones. A new theme or greeting replaces the one before it, and a seek replaces every
 * move before it, so that a page which sends thousands of messages at once costs the figure only a few.
 */
export function withMessage(waiting: readonly FromHost[], message: FromHost): readonly FromHost[] {
  if (message.do === 'step' || message.do === 'back')
    return waiting.filter(moves).length < MAX_WAITING ? [...waiting, message] : waiting;
  const isVoid = message.do === 'seek' ? moves : (other: FromHost): boolean => other.do === message.do;
  return [...waiting.filter((other) => !isVoid(other)), message];
}

export const hostMessage = <Message extends ToHost | FromHost>(
  message: Message,
): Message & { readonly xipscope: 1 } => ({
  xipscope: MESSAGE_VERSION,
  ...message,
});

/** Keys that a deck or a page steps and scrolls with. */
const PASSED_ON: ReadonlySet<string> = new Set([
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'PageUp',
  'PageDown',
  'Home',
  'End',
  'Escape',
]);
export const isPassedOn = (key: string): boolean => PASSED_ON.has(key);

/** Whether a message counts for the page around a figure: it comes from the figure's own window, and its own site. */
export const isFromFigure = (
  event: { readonly source: unknown; readonly origin: string },
  frame: unknown,
  site: string,
): boolean => event.source === frame && frame !== null && event.origin === site;

/**
 * Whether a message counts: it comes from the window around the figure and, if the address names a host, from that
 * origin.
 * @param host an origin, `https://example.org`; undefined: any page may drive the figure, which holds nothing secret
 */
export const isFromHost = (
  event: { readonly source: unknown; readonly origin: string },
  parent: unknown,
  host: string | undefined,
): boolean => event.source === parent && (host === undefined || event.origin === host);
