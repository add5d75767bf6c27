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

/** The key is text in a field, or belongs to the field: a letter in a list finds the entry that begins with it. */
export function isTyping(event: Event): boolean {
  const [element] = pathOf(event);
  if (element instanceof HTMLInputElement) return !NOT_TEXT.has(element.type);
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return true;
  return element instanceof HTMLElement && (element.isContentEditable || element.getAttribute('role') === 'textbox');
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

type KeyHandlers = Readonly<Record<string, (() => void) | undefined>>;

/** Handlers by `KeyboardEvent.key`, letters in lower case. They come before any control's own use of the key. */
export function useKeys(handlers: KeyHandlers, { active }: { readonly active: boolean }): void {
  const newest = useNewest(handlers);
  const scope = useContext(KeyScope);
  // The window's listener is added with the page's own commit: readers may press keys as soon as they see the page. A
  // box exists only after that.
  useLayoutEffect(() => (active && scope === null ? listen(window, newest, false) : undefined), [active, scope]);
  useEffect(
    () => (active && scope?.current != null ? listen(scope.current, newest, true) : undefined),
    [active, scope],
  );
}

function listen(target: HTMLElement | Window, handlers: RefObject<KeyHandlers>, isBox: boolean): () => void {
  const onKey = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || (isBox && event.defaultPrevented)) return;
    if (event.repeat || !isShortcut(event)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const handler = Object.hasOwn(handlers.current, key) ? handlers.current[key] : undefined;
    if (handler === undefined) return;
    // A button in focus keeps its own Space and Enter.
    if ((key === ' ' || key === 'Enter') && pressedIn(event, 'button, a, summary, input')) return;
    event.preventDefault();
    handler();
  };
  target.addEventListener('keydown', onKey, { capture: true });
  return () => target.removeEventListener('keydown', onKey, { capture: true });
}

export interface RemoteHandlers {
  readonly onNext?: () => void;
  readonly onPrevious?: () => void;
  /** The button that blacks out a slide: `b` or `.`, depending on the remote. */
  readonly onBlank?: () => void;
}

/** A presenter's remote sends PageDown, PageUp, and `b` or `.`. Only on stage: elsewhere these keys scroll. */
export function useRemote(
  { onNext, onPrevious, onBlank }: RemoteHandlers,
  options: { readonly active: boolean },
): void {
  useKeys({ PageDown: onNext, PageUp: onPrevious, b: onBlank, '.': onBlank }, options);
}
