/**
 * `#: prompts: A, B`: the sessions under which a person types, in their order. isolationtester wants a step in every
 * session; a session in which nothing has been typed yet is named in this comment alone.
 */
import type { ExtraLine } from './spec-scan.ts';
import type { SpecSession, SpecStep } from './spec-types.ts';

const FORM = /^prompts[ \t]*:(.*)$/su;

/** The names; none if the spec has no such comment. */
export function promptsIn(lines: readonly ExtraLine[]): readonly string[] {
  const value = lines.map(({ text }) => FORM.exec(text)?.[1]).find((found) => found !== undefined) ?? '';
  return [...new Set(value.split(',').map((name) => name.trim()))].filter((name) => name !== '');
}

interface Parts<S extends SpecStep> {
  readonly sessions: readonly SpecSession[];
  readonly steps: readonly S[];
}

/**
 * The sessions in the order of their prompts, also those without a step; then the others. The steps in the order in which
 * they were typed: one more statement leaves the numbers of those before it.
 * @param order the names of the steps of the first permutation
 */
export function withPrompts<S extends SpecStep>(
  { sessions, steps }: Parts<S>,
  prompts: readonly string[],
  order: readonly string[],
): Parts<S> {
  if (prompts.length === 0) return { sessions, steps };
  const named = prompts.map((name) => sessions.find((session) => session.name === name) ?? empty(name));
  const all = [...named, ...sessions.filter((session) => !named.includes(session))];
  const rank = new Map([...new Set(order)].map((name, i) => [name, i]));
  const rankOf = ({ name }: S): number => rank.get(name) ?? steps.length;
  const typed = [...steps].sort((a, b) => rankOf(a) - rankOf(b));
  const newPlace = steps.map((step) => typed.indexOf(step));
  const newSession = sessions.map((session) => all.indexOf(session));
  return {
    sessions: all.map((session) => ({ ...session, steps: session.steps.map((step) => newPlace[step] ?? step) })),
    steps: typed.map((step) => ({ ...step, session: newSession[step.session] ?? 0 })),
  };
}

const empty = (name: string): SpecSession => ({ name, setup: null, steps: [], teardown: null });
