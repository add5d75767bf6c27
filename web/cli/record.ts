/**
 * `xipscope record PATH…`: a class's records as on the teacher's page: codes checked, answers judged again, a table.
 */
import '../src/base/messages/en/index.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { exerciseWorld } from '../node/exercises/node-deps.ts';
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import { toCsv } from '../src/base/written.ts';
import type { Lesson } from '../src/scenario/lesson.ts';
import { parseLessonBytes } from '../src/scenario/lesson-parse.ts';
import type { Exercise } from '../src/viewmodel/exercise/kinds.ts';
import { parseExerciseBytes } from '../src/viewmodel/exercise/parse.ts';
import {
  type ClassRow,
  type ClassTable,
  classTable,
  countVerdicts,
  type HandedIn,
  MANY_TRIES,
  tableCsv,
  triesCsv,
} from '../src/viewmodel/record/class-table.ts';
import { newestOf } from '../src/viewmodel/record/newest.ts';
import { questionsCsv, questionTable } from '../src/viewmodel/record/question-table.ts';
import type { Verdict } from '../src/viewmodel/record/recheck.ts';
import {
  checkCode,
  missingOwn,
  type Rechecked,
  type RecheckSources,
  recheckAll,
} from '../src/viewmodel/record/recheck-all.ts';
import { namedOrPiped } from './input.ts';
import { EXIT, exitOfSignal, type Io } from './io.ts';
import { readRecords } from './record-files.ts';
import { refuse } from './spec-input.ts';

const { t } = messagesIn(DEFAULT_LANG);

/** The output formats: a table to read, one line per record as CSV, per attempt, per question. */
export const RECORD_FORMATS = ['text', 'csv', 'tries', 'questions'] as const;

export interface RecordOptions {
  readonly format: string;
  readonly json?: true;
  readonly code?: string;
  /** False: answers are not judged again. */
  readonly judge: boolean;
}

const scenarios = new URL('../../scenarios/', import.meta.url);

/** Null: there is none of that id. Ids come from records, so they are only compared with the existing names. */
function shippedExercise(id: string): Exercise | null {
  const folder = new URL('exercises/', scenarios);
  const file = readdirSync(folder).find((name) => name === `${id}.${DEFAULT_LANG}.md`);
  const parsed = file === undefined ? null : parseExerciseBytes(readFileSync(new URL(file, folder)));
  return parsed?.ok === true ? parsed.value : null;
}
function shippedLesson(id: string): Lesson | null {
  const folder = new URL('lessons/', scenarios);
  const ending = `-${id}.${DEFAULT_LANG}.md`;
  const file = readdirSync(folder).find((name) => /^\d\d-/.test(name) && name.slice(2) === ending);
  const parsed = file === undefined ? null : parseLessonBytes(readFileSync(new URL(file, folder)));
  return parsed?.ok === true ? parsed.value : null;
}

type Judged = Pick<Rechecked, 'verdicts' | 'meanings'>;
const NOT_JUDGED: Judged = { verdicts: new Map(), meanings: new Map() };

async function judged(handedIn: readonly HandedIn[], own: ReadonlyMap<string, Exercise>, io: Io): Promise<Judged> {
  await io.prepare();
  const world = await exerciseWorld();
  const sources: RecheckSources = {
    exercise: async (id) => own.get(id) ?? shippedExercise(id),
    lesson: async (id) => shippedLesson(id),
    inWorld: (work) => work(world),
  };
  let judged = NOT_JUDGED;
  await recheckAll(handedIn, sources, (found) => {
    judged = found;
    if (io.live) io.progress(t('teacher.checking', { done: found.done, of: found.of }));
    return !io.signal.aborted;
  });
  io.progress(null);
  return judged;
}

/** Exit code 1: a file could not be read or was changed, or the engine judges an answer differently. */
export async function runRecord(paths: readonly string[], options: RecordOptions, io: Io): Promise<number> {
  const format = RECORD_FORMATS.find((known) => known === options.format);
  if (format === undefined)
    return refuse(io, t('record.cli.badFormat', { given: options.format, known: RECORD_FORMATS }));
  if (options.json === true && format !== 'text') return refuse(io, t('record.cli.jsonAlone'));
  const named = namedOrPiped(paths, io);
  if (!named.ok) return refuse(io, named.error);
  const { handedIn: all, own, faults } = await readRecords(named.value, io);
  const { counted: handedIn, older } = newestOf(all);
  const code = options.code === undefined ? null : checkCode(options.code, all);
  if (code?.kind === 'fault') return refuse(io, t('record.cli.badCode', { what: codeFault(code.fault) }));
  for (const fault of faults) io.err(`${t('cli.error', { what: fault })}\n`);
  if (handedIn.length === 0) return refuse(io, t('record.cli.none'));
  if (older.length > 0) io.err(`${t('teacher.older', { files: older, more: 0 })}\n`);
  const { verdicts, meanings } = options.judge ? await judged(handedIn, own, io) : NOT_JUDGED;
  if (io.signal.aborted) {
    io.err(`${t('cli.interrupted')}\n`);
    return exitOfSignal(io.signal);
  }
  const table = classTable(handedIn, verdicts, [], Date.now());
  if (options.json === true) io.json(jsonOf(table, handedIn, { verdicts, meanings }, faults, code));
  else if (format === 'csv') io.out(csvOf(tableCsv(table)));
  else if (format === 'tries') io.out(csvOf(triesCsv(handedIn, verdicts)));
  else if (format === 'questions') io.out(csvOf(questionsCsv(questionTable(handedIn, verdicts, [], meanings), t)));
  else io.out(tableText(table));
  const missing = options.judge ? missingOwn(handedIn, (id) => own.has(id)) : [];
  if (missing.length > 0) io.err(`${t('record.cli.missing', { ids: missing })}\n`);
  if (options.judge) io.err(`${judgedText(handedIn, verdicts)}\n`);
  if (code !== null) io.err(`${codeText(code)}\n`);
  const isFine =
    faults.length === 0 &&
    (code === null || code.kind === 'fits') &&
    table.rows.every(({ codeState, differing }) => codeState !== 'changed' && differing === 0);
  return isFine ? EXIT.done : EXIT.found;
}

const csvOf = ({ header, rows }: ReturnType<typeof tableCsv>): string => toCsv(header, rows);

/** Everything, for a program: one row per record with its notes, one line per attempt, the unreadable files. */
function jsonOf(
  table: ClassTable,
  handedIn: readonly HandedIn[],
  { verdicts, meanings }: Judged,
  faults: readonly string[],
  code: Exclude<Checked, { kind: 'fault' }> | null,
): unknown {
  const named = ({ header, rows }: ReturnType<typeof tableCsv>) =>
    rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i] ?? null])));
  return {
    records: named(tableCsv(table)).map((record, i) => {
      const row = table.rows[i];
      return { ...record, notes: row === undefined ? [] : notesOf(row) };
    }),
    tries: named(triesCsv(handedIn, verdicts)),
    questions: named(questionsCsv(questionTable(handedIn, verdicts, [], meanings), t)),
    unreadable: faults,
    ...(code === null ? {} : { code: { state: code.kind, text: codeText(code) } }),
  };
}

function judgedText(handedIn: readonly HandedIn[], verdicts: ReadonlyMap<string, Verdict>): string {
  const counts = countVerdicts(handedIn, verdicts);
  const n = (verdict: Verdict): number => counts.get(verdict) ?? 0;
  return t('teacher.checked', {
    agrees: n('agrees'),
    differs: n('differs'),
    predictions: n('prediction'),
    unknown: n('unknown'),
    failed: n('failed') + n('cut'),
  });
}

type Checked = ReturnType<typeof checkCode>;
function codeText(code: Exclude<Checked, { kind: 'fault' }>): string {
  switch (code.kind) {
    case 'fits':
      return t('teacher.check.fits', code);
    case 'stale':
      return t('teacher.check.stale', code);
    case 'noFile':
      return t('teacher.check.noFile', code);
  }
}
function codeFault(fault: Extract<Checked, { kind: 'fault' }>['fault']): string {
  switch (fault.kind) {
    case 'length':
      return t('teacher.check.length', fault);
    case 'symbol':
      return t('teacher.check.symbol', fault);
    case 'check':
      return t('teacher.check.check');
  }
}

/** Columns are as wide as their contents; the notes on a row are below it. */
function tableText({ rows }: ClassTable): string {
  const head = [
    ...[t('teacher.name'), t('teacher.file'), t('teacher.right'), t('teacher.claimed'), t('teacher.tried')],
    ...[t('teacher.tries'), t('teacher.code'), t('teacher.last')],
  ];
  const cells = rows.map(({ name, file, judged, tally, codeState, last }) => [
    ...[name === '' ? t('teacher.noName') : name, file],
    ...[judged === null ? t('teacher.notJudged') : String(judged.right), String(tally.right), String(tally.tried)],
    ...[String(tally.tries), t(`teacher.code.${codeState}`), last],
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...cells].map((row) => [...(row[column] ?? '')].length)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - [...cell].length))
      .join('  ')
      .trimEnd();
  return [line(head), ...rows.flatMap((row, i) => [line(cells[i] ?? []), ...notesOf(row).map((note) => `    ${note}`)])]
    .map((one) => `${one}\n`)
    .join('');
}

/** The record's false claims come first. */
const notesOf = (row: ClassRow): readonly string[] => [
  ...(row.differing > 0 ? [t('teacher.note.differs', { tries: row.differing })] : []),
  ...(row.codeState === 'changed' ? [t('teacher.note.changed')] : []),
  ...(row.instant > 0 ? [t('teacher.note.instant', { tries: row.instant })] : []),
  ...(row.early > 0 ? [t('teacher.note.early', { tries: row.early })] : []),
  ...(row.future > 0 ? [t('teacher.note.future', { tries: row.future })] : []),
  ...(row.mostTries >= MANY_TRIES ? [t('teacher.note.manyTries', { tries: row.mostTries })] : []),
  ...row.shared.map(({ file, name, tries, isWhole }) =>
    isWhole ? t('teacher.note.same', { file, name }) : t('teacher.note.shared', { tries, file, name }),
  ),
  ...(row.isNameTwice ? [t('teacher.note.nameTwice')] : []),
];
