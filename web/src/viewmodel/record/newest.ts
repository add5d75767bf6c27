/**
 * Students who hand in twice: a file whose tries are all in another one of the same name is an older copy of that record,
 * or the same file again. Pure.
 */
import type { HandedIn } from './class-table.ts';
import { deedKey, sameCode } from './record.ts';

export interface OlderFile {
  readonly file: string;
  /** The file that is counted in its place. */
  readonly newest: string;
}
export interface Newest {
  /** One file for each record, in the order given. */
  readonly counted: readonly HandedIn[];
  readonly older: readonly OlderFile[];
}

/** Of two files with the same tries the one whose code fits is the record. */
const hasCode = ({ code, computed }: HandedIn): number => (computed !== null && sameCode(code, computed) ? 1 : 0);

/** Tries are compared to the millisecond, answers and verdicts included: a changed copy is a record of its own. */
export function newestOf(handedIn: readonly HandedIn[]): Newest {
  const byName = new Map<string, HandedIn[]>();
  for (const one of handedIn) {
    const own = byName.get(one.record.name);
    if (own === undefined) byName.set(one.record.name, [one]);
    else own.push(one);
  }
  const inFavourOf = new Map<HandedIn, string>();
  for (const own of byName.values()) {
    const kept: { readonly of: HandedIn; readonly keys: ReadonlySet<string> }[] = [];
    const longest = own.toSorted((a, b) => b.record.deeds.length - a.record.deeds.length || hasCode(b) - hasCode(a));
    for (const one of longest) {
      const keys = new Set(one.record.deeds.map(deedKey));
      // A file without tries shows nothing of who wrote it.
      const newest = keys.size === 0 ? undefined : kept.find((other) => isWithin(keys, other.keys));
      if (newest === undefined) kept.push({ of: one, keys });
      else inFavourOf.set(one, newest.of.file);
    }
  }
  return {
    counted: inFavourOf.size === 0 ? handedIn : handedIn.filter((one) => !inFavourOf.has(one)),
    older: handedIn.flatMap((one) => {
      const newest = inFavourOf.get(one);
      return newest === undefined ? [] : [{ file: one.file, newest }];
    }),
  };
}

function isWithin(keys: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  if (keys.size > all.size) return false;
  for (const key of keys) if (!all.has(key)) return false;
  return true;
}
