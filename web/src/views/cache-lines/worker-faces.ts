/**
 * The page's faces in a worker, which has none of its own: each file is fetched when there is a word for it. A Chinese face
 * has twenty of them, and a figure needs a few.
 */
import { isFor, type PageFace } from '../../ui/faces.ts';

/** All texts in a value, one after another. */
export function wordsIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Map) return wordsIn([...value.values()]);
  if (typeof value === 'object' && value !== null) return Object.values(value).map(wordsIn).join('');
  return '';
}

/** What is asked of a `FontFace`. */
export type LoadedFace = Pick<FontFace, 'load'>;

export class WorkerFaces {
  #faces: { readonly own: LoadedFace; readonly unicodeRange: string; isAsked: boolean }[] | null = null;
  #coming = 0;
  /** Letters are in every face for Latin. */
  #words = 'a';
  readonly #onThere: () => void;

  /** @param onThere all that was needed is there, or cannot be had */
  constructor(onThere: () => void) {
    this.#onThere = onThere;
  }

  /** Words are painted only then: they keep the width they have first. */
  get areThere(): boolean {
    return this.#faces !== null && this.#coming === 0;
  }

  /** Once: which there are. @param add makes a face known to whoever paints with it */
  take(faces: readonly PageFace[], add: (face: PageFace) => LoadedFace): void {
    if (this.#faces !== null) return;
    this.#faces = faces.map((face) => ({ own: add(face), unicodeRange: face.unicodeRange, isAsked: false }));
    this.#fetch();
  }

  /** These words will be painted. */
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
