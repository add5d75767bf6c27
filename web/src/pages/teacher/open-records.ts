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
import { RECORD_FORMAT, recordCode, recordText } from '../../viewmodel/record/record.ts';
import { RECORD_LIMITS } from '../../viewmodel/record/record-read.ts';
import { type BrowserWorld, browserWorld } from '../shared/exercises/browser-deps.ts';
import { readOwnFile } from '../shared/exercises/own-exercise.ts';
import { loadExercise } from '../shared/exercises/shipped-exercises.ts';
import { type NamedBytes, shownName } from '../shared/files/open-file.ts';
import { faultyText, type ReadText, type ReadTexts } from '../shared/files/text-types.ts';
import { loadLesson } from '../shared/lessons/shipped-lessons.ts';

/** Judges the records' answers again in workers, for as long as the page wants it. */

const SHOWN_EACH_MS = 250;
const NOTHING: Rechecked = { verdicts: new Map(), meanings: new Map(), done: 0, of: 0, isDone: false };

export interface Recheck extends Rechecked {
  /** The reader cancelled it before it was done. */
  readonly isCancelled: boolean;
  cancel(): void;
  /** From the beginning. */
  again(): void;
}

/**
 * @param own teachers' own exercises, by the id that records use
 * @param lang the options of lessons are quoted in it
 */
export function useRecheck(handedIn: readonly HandedIn[], own: ReadonlyMap<string, Exercise>, lang: string): Recheck {
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
      lesson: (id) => loadLesson(id, lang),
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
  }, [handedIn, own, lang, isCancelled]);
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
  /** The whole path, with the opened folder: two folders may have files of the same name. */
  readonly path: string;
  readonly problems: readonly SpecProblem[];
}
/** What one choice of files brought. */
export interface Choice {
  readonly records: number;
  readonly exercises: number;
  readonly faulty: number;
  /** Files that are neither records nor exercises. */
  readonly others: readonly string[];
  /** Records that were open already. */
  readonly again: number;
  /** Records opened before. */
  readonly before: number;
}
export interface OpenedRecords {
  /** Teachers' own exercises that were opened with them, by the id that records use. */
  readonly own: ReadonlyMap<string, Exercise>;
  readonly handedIn: readonly HandedIn[];
  readonly faulty: readonly FaultyFile[];
  /** Some files could not be read because their reader could not be fetched. */
  readonly isLost: boolean;
  /** Sizes of the files that were read, by their whole paths. */
  readonly sizes: ReadonlyMap<string, number>;
  /** The last choice. */
  readonly last: Choice;
}

const wholePath = ({ webkitRelativePath = '', name }: RecordFile): string =>
  webkitRelativePath === '' ? name : webkitRelativePath;
const pathOf = ({ webkitRelativePath = '', name }: RecordFile): string =>
  shownName(webkitRelativePath === '' ? name : webkitRelativePath.slice(webkitRelativePath.indexOf('/') + 1));

/**
 * Reads all .json files, and all .md files that are exercises, one after another, in the order of their names.
 * @param before what is open: the limits hold for all together
 */
export async function openRecords(
  files: readonly RecordFile[],
  messages: Messages,
  reader: ReadTexts,
  before: OpenedRecords | null = null,
  codeOf: typeof recordCode = recordCode,
): Promise<OpenedRecords> {
  const named = files
    .map((file) => ({ file, shown: pathOf(file), path: wholePath(file) }))
    .sort((a, b) => (a.shown < b.shown ? -1 : 1));
  const handedIn: HandedIn[] = [];
  const own = new Map<string, Exercise>();
  const faulty: FaultyFile[] = [];
  const others: string[] = [];
  const sizes = new Map<string, number>();
  let isLost = false;
  for (const { file, shown, path } of named) {
    const isExercise = /[.]md$/i.test(file.name);
    if (!isExercise && !/[.]json$/i.test(file.name)) {
      others.push(shown);
      continue;
    }
    sizes.set(path, file.size);
    const tooMuch = beyondLimits(new Map([...(before?.sizes ?? []), ...sizes]), messages);
    if (tooMuch !== null) {
      sizes.delete(path);
      faulty.push({ file: shown, path, problems: [{ line: 1, column: 1, message: tooMuch }] });
      break;
    }
    if (isExercise) {
      const read = await readOwnFile(file, messages, reader);
      isLost ||= read.isLost;
      if (read.result.ok) own.set(read.id, read.result.value);
      else if (read.isOther) others.push(shown);
      else faulty.push({ file: shown, path, problems: read.result.error });
      continue;
    }
    const read = await readOne(file, messages, reader);
    isLost ||= read.isLost;
    if (read.result.ok) {
      const { record, code } = read.result.value;
      handedIn.push({ file: shown, record, code, computed: await codeOf(record) });
    } else faulty.push({ file: shown, path, problems: read.result.error });
  }
  const last = { records: handedIn.length, exercises: own.size, faulty: faulty.length, others, again: 0, before: 0 };
  return { handedIn, faulty, own, isLost, sizes, last };
}

/** Nothing is read beyond these limits; a teacher who has more than that opened the wrong folder. */
function beyondLimits(sizes: ReadonlyMap<string, number>, { t }: Messages): string | null {
  if (sizes.size > RECORD_LIMITS.files) return t('teacher.tooMany', { max: RECORD_LIMITS.files });
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return bytes > RECORD_LIMITS.allBytes ? t('teacher.tooLarge', { max: RECORD_LIMITS.allBytes }) : null;
}

const isSame = (a: HandedIn, b: HandedIn): boolean =>
  a.file === b.file && recordText(a.record, a.code) === recordText(b.record, b.code);

/**
 * The open files after another choice, which is added to them: nothing that is open is lost. A record that is open
 * already is not opened twice; a fault goes when its file is read again.
 */
export function withOpened(before: OpenedRecords | null, more: OpenedRecords): OpenedRecords {
  if (before === null) return more;
  const added = more.handedIn.filter((one) => !before.handedIn.some((other) => isSame(one, other)));
  const again = more.handedIn.length - added.length;
  const unread = before.faulty.filter(({ path }) => !more.sizes.has(path));
  return {
    ...more,
    // The same list and map where nothing is new: what was judged of them stays.
    handedIn: added.length === 0 ? before.handedIn : [...before.handedIn, ...added],
    own: more.own.size === 0 ? before.own : new Map([...before.own, ...more.own]),
    faulty: [...unread, ...more.faulty],
    sizes: new Map([...before.sizes, ...more.sizes]),
    last: { ...more.last, again, before: before.handedIn.length },
  };
}

/** A record begins with a brace, perhaps after blank lines. */
const HEAD_CHARS = 1024;

async function readOne(file: RecordFile, { t, lang }: Messages, reader: ReadTexts): Promise<ReadText<'record'>> {
  // The size is known before any of it is read.
  if (file.size > RECORD_LIMITS.fileBytes) return faultyText(t('json.fileTooLarge', { max: RECORD_LIMITS.fileBytes }));
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return faultyText(t('teacher.unreadable'));
  }
  // Any other file, or JSON of something else: what a record would need at each of its places helps nobody.
  const text = new TextDecoder().decode(bytes);
  if (!/^\uFEFF?\s*\{/.test(text.slice(0, HEAD_CHARS)) || !text.includes(RECORD_FORMAT))
    return faultyText(t('teacher.notRecord'));
  return reader({ kind: 'record', source: bytes, lang });
}
