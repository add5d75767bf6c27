/**
 * The questions that the model's page opens with. Their answers are computed in advance (`npm run gen:answers`) and kept
 * in the tree, so that nobody waits in front of an empty figure. Pure. The model gives the same row for the same seed, so
 * a stored answer is what a reader's own run gives; `web/tools/answers.wasm.test.ts` holds it.
 */
import { DESIGN_IDS, type DesignId } from '../../base/designs.ts';
import { sameData } from '../../base/same.ts';
import { expandModel, MODEL_DEFAULTS, type ModelLists } from '../../engine/simulation/model-config.ts';
import type { ModelConfig, ModelRow } from '../../engine/simulation/model-types.ts';
import type { MachineId } from '../../scenario/machine.ts';
import { type DropCase, dropConfigs } from './drop.ts';
import type { SpreadRow } from './model-rows.ts';
import { PARTS } from './parts.ts';
import { type WithoutCase, withoutConfigs } from './without.ts';

export const STORED_MACHINE: MachineId = MODEL_DEFAULTS.machine;

/** The table with idle connections, from its first point to its last. */
export const DROP_FIRST: DropCase = { design: 'pg13', active: 48, few: 0, many: 10_000 };
/** From the design whose snapshots read most per connection to the one that reads nothing while nobody commits. */
const DROP_DESIGNS: readonly DesignId[] = ['pg9.1', 'pg13', 'pg14'];
export const DROP_QUESTIONS: readonly DropCase[] = DROP_DESIGNS.map((design) => ({ ...DROP_FIRST, design }));

/** Many idle connections, where 14 is far ahead. */
export const WITHOUT_FIRST: WithoutCase = { before: 'pg13', after: 'pg14', active: 48, idle: 10_000 };
/** Many idle connections; many clients and nobody idle, as in the table by clients; and the step before those of 2020. */
export const WITHOUT_QUESTIONS: readonly WithoutCase[] = [
  WITHOUT_FIRST,
  { before: 'pg13', after: 'pg14', active: 200, idle: 0 },
  { before: 'pg9.1', after: 'pg13', active: 48, idle: 1000 },
];

/** The form's initial question: the question of the whole project. */
export const FIRST_QUESTION: ModelLists = {
  designs: MODEL_DEFAULTS.designs,
  active: [48],
  idle: [0, 1000, 2500, 5000, 10_000],
  mostlyIdle: [0],
  workload: MODEL_DEFAULTS.workload,
  thinkMs: 0,
  networkMs: 0,
  otherWorkUs: null,
};
export const ASK_PRESETS = [
  { id: 'versions', lists: FIRST_QUESTION },
  { id: 'all', lists: { ...FIRST_QUESTION, designs: DESIGN_IDS, idle: [1000], workload: 'snapshot' } },
  { id: 'writers', lists: { ...FIRST_QUESTION, active: [1, 8, 20, 40], idle: [1000], workload: 'readwrite' } },
] as const satisfies readonly { readonly id: string; readonly lists: ModelLists }[];

/** What a figure of parts needs of a row. */
export type AnswerRow = Pick<ModelRow, 'tps' | 'breakdown'>;

/** The file: numbers alone, in the order of `seeded` points, question by question. */
export interface StoredAnswers {
  /** For each row its throughput, then its parts in the order of `PARTS`. */
  readonly drop: readonly (readonly (readonly number[])[])[];
  /** Throughputs. */
  readonly without: readonly (readonly number[])[];
  /** Each point's median row. */
  readonly ask: readonly SpreadRow[];
}

/** The points of each question, without their seeds. */
export const STORED_POINTS = {
  drop: DROP_QUESTIONS.map(dropConfigs),
  without: WITHOUT_QUESTIONS.map(withoutConfigs),
  ask: expandModel(FIRST_QUESTION),
} as const satisfies Record<keyof StoredAnswers, readonly (ModelConfig | readonly ModelConfig[])[]>;

/** More digits than any figure shows. */
export const DIGITS = 7;
export const rounded = (value: number): number => Number(value.toPrecision(DIGITS));
export const dropNumbers = ({ tps, breakdown }: AnswerRow): readonly number[] =>
  [tps, ...PARTS.map((part) => breakdown[part])].map(rounded);

/** Rows as a run gives them; null: nobody has asked this in advance. */
export function storedDrop(stored: StoredAnswers, asked: DropCase): readonly AnswerRow[] | null {
  const rows = stored.drop[DROP_QUESTIONS.findIndex((own) => sameData(own, asked))];
  return rows === undefined
    ? null
    : (rows.map(([tps, ...parts]) => ({
        tps,
        breakdown: Object.fromEntries(PARTS.map((part, i) => [part, parts[i]])),
        // The file's numbers have no units of their own.
      })) as unknown as readonly AnswerRow[]);
}
export function storedWithout(stored: StoredAnswers, asked: WithoutCase): readonly Pick<ModelRow, 'tps'>[] | null {
  const rows = stored.without[WITHOUT_QUESTIONS.findIndex((own) => sameData(own, asked))];
  return rows === undefined ? null : rows.map((tps) => ({ tps: tps as ModelRow['tps'] }));
}
export const storedAsk = (stored: StoredAnswers, asked: ModelLists): readonly SpreadRow[] | null =>
  sameData(FIRST_QUESTION, asked) ? stored.ask : null;
