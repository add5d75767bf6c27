/** Texts about a record of what was done: its page, its file, its code. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

const tries = (n: number, f: Format): string => `${f.integer(n)} ${f.plural(n, 'try', 'tries')}`;

export const record = addTexts({
  'record.title': 'Your record',
  'record.lead':
    'What you answered in lessons and exercises is kept in this browser and nowhere else. Here you see it, and hand it in as a file.',
  'record.link': 'Your record',
  'record.teacher': 'For teachers: a 90-minute plan, assignments, a class’s records',
  'record.empty': 'Nothing is kept yet. Answer a lesson’s question or do an exercise, and it will appear here.',
  'record.toExercises': 'To the exercises',
  'record.toLessons': 'To the lessons',
  'record.sum': (p: { tried: number; right: number; tries: number }, f: Format) =>
    `${f.integer(p.right)} of ${f.integer(p.tried)} ${f.plural(p.tried, 'question', 'questions')} right, in ${tries(p.tries, f)}`,
  'record.handIn': 'Hand it in',
  'record.name': 'Your name, as your teacher knows it',
  'record.nameHint': (p: { max: number }, f: Format) =>
    `Up to ${f.integer(p.max)} characters. It is part of the file and of the code that you hand in.`,
  'record.save': 'Download the file',
  'record.saved': (p: { file: string }) => `${p.file} is saved to your downloads. Now send it to your teacher.`,
  'record.code': 'The file’s code',
  'record.codeWaiting': 'being computed',
  'record.codeNone':
    'This page was loaded by plain http from another machine, so the browser offers it no SHA-256. The file can be handed in without a code.',
  'record.copy': 'Copy the code',
  'record.copied': 'The code has been copied.',
  'record.notCopied': 'The browser refused to copy: select the code and copy it.',
  'record.proves': 'What the code proves',
  'record.proves.file': 'The file is, to the character, the one this code was made from: name, seeds, answers, times.',
  'record.proves.typed':
    'A code sent another way, by mail or on paper, fits this file and no other one made by accident.',
  'record.provesNot': 'What it cannot prove',
  'record.provesNot.who': 'That you did it yourself. The name is typed, and nobody checks it.',
  'record.provesNot.student': 'That the student did it alone. The name is typed, and nobody checks it.',
  'record.provesNot.forged':
    'That nobody forged it. All of Xipscope runs in the browser, its answers and this code too; anyone who reads the source can make a record with a code that fits.',
  'record.provesNot.when': 'When it was done: times are this machine’s clock.',
  'record.kept': 'Kept in this browser',
  'record.what': 'Exercise or lesson',
  'record.own': (p: { hash: string }) => `an exercise of one’s own (${p.hash})`,
  'record.kind': 'Kind',
  'record.kind.exercise': 'Exercise',
  'record.kind.lesson': 'Lesson',
  'record.variants': 'Variants',
  'record.tries': 'Tries',
  'record.right': 'Right',
  'record.rightAt': (p: { n: number }, f: Format) => `at try ${f.integer(p.n)}`,
  'record.notYet': 'not yet',
  'record.ofQuestions': (p: { right: number; tried: number }, f: Format) =>
    `${f.integer(p.right)} of ${f.integer(p.tried)}`,
  'record.hints': 'Hints',
  'record.last': 'Last try (UTC)',
  'record.clear': 'Delete your record …',
  'record.clear.title': 'Delete your record?',
  'record.clear.lost': (p: { tries: number; exercises: number; lessons: number }, f: Format) =>
    `${tries(p.tries, f)} at ${f.integer(p.exercises)} ${f.plural(p.exercises, 'exercise', 'exercises')} and ${f.integer(p.lessons)} ${f.plural(p.lessons, 'lesson', 'lessons')} would be gone from this browser, with seeds, answers and times. Nobody can bring them back; a file that you have downloaded stays.`,
  'record.clear.do': 'Delete them',
  'record.clear.keep': 'Keep them',
  'record.cleared': 'Your record is empty.',
  'record.notCleared': 'The browser did not allow it. Nothing was deleted.',

  'record.file.version': (p: { path: string; given: string; known: number }) =>
    `${p.path}: this is ${p.given}; this copy of Xipscope reads ${p.known}. Load the newest copy and open the file again`,
  'record.file.name': (p: { path: string; max: number }, f: Format) =>
    `${p.path}: a name is one line of at most ${f.integer(p.max)} characters that can be seen`,
  'record.file.id': (p: { path: string; given: string }) =>
    `${p.path}: “${p.given}” cannot be the name of an exercise or lesson: those have small letters, digits and hyphens`,
  'record.file.time': (p: { path: string; given: string }) =>
    `${p.path}: “${p.given}” is not a time as records have it, like 2026-01-31T09:30:00.000Z`,
  'record.file.deeds': (p: { path: string; found: number; max: number }, f: Format) =>
    `${p.path}: ${f.integer(p.found)} tries; a record has ${f.integer(p.max)} at most`,
  'record.file.cut': (p: { line: number; name: string }, f: Format) =>
    `this record is cut off in line ${f.integer(p.line)}; ask ${p.name === '' ? 'the student' : p.name} for it again`,
  'record.file.notText': 'this is not UTF-8 text; choose the file that “Download the file” made',

  'record.cli.what': 'a class’s records: codes checked, answers judged again, as a table',
  'record.cli.paths': 'records (.json), your own exercises (.md), folders of them, or - for standard input',
  'record.cli.format': (p: { known: readonly string[] }) =>
    `${p.known.join(', ')}: a table to read, or CSV with one line per record, per try, or per question`,
  'record.cli.code': 'a code that a student sent another way: which of the files does it fit?',
  'record.cli.noJudge': 'do not have the engine judge the answers again',
  'record.cli.notes': `
A record is what a student saves on the page #/record. Answers to an exercise of your own are judged when its file, as
it was handed out, is among the paths. The page #/teacher says what a code can and cannot prove.
Exit code 1 here: a file could not be read or was changed, the code fits none, or the engine judges an answer differently.
`,
  'record.cli.jsonAlone': '--json prints records and tries together; leave --format out.',
  'record.cli.badFormat': (p: { given: string; known: readonly string[] }) =>
    `--format ${p.given}: it is one of ${p.known.join(', ')}.`,
  'record.cli.badCode': (p: { what: string }) => `--code: ${p.what}`,
  'record.cli.nothingIn': (p: { file: string }) => `${p.file}: there is no record (.json) and no exercise (.md) in it`,
  'record.cli.none': 'no record could be read; a record is the file that a student saves on the page #/record',
  'record.cli.missing': (p: { ids: readonly string[] }) =>
    `These exercises are not among ours: ${p.ids.join(', ')}. To have their answers judged, too, name their files (.md) as well.`,
} satisfies Area<'record'>);
