/**
 * A class question by question: how many have it right, how many at once, and the wrong answer that most of them gave.
 * What the engine finds comes before what a record claims, as in the class table. Pure.
 */
import type { Messages } from '../../base/messages/index.ts';
import {
  type ClassColumn,
  columnKey,
  corrected,
  type HandedIn,
  triesByQuestion,
  type Verdicts,
  verdictKey,
} from './class-table.ts';
import type { Meaning } from './meaning.ts';
import { type Deed, type DeedKind, earningIn } from './progress.ts';
import { questionOf } from './record.ts';

export interface WrongAnswer {
  /** As records have it. */
  readonly answer: string;
  /** The variant in which it was given; null: a lesson, which has none. */
  readonly seed: number | null;
  /** Null: it is known by its text alone. */
  readonly means: Meaning | null;
  /** Records that have it, in whichever variant, each counted once. */
  readonly records: number;
}
export interface QuestionRow {
  readonly kind: DeedKind;
  readonly id: string;
  /** A lesson's step, from 1; 0: an exercise, or a lesson of which nobody has tried a question. */
  readonly part: number;
  /** Records that have tried it; that earned its mark; and that earned it at the first try. */
  readonly tried: number;
  readonly right: number;
  readonly atOnce: number;
  /** Null: nobody was wrong. Of equally frequent ones that which was given first. */
  readonly wrong: WrongAnswer | null;
}

/**
 * @param order ids in the rows' order, as taught; others come after them
 * @param assigned has a row each, whether anybody tried it or not
 */
export function questionTable(
  handedIn: readonly HandedIn[],
  verdicts: Verdicts,
  order: readonly ClassColumn[] = [],
  meanings: ReadonlyMap<string, Meaning> = new Map(),
  assigned: readonly ClassColumn[] = [],
): readonly QuestionRow[] {
  const questions = new Map<string, (readonly Deed[])[]>();
  for (const { record } of handedIn) {
    for (const deeds of triesByQuestion(record.deeds.map((deed) => corrected(deed, verdicts)))) {
      const question = deeds[0] === undefined ? '' : questionOf(deeds[0]);
      const all = questions.get(question);
      if (all === undefined) questions.set(question, [deeds]);
      else all.push(deeds);
    }
  }
  const meaningIn: MeaningIn = (deed) =>
    meanings.get(verdictKey(deed)) ?? meanings.get(verdictKey({ ...deed, isRight: !deed.isRight })) ?? null;
  const place = new Map(order.map((column, i) => [columnKey(column), i]));
  const placeOf = (row: QuestionRow): number => place.get(columnKey(row)) ?? order.length;
  const tried = [...questions.values()].flatMap((all) => rowOf(all, meaningIn));
  const untried = assigned
    .filter(({ kind, id }) => !tried.some((row) => row.kind === kind && row.id === id))
    .map(({ kind, id }): QuestionRow => ({ kind, id, part: 0, tried: 0, right: 0, atOnce: 0, wrong: null }));
  return [...tried, ...untried].sort(
    (a, b) => placeOf(a) - placeOf(b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : a.part - b.part),
  );
}

/** An attempt's meaning, whatever its verdict was corrected to. */
type MeaningIn = (deed: Deed) => Meaning | null;

/** @param all the tries of each record that has any */
function rowOf(all: readonly (readonly Deed[])[], meaningIn: MeaningIn): readonly QuestionRow[] {
  const some = all[0]?.[0];
  if (some === undefined) return [];
  const earned = all.map((deeds) => earningIn(deeds)[0]);
  return [
    {
      kind: some.kind,
      id: some.id,
      part: some.part,
      tried: all.length,
      right: earned.filter((deed) => deed !== undefined).length,
      atOnce: earned.filter((deed, i) => deed !== undefined && deed === all[i]?.[0]).length,
      wrong: mostFrequent(all, meaningIn),
    },
  ];
}

/** Counted by what it says; where that is not known by its text, which says something else in another variant. */
function mostFrequent(all: readonly (readonly Deed[])[], meaningIn: MeaningIn): WrongAnswer | null {
  const counts = new Map<string, { readonly first: WrongAnswer; records: number }>();
  for (const deeds of all) {
    const own = new Map<string, WrongAnswer>();
    for (const deed of deeds.filter(({ isRight }) => !isRight)) {
      const means = meaningIn(deed);
      const key = means?.key ?? `${deed.seed} ${deed.answer}`;
      const seed = deed.kind === 'lesson' ? null : deed.seed;
      if (!own.has(key)) own.set(key, { answer: deed.answer, seed, means, records: 1 });
    }
    for (const [key, first] of own) {
      const known = counts.get(key);
      if (known === undefined) counts.set(key, { first, records: 1 });
      else known.records++;
    }
  }
  const found = [...counts.values()].map(({ first, records }): WrongAnswer => ({ ...first, records }));
  return found.reduce<WrongAnswer | null>(
    (most, one) => (most === null || one.records > most.records ? one : most),
    null,
  );
}

/** One line per question. */
export function questionsCsv(rows: readonly QuestionRow[], t: Messages['t']) {
  return {
    header: [
      ...['kind', 'id', 'part', 'records_tried', 'records_right', 'records_right_at_once'],
      ...['most_frequent_wrong_answer', 'its_seed', 'records_with_it', 'it_says'],
    ],
    rows: rows.map(({ kind, id, part, tried, right, atOnce, wrong }) => [
      ...[kind, id, part, tried, right, atOnce],
      ...[wrong?.answer ?? null, wrong?.seed ?? null, wrong?.records ?? null, wrong?.means?.says(t) ?? null],
    ]),
  };
}
