/**
 * Drafts: text in the editor that has not been run yet. A draft survives a visit to another page and a reload, and
 * belongs to the text it started from, so each spec has its own. The store may hold anything: entries that are not drafts
 * are left out, and a store that refuses to save (because it is full) counts as empty.
 */
import { type Readable, Store } from '../../../base/store.ts';
import { SPEC_LIMITS } from '../../../scenario/spec-types.ts';
import type { Kept } from '../../../ui/kept.ts';

interface Draft {
  /** The text as last run or opened. */
  readonly of: string;
  readonly text: string;
}

const KEY = 'xipscope.drafts.v1';
/** The newest are kept. */
const MOST = 4;

const isDraft = (value: unknown): value is Draft => {
  if (typeof value !== 'object' || value === null) return false;
  const { of, text } = value as Partial<Record<keyof Draft, unknown>>;
  return typeof of === 'string' && typeof text === 'string';
};

function read(kept: Kept): readonly Draft[] {
  try {
    const all: unknown = JSON.parse(kept.getItem(KEY) ?? '[]');
    return Array.isArray(all) ? all.filter(isDraft).slice(-MOST) : [];
  } catch {
    return [];
  }
}

export class Drafts implements Readable<readonly Draft[]> {
  readonly #kept: Kept;
  readonly #all: Store<readonly Draft[]>;

  constructor(kept: Kept) {
    this.#kept = kept;
    this.#all = new Store(read(kept));
  }

  get = (): readonly Draft[] => this.#all.get();
  subscribe = (listener: () => void): (() => void) => this.#all.subscribe(listener);

  /** Null: the text is as it was run. */
  of(ran: string): string | null {
    return this.get().find(({ of }) => of === ran)?.text ?? null;
  }

  write(ran: string, text: string): void {
    const others = this.get().filter(({ of }) => of !== ran);
    this.#set(text === ran ? others : [...others, { of: ran, text }].slice(-MOST));
  }

  /** The text that was written for `before` has run; what was typed meanwhile is a draft of it. */
  ran(before: string, text: string): void {
    const now = this.of(before);
    if (before === text || now === null) return;
    this.write(before, before);
    this.write(text, now);
  }

  #set(all: readonly Draft[]): void {
    this.#all.set(all);
    try {
      // Too long to run at all: it stays as long as the page.
      const short = all.filter(({ text }) => text.length <= SPEC_LIMITS.fileBytes);
      this.#kept.setItem(KEY, JSON.stringify(short));
    } catch {
      // The same.
    }
  }
}
