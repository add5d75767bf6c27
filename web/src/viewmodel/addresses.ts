/**
 * Addresses as values, of those pages whose view models read them, too. Every other page has its own in its folder (`address.ts`), with
 * the code that reads and writes it.
 */

import type { DesignId } from '../base/designs.ts';
import type { LabLists } from '../engine/lab/lab-config.ts';
import type { MachineId } from '../scenario/machine.ts';
import type { XScaleKind } from './lab/throughput-layout.ts';
import type { TupleRef } from './stage/selection.ts';

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
  /** How much of the stage the page shows. Default: all. */
  readonly depth?: Exclude<PlayDepth, 'all'>;
}
/** Rows and who sees them; also the ids that decide it; everything. */
export const PLAY_DEPTHS = ['rows', 'ids', 'all'] as const;
export type PlayDepth = (typeof PLAY_DEPTHS)[number];
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
