/**
 * Stores a text in the browser for the next visit. In some frames and private windows even looking at localStorage
 * throws: there a text is kept only as long as the page.
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

export function kept(): Kept {
  try {
    return localStorage;
  } catch {
    return shortLived;
  }
}
