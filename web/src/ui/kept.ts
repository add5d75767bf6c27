/**
 * Stores a text in the browser, for the next visit or for as long as the tab. In some frames and private windows even
 * looking at such a store throws: there a text is kept only as long as the page.
 */
export interface Kept {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const forNow = new Map<string, string>();
const shortLived: Kept = {
  getItem: (key) => forNow.get(key) ?? null,
  setItem: (key, value) => void forNow.set(key, value),
};

function orForNow(store: () => Kept): Kept {
  try {
    return store();
  } catch {
    return shortLived;
  }
}

/** For the next visit. */
export const kept = (): Kept => orForNow(() => localStorage);
/** For this tab, also after a reload. */
export const keptInTab = (): Kept => orForNow(() => sessionStorage);
