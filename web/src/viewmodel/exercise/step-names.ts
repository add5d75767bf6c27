/**
 * The names of steps in an exercise's blocks, held against its spec while the file is read: a name that the spec lacks
 * is reported where it is written. Pure.
 */
import '../../base/messages/en/exercise.ts';
import type { Code } from 'mdast';
import type { LessonFaults } from '../../scenario/lesson-inline.ts';

const STEP = /(?<![\w$])step\s+(?:"([^"\n]*)"|([A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*))/g;
/** A name that contains a value from the seed. */
const DRAWN = /(?<![\w$])step\s+"?[^\s"{]*\{[a-z][a-z0-9_]*(?:[}+*]|-[a-z0-9])/;

/** @param vary the text of that block: it may hold whole steps. Null: the names are known only when the values are drawn. */
export const stepNamesIn = (spec: string, vary: string): ReadonlySet<string> | null =>
  DRAWN.test(spec) || /(?<![\w$])step\s/.test(vary)
    ? null
    : new Set([...spec.matchAll(STEP)].map(([, quoted, plain]) => quoted ?? plain ?? ''));

const IN_NAME = /[\w$\u0080-\uffff]/;

/** The column, from 0, at which a name is written after the line's first word; -1: it is not there. */
function writtenAt(line: string, name: string): number {
  const first = line.length - line.trimStart().length;
  const behind = line.slice(first).search(/[\s:]/);
  if (behind === -1) return -1;
  for (let at = line.indexOf(name, first + behind); at !== -1; at = line.indexOf(name, at + 1))
    if (!IN_NAME.test(line[at - 1] ?? '') && !IN_NAME.test(line[at + name.length] ?? '')) return at;
  return -1;
}

/** @param namesOf the steps that a line of the block may name */
export const unknownSteps = (
  node: Code,
  namesOf: (line: string) => readonly string[],
  known: ReadonlySet<string>,
  faults: LessonFaults,
): void => unknown(node, namesOf, known, (name) => faults.t('exercise.unknownStep', { name }), faults);

/** The same for a typed exercise, whose goals and claims name sessions. @param prompts all of them */
export const unknownSessions = (
  node: Code,
  namesOf: (line: string) => readonly string[],
  prompts: readonly string[],
  faults: LessonFaults,
): void =>
  unknown(
    node,
    namesOf,
    new Set(prompts),
    (name) => faults.t('exercise.typed.session', { name, known: prompts }),
    faults,
  );

function unknown(
  node: Code,
  namesOf: (line: string) => readonly string[],
  known: ReadonlySet<string>,
  message: (name: string) => string,
  faults: LessonFaults,
): void {
  const first = (node.position?.start.line ?? 1) + 1;
  node.value.split('\n').forEach((line, i) => {
    for (const name of new Set(namesOf(line))) {
      const at = known.has(name) ? -1 : writtenAt(line, name);
      if (at !== -1) faults.atLine(first + i, message(name), at + 1);
    }
  });
}
