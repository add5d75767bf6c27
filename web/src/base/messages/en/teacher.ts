/** Texts of the teacher's page: a class's records. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

const records = (n: number, f: Format): string => `${f.integer(n)} ${f.plural(n, 'record', 'records')}`;

export const teacher = addTexts({
  'teacher.title': 'For teachers',
  'teacher.ways': 'Four ways to begin',
  'teacher.plan': 'Plan a lesson',
  'teacher.plan.says': '90 minutes, with a sheet for you, one for your students, and a link for the class.',
  'teacher.way.make': 'Make an assignment',
  'teacher.way.make.says': 'Choose lessons and exercises: one link for the class, one file back from each student.',
  'teacher.way.results': 'Look at results',
  'teacher.way.results.says': 'Open the files that your students handed in: they become one table.',
  'teacher.way.embed': 'Embed a figure',
  'teacher.way.embed.says':
    'A live figure in your own web page: “Embed” below it (in the Playground “Options”, then “Save”) gives you the HTML to paste. Try it in lesson 1.',
  'teacher.results': 'Look at results',
  'teacher.lead':
    'Open the files that your students handed in, or the folder they are in. They become one table; the engine judges the answers again.',
  'teacher.private':
    'Nothing is sent anywhere: the files are read in this browser, and forgotten when you leave the page.',
  'teacher.open': 'Open files …',
  'teacher.folder': 'Open a folder …',
  'teacher.add': 'Add files …',
  'teacher.addFolder': 'Add a folder …',
  'teacher.adds': 'What you open now is added to these records; “Forget these files” starts over.',
  'teacher.drop': 'Drop records here',
  'teacher.dropHint': 'Records end in .json, your own exercises in .md; other files are skipped and listed.',
  'teacher.own': 'Your own record',
  'teacher.lms':
    'For an LMS: in a clone of Xipscope, “npm run scorm -- --lesson ID” writes a lesson as a SCORM 1.2 package, “npm run scorm -- --exercises ID” its exercises (“all”: every exercise). ID is the lesson’s name in its address.',
  'teacher.forget': 'Forget these files',
  'teacher.read': (p: { records: number; faulty: number; exercises: number }, f: Format) =>
    `${records(p.records, f)} read${p.exercises === 0 ? '' : `, ${f.integer(p.exercises)} ${f.plural(p.exercises, 'exercise', 'exercises')} of your own`}${p.faulty === 0 ? '' : `, ${f.integer(p.faulty)} ${f.plural(p.faulty, 'file', 'files')} with faults`}.`,
  'teacher.again': (p: { records: number }, f: Format) => `Open already: ${records(p.records, f)}.`,
  'teacher.others': (p: { files: readonly string[]; more: number }, f: Format) =>
    `Skipped, because neither record nor exercise: ${p.files.join(', ')}${p.more === 0 ? '' : `, and ${f.integer(p.more)} more`}.`,
  'teacher.before': (p: { records: number }, f: Format) =>
    `The ${records(p.records, f)} opened before ${f.plural(p.records, 'stays', 'stay')}.`,
  'teacher.older': (
    p: { files: readonly { readonly file: string; readonly newest: string }[]; more: number },
    f: Format,
  ) =>
    `${f.plural(p.files.length + p.more, 'An older file', 'Older files')} of the same record, not counted: ${p.files.map(({ file, newest }) => `${file} (see ${newest})`).join(', ')}${p.more === 0 ? '' : `, and ${f.integer(p.more)} more`}.`,
  'teacher.faulty': 'Files that could not be read',
  'teacher.problem': (p: { line: number; column: number; message: string }) =>
    `line ${p.line}, column ${p.column}: ${p.message}`,
  'teacher.moreProblems': (p: { more: number }, f: Format) =>
    `${f.integer(p.more)} more ${f.plural(p.more, 'fault', 'faults')} in this file`,
  'teacher.unreadable': 'the file could not be read; it may have been moved or deleted',
  'teacher.tooMany': (p: { max: number }, f: Format) =>
    `more than ${f.integer(p.max)} files were opened before this one; open a smaller folder`,
  'teacher.tooLarge': (p: { max: number }, f: Format) =>
    `the files opened before this one have ${f.bytes(p.max)} together; open a smaller folder`,
  'teacher.none': (p: { folder: string }) =>
    `No record (.json) and no exercise (.md) is in there. For a whole folder there is “${p.folder}”.`,
  'teacher.table': 'Students and exercises',
  'teacher.legend.checked': 'Right, checked: this page’s engine has answered the questions again.',
  'teacher.legend.claimed': 'Right, by the file: as the record itself says.',
  'teacher.legend.marks':
    '✓ 2: right at the second try. ✗ 3: three tries, none right. 4/5: four of a lesson’s five questions right.',
  'teacher.legend.differs': '! : the record and the engine disagree; the engine’s verdict is shown.',
  'teacher.legend.unjudged':
    'Counted only by the file, because nobody can judge them here: predictions in lessons, exercises and lessons that this copy lacks, answers cut off at 400 characters, and those that the engine did not get to.',
  'teacher.legend.opens': 'A mark opens the answers behind it.',
  'teacher.tries.title': (p: { name: string; title: string }) => `${p.name}: ${p.title}`,
  'teacher.tries.variant': (p: { seed: number }) => `Variant ${p.seed}`,
  'teacher.tries.step': (p: { step: number }) => `Step ${p.step}`,
  'teacher.tries.answer': (p: { answer: string }) => `Answer: ${p.answer}`,
  'teacher.tries.means': (p: { answer: string; means: string }) => `Answer: ${p.answer} (${p.means})`,
  'teacher.tries.verdict': (p: { right: boolean; by: 'engine' | 'against' | 'file' }) =>
    `${p.right ? 'right' : 'wrong'}${p.by === 'engine' ? '' : p.by === 'file' ? ', by the file' : `, although the record says ${p.right ? 'wrong' : 'right'}`}`,
  'teacher.name': 'Name',
  'teacher.file': 'File',
  'teacher.right': 'Right, checked',
  'teacher.claimed': 'Right, by the file',
  'teacher.notRecord': 'This is not a Xipscope record.',
  'teacher.judging': 'judging…',
  'teacher.notJudged': 'not judged',
  'teacher.tried': 'Questions tried',
  'teacher.tries': 'Tries in all',
  'teacher.last': 'Last try (UTC)',
  'teacher.code': 'Code',
  'teacher.notes': 'To look at',
  'teacher.noName': 'no name',
  'teacher.sort': (p: { by: string }) => `Sort by: ${p.by}`,
  'teacher.code.fits': 'fits',
  'teacher.code.changed': 'does not fit',
  'teacher.code.none': 'none',
  'teacher.code.unknown': 'not computed',
  'teacher.note.changed': 'The code does not match the file, which was changed after the code was made.',
  'teacher.note.differs': (p: { tries: number }, f: Format) =>
    `The engine judges ${f.integer(p.tries)} ${f.plural(p.tries, 'try', 'tries')} differently.`,
  'teacher.note.instant': (p: { tries: number }, f: Format) =>
    `${f.integer(p.tries)} ${f.plural(p.tries, 'answer was', 'answers were')} given in the same millisecond as the question came up or as another answer.`,
  'teacher.note.early': (p: { tries: number }, f: Format) =>
    `${f.integer(p.tries)} ${f.plural(p.tries, 'answer is', 'answers are')} dated before ${f.plural(p.tries, 'its question', 'their questions')} came up.`,
  'teacher.note.future': (p: { tries: number }, f: Format) =>
    `${f.integer(p.tries)} ${f.plural(p.tries, 'answer is', 'answers are')} dated in the future.`,
  'teacher.note.manyTries': (p: { tries: number }, f: Format) => `${f.integer(p.tries)} tries at one question.`,
  'teacher.note.same': (p: { file: string; name: string }) =>
    `The same tries as ${p.file}${p.name === '' ? '' : ` (${p.name})`}, to the millisecond.`,
  'teacher.note.shared': (p: { tries: number; file: string; name: string }, f: Format) =>
    `Has ${f.integer(p.tries)} ${f.plural(p.tries, 'try', 'tries')} in common with ${p.file}${p.name === '' ? '' : ` (${p.name})`}, to the millisecond.`,
  'teacher.note.nameTwice': 'Another file has the same name.',
  'teacher.cell.exercise': (p: { right: boolean; tries: number; hints: number; differing: number }, f: Format) =>
    `${p.right ? `right at try ${f.integer(p.tries)}` : `not right in ${f.integer(p.tries)} ${f.plural(p.tries, 'try', 'tries')}`}${p.hints === 0 ? '' : `, ${f.integer(p.hints)} ${f.plural(p.hints, 'hint', 'hints')}`}${p.differing === 0 ? '' : ', as the engine judges; the record differs'}`,
  'teacher.cell.lesson': (p: { right: number; tried: number; differing: number }, f: Format) =>
    `${f.integer(p.right)} of ${f.integer(p.tried)} questions right${p.differing === 0 ? '' : ', as the lesson judges; the record differs'}`,
  'teacher.cell.none': 'not tried',
  'teacher.checking': (p: { done: number; of: number }, f: Format) =>
    `The engine judges the answers again: ${f.integer(p.done)} of ${f.integer(p.of)} variants.`,
  'teacher.cancelled': (p: { done: number; of: number }, f: Format) =>
    `You cancelled the check after ${f.integer(p.done)} of ${f.integer(p.of)} variants. The other answers are shown as the records claim them.`,
  'teacher.checked': (
    p: { agrees: number; differs: number; predictions: number; unknown: number; failed: number },
    f: Format,
  ) =>
    `The engine has checked ${f.integer(p.agrees + p.differs)} ${f.plural(p.agrees + p.differs, 'try', 'tries')}: ${
      p.differs === 0 ? 'all as the records say' : `${f.integer(p.differs)} not as the records say`
    }.${
      p.predictions === 0
        ? ''
        : ` ${f.integer(p.predictions)} ${f.plural(p.predictions, 'prediction', 'predictions')} in lessons are taken from the records.`
    }${p.unknown === 0 ? '' : ` ${f.integer(p.unknown)} ${f.plural(p.unknown, 'try is', 'tries are')} at exercises or questions that this copy does not have.`}${
      p.failed === 0 ? '' : ` ${f.integer(p.failed)} could not be judged.`
    }`,
  'teacher.missing': (p: { ids: readonly string[] }) =>
    `Somebody wrote these exercises: ${p.ids.join(', ')}. To have their answers judged, too, open their files (.md) now, as they were handed out; the records stay.`,
  'teacher.questions': 'Question by question',
  'teacher.questions.hint':
    'Right: the mark was earned, at the first try or later. Wrong answers are counted by what they say, whatever the variant, and once for each record; the link opens the first of these variants, or the lesson’s step.',
  'teacher.question': 'Question',
  'teacher.question.step': (p: { title: string; step: number }) => `${p.title}, step ${p.step}`,
  'teacher.question.tried': 'Tried by',
  'teacher.question.right': 'Right',
  'teacher.question.once': 'At the first try',
  'teacher.question.wrong': 'Most frequent wrong answer',
  'teacher.question.given': (p: { answer: string; records: number }, f: Format) =>
    `${p.answer} (${f.integer(p.records)} ${f.plural(p.records, 'record', 'records')})`,
  'teacher.answer.options': (p: { all: readonly number[] }, f: Format) =>
    `${f.plural(p.all.length, 'option', 'options')} ${f.list(p.all.map(String))}`,
  'teacher.answer.rows': (p: { rows: readonly number[] }, f: Format) =>
    p.rows.length === 0
      ? 'no version'
      : `${f.plural(p.rows.length, 'version', 'versions')} ${f.list(p.rows.map(String))}`,
  'teacher.answer.snapshot': (p: { xmin: number; xmax: number; xip: readonly number[] }) =>
    `xmin ${p.xmin}, xmax ${p.xmax}, xip ${p.xip.length === 0 ? 'empty' : p.xip.join(' ')}`,
  'teacher.answer.moves': (p: { count: number }, f: Format) =>
    `an order of ${f.integer(p.count)} ${f.plural(p.count, 'step', 'steps')}`,
  'teacher.assigned': (p: { titles: readonly string[] }) => `Assigned: ${p.titles.join(', ')}.`,
  'teacher.assigned.without': 'Show the table without the assignment',
  'teacher.assigned.paste': 'To see what was not done, too, paste the assignment’s link',
  'teacher.left': 'Assigned, not tried',
  'teacher.left.none': 'nothing',
  'teacher.left.some': (p: { n: number; of: number }, f: Format) => `${f.integer(p.n)} of ${f.integer(p.of)}`,
  'teacher.cell.assigned': 'assigned, not tried',
  'teacher.question.notTried': 'Not tried by',
  'teacher.means.options': (p: { texts: readonly string[] }) => p.texts.map((text) => `“${text}”`).join(' and '),
  'teacher.means.instead': (p: { given: string; right: string }) => `“${p.given}” instead of “${p.right}”`,
  'teacher.means.moves': 'steps that do not reach the goal',
  'teacher.means.rows': (p: {
    isNone: boolean;
    countsOld: number;
    countsNew: number;
    missesOld: number;
    missesNew: number;
  }) =>
    p.isNone
      ? 'no version is visible'
      : [
          ...(p.countsOld > 0 ? ['counts a version that has been replaced or deleted'] : []),
          ...(p.countsNew > 0 ? ['counts a new version that the reader does not see'] : []),
          ...(p.missesOld > 0 ? ['misses a version whose replacement or deletion the reader does not see'] : []),
          ...(p.missesNew > 0 ? ['misses a version that nobody has replaced'] : []),
        ].join('; '),
  'teacher.means.snapshot': (p: { xmin: number; xmax: number; lists: boolean; lacks: boolean }) =>
    [
      ...(p.xmin === 0 ? [] : [p.xmin < 0 ? 'xmin too low' : 'xmin too high']),
      ...(p.xmax === 0 ? [] : [p.xmax < 0 ? 'xmax too low' : 'xmax too high']),
      ...(p.lists ? ['xip lists a transaction that it does not have'] : []),
      ...(p.lacks ? ['xip lacks a running transaction'] : []),
    ].join('; '),
  'teacher.csv': 'Table as CSV',
  'teacher.csvQuestions': 'Questions as CSV',
  'teacher.csvTries': 'All tries as CSV',
  'teacher.saved': (p: { file: string }) => `${p.file} is saved to your downloads.`,
  'teacher.check': 'Check a code',
  'teacher.check.label': 'A code that a student sent another way',
  'teacher.check.do': 'Check',
  'teacher.check.fits': (p: { file: string; name: string }) =>
    `It fits ${p.file}${p.name === '' ? '' : ` (${p.name})`}: that file is the one the code was made from.`,
  'teacher.check.stale': (p: { file: string }) =>
    `It is the code written in ${p.file}, but that file was changed after the code was made.`,
  'teacher.check.noFile': (p: { tried: number; right: number }, f: Format) =>
    `It fits none of the open files. It says: ${f.integer(p.right)} of ${f.integer(p.tried)} questions right.`,
  'teacher.check.length': (p: { given: number; wanted: number }, f: Format) =>
    `A code has ${f.integer(p.wanted)} letters and digits; this one has ${f.integer(p.given)}.`,
  'teacher.check.symbol': (p: { symbol: string }) => `No code contains “${p.symbol}”. Read it again.`,
  'teacher.check.check': 'A letter or digit is mistyped, or two have changed places. Read it again.',
  'teacher.tableHint': 'The table scrolls to the side.',
} satisfies Area<'teacher'>);
