/** The layout bench's state, and what its store needs of the world. Types alone. */
import type { EngineError } from '../../../base/engine-error.ts';
import type { Messages } from '../../../base/messages/index.ts';
import type { LayoutClient } from '../../../engine/replay/layout-client.ts';
import type { Machine, MachineId } from '../../../scenario/machine.ts';
import type { Kept } from '../../../ui/kept.ts';
import type { Challenge } from '../../../viewmodel/layout/challenges.ts';
import type { Measured } from '../../../viewmodel/layout/effect.ts';
import type { Layout } from '../../../viewmodel/layout/layout.ts';
import type { Beside, LayoutSettings } from '../../../viewmodel/layout/settings.ts';
import type { LayoutAddress } from './address.ts';

/** Counts, and the question that they answer. */
export interface Counted extends Measured {
  readonly layout: Layout;
  readonly settings: LayoutSettings;
}

/** What came of the layout's file: read, copied, saved, or refused. */
export interface FileNote {
  readonly isFault: boolean;
  readonly text: string;
}

export interface LayoutState {
  readonly settings: LayoutSettings;
  readonly machine: Machine;
  readonly layout: Layout;
  /** Of an own table: the layout as it was read; null: the engine's accesses are replayed. */
  readonly origin: Layout | null;
  /** What the last replays have counted; null: nothing yet. They may be of an earlier question: `judge.ts` tells. */
  readonly yours: Counted | null;
  readonly beside: Readonly<Record<Beside, Counted | null>>;
  /** The starting layout of the accesses that are replayed; null: not counted yet. */
  readonly start: Counted | null;
  /** The counts of `origin`. */
  readonly given: Counted | null;
  readonly selected: string | null;
  /** The field that the reader has named as the one that hurts. */
  readonly named: string | null;
  readonly challenge: Challenge;
  /** Challenges that have been met in this browser. */
  readonly done: readonly Challenge[];
  /** The last move in words, or what could not be done; and what it has changed, when that has been counted. */
  readonly said: string;
  readonly effect: string;
  readonly fileNote: FileNote | null;
  /** A worker that did not answer. */
  readonly failure: EngineError | null;
}

export interface LayoutDeps {
  readonly start: () => LayoutClient;
  readonly machine: (id: MachineId) => Machine;
  readonly messages: Messages;
  /** For later visits, too. */
  readonly kept: Kept;
  readonly onAddress: (address: LayoutAddress) => void;
}
