/** The fenced blocks of a lesson: figure, choice, predict, notes. Each reads its own text and reports each fault with its line. */
import '../base/messages/en/lesson.ts';
import type { Code } from 'mdast';
import { type Inline, type LessonFigure, type LessonQuestion, MARK_KINDS, PREDICTED, type Prose } from './lesson.ts';
import { inlines, type LessonFaults, prose } from './lesson-inline.ts';

export const BLOCKS = ['figure', 'choice', 'predict', 'notes'] as const;
export type BlockName = (typeof BLOCKS)[number];

const FIELD = /^([a-z]+):[ \t]*(.*?)[ \t]*$/;
const OPTION = /^[-*] \[([ xX])\][ \t]+(.+)$/;
const REASON = / [—–] | -- /;
const OPTIONS = { min: 2, max: 6 } as const;

export interface Field {
  readonly text: string;
  /** From 1, in the text that was read. */
  readonly line: number;
  /** Where its text begins, from 0. */
  readonly column: number;
}

/** `key: text` lines. Unknown keys, keys given twice and missing ones are faults. `first` is the first line's number. */
export function fields<K extends string>(
  lines: readonly string[],
  first: number,
  known: readonly K[],
  optional: readonly K[],
  faults: LessonFaults,
): Readonly<Partial<Record<K, Field>>> {
  const found: Partial<Record<K, Field>> = {};
  const { t } = faults;
  lines.forEach((line, i) => {
    if (line.trim() === '') return;
    const [, name = '', text = ''] = FIELD.exec(line) ?? [];
    const key = known.find((one) => one === name);
    if (name === '') faults.atLine(first + i, t('lesson.field.shape', { text: line.slice(0, 80) }));
    else if (key === undefined) faults.atLine(first + i, t('lesson.field.unknown', { key: name, known }));
    else if (found[key] !== undefined) faults.atLine(first + i, t('lesson.field.twice', { key }));
    else if (text === '') faults.atLine(first + i, t('lesson.field.empty', { key }));
    else found[key] = { text, line: first + i, column: line.indexOf(text, name.length + 1) };
  });
  for (const key of known)
    if (found[key] === undefined && !optional.includes(key) && !lines.some((line) => line.startsWith(`${key}:`)))
      faults.atLine(first, t('lesson.field.missing', { key }));
  return found;
}

/** The lines of a fenced block, and the number of the first one in the Markdown. */
const linesOf = (node: Code): readonly [readonly string[], number] => [
  node.value.split('\n'),
  (node.position?.start.line ?? 1) + 1,
];

/** One line of Markdown, as inline content. */
function lineOfProse(text: string, line: number, column: number, faults: LessonFaults): readonly Inline[] {
  const own = faults.within(line - 1, column);
  return (own.markdown(text) ?? []).flatMap((node) => {
    if (node.type === 'paragraph') return inlines(node.children, own);
    own.at(node, own.t(node.type === 'html' ? 'lesson.html' : 'lesson.notKnown', { what: node.type }));
    return [];
  });
}

export function readFigure(node: Code, faults: LessonFaults): LessonFigure | null {
  const [lines, first] = linesOf(node);
  const { at, show, decisive } = fields(lines, first, ['at', 'show', 'decisive'], ['show', 'decisive'], faults);
  if (at === undefined) return null;
  if (!/^#\/[^\s]*$/.test(at.text))
    return faults.atLine(at.line, faults.t('lesson.figureAt', { at: at.text.slice(0, 80) }), at.column + 1);
  return {
    at: at.text,
    show: show === undefined ? [] : show.text.split(/[,\s]+/).filter((word) => word !== ''),
    decisive: decisive === undefined ? [] : readMarks(decisive, MARK_KINDS, faults),
  };
}

/** A comma within brackets is a part of a name: `row (0,1)`. */
const BETWEEN_MARKS = /,\s*(?![^()]*\))/;

/** Marks, each of a known kind, with a name if its kind has one. */
export function readMarks(
  { text, line, column }: Field,
  kinds: Readonly<Record<string, boolean>>,
  faults: LessonFaults,
): readonly string[] {
  let from = column + 1;
  return text.split(BETWEEN_MARKS).flatMap((mark) => {
    const own = text.indexOf(mark, from - column - 1) + column + 1;
    from = own + mark.length;
    const [kind = '', ...name] = mark.trim().split(' ');
    const isKnown = Object.hasOwn(kinds, kind);
    const wantsName = isKnown && kinds[kind] === true;
    if (isKnown && wantsName === name.length > 0) return [mark.trim()];
    const given = mark.slice(0, 80);
    const fault = isKnown
      ? faults.t('lesson.markName', { given, wanted: wantsName })
      : faults.t('lesson.markKind', { given, known: Object.keys(kinds) });
    faults.atLine(line, fault, own);
    return [];
  });
}

export function readPredict(node: Code, faults: LessonFaults): LessonQuestion | null {
  const [lines, first] = linesOf(node);
  const { ask, answer, why } = fields(lines, first, ['ask', 'answer', 'why'], ['why'], faults);
  if (ask === undefined || answer === undefined) return null;
  const found = PREDICTED.find((one) => one === answer.text);
  if (found === undefined)
    return faults.atLine(
      answer.line,
      faults.t('lesson.answer', { given: answer.text.slice(0, 80), known: PREDICTED }),
      answer.column + 1,
    );
  const said = (field: Field): readonly Inline[] => lineOfProse(field.text, field.line, field.column, faults);
  return { kind: 'predict', ask: said(ask), answer: found, why: why === undefined ? [] : said(why) };
}

export function readChoice(node: Code, faults: LessonFaults): LessonQuestion | null {
  const [lines, first] = linesOf(node);
  const { t } = faults;
  const isOption = (line: string): boolean => /^[-*]/.test(line);
  const { ask } = fields(
    lines.map((line) => (isOption(line) ? '' : line)),
    first,
    ['ask'],
    [],
    faults,
  );
  const options = lines.flatMap((line, i) => {
    if (!isOption(line)) return [];
    const [, mark, text = ''] = OPTION.exec(line) ?? [];
    if (mark === undefined) {
      faults.atLine(first + i, t('lesson.option', { text: line.slice(0, 80) }));
      return [];
    }
    const dash = REASON.exec(text);
    if (dash === null) {
      faults.atLine(first + i, t('lesson.optionWhy'));
      return [];
    }
    const column = line.length - text.length;
    const behind = dash.index + dash[0].length;
    return [
      {
        isRight: mark !== ' ',
        text: lineOfProse(text.slice(0, dash.index), first + i, column, faults),
        why: lineOfProse(text.slice(behind), first + i, column + behind, faults),
      },
    ];
  });
  const given = lines.filter(isOption).length;
  if (given < OPTIONS.min || given > OPTIONS.max) return faults.atLine(first, t('lesson.options', OPTIONS));
  if (options.length === given && !options.some(({ isRight }) => isRight))
    return faults.atLine(first, t('lesson.noRight'));
  if (ask === undefined || options.length < given) return null;
  return { kind: 'choice', ask: lineOfProse(ask.text, ask.line, ask.column, faults), options };
}

export function readNotes(node: Code, faults: LessonFaults): readonly Prose[] {
  const [, first] = linesOf(node);
  const own = faults.within(first - 1, 0);
  return prose(own.markdown(node.value) ?? [], own);
}
