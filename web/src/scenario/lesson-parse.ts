/**
 * Lesson files: Markdown to `Lesson`, or all that is wrong with it, each fault with line and column. The result is
 * plain data of known kinds; nothing in the text can become HTML or run. Nothing here throws.
 */
import '../base/messages/en/lesson.ts';
import type { Code, Heading, RootContent } from 'mdast';
import { type Messages, messagesIn } from '../base/messages/index.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Lesson, LessonFigure, LessonQuestion, LessonStep, Prose } from './lesson.ts';
import { BLOCKS, type BlockName, fields, readChoice, readFigure, readNotes, readPredict } from './lesson-blocks.ts';
import { inlines, LessonFaults, oneProse, tooMuchMarkdown } from './lesson-inline.ts';
import type { SpecProblem } from './spec-types.ts';

export const LESSON_LIMITS = {
  fileBytes: 64_000,
  steps: 60,
  /** Further faults are not shown. */
  faults: 100,
} as const;

const FRONT_MATTER = ['title', 'lead'] as const;
const FENCE = '---';

/** Parses bytes as they are in a file. */
export function parseLessonBytes(
  bytes: Uint8Array,
  messages: Messages = messagesIn('en'),
): Result<Lesson, readonly SpecProblem[]> {
  if (bytes.length > LESSON_LIMITS.fileBytes) return tooLarge(messages);
  try {
    return parseLesson(new TextDecoder('utf-8', { fatal: true }).decode(bytes), messages);
  } catch {
    return err([{ line: 1, column: 1, message: messages.t('lesson.notUtf8') }]);
  }
}

export function parseLesson(
  text: string,
  messages: Messages = messagesIn('en'),
): Result<Lesson, readonly SpecProblem[]> {
  // Characters take at least one byte each.
  if (text.length > LESSON_LIMITS.fileBytes) return tooLarge(messages);
  const faults = new LessonFaults(messages);
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const tooMuch = tooMuchMarkdown(lines, messages);
  if (tooMuch !== null) return err([tooMuch]);
  const end = lines.indexOf(FENCE, 1);
  if (lines[0] !== FENCE || end === -1) {
    const message =
      lines[0] === FENCE
        ? messages.t('lesson.frontMatterOpen')
        : messages.t('lesson.noFrontMatter', { keys: FRONT_MATTER });
    return err([{ line: 1, column: 1, message }]);
  }
  const { title, lead } = fields(lines.slice(1, end), 2, FRONT_MATTER, [], faults);
  const own = faults.within(end + 1, 0);
  const body = own.markdown(lines.slice(end + 1).join('\n'));
  const steps = body === null ? null : readSteps(body, own);
  if (faults.all.length > 0 || title === undefined || lead === undefined || steps === null) {
    const sorted = [...faults.all].sort((a, b) => a.line - b.line || a.column - b.column);
    return err(sorted.slice(0, LESSON_LIMITS.faults));
  }
  return ok({ title: title.text, lead: lead.text, steps });
}

const tooLarge = ({ t }: Messages): Result<never, readonly SpecProblem[]> =>
  err([{ line: 1, column: 1, message: t('lesson.tooLarge', { max: LESSON_LIMITS.fileBytes }) }]);

function readSteps(nodes: readonly RootContent[], faults: LessonFaults): readonly LessonStep[] {
  const { t } = faults;
  const parts: { heading: Heading; nodes: RootContent[] }[] = [];
  for (const node of nodes) {
    const part = parts.at(-1);
    if (node.type === 'heading' && node.depth === 2) parts.push({ heading: node, nodes: [] });
    else if (part === undefined) faults.at(node, t('lesson.beforeSteps'));
    else part.nodes.push(node);
  }
  const [first] = parts;
  if (first === undefined) faults.atLine(1, t('lesson.noSteps'));
  const beyond = parts[LESSON_LIMITS.steps];
  if (beyond !== undefined) faults.at(beyond.heading, t('lesson.tooManySteps', { max: LESSON_LIMITS.steps }));
  const steps = parts.slice(0, LESSON_LIMITS.steps).map((part) => readStep(part.heading, part.nodes, faults));
  if (first !== undefined && !first.nodes.some((node) => blockOf(node) === 'figure'))
    faults.at(first.heading, t('lesson.noFigure'));
  return steps;
}

/** The name of the block if a node is one; null: it is prose. */
function blockOf(node: RootContent): BlockName | null {
  if (node.type !== 'code') return null;
  return BLOCKS.find((one) => one === node.lang) ?? null;
}

/** The author probably meant a block: its first line begins like the first line of a figure or a question. */
const looksLikeBlock = ({ lang, value }: Code): boolean => lang != null && /^(at|ask):/.test(value);

function readStep(heading: Heading, nodes: readonly RootContent[], faults: LessonFaults): LessonStep {
  const { t } = faults;
  const seen = new Set<BlockName>();
  const text: Prose[] = [];
  let figure: LessonFigure | null = null;
  let question: LessonQuestion | null = null;
  let notes: readonly Prose[] = [];
  for (const node of nodes) {
    const block = blockOf(node);
    if (block === null || node.type !== 'code') {
      if (node.type === 'code' && looksLikeBlock(node))
        faults.at(node, t('lesson.fence', { name: node.lang ?? '', known: BLOCKS }));
      const read = oneProse(node, faults);
      if (read !== null) text.push(read);
      continue;
    }
    const isQuestion = block === 'choice' || block === 'predict';
    if (isQuestion && (seen.has('choice') || seen.has('predict'))) faults.at(node, t('lesson.questions'));
    else if (seen.has(block)) faults.at(node, t('lesson.twice', { what: block }));
    seen.add(block);
    if (block === 'figure') figure = readFigure(node, faults);
    else if (block === 'notes') notes = readNotes(node, faults);
    else question = block === 'choice' ? readChoice(node, faults) : readPredict(node, faults);
  }
  return {
    title: inlines(heading.children, faults),
    prose: text,
    figure,
    question,
    notes,
    line: faults.lineOf(heading),
  };
}
