/**
 * Records and teachers' own exercises at paths of this machine. An unreadable file is named and does not break the
 * rest.
 */
import '../src/base/messages/en/index.ts';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import { err, ok, type Result } from '../src/base/result.ts';
import { EXERCISE_LIMITS } from '../src/viewmodel/exercise/exercise.ts';
import { ownId } from '../src/viewmodel/exercise/fill.ts';
import type { Exercise } from '../src/viewmodel/exercise/kinds.ts';
import { looksLikeExercise, parseExerciseBytes } from '../src/viewmodel/exercise/parse.ts';
import type { HandedIn } from '../src/viewmodel/record/class-table.ts';
import { recordCode } from '../src/viewmodel/record/record.ts';
import { parseRecordBytes, RECORD_LIMITS } from '../src/viewmodel/record/record-read.ts';
import { readInput, STDIN, shownFile, unreadable } from './input.ts';
import type { Io } from './io.ts';
import { problemLines } from './spec-input.ts';

const { t } = messagesIn(DEFAULT_LANG);

/** Deeper than any folder of a class; ends a cycle of links. */
const MAX_DEPTH = 20;
const isRecord = (file: string): boolean => /[.]json$/i.test(file);
const isMarkdown = (file: string): boolean => /[.]md$/i.test(file);

export interface RecordsAt {
  readonly handedIn: readonly HandedIn[];
  /** By the id that records use. */
  readonly own: ReadonlyMap<string, Exercise>;
  /** Lines, each with its file. */
  readonly faults: readonly string[];
}

/** Reads the files, in the order of the paths, up to the limits of the teacher's page. */
export async function readRecords(paths: readonly string[], io: Io): Promise<RecordsAt> {
  const handedIn: HandedIn[] = [];
  const own = new Map<string, Exercise>();
  const faults: string[] = [];
  let bytes = 0;
  let count = 0;
  for (const path of paths) {
    const files = filesAt(path);
    if (!files.ok) {
      faults.push(files.error);
      continue;
    }
    if (files.value.length === 0) faults.push(t('record.cli.nothingIn', { file: path }));
    for (const given of files.value) {
      const file = shownFile(given);
      const max = isMarkdown(file) ? EXERCISE_LIMITS.fileBytes : RECORD_LIMITS.fileBytes;
      const read = await readInput(given, max, tooLarge(file, max), io);
      if (!read.ok) {
        faults.push(read.error);
        continue;
      }
      bytes += read.value.length;
      if (++count > RECORD_LIMITS.files || bytes > RECORD_LIMITS.allBytes) {
        const isMany = count > RECORD_LIMITS.files;
        const what = isMany
          ? t('teacher.tooMany', { max: RECORD_LIMITS.files })
          : t('teacher.tooLarge', { max: RECORD_LIMITS.allBytes });
        return { handedIn, own, faults: [...faults, `${file}: ${what}`] };
      }
      if (isMarkdown(file) || (given === STDIN && looksLikeExercise(read.value))) {
        // A README among the files is skipped; a file that is named directly is not.
        if (!looksLikeExercise(read.value) && file !== path) continue;
        const exercise = parseExerciseBytes(read.value);
        if (exercise.ok) own.set(ownId(new TextDecoder().decode(read.value)), exercise.value);
        else faults.push(...problemLines(file, exercise.error));
        continue;
      }
      const record = parseRecordBytes(read.value);
      if (!record.ok) faults.push(...problemLines(file, record.error));
      else handedIn.push({ file, ...record.value, computed: await recordCode(record.value.record) });
    }
  }
  return { handedIn, own, faults };
}

/** A file, or the records and Markdown files below a folder, in the order of their names. */
function filesAt(path: string, depth = 0): Result<readonly string[], string> {
  try {
    if (path === STDIN || !statSync(path).isDirectory()) return ok([path]);
    const found: string[] = [];
    for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const below = join(path, entry.name);
      if (entry.isDirectory() && depth < MAX_DEPTH) {
        const more = filesAt(below, depth + 1);
        if (!more.ok) return more;
        found.push(...more.value);
      } else if (entry.isFile() && (isRecord(below) || isMarkdown(below))) found.push(below);
    }
    return ok(found);
  } catch (error) {
    return err(unreadable(path, error));
  }
}

const tooLarge = (file: string, max: number): string =>
  problemLines(file, [{ line: 1, column: 1, message: t('json.fileTooLarge', { max }) }]).join('\n');
