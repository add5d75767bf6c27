/**
 * The time that the figure shows. The drawing follows it in every frame. While it plays, the texts take turns, because
 * a frame that updated all of them would take too long. Listeners hear of every move.
 */

/** A text stays at least this long while it plays. */
const WORD_MS = 250;

/** The texts, in the order of their turns. */
const TURNS = ['status', 'left note', 'right count', 'left count', 'right note'] as const;
export type WordTurn = (typeof TURNS)[number];

export class LineClock {
  #ns: number;
  #isMoving = false;
  #atMs = 0;
  #jumps = 0;
  readonly #listeners = new Set<() => void>();

  constructor(ns = 0) {
    this.#ns = ns;
  }

  /** Time since the operation's beginning. */
  get ns(): number {
    return this.#ns;
  }
  /** Whether it is playing, frame by frame. */
  get isMoving(): boolean {
    return this.#isMoving;
  }
  readonly subscribe = (callback: () => void): (() => void) => {
    this.#listeners.add(callback);
    return () => this.#listeners.delete(callback);
  };

  /** Stops at a time: all texts follow at once. */
  set(ns: number): void {
    if (ns === this.#ns && !this.#isMoving) return;
    this.#ns = ns;
    this.#isMoving = false;
    this.#jumps++;
    this.#tell();
  }
  /** Passes a time while it plays. `atMs` is the page's own clock. */
  pass(ns: number, atMs: number): void {
    this.#ns = ns;
    this.#isMoving = true;
    this.#atMs = atMs;
    this.#tell();
  }

  /** A key that changes whenever it is this text's turn. */
  turn(whose: WordTurn): string {
    const own = this.#isMoving ? Math.floor(this.#atMs / WORD_MS + TURNS.indexOf(whose) / TURNS.length) : '';
    return `${this.#jumps} ${own}`;
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
