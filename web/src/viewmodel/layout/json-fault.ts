/** Where a text stops being JSON. The browsers' own messages say it in different words, or not at all. Pure. */

export interface TextPlace {
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
}

const SPACE = /[ \t\n\r]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON's strings have none of them
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/y;
const NUMBER_OR_WORD = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null)/y;

/** The character behind what a pattern finds at a place; -1: nothing. */
function behind(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

type Wants = 'value' | 'key' | 'colon' | 'next';
interface Step {
  readonly at: number;
  readonly wants: Wants;
  /** Right behind an opening bracket: it may be closed. */
  readonly isFirst?: boolean;
}

/** What follows a value or a key; null: not what JSON has there. */
function stepOf(text: string, { at, wants, isFirst = false }: Step, open: string[]): Step | null {
  const letter = text[at];
  const closing = open.at(-1);
  if (letter !== undefined && letter === closing && (wants === 'next' || isFirst)) {
    open.pop();
    return { at: at + 1, wants: 'next' };
  }
  if (wants === 'next')
    return letter === ',' && closing !== undefined ? { at: at + 1, wants: closing === '}' ? 'key' : 'value' } : null;
  if (wants === 'colon') return letter === ':' ? { at: at + 1, wants: 'value' } : null;
  if (wants === 'value' && (letter === '{' || letter === '[')) {
    open.push(letter === '{' ? '}' : ']');
    return { at: at + 1, wants: letter === '{' ? 'key' : 'value', isFirst: true };
  }
  const string = behind(STRING, text, at);
  if (string >= 0) return { at: string, wants: wants === 'key' ? 'colon' : 'next' };
  const other = wants === 'value' ? behind(NUMBER_OR_WORD, text, at) : -1;
  return other < 0 ? null : { at: other, wants: 'next' };
}

/** The first character that JSON does not allow there, or the place behind the last one. */
export function jsonFault(text: string): TextPlace {
  const open: string[] = [];
  let step: Step = { at: 0, wants: 'value' };
  for (;;) {
    step = { ...step, at: behind(SPACE, text, step.at) };
    const next = stepOf(text, step, open);
    if (next === null) break;
    step = next;
  }
  const lines = text.slice(0, step.at).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
