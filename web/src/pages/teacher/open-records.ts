/** Files to records. There is always an answer: what cannot be read is named, with the place, and does not break the rest. */
import type { Messages } from '../../base/messages/index.ts';
import { err, type Result } from '../../base/result.ts';
import type { HandedIn } from '../../model/record/class-table.ts';
import { recordCode } from '../../model/record/record-code.ts';
import { parseRecordBytes, RECORD_LIMITS, type ReadRecord } from '../../model/record/record-read.ts';
import type { Exercise } from '../../scenario/exercise.ts';
import { looksLikeExercise } from '../../scenario/exercise-parse.ts';
import type { SpecProblem } from '../../scenario/spec-types.ts';
import { readOwnFile } from '../exercises/own-exercise.ts';
import { type NamedBytes, shownName } from '../playground/source/read-file.ts';

/** What is needed of a `File`. */
export interface RecordFile extends NamedBytes {
  /** Below the folder that was opened; '' if it was opened alone. */
  readonly webkitRelativePath?: string;
}
export interface FaultyFile {
  readonly file: string;
  readonly problems: readonly SpecProblem[];
}
export interface OpenedRecords {
  /** Somebody's own exercises that were opened with them, by the id that records have of them. */
  readonly own: ReadonlyMap<string, Exercise>;
  readonly handedIn: readonly HandedIn[];
  readonly faulty: readonly FaultyFile[];
}

type Read = Result<ReadRecord, readonly SpecProblem[]>;

const pathOf = ({ webkitRelativePath = '', name }: RecordFile): string =>
  shownName(webkitRelativePath === '' ? name : webkitRelativePath.slice(webkitRelativePath.indexOf('/') + 1));

/** Reads all .json files, and all .md files that are exercises, one after another, in the order of their names. */
export async function openRecords(
  files: readonly RecordFile[],
  messages: Messages,
  codeOf: typeof recordCode = recordCode,
): Promise<OpenedRecords> {
  const { t } = messages;
  const wanted = files
    .filter(({ name }) => /[.](json|md)$/i.test(name))
    .map((file) => ({ file, path: pathOf(file) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const handedIn: HandedIn[] = [];
  const own = new Map<string, Exercise>();
  const faulty: FaultyFile[] = [];
  let bytes = 0;
  for (const [i, { file, path }] of wanted.entries()) {
    bytes += file.size;
    // After these limits nothing is read; who has more than that opened the wrong folder.
    if (i >= RECORD_LIMITS.files || bytes > RECORD_LIMITS.allBytes) {
      const message =
        i >= RECORD_LIMITS.files
          ? t('teacher.tooMany', { max: RECORD_LIMITS.files })
          : t('teacher.tooLarge', { max: RECORD_LIMITS.allBytes });
      faulty.push({ file: path, problems: [{ line: 1, column: 1, message }] });
      break;
    }
    if (/[.]md$/i.test(file.name)) {
      const problems = await readOwn(file, own, messages);
      if (problems.length > 0) faulty.push({ file: path, problems });
      continue;
    }
    const read = await readOne(file, messages);
    if (read.ok) {
      const { record, code } = read.value;
      handedIn.push({ file: path, record, code, computed: await codeOf(record) });
    } else faulty.push({ file: path, problems: read.error });
  }
  return { handedIn, faulty, own };
}

/** Puts an exercise's file among the others; other Markdown is passed over. @returns what is wrong with it */
async function readOwn(
  file: RecordFile,
  own: Map<string, Exercise>,
  messages: Messages,
): Promise<readonly SpecProblem[]> {
  const { id, text, result } = await readOwnFile(file, messages);
  if (result.ok) own.set(id, result.value);
  return result.ok || (text !== null && !looksLikeExercise(new TextEncoder().encode(text))) ? [] : result.error;
}

/** What is open after more was opened: exercises that come alone are put beside the records. */
export function withOpened(before: OpenedRecords | null, more: OpenedRecords): OpenedRecords {
  if (before === null || more.handedIn.length > 0 || more.own.size === 0) return more;
  return { handedIn: before.handedIn, faulty: more.faulty, own: new Map([...before.own, ...more.own]) };
}

async function readOne(file: RecordFile, messages: Messages): Promise<Read> {
  const { t } = messages;
  const fault = (message: string): Read => err([{ line: 1, column: 1, message }]);
  // Its size is known before any of it is read.
  if (file.size > RECORD_LIMITS.fileBytes) return fault(t('json.fileTooLarge', { max: RECORD_LIMITS.fileBytes }));
  try {
    return parseRecordBytes(new Uint8Array(await file.arrayBuffer()), messages);
  } catch {
    return fault(t('teacher.unreadable'));
  }
}
