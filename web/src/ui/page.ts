/**
 * What the app gives to a page. A page does not know how its address is written: it gets its part of it as a value and
 * hands back the next one.
 */
export interface PageProps<Address> {
  readonly address: Address;
  /** Writes the page's state into the address. `replace` (the usual) leaves no step for the Back button. */
  readonly onAddress: (next: Address, how?: 'replace' | 'push') => void;
  /** Stage mode: no header, type scaled to the window, a presenter's remote at hand. */
  readonly stage: boolean;
  readonly onStage: (stage: boolean) => void;
  /** The page is one figure in something else: a lesson, an exercise, somebody's article. It has the room of its box. */
  readonly figure?: FigureUse;
}

/** How a page is to stand in a box. It shows no title and no panels of its own; its keys hold while the focus is in it. */
export interface FigureUse {
  /** Parts of the page by name, in this order; none named, or none of these: the page chooses. */
  readonly show: readonly string[];
  /** Marks that must be seen together where there is no room for all; none named: the page chooses. */
  readonly decisive: readonly string[];
  /** Called with the figure's steps once it can be stepped, after each change, and with null when it is gone. */
  readonly onSteps?: (steps: FigureSteps | null) => void;
}

/** A figure's steps for who drives it from outside. */
export interface FigureSteps {
  /** Steps done. */
  readonly at: number;
  /** Steps that are planned; null: there is no plan. */
  readonly of: number | null;
  /** The engine's answer is still to come. */
  readonly isBusy: boolean;
  /** What the last step did, in words. */
  readonly text: string;
  readonly next: () => void;
  readonly back: () => void;
  readonly seek: (to: number) => void;
  /** What the next step will do, without doing it; null: there is none, or this figure cannot tell. */
  readonly foresee?: () => Promise<Foreseen | null>;
}

/** What the engine says of a step that has not been done. */
export interface Foreseen {
  readonly waits: boolean;
  /** What PostgreSQL would print; null: none. */
  readonly error: string | null;
  /** Of its last result; null: it gives none. */
  readonly rows: readonly (readonly (string | null)[])[] | null;
  /** The session's snapshot after it, as pg_snapshot prints one; null: it has none. */
  readonly snapshot: string | null;
}
