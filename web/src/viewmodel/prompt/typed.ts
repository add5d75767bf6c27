/**
 * The schedule is the list of typed statements, each with its session, in the order of typing. In the isolation spec
 * written from it, each statement is a step, and the order of typing is the permutation. Pure.
 *
 * Law: `typedMoves` reads the same statements back from the written spec and the moves of `movesOf`.
 */
import { ctrlCIn, ctrlCOf, type Move, TIME_PASSES } from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';

export interface TypedStatement {
  /** By the spec's order. */
  readonly session: number;
  readonly sql: string;
}
/** Ctrl-C in a session. */
export interface TypedCancel {
  readonly cancel: number;
}
/** Passing time and Ctrl-C are moves, but not statements: the address has them, a spec only mentions them in comments. */
export type TypedMove = TypedStatement | TypedCancel | 'time';

/** The part of a spec that typing does not change. */
export interface TypedFrame {
  /** `#:` comments about the whole spec or a session. */
  readonly comments: readonly string[];
  readonly setups: readonly string[];
  readonly teardown: string | null;
  readonly sessions: readonly {
    readonly name: string;
    readonly setup: string | null;
    readonly teardown: string | null;
  }[];
}

/** The statements behind these moves. @param moves without the end */
export const typedMoves = ({ steps }: Pick<Spec, 'steps'>, moves: readonly Move[]): readonly TypedMove[] =>
  moves.flatMap((move): readonly TypedMove[] => {
    const step = steps[move];
    if (step !== undefined) return [{ session: step.session, sql: step.sql }];
    const cancel = ctrlCOf(move);
    if (cancel !== null) return [{ cancel }];
    return move === TIME_PASSES ? ['time'] : [];
  });

/** Comments that name steps are dropped, because typing renames the steps. */
const KEPT = /^#:(?![ \t]*(?:caption|elsewhere|prompts)\b)/;

export function frameOf(text: string, spec: Spec): TypedFrame {
  return {
    comments: text.split(/\r?\n/).filter((line) => KEPT.test(line)),
    setups: spec.setups.map(({ sql }) => sql),
    teardown: spec.teardown?.sql ?? null,
    sessions: spec.sessions.map(({ name, setup, teardown }) => ({
      name,
      setup: setup?.sql ?? null,
      teardown: teardown?.sql ?? null,
    })),
  };
}

const isStatement = (move: TypedMove): move is TypedStatement => move !== 'time' && 'sql' in move;

/** A block of SQL ends at the first closing brace, wherever it is: a statement that has one cannot be a step. */
export const canBeStep = (sql: string): boolean => !sql.includes('}') && !sql.includes('\0');

/** Blanks next to a block's braces are not part of the SQL. */
export const trimmed = (sql: string): string => sql.replace(/\r\n?/g, '\n').trim();

/** Lines in between stay as they are: reading drops only the blanks next to the braces. */
const block = (sql: string): string => `{${sql.startsWith('\n') ? '' : ' '}${sql}${sql.endsWith('\n') ? '' : ' '}}`;

const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/;
const KEYWORDS = /^(?:notices|permutation|session|setup|step|teardown)$/;
const nameOf = (name: string): string =>
  PLAIN.test(name) && !KEYWORDS.test(name) ? name : `"${name.replaceAll('"', '""')}"`;

/** Each statement's name, by its place: `a1` is the first of session A. */
export function stepNames(frame: TypedFrame, typed: readonly TypedMove[]): readonly (string | null)[] {
  const used = new Set<string>();
  const counts = new Map<number, number>();
  return typed.map((move) => {
    if (!isStatement(move)) return null;
    const own = frame.sessions[move.session]?.name ?? '';
    const stem = /^[A-Za-z]$/.test(own) ? own.toLowerCase() : `${own}_`;
    let count = counts.get(move.session) ?? 0;
    do count++;
    while (used.has(`${stem}${count}`));
    counts.set(move.session, count);
    used.add(`${stem}${count}`);
    return `${stem}${count}`;
  });
}

/** The spec's text. */
export function writeTyped(frame: TypedFrame, typed: readonly TypedMove[]): string {
  const names = stepNames(frame, typed);
  const lines = [...frame.comments, `#: prompts: ${frame.sessions.map(({ name }) => name).join(', ')}`, ''];
  for (const sql of frame.setups) lines.push(`setup ${block(sql)}`, '');
  if (frame.teardown !== null) lines.push(`teardown ${block(frame.teardown)}`, '');
  for (const [place, { name, setup, teardown }] of frame.sessions.entries()) {
    const own = typed.flatMap((move, i) =>
      isStatement(move) && move.session === place ? [`step ${nameOf(names[i] ?? '')} ${block(move.sql)}`] : [],
    );
    if (own.length === 0) continue;
    lines.push(`session ${nameOf(name)}`);
    if (setup !== null) lines.push(`setup ${block(setup)}`);
    lines.push(...own);
    if (teardown !== null) lines.push(`teardown ${block(teardown)}`);
    lines.push('');
  }
  const order = names.filter((name) => name !== null).map(nameOf);
  if (order.length > 0) lines.push(...cancelLines(frame, typed, names), `permutation ${order.join(' ')}`, '');
  return lines.join('\n');
}

/**
 * A comment for each Ctrl-C, which isolationtester has no word for: where it was, and the step that does the same on a
 * server (isolationtester names each connection `isolation/SPEC/SESSION`).
 */
const cancelLines = (frame: TypedFrame, typed: readonly TypedMove[], names: readonly (string | null)[]): string[] =>
  typed.flatMap((move, i) => {
    if (move === 'time' || isStatement(move)) return [];
    const session = frame.sessions[move.cancel]?.name ?? '';
    const before = names.slice(0, i).findLast((name) => name !== null) ?? null;
    if (before === null) return [];
    const pattern = `%/${session}`.replaceAll("'", "''");
    return [
      `# Ctrl-C in ${session}, after ${before}. In a session of its own, this step does it:`,
      `# { SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE application_name LIKE '${pattern}'; }`,
    ];
  });

/** The moves of the written spec: its steps are counted in the order of typing (scenario/spec-prompts.ts). */
export function movesOf(typed: readonly TypedMove[]): readonly Move[] {
  let next = 0;
  return typed.map((move) => (move === 'time' ? TIME_PASSES : isStatement(move) ? next++ : ctrlCIn(move.cancel)));
}

/** Inserts a move; the ones after that place still follow it. */
export const insertedAt = (typed: readonly TypedMove[], at: number, move: TypedMove): readonly TypedMove[] => [
  ...typed.slice(0, at),
  move,
  ...typed.slice(at),
];

/** The letter for one more session; null: every hue is taken. */
export function nextSession({ sessions }: TypedFrame): string | null {
  if (sessions.length >= MAX_SESSIONS) return null;
  const taken = new Set(sessions.map(({ name }) => name.toLowerCase()));
  return [...'ABCDEFGHIJKLMNOP'].find((letter) => !taken.has(letter.toLowerCase())) ?? null;
}
const MAX_SESSIONS = 8;

/** Two remain, and a spec has nothing that this one does. */
export const canRemove = (sessions: Spec['sessions'], place: number): boolean => {
  const own = sessions[place];
  return sessions.length > 2 && own?.steps.length === 0 && own.setup === null && own.teardown === null;
};

/** Without a session that has no statement: the ones after it move up. */
export function removedAt(
  { frame, moves }: { readonly frame: TypedFrame; readonly moves: readonly TypedMove[] },
  place: number,
): { readonly frame: TypedFrame; readonly moves: readonly TypedMove[] } {
  const up = (session: number): number => (session > place ? session - 1 : session);
  return {
    frame: { ...frame, sessions: frame.sessions.filter((_, i) => i !== place) },
    moves: moves.map((move) => {
      if (move === 'time') return move;
      return isStatement(move) ? { ...move, session: up(move.session) } : { cancel: up(move.cancel) };
    }),
  };
}
