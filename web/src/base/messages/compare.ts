/**
 * What another language has otherwise than English: for `xipscope lint --languages` and the tests. The type checker holds that
 * a text takes English's parameters; that it says all of them it cannot, so functions are read as text here.
 */
import { en } from './en/index.ts';
import type { Language } from './index.ts';
import type { Message } from './types.ts';

export interface LanguageDifferences {
  /** Keys that are shown in English. */
  readonly missing: readonly string[];
  /** Keys that English does not have: nobody asks for them. */
  readonly unknown: readonly string[];
  /** Where one of both says a parameter that the other leaves out. */
  readonly parameters: readonly {
    readonly key: string;
    readonly leftOut: readonly string[];
    readonly own: readonly string[];
  }[];
}

type Used = { readonly said: ReadonlySet<string>; readonly asWords: ReadonlySet<string>; readonly whole: boolean };

/**
 * The parameters that a text names, as `p.name`. `asWords`: those that only choose between words, one or many, which another
 * language may not need. `whole`: the parameters go to a helper all together, and nobody can tell.
 */
export function parametersOf(message: Message): Used {
  const none: Used = { said: new Set(), asWords: new Set(), whole: false };
  if (typeof message === 'string') return none;
  const text = message.toString();
  const name = /^(?:function\s*\w*)?\s*\(?\s*([A-Za-z_$][\w$]*)/.exec(text)?.[1];
  const body = text.slice(text.indexOf('=>'));
  if (name === undefined || !text.includes('=>')) return { ...none, whole: true };
  const names = (pattern: string) => [...body.matchAll(new RegExp(pattern, 'g'))].map((match) => match[1] ?? '');
  const all = names(`(?<![\\w$.])${name}\\.([\\w$]+)`);
  const words = names(`\\.plural\\(\\s*${name}\\.([\\w$]+)(?:\\.length)?,`);
  const times = (list: readonly string[], one: string) => list.filter((each) => each === one).length;
  return {
    said: new Set(all.filter((one) => times(all, one) > times(words, one))),
    asWords: new Set(words),
    whole: new RegExp(`(?<![\\w$.'"\`])${name}(?![\\w$.:'"\`])`).test(body),
  };
}

/** @param source English, unless a test has a smaller one */
export function languageDifferences(
  { messages }: Pick<Language, 'messages'>,
  source: Readonly<Record<string, Message>> = en,
): LanguageDifferences {
  const own: Readonly<Record<string, Message | undefined>> = messages;
  const keys = Object.keys(own).filter((key) => own[key] !== undefined);
  return {
    missing: Object.keys(source).filter((key) => own[key] === undefined),
    unknown: keys.filter((key) => !Object.hasOwn(source, key)),
    parameters: keys.flatMap((key) => {
      const [english, other] = [source[key], own[key]];
      if (english === undefined || other === undefined) return [];
      const [theirs, ours] = [parametersOf(english), parametersOf(other)];
      if (theirs.whole || ours.whole) return [];
      const leftOut = [...theirs.said].filter((one) => !ours.said.has(one));
      const more = [...ours.said].filter((one) => !theirs.said.has(one) && !theirs.asWords.has(one));
      return leftOut.length + more.length === 0 ? [] : [{ key, leftOut, own: more }];
    }),
  };
}
