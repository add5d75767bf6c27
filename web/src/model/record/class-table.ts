/** Many records to one table: a row a record, a column an exercise or lesson; and what looks as if two had one hand. Pure. */
import { earningIn } from './progress.ts';
import type { Verdict } from './recheck.ts';
import { deedKey, questionOf, type StudentRecord, type Tally, tallyOf } from './record.ts';
import { sameCode } from './record-code.ts';
import type { Deed, DeedKind } from './types.ts';

/** A record as it was handed in. */
export interface HandedIn {
  /** The file's name, for people. */
  readonly file: string;
  readonly record: StudentRecord;
  /** As the file has it; '' if it has none. */
  readonly code: string;
  /** As computed from the file; null: it cannot be computed here. */
  readonly computed: string | null;
}

export type CodeState = 'fits' | 'changed' | 'none' | 'unknown';

export interface ClassColumn {
  readonly kind: DeedKind;
  readonly id: string;
}
export interface ClassCell {
  /** Of an exercise 1; of a lesson, its questions that were tried, and that were right once. */
  readonly tried: number;
  readonly right: number;
  readonly tries: number;
  /** At which try an exercise was right first, from 1; null: not yet, or a lesson. */
  readonly rightAt: number | null;
  /** Hints seen at most. */
  readonly hints: number;
  /** Tries that the engine judges otherwise. */
  readonly differing: number;
}

/** Tries that two records have in common, to the millisecond. */
export interface Shared {
  readonly file: string;
  readonly name: string;
  readonly tries: number;
  /** All of both: but for the name the same record. */
  readonly isWhole: boolean;
}

export interface ClassRow {
  /** Its place among the files. */
  readonly at: number;
  readonly file: string;
  readonly name: string;
  readonly code: string;
  readonly codeState: CodeState;
  readonly tally: Tally;
  readonly differing: number;
  /** Of the last try, ISO 8601; '' if there is none. */
  readonly last: string;
  /** By `columnKey`. */
  readonly cells: ReadonlyMap<string, ClassCell>;
  readonly shared: readonly Shared[];
  /** Another file has the same name. */
  readonly isNameTwice: boolean;
}
export interface ClassTable {
  readonly columns: readonly ClassColumn[];
  readonly rows: readonly ClassRow[];
}

/** By `deedKey` of an exercise's or lesson's try; what is missing has not been judged yet. */
export type Verdicts = ReadonlyMap<string, Verdict>;
/** What a verdict is filed under: the same answer to the same question is judged once, whoever gave it. */
export const verdictKey = ({ kind, id, seed, part, answer, isRight }: Deed): string =>
  JSON.stringify([kind, id, seed, part, answer, isRight]);

export const columnKey = ({ kind, id }: ClassColumn): string => `${kind} ${id}`;

/** @param order ids of exercises and lessons as columns are to stand; others come after them, by name */
export function classTable(
  handedIn: readonly HandedIn[],
  verdicts: Verdicts,
  order: readonly ClassColumn[] = [],
): ClassTable {
  const used = new Map<string, ClassColumn>();
  for (const { record } of handedIn)
    for (const { kind, id } of record.deeds) used.set(columnKey({ kind, id }), { kind, id });
  const place = new Map(order.map((column, i) => [columnKey(column), i]));
  const placeOf = (key: string): number => place.get(key) ?? order.length;
  const columns = [...used].sort(([a], [b]) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1)).map(([, column]) => column);
  const shared = sharedBy(handedIn);
  const rows = handedIn.map((one, at): ClassRow => {
    const { file, record, code } = one;
    const { name, deeds } = record;
    return {
      at,
      file,
      name,
      code,
      codeState: codeStateOf(one),
      tally: marksOf(deeds),
      differing: deeds.filter((deed) => verdicts.get(verdictKey(deed)) === 'differs').length,
      last: deeds.reduce((last, deed) => (deed.at > last ? deed.at : last), ''),
      cells: cellsOf(deeds, verdicts),
      shared: shared[at] ?? [],
      isNameTwice: handedIn.some((other, i) => i !== at && other.record.name === name),
    };
  });
  return { columns, rows };
}

function codeStateOf({ code, computed }: HandedIn): CodeState {
  if (code === '') return 'none';
  if (computed === null) return 'unknown';
  return sameCode(code, computed) ? 'fits' : 'changed';
}

/** As `tallyOf`, but that a question is right only where a try earned it: a variant whose answer was told before earns nothing. */
export function marksOf(deeds: readonly Deed[]): Tally {
  const byQuestion = new Map<string, Deed[]>();
  for (const deed of deeds) byQuestion.set(questionOf(deed), [...(byQuestion.get(questionOf(deed)) ?? []), deed]);
  return { ...tallyOf(deeds), right: [...byQuestion.values()].filter((own) => earningIn(own).length > 0).length };
}

/** By `columnKey`: how somebody stands with each exercise and lesson. */
export function cellsOf(deeds: readonly Deed[], verdicts: Verdicts = new Map()): ReadonlyMap<string, ClassCell> {
  const groups = new Map<string, Deed[]>();
  for (const deed of deeds) {
    const own = groups.get(columnKey(deed));
    if (own === undefined) groups.set(columnKey(deed), [deed]);
    else own.push(deed);
  }
  return new Map(
    [...groups].map(([key, own]) => {
      const { tried, right, tries } = marksOf(own);
      const [earned] = earningIn(own);
      const first = earned === undefined ? -1 : own.indexOf(earned);
      const cell: ClassCell = {
        tried,
        right,
        tries,
        rightAt: own[0]?.kind === 'exercise' && first !== -1 ? first + 1 : null,
        hints: own.reduce((most, { hints }) => Math.max(most, hints), 0),
        differing: own.filter((deed) => verdicts.get(verdictKey(deed)) === 'differs').length,
      };
      return [key, cell] as const;
    }),
  );
}

/** For each file, whom it shares tries with. Tries that the same files have are counted at once: all files may be one. */
function sharedBy(handedIn: readonly HandedIn[]): readonly (readonly Shared[])[] {
  const distinct = handedIn.map(({ record }) => new Set(record.deeds.map(deedKey)));
  const owners = new Map<string, number[]>();
  distinct.forEach((keys, at) => {
    for (const key of keys) {
      const own = owners.get(key);
      if (own === undefined) owners.set(key, [at]);
      else own.push(at);
    }
  });
  const groups = new Map<string, { readonly own: readonly number[]; tries: number }>();
  for (const own of owners.values()) {
    if (own.length < 2) continue;
    const group = groups.get(own.join()) ?? { own, tries: 0 };
    group.tries++;
    groups.set(own.join(), group);
  }
  const counts = handedIn.map(() => new Map<number, number>());
  for (const { own, tries } of groups.values())
    for (const one of own)
      for (const other of own) if (one !== other) counts[one]?.set(other, (counts[one].get(other) ?? 0) + tries);
  return counts.map((shares, at) =>
    [...shares].map(([other, tries]) => ({
      file: handedIn[other]?.file ?? '',
      name: handedIn[other]?.record.name ?? '',
      tries,
      isWhole: tries === distinct[at]?.size && tries === distinct[other]?.size,
    })),
  );
}

/** What rows can be sorted by. */
export const SORTS = ['name', 'right', 'tried', 'tries', 'last', 'file'] as const;
export type SortBy = (typeof SORTS)[number];
export interface Sorting {
  readonly by: SortBy;
  readonly isDown: boolean;
}

/** @param compare how names are compared: the language's way */
export function sorted(
  rows: readonly ClassRow[],
  { by, isDown }: Sorting,
  compare: (a: string, b: string) => number,
): readonly ClassRow[] {
  const keyOf = ({ name, file, last, tally }: ClassRow): string | number =>
    by === 'name' ? name : by === 'file' ? file : by === 'last' ? last : tally[by];
  const order = (a: ClassRow, b: ClassRow): number => {
    const [one, other] = [keyOf(a), keyOf(b)];
    if (typeof one === 'string') return compare(one, String(other));
    return one - Number(other);
  };
  return [...rows].sort((a, b) => (isDown ? -order(a, b) : order(a, b)) || a.at - b.at);
}

type Cell = string | number | boolean | null;
interface Csv {
  readonly header: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** A line a record. Of an exercise 1 is right, 0 is tried; of a lesson, how many of its questions were right. */
export function tableCsv({ columns, rows }: ClassTable): Csv {
  return {
    header: [
      ...['name', 'file', 'code', 'code_state', 'questions_tried', 'questions_right', 'tries', 'engine_differs'],
      ...['last_try_utc', 'shares_tries_with'],
      ...columns.map(({ kind, id }) => `${kind}_${id}`),
    ],
    rows: rows.map(({ name, file, code, codeState, tally, differing, last, shared, cells }) => [
      ...[name, file, code, codeState, tally.tried, tally.right, tally.tries, differing],
      ...[last, shared.map((one) => one.file).join('; ')],
      ...columns.map((column) => cells.get(columnKey(column))?.right ?? null),
    ]),
  };
}

/** A line a try. */
export function triesCsv(handedIn: readonly HandedIn[], verdicts: Verdicts): Csv {
  return {
    header: [
      ...['name', 'file', 'kind', 'id', 'seed', 'part', 'answer', 'right', 'engine', 'hints', 'begun_utc', 'at_utc'],
    ],
    rows: handedIn.flatMap(({ file, record }) =>
      record.deeds.map((deed): readonly Cell[] => [
        ...[record.name, file, deed.kind, deed.id, deed.seed, deed.part, deed.answer, deed.isRight],
        ...[verdicts.get(verdictKey(deed)) ?? null, deed.hints, deed.begun, deed.at],
      ]),
    ),
  };
}

/** How many tries of all records got each verdict. */
export function countVerdicts(handedIn: readonly HandedIn[], verdicts: Verdicts): ReadonlyMap<Verdict, number> {
  const counts = new Map<Verdict, number>();
  for (const { record } of handedIn)
    for (const deed of record.deeds) {
      const verdict = verdicts.get(verdictKey(deed));
      if (verdict !== undefined) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
    }
  return counts;
}
