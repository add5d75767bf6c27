/** Keys of the whole page: one handler for each key that no field uses, and a presenter's remote. */
import { createContext, type RefObject, useContext, useEffect, useLayoutEffect } from 'react';
import { useNewest } from './hooks.ts';

/**
 * The target of a key. Every listener for keys uses this, and none reads `event.target`: the spec editor is in a shadow
 * root, and outside of one `event.target` is only its host, a plain box that seems not to use letters.
 */

/** Inputs in which letters and arrows are not text. */
const NOT_TEXT: ReadonlySet<string> = new Set([
  'range',
  'checkbox',
  'radio',
  'button',
  'submit',
  'reset',
  'file',
  'color',
  'image',
]);

/** The innermost element first, also inside shadow roots. */
const pathOf = (event: Event): readonly Element[] =>
  event.composedPath().filter((target): target is Element => target instanceof Element);

/** The key goes to an element like this, or to something inside one. */
export const pressedIn = (event: Event, selector: string): boolean =>
  pathOf(event).some((element) => element.matches(selector));

/**
 * The key is text in a field, or belongs to the field: a letter in a list finds the entry that begins with it. Next to
 * prompts, in the box around them, a letter is taken for text, too.
 */
export function isTyping(event: Event): boolean {
  const [element] = pathOf(event);
  if (element instanceof HTMLInputElement) return !NOT_TEXT.has(element.type);
  return pressedIn(event, 'textarea,select,[role=textbox],[data-typing]');
}

/**
 * A key that the page may take for a shortcut. Not with Ctrl, Alt or Meta: those are the browser's. Not while an input
 * method composes a word: its letters become text. AltGraph makes characters, as Shift does.
 */
export const isShortcut = (event: KeyboardEvent): boolean =>
  !(
    event.altKey ||
    event.ctrlKey ||
    event.metaKey ||
    event.getModifierState('AltGraph') ||
    event.isComposing ||
    event.key === 'Process'
  ) && !isTyping(event);

/** In a box, its keys work while the focus is in it, and after the page's own. Null: the whole window. */
export const KeyScope = createContext<RefObject<HTMLElement | null> | null>(null);

export type KeyHandlers = Readonly<Record<string, (() => void) | undefined>>;

/**
 * Handlers by `KeyboardEvent.key`, letters in lower case; `Shift+B` is for that alone, and comes before `b`. They come
 * before any control's own use of the key.
 * @param everywhere in a box, too, the keys are the whole window's, after the page's own: while the box is the one that
 * is shown, and nothing lies over it
 */
export function useKeys(
  handlers: KeyHandlers,
  { active, everywhere = false }: { readonly active: boolean; readonly everywhere?: boolean },
): void {
  const newest = useNewest(handlers);
  const scope = useContext(KeyScope);
  // The window's listener is added with the page's own commit: readers may press keys as soon as they see the page. A
  // box exists only after that.
  useLayoutEffect(() => (active && scope === null ? listen(window, newest, null) : undefined), [active, scope]);
  useEffect(() => {
    const box = scope?.current ?? null;
    return active && box !== null ? listen(everywhere ? window : box, newest, box) : undefined;
  }, [active, everywhere, scope]);
}

/** What lies over a box while it is open, and has its keys. */
const OVER = 'dialog, [data-asked]';

function listen(target: HTMLElement | Window, handlers: RefObject<KeyHandlers>, box: HTMLElement | null): () => void {
  const isOwn = (event: Event): boolean =>
    box === null ||
    (!event.defaultPrevented && (target === box || (box.closest('[inert]') === null && !pressedIn(event, OVER))));
  const onKey = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || !isOwn(event) || event.repeat || !isShortcut(event)) return;
    const handler = handlerOf(handlers.current, event);
    if (handler === undefined) return;
    const { key } = event;
    // A button in focus keeps its own Space and Enter.
    if ((key === ' ' || key === 'Enter') && pressedIn(event, 'button, a, summary, input')) return;
    event.preventDefault();
    handler();
  };
  target.addEventListener('keydown', onKey, { capture: true });
  return () => target.removeEventListener('keydown', onKey, { capture: true });
}

function handlerOf(handlers: KeyHandlers, { key, shiftKey }: KeyboardEvent): (() => void) | undefined {
  if (key.length > 1) return Object.hasOwn(handlers, key) ? handlers[key] : undefined;
  const shifted = `Shift+${key.toUpperCase()}`;
  if (shiftKey && handlers[shifted] !== undefined) return handlers[shifted];
  const letter = key.toLowerCase();
  return Object.hasOwn(handlers, letter) ? handlers[letter] : undefined;
}

export interface RemoteHandlers {
  readonly onNext?: (() => void) | undefined;
  readonly onPrevious?: (() => void) | undefined;
  /** The button that blacks out a slide: `b` or `.`, depending on the remote. */
  readonly onBlank?: () => void;
}

/** A presenter's remote sends PageDown, PageUp, and `b` or `.`. Only on stage: elsewhere these keys scroll. */
export function useRemote(
  { onNext, onPrevious, onBlank }: RemoteHandlers,
  options: { readonly active: boolean },
): void {
  // Shift and B together move session B.
  useKeys({ PageDown: onNext, PageUp: onPrevious, b: onBlank, '.': onBlank, 'Shift+B': () => {} }, options);
}
