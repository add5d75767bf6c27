/**
 * Where the figure's clock stands. What is painted follows it in each frame; words follow it in turns while it plays, or
 * the frame that has them all would be the long one. Who listens is told of every move.
 */

/** How long a word stands at least while it plays. */
const WORD_MS = 250;

/** What has words, in the order of its turns. */
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

  /** Since the operation's beginning. */
  get ns(): number {
    return this.#ns;
  }
  /** Whether it is on its way, frame by frame. */
  get isMoving(): boolean {
    return this.#isMoving;
  }
  readonly subscribe = (callback: () => void): (() => void) => {
    this.#listeners.add(callback);
    return () => this.#listeners.delete(callback);
  };

  /** It stands there: all words follow at once. */
  set(ns: number): void {
    if (ns === this.#ns && !this.#isMoving) return;
    this.#ns = ns;
    this.#isMoving = false;
    this.#jumps++;
    this.#tell();
  }
  /** It passes there, at a time of the page's own clock. */
  pass(ns: number, atMs: number): void {
    this.#ns = ns;
    this.#isMoving = true;
    this.#atMs = atMs;
    this.#tell();
  }

  /** Another one whenever words of this kind have their turn. */
  turn(whose: WordTurn): string {
    const own = this.#isMoving ? Math.floor(this.#atMs / WORD_MS + TURNS.indexOf(whose) / TURNS.length) : '';
    return `${this.#jumps} ${own}`;
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
