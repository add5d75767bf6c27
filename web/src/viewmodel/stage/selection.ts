/** The person's selection on the stage: one row version, one session, one xid, each or none of them. */
export interface TupleRef {
  readonly table: string;
  readonly block: number;
  readonly offset: number;
}
export interface Selection {
  /** The page is inked for this session: the rows that it sees are in full ink. */
  readonly session: string | null;
  readonly tuple: TupleRef | null;
  readonly xid: number | null;
}
export const NOTHING_SELECTED: Selection = { session: null, tuple: null, xid: null };

export const sameTuple = (a: TupleRef | null, b: TupleRef | null): boolean =>
  a === b || (a !== null && b !== null && a.table === b.table && a.block === b.block && a.offset === b.offset);
