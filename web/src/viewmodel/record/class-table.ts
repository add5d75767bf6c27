/**
 * Many records to one table: one row per record, one column per exercise or lesson; and signs that two records come
 * from the same person. Pure.
 */
import { type Deed, type DeedKind, earningIn, mayBeFirstEdition } from './progress.ts';
import type { Verdict } from './recheck.ts';
import { deedKey, questionOf, type StudentRecord, sameCode, type Tally, tallyOf } from './record.ts';

/** A record as it was handed in. */
export interface HandedIn {
  /** The file's name, for people. */
  readonly file: string;
  readonly record: StudentRecord;
  /** The code in the file; '' if it has none. */
  readonly code: string;
  /** The code computed from the file; null: it cannot be computed here. */
  readonly computed: string | null;
}

export type CodeState = 'fits' | 'changed' | 'none' | 'unknown';

export interface ClassColumn {
  readonly kind: DeedKind;
  readonly id: string;
}
/** By the engine's judgement, whatever the record claims. */
export interface ClassCell {
  /** For an exercise 1; for a lesson, the number of its questions that were tried, and that were right once. */
  readonly tried: number;
  readonly right: number;
  readonly tries: number;
  /** The first right attempt of an exercise, from 1; null: not yet, or a lesson. */
  readonly rightAt: number | null;
  /** Most hints seen. */
  readonly hints: number;
  /** Attempts that the engine judges differently. */
  readonly differing: number;
}

/** Questions that are right. */
export interface Judged {
  /** An attempt earned it, and the engine or the lesson's key agrees. */
  readonly right: number;
  /** Only the record says so: a prediction, or somebody's own exercise whose file is missing. */
  readonly unjudged: number;
}

/** Attempts that two records have in common, to the millisecond. */
export interface Shared {
  readonly file: string;
  readonly name: string;
  readonly tries: number;
  /** All attempts of both: only the name of the record differs. */
  readonly isWhole: boolean;
}

export interface ClassRow {
  /** Its index among the files. */
  readonly at: number;
  readonly file: string;
  readonly name: string;
  readonly code: string;
  readonly codeState: CodeState;
  /** As the record claims. */
  readonly tally: Tally;
  /** As the engine judges; null: not yet, or not at all. */
  readonly judged: Judged | null;
  /** Attempts that the engine judges differently. */
  readonly differing: number;
  /** Answers in the same millisecond as their question, or as another answer: nobody is that quick. */
  readonly instant: number;
  /** Answers from before their question came up. */
  readonly early: number;
  /** Answers from a day that has not come yet. */
  readonly future: number;
  /** For the question with most attempts. */
  readonly mostTries: number;
  /** Time of the last attempt, ISO 8601; '' if there is none. */
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

/** By `deedKey` of an exercise's or lesson's attempt; a missing one has not been judged yet. */
export type Verdicts = ReadonlyMap<string, Verdict>;
/** The key of a verdict: the same answer to the same question is judged once, whoever gave it. */
export const verdictKey = (deed: Deed): string => {
  const { kind, id, seed, part, answer, isRight } = deed;
  return JSON.stringify([kind, id, seed, part, answer, isRight, mayBeFirstEdition(deed)]);
};

export const columnKey = ({ kind, id }: ClassColumn): string => `${kind} ${id}`;

/**
 * Records that the engine contradicts come first, then changed files, all others in the files' order.
 * @param now ms since 1970
 * @param order ids of exercises and lessons in the columns' order; others come after them, by name
 * @param assigned has a column each, whether anybody tried it or not
 */
export function classTable(
  handedIn: readonly HandedIn[],
  verdicts: Verdicts,
  order: readonly ClassColumn[] = [],
  now = Number.POSITIVE_INFINITY,
  assigned: readonly ClassColumn[] = [],
): ClassTable {
  const used = new Map<string, ClassColumn>(assigned.map((column) => [columnKey(column), column]));
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
      judged: judgedOf(deeds, verdicts),
      differing: deeds.filter((deed) => verdicts.get(verdictKey(deed)) === 'differs').length,
      instant: instantIn(deeds),
      early: deeds.filter(({ begun, at }) => Date.parse(at) < Date.parse(begun)).length,
      future: deeds.filter(({ at }) => Date.parse(at) > now + DAY_MS).length,
      mostTries: Math.max(0, ...triesByQuestion(deeds).map((own) => own.length)),
      last: deeds.reduce((last, deed) => (deed.at > last ? deed.at : last), ''),
      cells: cellsOf(deeds, verdicts),
      shared: shared[at] ?? [],
      isNameTwice: handedIn.some((other, i) => i !== at && other.record.name === name),
    };
  });
  return { columns, rows: sorted(rows, LIES_FIRST, () => 0) };
}

/** Clocks differ; none by this much. */
const DAY_MS = 86_400_000;

function codeStateOf({ code, computed }: HandedIn): CodeState {
  if (code === '') return 'none';
  if (computed === null) return 'unknown';
  return sameCode(code, computed) ? 'fits' : 'changed';
}

/** Like `tallyOf`, but a question is right only if an attempt earned it: a variant whose answer was already revealed earns nothing. */
export function marksOf(deeds: readonly Deed[]): Tally {
  return { ...tallyOf(deeds), right: triesByQuestion(deeds).filter((own) => earningIn(own).length > 0).length };
}

/** Questions in the order in which they were first tried. */
export function triesByQuestion(deeds: readonly Deed[]): readonly (readonly Deed[])[] {
  const found = new Map<string, Deed[]>();
  for (const deed of deeds) {
    const own = found.get(questionOf(deed));
    if (own === undefined) found.set(questionOf(deed), [deed]);
    else own.push(deed);
  }
  return [...found.values()];
}

/** The same attempt with the engine's verdict; without one, with the record's claim. */
export const corrected = (deed: Deed, verdicts: Verdicts): Deed =>
  verdicts.get(verdictKey(deed)) === 'differs' ? { ...deed, isRight: !deed.isRight } : deed;

function judgedOf(deeds: readonly Deed[], verdicts: Verdicts): Judged | null {
  if (deeds.some((deed) => !verdicts.has(verdictKey(deed)))) return null;
  let [right, unjudged] = [0, 0];
  for (const own of triesByQuestion(deeds)) {
    const tries = own.map((deed) => ({ deed: corrected(deed, verdicts), verdict: verdicts.get(verdictKey(deed)) }));
    const earning = new Set(earningIn(tries.map(({ deed }) => deed)));
    if (earning.size === 0) continue;
    if (tries.some(({ deed, verdict }) => earning.has(deed) && (verdict === 'agrees' || verdict === 'differs')))
      right++;
    else unjudged++;
  }
  return { right, unjudged };
}

/** The assigned items that a record has no attempt at. */
export const notTried = ({ cells }: ClassRow, assigned: readonly ClassColumn[]): readonly ClassColumn[] =>
  assigned.filter((column) => !cells.has(columnKey(column)));

/** Times are compared as moments: a text may omit milliseconds. */
function instantIn(deeds: readonly Deed[]): number {
  const answers = new Map<number, number>();
  for (const { at } of deeds) answers.set(Date.parse(at), (answers.get(Date.parse(at)) ?? 0) + 1);
  return deeds.filter(({ begun, at }) => Date.parse(at) === Date.parse(begun) || (answers.get(Date.parse(at)) ?? 0) > 1)
    .length;
}

/** Attempts at one question from which on the table mentions them: more than anybody makes by hand. */
export const MANY_TRIES = 100;

/** By `columnKey`: the student's standing in each exercise and lesson. */
export function cellsOf(deeds: readonly Deed[], verdicts: Verdicts = new Map()): ReadonlyMap<string, ClassCell> {
  const groups = new Map<string, Deed[]>();
  for (const deed of deeds) {
    const own = groups.get(columnKey(deed));
    if (own === undefined) groups.set(columnKey(deed), [deed]);
    else own.push(deed);
  }
  return new Map(
    [...groups].map(([key, claimed]) => {
      const own = claimed.map((deed) => corrected(deed, verdicts));
      const { tried, right, tries } = marksOf(own);
      const [earned] = earningIn(own);
      const first = earned === undefined ? -1 : own.indexOf(earned);
      const cell: ClassCell = {
        tried,
        right,
        tries,
        rightAt: own[0]?.kind === 'exercise' && first !== -1 ? first + 1 : null,
        hints: own.reduce((most, { hints }) => Math.max(most, hints), 0),
        differing: claimed.filter((deed) => verdicts.get(verdictKey(deed)) === 'differs').length,
      };
      return [key, cell] as const;
    }),
  );
}

/**
 * For each file, the files that it shares attempts with. Attempts of the same set of files are counted together: all
 * files may be the same.
 */
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

/** The columns that rows can be sorted by. */
export const SORTS = ['differing', 'name', 'right', 'claimed', 'tried', 'tries', 'last', 'file'] as const;
export type SortBy = (typeof SORTS)[number];
export interface Sorting {
  readonly by: SortBy;
  readonly isDown: boolean;
}
/** The default order: false claims come first. */
export const LIES_FIRST: Sorting = { by: 'differing', isDown: true };

/** How much there is to look at: false claims, then a changed file. What may have an innocent reason does not count. */
const remarks = ({ differing, codeState }: ClassRow): number => differing + (codeState === 'changed' ? 0.5 : 0);

/** @param compare compares names in the language's order */
export function sorted(
  rows: readonly ClassRow[],
  { by, isDown }: Sorting,
  compare: (a: string, b: string) => number,
): readonly ClassRow[] {
  const keyOf = (row: ClassRow): string | number => {
    switch (by) {
      case 'name':
      case 'file':
      case 'last':
        return row[by];
      case 'differing':
        return remarks(row);
      case 'right':
        return row.judged?.right ?? -1;
      case 'claimed':
        return row.tally.right;
      case 'tried':
      case 'tries':
        return row.tally[by];
    }
  };
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

/**
 * One line per record. For an exercise 1 is right, 0 is tried; for a lesson, the number of its right questions: by the
 * engine's judgement where it has one. Columns of the record's claims say so in their names, so no spreadsheet takes a
 * claim for a mark.
 */
export function tableCsv({ columns, rows }: ClassTable): Csv {
  return {
    header: [
      ...[
        'name',
        'file',
        'code',
        'code_state',
        'questions_tried',
        'questions_right_judged',
        'questions_right_unjudged',
      ],
      ...['questions_right_claimed', 'tries', 'engine_differs', 'instant_answers', 'most_tries_at_one_question'],
      ...['last_try_utc', 'shares_tries_with', 'answers_before_question', 'answers_in_future'],
      ...columns.map(({ kind, id }) => `${kind}_${id}`),
    ],
    rows: rows.map(({ cells, ...row }) => [
      ...[row.name, row.file, row.code, row.codeState],
      ...[row.tally.tried, row.judged?.right ?? null, row.judged?.unjudged ?? null, row.tally.right],
      ...[row.tally.tries, row.differing, row.instant, row.mostTries],
      ...[row.last, row.shared.map((one) => one.file).join('; '), row.early, row.future],
      ...columns.map((column) => cells.get(columnKey(column))?.right ?? null),
    ]),
  };
}

/** One line per attempt. */
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

/** Number of attempts in all records, by verdict. */
export function countVerdicts(handedIn: readonly HandedIn[], verdicts: Verdicts): ReadonlyMap<Verdict, number> {
  const counts = new Map<Verdict, number>();
  for (const { record } of handedIn)
    for (const deed of record.deeds) {
      const verdict = verdicts.get(verdictKey(deed));
      if (verdict !== undefined) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
    }
  return counts;
}
