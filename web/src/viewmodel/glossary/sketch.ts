/**
 * A term's small figure, as data: what is in it, not where. `sketch-marks.ts` places it, `views/term-sketch` draws it.
 * Texts are ids, identifiers of PostgreSQL's and SQL only, so a sketch is the same in every language.
 */

/** A session or core by its letter, whose hue it gets; `ink` is nobody's. */
export type Who = 'A' | 'B' | 'C' | 'D' | 'ink';

/** How a transaction stands: committed, in progress, rolled back, not begun. */
export type XidLook = 'ended' | 'running' | 'aborted' | 'future';

/** `lit`: what the term is about; `faint`: what is dead, unseen or only context; `gone`: an empty place. */
export type Look = 'plain' | 'lit' | 'faint' | 'gone';

export interface Cell {
  readonly text: string;
  readonly look?: Look;
  readonly who?: Who;
  /** Widths are shares: 1 if not said. */
  readonly share?: number;
}

/** Something on a session's line of time; from 0 to 100. */
export interface Moment {
  readonly from: number;
  readonly to: number;
  /** `work`: a statement; `open`: in a transaction, doing nothing; `wait`: held up; `mark`: a point, with its text. */
  readonly as: 'work' | 'open' | 'wait' | 'mark' | 'snapshot';
  readonly text?: string;
}
export interface Lane {
  readonly who: Who;
  readonly moments: readonly Moment[];
}

export interface Link {
  readonly from: number;
  readonly to: number;
  readonly dashed?: boolean;
}

export type Sketch =
  /** Row versions of a page, one below the other, with the columns t_xmin and t_xmax first. */
  | {
      readonly kind: 'versions';
      readonly rows: readonly { readonly cells: readonly Cell[]; readonly look?: Look }[];
      /** The columns' names above them. */
      readonly named?: boolean;
      /** From each version an arrow to the next. */
      readonly chained?: boolean;
    }
  /** Ids from left to right; a snapshot's bracket lies over those from `bracket[0]` to before `bracket[1]`. */
  | {
      readonly kind: 'xids';
      readonly first: number;
      readonly looks: readonly XidLook[];
      readonly bracket?: readonly [xmin: number, xmax: number];
      readonly bounds?: readonly { readonly at: number; readonly text: string }[];
    }
  /** Arrays: each row is one, its cells without gaps. */
  | { readonly kind: 'arrays'; readonly rows: readonly { readonly name?: string; readonly cells: readonly Cell[] }[] }
  /** Small squares, `columns` in a row; the first `lit` of them are filled, `outside` stand apart. */
  | {
      readonly kind: 'squares';
      readonly columns: number;
      readonly count: number;
      readonly lit: readonly number[];
      readonly outside?: number;
    }
  /** Boxes on the left and on the right, and arrows between them. */
  | {
      readonly kind: 'links';
      readonly left: readonly Cell[];
      readonly right: readonly Cell[];
      readonly links: readonly Link[];
    }
  /** Boxes in a line, each with an arrow to the next. */
  | { readonly kind: 'flow'; readonly boxes: readonly Cell[] }
  /** Discs in a line; arrows are arcs, above to the right and below to the left. */
  | { readonly kind: 'graph'; readonly nodes: readonly Cell[]; readonly links: readonly Link[] }
  | { readonly kind: 'lanes'; readonly lanes: readonly Lane[] }
  /** Cores, each with its copy of one line, which is `state` of MESI; groups are sockets. */
  | {
      readonly kind: 'cores';
      readonly sockets: readonly (readonly { readonly who: Who; readonly state: string; readonly look?: Look }[])[];
      readonly links?: readonly Link[];
    };
