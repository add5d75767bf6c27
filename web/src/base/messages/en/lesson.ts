/** Texts about lesson files: what is wrong with one, and what to do. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

const quoted = (all: readonly string[]): string => all.map((one) => `“${one}”`).join(', ');

export const lesson = addTexts({
  'lesson.tooManyLines': (p: { max: number }, f: Format) => `at most ${f.integer(p.max)} lines are read`,
  'lesson.tooMany.marks': (p: { found: number }, f: Format) =>
    `too many emphasis marks, brackets and backticks in one paragraph (${f.integer(p.found)}); put an empty line somewhere, or leave some out`,
  'lesson.tooMany.items': (p: { found: number }, f: Format) =>
    `too many list items and quotes up to here (${f.integer(p.found)}); leave some out`,
  'lesson.tooLarge': (p: { max: number }, f: Format) =>
    `the file is larger than ${f.integer(p.max)} bytes; make two lessons of it`,
  'lesson.notUtf8': 'the file is not UTF-8; save it as UTF-8',
  'lesson.noFrontMatter': (p: { keys: readonly string[] }) =>
    `a lesson begins with a line “---”, then ${quoted(p.keys)}, each with a colon and its text, then a line “---”`,
  'lesson.frontMatterOpen': 'the front matter has no end: a line “---” is missing',
  'lesson.field.shape': (p: { text: string }) => `“${p.text}” is not “key: text”`,
  'lesson.field.unknown': (p: { key: string; known: readonly string[] }) =>
    `there is no field “${p.key}”; the fields are ${quoted(p.known)}`,
  'lesson.field.twice': (p: { key: string }) => `“${p.key}” is given twice`,
  'lesson.field.missing': (p: { key: string }) => `“${p.key}:” is missing`,
  'lesson.field.empty': (p: { key: string }) => `“${p.key}:” has no text`,
  'lesson.noSteps': 'a lesson has at least one step: a heading “## …”',
  'lesson.tooManySteps': (p: { max: number }, f: Format) =>
    `more than ${f.integer(p.max)} steps; make two lessons of it`,
  'lesson.beforeSteps': 'this text comes before the first step; put it under a heading “## …”',
  'lesson.headingLevel': (p: { level: number }, f: Format) =>
    `a heading of level ${f.integer(p.level)}; the only headings of a lesson are its steps, “## …”`,
  'lesson.html': 'HTML is not rendered; write Markdown, and `<` as `\\<` where it is meant',
  'lesson.notKnown': (p: { what: string }) =>
    `${p.what} cannot be used in a lesson; use paragraphs, lists, quotes, code and links`,
  'lesson.tooDeep': (p: { max: number }, f: Format) => `nested more than ${f.integer(p.max)} deep`,
  'lesson.link': (p: { href: string }) =>
    `a lesson cannot link to “${p.href}”: use “#/…”, “https://…”, or a source as “published:idle-connections”`,
  'lesson.source': (p: { href: string }) =>
    `“${p.href}” names no source: write for example “published:idle-connections” or “real:13”`,
  'lesson.twice': (p: { what: string }) => `a step has one block “${p.what}” at most; make two steps of it`,
  'lesson.questions': 'a step has one question at most; make two steps of it',
  'lesson.noFigure': 'the first step has no figure: add a block “figure”',
  'lesson.figureAt': (p: { at: string }) =>
    `“${p.at}” is not an address of Xipscope; one begins with “#/”, as Copy link gives it`,
  'lesson.markKind': (p: { given: string; known: readonly string[] }) =>
    `“${p.given}” names no kind of mark; the kinds are ${quoted(p.known)}`,
  'lesson.markName': (p: { given: string; wanted: boolean }) =>
    p.wanted ? `“${p.given}” lacks the mark’s name` : `“${p.given}”: this kind of mark has no name`,
  'lesson.fence': (p: { name: string; known: readonly string[] }) =>
    `“${p.name}” looks like a block, but lessons have no such block; they have ${quoted(p.known)}`,
  'lesson.option': (p: { text: string }) =>
    `“${p.text}” is not an option; write “- [x] text — why” for a right one, “- [ ] text — why” for a wrong one`,
  'lesson.optionWhy': 'an option has no reason; add it after “ — ”',
  'lesson.options': (p: { min: number; max: number }, f: Format) =>
    `a question has ${f.integer(p.min)} to ${f.integer(p.max)} options`,
  'lesson.noRight': 'no option is right; mark one with “[x]”',
  'lesson.answer': (p: { given: string; known: readonly string[] }) =>
    `“${p.given}” cannot be predicted; the possible answers are ${quoted(p.known)}`,
  'lesson.same.steps': (p: { given: number; wanted: number }, f: Format) =>
    `${f.integer(p.given)} ${f.plural(p.given, 'step', 'steps')}, but ${f.integer(p.wanted)} in English; all languages of a lesson have the same steps`,
  'lesson.same.figure': (p: { step: number; given: string; wanted: string }, f: Format) =>
    `step ${f.integer(p.step)} has another figure than in English: “${p.given}”, there “${p.wanted}”`,
  'lesson.same.question': (p: { step: number; given: string; wanted: string }, f: Format) =>
    `step ${f.integer(p.step)} has another question than in English: “${p.given}”, there “${p.wanted}”`,
  'lesson.same.notes': (p: { step: number; wanted: boolean }, f: Format) =>
    p.wanted
      ? `step ${f.integer(p.step)} has notes in English, and none here`
      : `step ${f.integer(p.step)} has notes here, and none in English`,
  'lesson.same.missing': (p: { step: number; what: readonly string[] }, f: Format) =>
    `step ${f.integer(p.step)} lacks what is linked in English: ${quoted(p.what)}`,
  'lesson.same.extra': (p: { step: number; what: readonly string[] }, f: Format) =>
    `step ${f.integer(p.step)} links what is not linked in English: ${quoted(p.what)}`,
  'lesson.untranslated': (p: { folder: string; lang: string; lessons: readonly string[] }) =>
    `${p.folder}: not in “${p.lang}”, so shown in English: ${p.lessons.join(', ')}`,
} satisfies Area<'lesson'>);
