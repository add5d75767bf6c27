/** What a session last answered to its prompt: its statement, and the lines that psql would print. Pure. */
import type { CompiledSpec } from '../../engine/spec/spec-compile.ts';
import type { StageEvent } from '../../engine/stage/stage-types.ts';
import { problemRange } from '../spec/spec-syntax.ts';
import { caretLines, resultLines } from './psql.ts';

export interface Answer {
  readonly tick: number;
  readonly sql: string;
  readonly kind: 'waiting' | 'done' | 'error';
  /** Of a wait: the sessions that it is for. */
  readonly waitsFor: readonly string[];
  readonly lines: readonly string[];
}

/** @param events up to the present moment; null: the session has run nothing yet */
export function answerOf(compiled: CompiledSpec, events: readonly StageEvent[], session: string): Answer | null {
  const event = events.findLast((one) => one.kind === 'step' && one.session === session);
  const step = event?.step ?? null;
  if (event === undefined || step === null) return null;
  const sql = compiled.spec.steps[step]?.sql ?? '';
  const { error, waitsFor } = event;
  const tick = events.find((one) => one.step === step)?.tick ?? event.tick;
  if (event.status === 'waiting') return { tick, sql, kind: 'waiting', waitsFor, lines: [] };
  const place = error === null ? null : errorPlace(compiled, step, error);
  const lines = [
    // isolationtester names the session; psql has one alone.
    ...event.notices.map((notice) => (notice.startsWith(`${session}: `) ? notice.slice(session.length + 2) : notice)),
    ...withTags(
      event.results.map((result) => resultLines(result)),
      event.tags ?? [],
    ),
    ...(error === null ? [] : [error, ...(place === null ? [] : caretLines(sql, place)), ...detailLines(event)]),
  ];
  return { tick, sql, kind: error === null ? 'done' : 'error', waitsFor: [], lines };
}

/** All that predicate.c refuses may be tried again: its hint. */
const detailLines = ({ detail }: StageEvent): readonly string[] => [
  ...(detail === undefined ? [] : [`DETAIL:  ${detail}`]),
  ...(detail?.startsWith('Reason code: ') === true ? ['HINT:  The transaction might succeed if retried.'] : []),
];

/** psql prints the tag of a command that has no rows, and of INSERT, UPDATE and DELETE below what they return. */
function withTags(results: readonly (readonly string[])[], tags: NonNullable<StageEvent['tags']>): readonly string[] {
  const tagsAfter = (count: number): readonly string[] =>
    tags.filter(({ after }) => after === count).map(({ tag }) => tag);
  return [...tagsAfter(0), ...results.flatMap((lines, i) => [...lines, ...tagsAfter(i + 1)])];
}

/** Where in its statement an error is: the parser says so, and the compiler of names that nothing has. */
function errorPlace({ text, spec, steps }: CompiledSpec, step: number, error: string): number | null {
  const { error: refused, errorAt } = steps[step] ?? {};
  if (refused !== undefined) return errorAt ?? null;
  const block = spec.steps[step];
  if (block === undefined) return null;
  const what = error.replace(/^[A-Z]+: +/, '');
  for (const warning of spec.warnings) {
    if (warning.isRefused !== true || !warning.message.includes(what)) continue;
    const at = problemRange(text, warning).from - block.offset;
    if (at >= 0 && at <= block.sql.length) return at;
  }
  return null;
}
