/**
 * Exercise files: Markdown to `Exercise`, or all that is wrong with it, each fault with line and column. The file may
 * be anybody's: the result is plain data of known kinds. Nothing here throws. Code with an engine checks that its SQL
 * compiles and that a variant is well posed (`variant.ts`).
 */
import '../../base/messages/en/exercise.ts';
import '../../base/messages/en/lesson.ts';
import type { Code, RootContent } from 'mdast';
import { type Messages, messagesIn } from '../../base/messages/index.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Prose } from '../../scenario/lesson.ts';
import { fields, readMarks, readNotes } from '../../scenario/lesson-blocks.ts';
import { LessonFaults, oneProse, tooMuchMarkdown } from '../../scenario/lesson-inline.ts';
import { inProse, textOf } from '../../scenario/lesson-languages.ts';
import { Lines, turningIn } from '../../scenario/spec-scan.ts';
import type { SpecProblem } from '../../scenario/spec-types.ts';
import { goalOf, readGoal, readSchedule, readVary, wordsOf } from './blocks.ts';
import { type Claim, type ClaimLine, DIFFERS_IN, EXERCISE_LIMITS, EXERCISE_MARKS, LEVELS } from './exercise.ts';
import { type Exercise, isQuestionKind, kindAsked, promptsOf, QUESTION_KINDS, readAs } from './kinds.ts';
import { stepNamesIn, unknownSessions, unknownSteps } from './step-names.ts';

/**
 * The block `claims` of an exercise: it lists the demands of each sentence of the task, one claim a line, and after `|`
 * the words of the task that demand it. Those words must be in the prose, so an author who changes one sees the other.
 */

/** Words without the signs of Markdown, so that `code` and *stress* in the prose do not hide them. */
const bare = (text: string): string => text.replace(/[`*]/g, '').replace(/\s+/g, ' ').trim();

/** Words may span a line's end, but not a paragraph's. */
const paragraphsOf = (prose: readonly Prose[]): readonly string[] => inProse(prose).map((one) => bare(textOf(one)));

function readClaims(node: Code, prose: readonly Prose[], faults: LessonFaults): readonly Claim[] {
  const first = (node.position?.start.line ?? 1) + 1;
  const own = faults.t;
  const paragraphs = paragraphsOf(prose);
  const claims: Claim[] = [];
  node.value.split('\n').forEach((text, i) => {
    if (text.trim() === '') return;
    const bar = text.indexOf('|');
    const [demand, words] = bar < 0 ? [text, ''] : [text.slice(0, bar), text.slice(bar + 1)];
    const columnOf = (part: string, from: number): number => from + part.length - part.trimStart().length + 1;
    const line = claimOf(demand.trim());
    const fault = (message: string, column: number): null => faults.atLine(first + i, message, column);
    if (line === null) fault(own('exercise.claim', { text: demand.trim().slice(0, 80) }), columnOf(demand, 0));
    else if (bare(words) === '') fault(own('exercise.claimWords'), text.length + 1);
    else if (!paragraphs.some((one) => one.includes(bare(words))))
      fault(own('exercise.claimNotSaid', { words: bare(words).slice(0, 80) }), columnOf(words, bar + 1));
    else if (claims.length >= EXERCISE_LIMITS.claims)
      fault(own('exercise.tooManyClaims', { max: EXERCISE_LIMITS.claims }), 1);
    else claims.push({ line, words: bare(words) });
  });
  return claims;
}

function claimOf(text: string): ClaimLine | null {
  const [, kind = '', rest = ''] = /^([a-z]+)\b[ \t]*(.*)$/.exec(text) ?? [];
  const steps = wordsOf(rest);
  switch (kind) {
    case 'told':
    case 'behind':
    case 'fates':
      return rest === '' ? { kind } : null;
    case 'together':
      return steps.length > 1 ? { kind, steps } : null;
    case 'made':
      return steps.length > 0 ? { kind, steps } : null;
    case 'says': {
      const [, step, words] = /^([^\s:]+): *(.+)$/.exec(rest) ?? [];
      return step === undefined || words === undefined ? null : { kind, step, text: words };
    }
    case 'asks': {
      const [what = ''] = steps;
      if (!isQuestionKind(what) || QUESTION_KINDS[what].needs.step !== steps.length > 1) return null;
      return { kind, what, steps: steps.slice(1) };
    }
    case 'differs': {
      const what = DIFFERS_IN.find((one) => one === steps[0]);
      return what === undefined || steps.length < 2 ? null : { kind, what, steps: steps.slice(1) };
    }
    default:
      return goalOf(text);
  }
}

/** Names of the steps that a claim is about. */
export function stepsIn(line: ClaimLine): readonly string[] {
  if ('steps' in line) return line.steps;
  if (!('step' in line)) return [];
  return 'other' in line ? [line.step, line.other] : [line.step];
}

const SENTENCES = /[^.?!。？！]*[.?!。？！]+["”’)）]*|[^.?!。？！]+$/gu;

/** Sentences of the task that no claim quotes: nobody has checked whether they are true. */
export const unclaimed = (prose: readonly Prose[], claims: readonly Claim[]): readonly string[] =>
  paragraphsOf(prose)
    // A dot within a number does not end a sentence.
    .flatMap((one) => one.replace(/(?<=\d)\.(?=\d)/g, '․').match(SENTENCES) ?? [])
    .map((one) => one.replaceAll('․', '.').trim())
    .filter((one) => /[\p{L}\p{N}]/u.test(one))
    .filter((one) => !claims.some(({ words }) => one.includes(words) || words.includes(one)));

const KINDS = Object.keys(QUESTION_KINDS).filter(isQuestionKind);
const WITH_GOAL = KINDS.filter((kind) => QUESTION_KINDS[kind].needs.goal);
/** Fields that every kind of question has; the others are those that some kind reads. */
const ASK_FIELDS = [...new Set(['what', ...KINDS.flatMap((kind) => QUESTION_KINDS[kind].fields), 'rules', 'decisive'])];
const RULES = [13, 14, 15, 16, 17, 18] as const;

interface AskBlock extends Pick<Exercise, 'ask' | 'rules' | 'decisive'> {
  /** The line of `decisive`, or of the block if there is none. */
  readonly decisiveLine: number;
}

function readAsk(node: Code, faults: LessonFaults): AskBlock | null {
  const first = (node.position?.start.line ?? 1) + 1;
  const { t } = faults;
  const given = fields(node.value.split('\n'), first, ASK_FIELDS, ASK_FIELDS.slice(1), faults);
  const { what, rules, decisive } = given;
  const marks = decisive === undefined ? [] : readMarks(decisive, EXERCISE_MARKS, faults);
  if (what === undefined) return null;
  if (!isQuestionKind(what.text)) {
    const message = t('exercise.what', { given: what.text.slice(0, 80), known: KINDS });
    return faults.atLine(what.line, message, what.column + 1);
  }
  const version = RULES.find((one) => String(one) === (rules?.text ?? '17'));
  if (version === undefined)
    return faults.atLine(rules?.line ?? first, t('exercise.rules', { known: RULES.map(String) }));
  const ask = readAs(what.text, { fields: given, first, faults });
  return ask === null ? null : { ask, rules: version, decisive: marks, decisiveLine: decisive?.line ?? first };
}

const FENCE = '---';
const NEEDED = ['title', 'lesson'] as const;
/** For lists of exercises: what it asks for, in a sentence, and how hard it is. */
const LISTED = ['about', 'level'] as const;
const BLOCKS = ['spec', 'vary', 'schedule', 'ask', 'goal', 'claims', 'hint', 'why'] as const;
type BlockName = (typeof BLOCKS)[number];
const MAX_FAULTS = 100;

/** A teacher's own file may be anywhere and have any name: it is recognized by its text. */
export const looksLikeExercise = (bytes: Uint8Array): boolean =>
  /^ {0,3}(?:`{3,}|~{3,})[ \t]*ask[ \t]*$/m.test(
    new TextDecoder().decode(bytes.subarray(0, EXERCISE_LIMITS.fileBytes)),
  );

/** Parses bytes as they are in a file. */
export function parseExerciseBytes(
  bytes: Uint8Array,
  messages: Messages = messagesIn('en'),
): Result<Exercise, readonly SpecProblem[]> {
  if (bytes.length > EXERCISE_LIMITS.fileBytes) return tooLarge(messages);
  try {
    return parseExercise(new TextDecoder('utf-8', { fatal: true }).decode(bytes), messages);
  } catch {
    return err([{ line: 1, column: 1, message: messages.t('lesson.notUtf8') }]);
  }
}

export function parseExercise(
  text: string,
  messages: Messages = messagesIn('en'),
): Result<Exercise, readonly SpecProblem[]> {
  // Characters take at least one byte each.
  if (text.length > EXERCISE_LIMITS.fileBytes) return tooLarge(messages);
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const tooMuch = tooMuchMarkdown(lines, messages);
  if (tooMuch !== null) return err([tooMuch]);
  const turned = turnedIn(lines, messages);
  if (turned.length > 0) return err(turned);
  const end = lines.indexOf(FENCE, 1);
  if (lines[0] !== FENCE || end === -1)
    return err([
      {
        line: 1,
        column: 1,
        message:
          lines[0] === FENCE
            ? messages.t('lesson.frontMatterOpen')
            : messages.t('exercise.noFrontMatter', { keys: NEEDED }),
      },
    ]);
  const faults = new LessonFaults(messages);
  const { title, lesson, about, level } = fields(lines.slice(1, end), 2, [...NEEDED, ...LISTED], LISTED, faults);
  const hard = LEVELS.find((one) => String(one) === level?.text) ?? null;
  if (level !== undefined && hard === null)
    faults.atLine(level.line, messages.t('exercise.level.unknown', { known: LEVELS.map(String) }), level.column + 1);
  const own = faults.within(end + 1, 0);
  const body = own.markdown(lines.slice(end + 1).join('\n'));
  const read = body === null ? null : readBody(body, own);
  if (faults.all.length > 0 || title === undefined || lesson === undefined || read === null) {
    const sorted = [...faults.all].sort((a, b) => a.line - b.line || a.column - b.column);
    return err(sorted.slice(0, MAX_FAULTS));
  }
  return ok({ title: title.text, lesson: lesson.text, about: about?.text ?? '', level: hard, ...read });
}

/** Characters that make a text look like what it is not. */
function turnedIn(lines: readonly string[], messages: Messages): readonly SpecProblem[] {
  const text = lines.join('\n');
  const places = new Lines(text);
  return turningIn(text, messages)
    .slice(0, MAX_FAULTS)
    .map(({ offset, message }) => ({ ...places.placeOf(offset), message }));
}

const tooLarge = ({ t }: Messages): Result<never, readonly SpecProblem[]> =>
  err([{ line: 1, column: 1, message: t('exercise.tooLarge', { max: EXERCISE_LIMITS.fileBytes }) }]);

const isBlock = (node: RootContent): node is Code & { readonly lang: BlockName } =>
  node.type === 'code' && BLOCKS.some((one) => one === node.lang);

interface Blocks {
  readonly prose: readonly Prose[];
  readonly hints: readonly (readonly Prose[])[];
  readonly named: ReadonlyMap<BlockName, Code>;
}

/** Prose and blocks apart; each block but a hint is there once at most. */
function blocksOf(nodes: readonly RootContent[], faults: LessonFaults): Blocks {
  const { t } = faults;
  const named = new Map<BlockName, Code>();
  const prose: Prose[] = [];
  const hints: (readonly Prose[])[] = [];
  for (const node of nodes) {
    if (!isBlock(node)) {
      if (node.type === 'code' && node.lang != null && /^(what|steps):/.test(node.value))
        faults.at(node, t('exercise.fence', { name: node.lang, known: BLOCKS }));
      const one = oneProse(node, faults);
      if (one !== null) prose.push(one);
    } else if (node.lang === 'hint') {
      if (hints.length >= EXERCISE_LIMITS.hints) faults.at(node, t('exercise.hints', { max: EXERCISE_LIMITS.hints }));
      else hints.push(readNotes(node, faults));
    } else if (named.has(node.lang)) faults.at(node, t('exercise.twice', { what: node.lang }));
    else named.set(node.lang, node);
  }
  return { prose, hints, named };
}

function readBody(
  nodes: readonly RootContent[],
  faults: LessonFaults,
): Omit<Exercise, 'title' | 'lesson' | 'about' | 'level'> | null {
  const { t } = faults;
  const { prose, hints, named } = blocksOf(nodes, faults);
  const block = <T>(name: BlockName, read: (node: Code, faults: LessonFaults) => T): T | null => {
    const node = named.get(name);
    return node === undefined ? null : read(node, faults);
  };
  const vary = block('vary', readVary) ?? [];
  const schedule = block('schedule', readSchedule);
  const why = block('why', readNotes) ?? [];
  const asked = block('ask', readAsk);
  const goal = block('goal', readGoal) ?? [];
  const claims = block('claims', (node, own) => readClaims(node, prose, own)) ?? [];
  const spec = block('spec', (node) => ({ text: node.value, line: faults.lineOf(node) + 1 }));
  if (!named.has('ask')) faults.atLine(1, t('exercise.noAsk'));
  if (prose.length === 0) faults.atLine(1, t('exercise.noProse'));
  if (asked === null) return null;
  const { ask, rules, decisive, decisiveLine } = asked;
  const kind = kindAsked({ ask });
  const prompts = promptsOf({ ask });
  if (prompts.length > 0) {
    checkTyped(named, faults);
    const sessions = (name: BlockName, of: (line: string) => ClaimLine | null): void => {
      block(name, (node, own) => unknownSessions(node, (line) => namesIn(of(line)), prompts, own));
    };
    sessions('goal', (line) => goalOf(line.trim()));
    sessions('claims', claimIn);
  }
  const isPressed = spec !== null && prompts.length === 0;
  const steps = isPressed ? stepNamesIn(spec.text, named.get('vary')?.value ?? '') : null;
  if (steps !== null) {
    const check = (name: BlockName, namesOf: (line: string) => readonly string[]): void => {
      block(name, (node, own) => unknownSteps(node, namesOf, steps, own));
    };
    check('schedule', () => [...(schedule?.steps ?? []), ...(schedule?.needs ?? [])]);
    check('ask', () => kind.named(ask).steps ?? []);
    check('goal', (line) => namesIn(goalOf(line.trim())));
    check('claims', (line) => namesIn(claimIn(line)));
    for (const name of stepsMarked(decisive))
      if (!steps.has(name)) faults.atLine(decisiveLine, t('exercise.unknownStep', { name }));
  }
  const { needs } = kind;
  if (needs.goal && goal.length === 0) faults.atLine(1, t('exercise.noGoal'));
  if (!needs.goal && named.has('goal')) faults.atLine(1, t('exercise.goalUnused', { known: WITH_GOAL }));
  if (needs.spec !== (spec !== null))
    faults.atLine(1, spec === null ? t('exercise.noSpec') : t('exercise.specUnused', ask));
  return { prose, vary, spec, schedule, ask, goal, claims, hints, why, rules, decisive };
}

const claimIn = (line: string): ClaimLine | null => claimOf(line.split('|', 1).join('').trim());

/** Nobody can name a statement before it is typed, so the spec has only tables, and no goal compares two steps. */
function checkTyped(named: ReadonlyMap<BlockName, Code>, faults: LessonFaults): void {
  const { t } = faults;
  const linesOf = (name: BlockName): readonly (readonly [line: string, at: number])[] => {
    const node = named.get(name);
    const first = (node?.position?.start.line ?? 1) + 1;
    return node?.value.split('\n').map((line, i) => [line, first + i] as const) ?? [];
  };
  const [, at] = linesOf('spec').find(([line]) => /^[ \t]*(?:session|step|permutation)\b/.test(line)) ?? [];
  if (at !== undefined) faults.atLine(at, t('exercise.typed.spec'));
  const schedule = named.get('schedule');
  if (schedule !== undefined) faults.at(schedule, t('exercise.typed.schedule'));
  const compares = (line: ClaimLine | null, where: number): void => {
    if (line !== null && TWO_STEPS.includes(line.kind))
      faults.atLine(where, t('exercise.typed.goal', { kind: line.kind }));
  };
  for (const [line, where] of linesOf('goal')) compares(goalOf(line.trim()), where);
  for (const [line, where] of linesOf('claims')) compares(claimIn(line), where);
}
const TWO_STEPS: readonly string[] = ['differ', 'same', 'after', 'together', 'made', 'differs'];

/** Steps that are marked as decisive. */
const stepsMarked = (decisive: readonly string[]): readonly string[] =>
  decisive.flatMap((mark) => (mark.startsWith('step ') ? [mark.slice('step '.length)] : []));

const namesIn = (line: ClaimLine | null): readonly string[] => (line === null ? [] : stepsIn(line));
