/** Files that somebody opened in the Playground and that belong to the page of a real server: they wait here while it comes. */
import { looksLikeServerState } from '../../scenario/server-state-parse.ts';

let waiting: readonly File[] | null = null;

/** So much of a file is looked at, before any more of it is read. */
const BEGINNING = 400;

/** Anything called .json is its business too: it says what is wrong with it better than a reader of specs. */
export async function isServerFile(file: File): Promise<boolean> {
  if (/\.json$/i.test(file.name)) return true;
  try {
    return looksLikeServerState(await file.slice(0, BEGINNING).text());
  } catch {
    // A folder, or a file that has gone: whoever opens it says so.
    return false;
  }
}

/** Goes there; language and theme of the address stay. */
export function handOver(files: readonly File[]): void {
  waiting = files;
  location.hash = serverLink('server');
}

/** What waits; once. */
export function takeOver(): readonly File[] | null {
  const taken = waiting;
  waiting = null;
  return taken;
}

/** The address of this page, or of the Playground, with what the present address says of language and theme. */
export function serverLink(to: 'server' | 'play'): string {
  const now = new URLSearchParams(location.hash.split('?')[1] ?? '');
  const kept = ['lang', 'theme'].flatMap((name) => {
    const value = now.get(name);
    return value === null ? [] : [`&${name}=${encodeURIComponent(value)}`];
  });
  return `#${to === 'server' ? '/play/server' : '/play'}?v=1${kept.join('')}`;
}
