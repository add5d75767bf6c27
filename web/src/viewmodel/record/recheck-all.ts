/** Judges the answers of all records again, each variant once, in a separate world: for the teacher's page and `xipscope record`. */

import type { Lesson } from '../../scenario/lesson.ts';
import type { ExerciseDeps } from '../exercise/exercise-deps.ts';
import { isOwnId } from '../exercise/fill.ts';
import type { Exercise } from '../exercise/kinds.ts';
import { type HandedIn, verdictKey } from './class-table.ts';
import { lessonMeaning, type Meaning, meaningOf } from './meaning.ts';
import type { Deed } from './progress.ts';
import { byVariant, recheckLesson, recheckVariant, type Verdict } from './recheck.ts';
import { type CodeFault, readCode, sameCode } from './record.ts';

export type CheckedCode =
  /** The code was made from this file. */
  | { readonly kind: 'fits'; readonly file: string; readonly name: string }
  /** The code is in the file, but the file was changed afterwards. */
  | { readonly kind: 'stale'; readonly file: string }
  | { readonly kind: 'noFile'; readonly tried: number; readonly right: number }
  | { readonly kind: 'fault'; readonly fault: CodeFault };

/** Compares a code that came separately with the records that are loaded. Pure. */
export function checkCode(typed: string, handedIn: readonly HandedIn[]): CheckedCode {
  const read = readCode(typed);
  if (!read.ok) return { kind: 'fault', fault: read.error };
  const { code, tried, right } = read.value;
  const fits = handedIn.find(({ computed }) => computed === code);
  if (fits !== undefined) return { kind: 'fits', file: fits.file, name: fits.record.name };
  const stale = handedIn.find((one) => sameCode(one.code, code));
  return stale === undefined ? { kind: 'noFile', tried, right } : { kind: 'stale', file: stale.file };
}

export interface Rechecked {
  /** By `verdictKey`. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** What the answers say, by `verdictKey`; a missing one says only what its text does. */
  readonly meanings: ReadonlyMap<string, Meaning>;
  /** Number of variants. */
  readonly done: number;
  readonly of: number;
  /** Every answer has its verdict. */
  readonly isDone: boolean;
}
export interface RecheckSources {
  /** Null: no exercise has that id. Both may fail if they have to be fetched. */
  exercise(id: string): Promise<Exercise | null>;
  lesson(id: string): Promise<Lesson | null>;
  /** Runs work in a world, which is closed afterwards. */
  inWorld<T>(work: (world: ExerciseDeps) => Promise<T>): Promise<T>;
}

/** Every answer once, whoever gave it; the records take turns, so that none with thousands of answers holds up the others. */
function distinct(handedIn: readonly HandedIn[]): readonly Deed[] {
  const found = new Map<string, Deed>();
  const most = Math.max(0, ...handedIn.map(({ record }) => record.deeds.length));
  for (let i = 0; i < most; i++)
    for (const { record } of handedIn) {
      const deed = record.deeds[i];
      if (deed !== undefined && !found.has(verdictKey(deed))) found.set(verdictKey(deed), deed);
    }
  return [...found.values()];
}

/** @param tell reports progress after each variant; it returns false to stop */
export async function recheckAll(
  handedIn: readonly HandedIn[],
  { exercise, lesson, inWorld }: RecheckSources,
  tell: (rechecked: Rechecked) => boolean,
): Promise<void> {
  const deeds = distinct(handedIn);
  const variants = byVariant(deeds);
  const verdicts = new Map<string, Verdict>();
  const meanings = new Map<string, Meaning>();
  const says = (deed: Deed, meaning: Meaning | null): void => {
    if (meaning !== null) meanings.set(verdictKey(deed), meaning);
  };
  const told = (done: number, isDone: boolean): boolean =>
    tell({ verdicts: new Map(verdicts), meanings: new Map(meanings), done, of: variants.length, isDone });
  if (!told(0, false)) return;
  for (const deed of deeds)
    if (deed.kind === 'lesson') {
      const found = await lesson(deed.id).catch(() => undefined);
      verdicts.set(verdictKey(deed), found === undefined ? 'failed' : recheckLesson(deed, found));
      says(deed, lessonMeaning(found ?? null, deed.part, deed.answer));
    }
  if (!told(0, variants.length === 0)) return;
  for (const [i, variant] of variants.entries()) {
    try {
      const asked = await exercise(variant.id);
      const found = await inWorld((world) =>
        recheckVariant(variant, asked, world, (made) => {
          for (const deed of variant.deeds) says(deed, meaningOf(made, deed.answer));
        }),
      );
      variant.deeds.forEach((deed, at) => {
        verdicts.set(verdictKey(deed), found[at] ?? 'failed');
      });
    } catch {
      for (const deed of variant.deeds) verdicts.set(verdictKey(deed), 'failed');
    }
    if (!told(i + 1, i + 1 === variants.length)) return;
  }
}

/** Ids of somebody's own exercises whose files are missing. */
export function missingOwn(handedIn: readonly HandedIn[], has: (id: string) => boolean): readonly string[] {
  const ids = handedIn.flatMap(({ record }) => record.deeds.map(({ id }) => id));
  return [...new Set(ids)].filter((id) => isOwnId(id) && !has(id)).sort();
}
