/**
 * The page's faces in a worker, which has no faces itself: each file is fetched when a word needs it. A Chinese face
 * has twenty files, and a figure needs a few.
 */
import { isFor, type PageFace } from '../../ui/faces.ts';

/** All texts in a value, one after another. */
export function wordsIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Map) return wordsIn([...value.values()]);
  if (typeof value === 'object' && value !== null) return Object.values(value).map(wordsIn).join('');
  return '';
}

/** The methods of a `FontFace` that are used. */
export type LoadedFace = Pick<FontFace, 'load'>;

export class WorkerFaces {
  #faces: { readonly own: LoadedFace; readonly unicodeRange: string; isAsked: boolean }[] | null = null;
  #coming = 0;
  /** Begins with a Latin letter, so that the Latin faces are always fetched. */
  #words = 'a';
  readonly #onThere: () => void;

  /** @param onThere called when all needed faces are loaded, or have failed */
  constructor(onThere: () => void) {
    this.#onThere = onThere;
  }

  /** Words are painted only then, because they keep the width that they are first measured with. */
  get areThere(): boolean {
    return this.#faces !== null && this.#coming === 0;
  }

  /**
   * Called once, with the existing faces.
   * @param add registers a face with the worker that paints
   */
  take(faces: readonly PageFace[], add: (face: PageFace) => LoadedFace): void {
    if (this.#faces !== null) return;
    this.#faces = faces.map((face) => ({ own: add(face), unicodeRange: face.unicodeRange, isAsked: false }));
    this.#fetch();
  }

  /** Announces the words that will be painted. */
  need(words: string): void {
    this.#words = `a${words}`;
    this.#fetch();
  }

  #fetch(): void {
    for (const face of this.#faces ?? []) {
      if (face.isAsked || !isFor(face, this.#words)) continue;
      face.isAsked = true;
      this.#coming++;
      const end = (): void => {
        this.#coming--;
        if (this.#coming === 0) this.#onThere();
      };
      face.own.load().then(end, end);
    }
  }
}
