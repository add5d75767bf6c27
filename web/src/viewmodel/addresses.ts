/**
 * The content of an address for each page, as values. `app/address` reads and writes them; the pages get them as
 * `PageProps<HomeAddress>` and so on (`ui/page.tsx`).
 */

import type { DesignId } from '../base/designs.ts';
import type { LabLists } from '../engine/lab/lab-config.ts';
import type { ModelLists } from '../engine/simulation/model-config.ts';
import type { MachineId } from '../scenario/machine.ts';
import type { LinesSettings, StepUnit } from './cachelines/position.ts';
import type { CalculatorPart, CalculatorValues } from './calculator/settings.ts';
import type { XScaleKind } from './lab/throughput-layout.ts';
import type { ComparedId } from './prediction/comparison.ts';
import type { TupleRef } from './stage/selection.ts';

export interface HomeAddress {
  /** Position of the slider of idle connections; absent until somebody has moved it. */
  readonly idle?: number;
}

/** The list of lessons, or one of them. */
export interface LessonsAddress {
  readonly id?: string;
  /** From 1. Left out: the page resumes at the reader's last step. */
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
  /** Machine whose modelled curves a sweep shows, too; the page's usual one if left out. */
  readonly machine?: MachineId | 'none';
  /** True when the address names no setting at all: the page begins with settings that fit this machine. */
  readonly bare?: true;
}

/** The model's page: against a published table, or for any configuration. Anything left out has its default. */
export type ModelAddress =
  | { readonly view: 'published'; readonly table?: ComparedId; readonly machine?: MachineId }
  | {
      readonly view: 'ask';
      readonly machine?: MachineId;
      /** Checked by `engine/simulation/model-config.ts`. */
      readonly lists: ModelLists;
      readonly coherence: boolean;
    };

/** A student's own record; the teacher's page of many. An address never contains their content. */
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
  /** Connections that are only open: each takes one slot. */
  readonly idle?: number;
  /** Active connections, which write. */
  readonly writers?: number;
}

/** The cliff's page. */
export interface CliffAddress {
  readonly readers?: number;
  /** Other work of a reader's transaction, in µs. */
  readonly other?: number;
  /** Machine of the modelled lines. */
  readonly machine?: MachineId;
}

/** The list of exercises, or one of them. */
export interface ExercisesAddress {
  readonly id?: string;
  /** Somebody's own exercise: its whole file, packed (`viewmodel/stage/packed-text.ts`). Never together with an id. */
  readonly text?: string;
  /** Number of the variant. Left out: the page draws one. */
  readonly seed?: number;
}

/** The calculator: which part, and its inputs. Anything left out has the part's first value. */
export interface CalculatorAddress extends Partial<CalculatorValues> {
  readonly part?: CalculatorPart;
}

/** The open spec: a shipped one by its file's name, or a person's own, packed (`stage/packed-text.ts`). */
export type PlaySource =
  | { readonly kind: 'shipped'; readonly id: string }
  | { readonly kind: 'text'; readonly packed: string };

export interface PlayAddress {
  /** Absent: the page chooses one. */
  readonly source?: PlaySource;
  /** The version whose rules apply: 13 to 18. Default 17. */
  readonly rules?: PlayRules;
  /** Default: the rules' own, or the one that the spec asks for. */
  readonly design?: DesignId;
  /** The planned permutation, from 1. Default 1; 0: none, the person begins with an empty schedule. */
  readonly permutation?: number;
  /** All branches, as text (`stage/playback.ts`); the page checks it once it has the spec. Default: the permutation. */
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

/** The standby's page: the primary as in the Playground, and the position of its standby. Positions count records of WAL. */
export interface StandbyAddress extends PlayAddress {
  /** Position at which it was copied from the running primary. Default 0: before anybody ran. */
  readonly from?: number;
  /** How far it has replayed. Default: the records of the set-up. */
  readonly replay?: number | 'end';
  /** Positions at which its sessions took the snapshots that they hold. */
  readonly held?: readonly number[];
}

/** The cache-line page: its settings, and the position of its clock. Anything left out has its default. */
export interface LinesAddress extends Partial<LinesSettings> {
  /** Number of core A's operation, from 0; the page begins with one that has something to show. */
  readonly operation?: number;
  /** Access of the longer design; beyond the last: the operation's end. */
  readonly stop?: number;
  readonly unit?: StepUnit;
}
