/** The parts of the lanes: a lane per session, cards of its steps, bands for events outside any step, arrows of waits. */
import type { EventResult, StageState } from '../../engine/stage/stage-types.ts';
import type { SessionStyle, SessionStyles } from './selection.ts';
import type { LaneState } from './step-log.ts';
import type { XidFill } from './xid-fill.ts';

export interface LaneXid {
  readonly xid: number;
  /** Its state at the cursor. */
  readonly fill: XidFill;
  readonly owner: SessionStyle;
  /** For a subtransaction: its direct parent. */
  readonly parent: number | null;
  readonly chosen: boolean;
}
export interface LaneCard {
  readonly kind: 'launched' | 'completed';
  readonly lane: number;
  readonly row: number;
  /** Down to the row of the lane's next card, or to now. */
  readonly span: number;
  readonly tick: number;
  readonly step: number;
  readonly name: string;
  /** As in the spec, and on one line. */
  readonly sql: string;
  readonly brief: string;
  /** `waits`: still waiting; `waited`: it had to wait, and ended at tick `until`. */
  readonly status: 'done' | 'waits' | 'waited';
  readonly until: number | null;
  readonly waitsFor: readonly SessionStyle[];
  readonly results: readonly EventResult[];
  readonly notices: readonly string[];
  readonly error: string | null;
  readonly xid: LaneXid | null;
  readonly snapshot: boolean;
  /** The session's state right before and right after. */
  readonly before: LaneState;
  readonly after: LaneState;
  /** It belongs to the cursor's tick. */
  readonly now: boolean;
}
export interface LaneThread {
  readonly row: number;
  readonly span: number;
  readonly state: LaneState;
}
export type LaneNext =
  | {
      readonly kind: 'run';
      readonly step: number;
      readonly name: string;
      readonly sql: string;
      readonly brief: string;
      /** The branch has it as its next move. */
      readonly planned: boolean;
    }
  | { readonly kind: 'waits'; readonly on: readonly SessionStyle[] }
  | { readonly kind: 'none' }
  /** Nobody can move any longer: the teardown has run, or the run was stopped. */
  | { readonly kind: 'over' };
export interface Lane {
  readonly place: number;
  readonly style: SessionStyle;
  readonly isolation: StageState['sessions'][number]['isolation'];
  readonly state: LaneState;
  readonly waitsFor: readonly SessionStyle[];
  readonly cards: readonly LaneCard[];
  /** Its last card of all, for layouts without room for others. */
  readonly last: LaneCard | null;
  readonly threads: readonly LaneThread[];
  readonly next: LaneNext;
  readonly chosen: boolean;
}
/** Another branch leaves the path here. */
export interface LaneGhost {
  readonly row: number;
  /** The tick where it leaves: its own next move is tick `at` + 1. */
  readonly at: number;
  /** Lane of its next move; null: time passes, or the end. */
  readonly lane: number | null;
  readonly move: 'step' | 'time' | 'end';
  readonly name: string;
  readonly brief: string;
  readonly branches: readonly number[];
}
/** Events outside any step, across all lanes. */
export interface LaneBand {
  readonly row: number;
  readonly tick: number;
  readonly kind: 'setup' | 'time' | 'end' | 'failed';
  readonly error: string | null;
  readonly notices: readonly string[];
}
/** A session that waits at the cursor, and the one it waits for. */
export interface LaneWait {
  readonly from: number;
  readonly to: number;
  /** Arrows of one line do not cross. */
  readonly line: number;
  /** The kind of lock that the session waits for, and its xid; 0: the session that has it is named instead. */
  readonly lock: 'relation' | 'transaction' | 'tuple' | 'advisory' | 'snapshot' | null;
  readonly xid: number;
}
export interface LanesModel {
  readonly tick: number;
  readonly lanes: readonly Lane[];
  /** A session without a next step has a prompt for one. */
  readonly isTyped: boolean;
  readonly styles: SessionStyles;
  readonly rows: readonly { readonly tick: number | null }[];
  /** Estimated height of each row, in px; null: the available room is unknown. */
  readonly heights: readonly number[] | null;
  /** Most lines of SQL on a launched step's card. */
  readonly sqlLines: number;
  readonly bands: readonly LaneBand[];
  readonly ghosts: readonly LaneGhost[];
  readonly waits: readonly LaneWait[];
  readonly waitLines: number;
  /** Number of waits without an arrow, because there are too many. */
  readonly moreWaits: number;
  /** Ticks from 0 to this one are not drawn; null: all are drawn. */
  readonly foldedTo: number | null;
}

/** The room for cards. */
export interface LaneRoom {
  /** From the first row to “now”. */
  readonly height: number;
  /** Of a card, with its edges. */
  readonly card: number;
  /** Text sizes of a card, and of the page. */
  readonly em: number;
  readonly rem: number;
  /** Lines of a launched step's SQL; default SQL_LINES. */
  readonly sqlLines?: number;
}
