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
