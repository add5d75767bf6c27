/** Short ways of writing the parts of sketches. */
import type { Cell, Lane, Look, Moment, Sketch, Who, XidLook } from './sketch.ts';

/** One letter for each id: e(nded), r(unning), a(borted), f(uture). */
const LOOKS = { e: 'ended', r: 'running', a: 'aborted', f: 'future' } as const satisfies Readonly<
  Record<string, XidLook>
>;
const isLook = (letter: string): letter is keyof typeof LOOKS => letter in LOOKS;
export const xids = (
  first: number,
  letters: string,
  more: Omit<XidsSketch, 'kind' | 'first' | 'looks'> = {},
): Sketch => ({
  kind: 'xids',
  first,
  looks: [...letters].map((letter) => (isLook(letter) ? LOOKS[letter] : 'future')),
  ...more,
});
type XidsSketch = Extract<Sketch, { kind: 'xids' }>;

export const cell = (text: string, look: Look = 'plain', share = 1): Cell => ({ text, look, share });
/** A version: t_xmin, t_xmax, a value. */
export const row = (xmin: string, xmax: string, value: string, look: Look = 'plain') => ({
  look,
  cells: [cell(xmin), cell(xmax), cell(value)],
});
export const cells = (texts: readonly string[], lit: readonly number[] = []): readonly Cell[] =>
  texts.map((text, i) => cell(text, lit.includes(i) ? 'lit' : 'plain'));

export const lane = (who: Who, ...moments: readonly Moment[]): Lane => ({ who, moments });
export const work = (from: number, to: number, text = ''): Moment => ({ from, to, as: 'work', text });
export const open = (from: number, to: number): Moment => ({ from, to, as: 'open' });
export const wait = (from: number, to: number): Moment => ({ from, to, as: 'wait' });
export const mark = (at: number, text: string): Moment => ({ from: at, to: at, as: 'mark', text });
export const snap = (from: number, to: number): Moment => ({ from, to, as: 'snapshot' });

const isWho = (letter: string): letter is Who => 'ABCD'.includes(letter);
/** Sessions or cores, each by its letter. */
export const people = (letters: string): readonly Cell[] =>
  [...letters].flatMap((who) => (isWho(who) ? [{ text: who, who }] : []));
export const own = (who: Who, text: string = who): Cell => ({ text, who });
