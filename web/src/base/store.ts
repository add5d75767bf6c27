/**
 * State that others draw, and questions of which only the newest counts. Each page's store is made of these two; no React, no DOM.
 */

/** A part of the program that shows a state needs no more of it. Its methods are the arguments of React's `useSyncExternalStore`. */
export interface Readable<S> {
  readonly get: () => S;
  /** Calls `listener` after each change. The returned function ends that. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** One value at a time, and listeners that hear of each new one in the order in which they came. */
export class Store<S> implements Readable<S> {
  #state: S;
  readonly #listeners = new Set<() => void>();

  constructor(first: S) {
    this.#state = first;
  }

  readonly get = (): S => this.#state;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly set = (next: S): void => {
    this.#state = next;
    this.tell();
  };
  /** Listeners hear of this with the next change, or when they are told: what is about to change again is drawn once. */
  readonly prepare = (fields: Partial<S>): void => {
    this.#state = { ...this.#state, ...fields };
  };
  readonly tell = (): void => {
    // A copy: a listener may end itself, or add another one, while it is called.
    for (const listener of [...this.#listeners]) listener();
  };
  /** The same state but for these of its fields. */
  readonly change = (fields: Partial<S>): void => this.set({ ...this.#state, ...fields });
}

/** Whether no newer turn has begun. A task asks this after each `await`, and ends when the answer is no. */
export type IsNewest = () => boolean;

/** Tasks of one kind, of which the newest wins. An older one is not stopped: it learns that its answer is not wanted any more. */
export class Turns {
  #newest = 0;

  /** The turn that has begun last. */
  current(): IsNewest {
    const own = this.#newest;
    return () => own === this.#newest;
  }
  /** Begins a turn; all earlier ones end. */
  begin(): IsNewest {
    this.end();
    return this.current();
  }
  /** Ends all turns: there is nobody left to answer. */
  end(): void {
    this.#newest++;
  }
}
