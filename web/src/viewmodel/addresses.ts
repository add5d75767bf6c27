/**
 * What an address says to each page, as values. `app/address` reads and writes them; the pages get them as
 * `PageProps<HomeAddress>` and so on (`ui/page.ts`).
 */

import type { DesignId } from '../base/designs.ts';
import type { LabLists } from '../engine/lab/lab-config.ts';
import type { ModelLists } from '../engine/simulation/model-config.ts';
import type { MachineId } from '../scenario/machine.ts';
import type { StepUnit } from './cachelines/position.ts';
import type { LinesSettings } from './cachelines/settings.ts';
import type { CalculatorPart, CalculatorValues } from './calculator/settings.ts';
import type { XScaleKind } from './lab/throughput-layout.ts';
import type { ComparedId } from './prediction/comparison.ts';
import type { TupleRef } from './stage/selection.ts';

export interface HomeAddress {
  /** Where the slider of idle connections stands; absent until somebody has moved it. */
  readonly idle?: number;
}

/** The list of lessons, or one of them. */
export interface LessonsAddress {
  readonly id?: string;
  /** From 1. Left out: where the reader was. */
  readonly step?: number;
  /** The speaker's window: notes instead of the lesson. */
  readonly notes?: true;
}

export interface LabAddress {
  /** `run`: one setting, live. `sweep`: every combination of the lists, one after another. */
  readonly mode: 'run' | 'sweep';
  /** Checked by `engine/lab/lab-config.ts`; in mode `run` each list has one value. */
  readonly lists: LabLists;
  /** The x axis of the sweep's figure; the page's usual one if left out. */
  readonly xScale?: XScaleKind;
  /** Whose modelled curves lie beside a sweep; the page's usual one if left out. */
  readonly machine?: MachineId | 'none';
  /** True when the address names no setting at all: the page begins with what fits this machine. */
  readonly bare?: true;
}

/** The model's page: against a published table, or for whatever is asked. What is left out has its default. */
export type ModelAddress =
  | { readonly view: 'published'; readonly table?: ComparedId; readonly machine?: MachineId }
  | {
      readonly view: 'ask';
      readonly machine?: MachineId;
      /** Checked by `engine/simulation/model-config.ts`. */
      readonly lists: ModelLists;
      readonly coherence: boolean;
    };

/** A student's own record; the teacher's page of many. What they show is never in an address. */
export type RecordAddress = Readonly<Record<string, never>>;
export type TeacherAddress = Readonly<Record<string, never>>;

/** The page of a real server. */
export interface ServerAddress {
  /** The shipped sample is shown. */
  readonly sample?: true;
}

/** The ladder's page. */
export interface LadderAddress {
  readonly machine?: MachineId;
  /** Connections that only stand in the array. */
  readonly idle?: number;
  /** Active ones, which write. */
  readonly writers?: number;
}

/** The cliff's page. */
export interface CliffAddress {
  readonly readers?: number;
  /** Other work of a reader's transaction, in µs. */
  readonly other?: number;
  /** Of the modelled lines. */
  readonly machine?: MachineId;
}

/** The list of exercises, or one of them. */
export interface ExercisesAddress {
  readonly id?: string;
  /** Somebody's own exercise: its whole file, packed (`viewmodel/stage/packed-text.ts`). Never beside an id. */
  readonly text?: string;
  /** Which variant. Left out: the page draws one. */
  readonly seed?: number;
}

/** The calculator: which part, and what is entered. What is left out has the part's first value. */
export interface CalculatorAddress extends Partial<CalculatorValues> {
  readonly part?: CalculatorPart;
}

/** Which spec is open: a shipped one by its file's name, or a person's own, packed (`stage/packed-text.ts`). */
export type PlaySource =
  | { readonly kind: 'shipped'; readonly id: string }
  | { readonly kind: 'text'; readonly packed: string };

export interface PlayAddress {
  /** Absent: the page opens one of its own choice. */
  readonly source?: PlaySource;
  /** Whose rules: 13 to 18. Default 17. */
  readonly rules?: PlayRules;
  /** Default: the rules' own, or what the spec asks for. */
  readonly design?: DesignId;
  /** Which permutation is planned, from 1. Default 1; 0: none, the person begins with an empty schedule. */
  readonly permutation?: number;
  /** All branches, as text (`stage/playback-text.ts`); whether it fits is known when the spec is. Default: the permutation. */
  readonly moves?: string;
  readonly branch?: number;
  readonly tick?: number;
  readonly table?: string;
  readonly block?: number;
  readonly session?: string;
  readonly tuple?: TupleRef;
  readonly xid?: number;
}
export const PLAY_RULES = [13, 14, 15, 16, 17, 18] as const;
export type PlayRules = (typeof PLAY_RULES)[number];

/** The standby's page: the primary as in the Playground, and where its standby is. Positions count records of WAL. */
export interface StandbyAddress extends PlayAddress {
  /** Where it was copied from the running primary. Default 0: before anybody ran. */
  readonly from?: number;
  /** How far it has replayed. Default: what the set-up wrote. */
  readonly replay?: number | 'end';
  /** Where its sessions took snapshots that they hold. */
  readonly held?: readonly number[];
}

/** The cache-line page: what is shown, and where its clock stands. What is left out has its default. */
export interface LinesAddress extends Partial<LinesSettings> {
  /** Which of core A's operations, from 0; the page begins with one that has something to show. */
  readonly operation?: number;
  /** Which access of the longer design; the operation's end beyond the last. */
  readonly stop?: number;
  readonly unit?: StepUnit;
}
