/**
 * Files to records. There is always an answer: an unreadable file is named, with the place of its fault, and does not
 * break the rest.
 */
import '../../base/messages/en/json.ts';
import '../../base/messages/en/teacher.ts';
import { useEffect, useState } from 'react';
import { DEFAULT_LANG, type Messages } from '../../base/messages/index.ts';
import type { SpecProblem } from '../../scenario/spec-types.ts';
import type { Exercise } from '../../viewmodel/exercise/kinds.ts';
import type { HandedIn } from '../../viewmodel/record/class-table.ts';
import { type Rechecked, type RecheckSources, recheckAll } from '../../viewmodel/record/recheck-all.ts';
import { recordCode } from '../../viewmodel/record/record.ts';
import { RECORD_LIMITS } from '../../viewmodel/record/record-read.ts';
import { type BrowserWorld, browserWorld } from '../shared/exercises/browser-deps.ts';
import { readOwnFile } from '../shared/exercises/own-exercise.ts';
import { loadExercise } from '../shared/exercises/shipped-exercises.ts';
import { type NamedBytes, shownName } from '../shared/files/open-file.ts';
import { faultyText, type ReadText, type ReadTexts } from '../shared/files/text-types.ts';
import { loadLesson } from '../shared/lessons/shipped-lessons.ts';

/** Judges the records' answers again in workers, for as long as the page wants it. */

const SHOWN_EACH_MS = 250;
const NOTHING: Rechecked = { verdicts: new Map(), done: 0, of: 0, isDone: false };

export interface Recheck extends Rechecked {
  /** The reader cancelled it before it was done. */
  readonly isCancelled: boolean;
  cancel(): void;
  /** From the beginning. */
  again(): void;
}

/** @param own teachers' own exercises, by the id that records use */
export function useRecheck(handedIn: readonly HandedIn[], own: ReadonlyMap<string, Exercise>): Recheck {
  /** Of these records: those of others say nothing. */
  const [state, setState] = useState<Rechecked & { readonly for: readonly HandedIn[] }>({ ...NOTHING, for: handedIn });
  /** The cancelled check: the one of these records. */
  const [cancelled, setCancelled] = useState<readonly HandedIn[] | null>(null);
  const isCancelled = cancelled === handedIn;
  useEffect(() => {
    if (isCancelled) return undefined;
    let isWanted = true;
    let world: BrowserWorld | null = null;
    let shown = 0;
    const sources: RecheckSources = {
      exercise: async (id) => own.get(id) ?? (await loadExercise(id, DEFAULT_LANG)),
      lesson: (id) => loadLesson(id, DEFAULT_LANG),
      inWorld: async (work) => {
        const own = browserWorld(DEFAULT_LANG);
        world = own;
        try {
          return await work(own);
        } finally {
          own.dispose();
        }
      },
    };
    if (handedIn.length > 0)
      void recheckAll(handedIn, sources, (found) => {
        const now = performance.now();
        // Each update rebuilds a table of all files, so thousands of variants are not shown one by one.
        if (isWanted && (found.isDone || found.done === 0 || now - shown >= SHOWN_EACH_MS)) {
          shown = now;
          setState({ ...found, for: handedIn });
        }
        return isWanted;
      });
    return () => {
      isWanted = false;
      // A server that is still busy ends with the check.
      world?.dispose();
    };
  }, [handedIn, own, isCancelled]);
  const current = state.for === handedIn ? state : NOTHING;
  return { ...current, isCancelled, cancel: () => setCancelled(handedIn), again: () => setCancelled(null) };
}

/** The properties of a `File` that are used. */
export interface RecordFile extends NamedBytes {
  /** The path below the opened folder; '' if the file was opened alone. */
  readonly webkitRelativePath?: string;
}
export interface FaultyFile {
  readonly file: string;
  readonly problems: readonly SpecProblem[];
}
export interface OpenedRecords {
  /** Teachers' own exercises that were opened with them, by the id that records use. */
  readonly own: ReadonlyMap<string, Exercise>;
  readonly handedIn: readonly HandedIn[];
  readonly faulty: readonly FaultyFile[];
  /** Some files could not be read because their reader could not be fetched. */
  readonly isLost: boolean;
  /** Records that were open before and whose place these have taken. */
  readonly instead: number;
}

const pathOf = ({ webkitRelativePath = '', name }: RecordFile): string =>
  shownName(webkitRelativePath === '' ? name : webkitRelativePath.slice(webkitRelativePath.indexOf('/') + 1));

/** Reads all .json files, and all .md files that are exercises, one after another, in the order of their names. */
export async function openRecords(
  files: readonly RecordFile[],
  messages: Messages,
  reader: ReadTexts,
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
  let isLost = false;
  for (const [i, { file, path }] of wanted.entries()) {
    bytes += file.size;
    // Nothing is read beyond these limits; a teacher who has more than that opened the wrong folder.
    if (i >= RECORD_LIMITS.files || bytes > RECORD_LIMITS.allBytes) {
      const message =
        i >= RECORD_LIMITS.files
          ? t('teacher.tooMany', { max: RECORD_LIMITS.files })
          : t('teacher.tooLarge', { max: RECORD_LIMITS.allBytes });
      faulty.push({ file: path, problems: [{ line: 1, column: 1, message }] });
      break;
    }
    if (/[.]md$/i.test(file.name)) {
      const read = await readOwn(file, own, messages, reader);
      isLost ||= read.isLost;
      if (read.problems.length > 0) faulty.push({ file: path, problems: read.problems });
      continue;
    }
    const read = await readOne(file, messages, reader);
    isLost ||= read.isLost;
    if (read.result.ok) {
      const { record, code } = read.result.value;
      handedIn.push({ file: path, record, code, computed: await codeOf(record) });
    } else faulty.push({ file: path, problems: read.result.error });
  }
  return { handedIn, faulty, own, isLost, instead: 0 };
}

/** Adds an exercise's file to the others; other Markdown is passed over. */
async function readOwn(
  file: RecordFile,
  own: Map<string, Exercise>,
  messages: Messages,
  reader: ReadTexts,
): Promise<{ readonly problems: readonly SpecProblem[]; readonly isLost: boolean }> {
  const { id, result, isOther, isLost } = await readOwnFile(file, messages, reader);
  if (result.ok) own.set(id, result.value);
  return { problems: result.ok || isOther ? [] : result.error, isLost };
}

/** The open files after another opening: exercises that come alone are added to the records, records take their place. */
export function withOpened(before: OpenedRecords | null, more: OpenedRecords): OpenedRecords {
  if (before === null || more.handedIn.length > 0 || more.own.size === 0)
    return { ...more, instead: before?.handedIn.length ?? 0 };
  return { ...more, handedIn: before.handedIn, own: new Map([...before.own, ...more.own]) };
}

async function readOne(file: RecordFile, { t, lang }: Messages, reader: ReadTexts): Promise<ReadText<'record'>> {
  // The size is known before any of it is read.
  if (file.size > RECORD_LIMITS.fileBytes) return faultyText(t('json.fileTooLarge', { max: RECORD_LIMITS.fileBytes }));
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return faultyText(t('teacher.unreadable'));
  }
  return reader({ kind: 'record', source: bytes, lang });
}
