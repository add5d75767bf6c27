/**
 * Files that the reader opened in the Playground and that belong to the page of a real server: they wait here while
 * that page loads.
 */
import { looksLikeServerState } from '../../scenario/server-state-parse.ts';

let waiting: readonly File[] | null = null;

/** The check looks at this many bytes before it reads any more of the file. */
const BEGINNING = 400;

/** Any .json file goes there too: that page explains its faults better than a reader of specs. */
export async function isServerFile(file: File): Promise<boolean> {
  if (/\.json$/i.test(file.name)) return true;
  try {
    return looksLikeServerState(await file.slice(0, BEGINNING).text());
  } catch {
    // A folder, or a file that has been removed: the code that opens it reports that.
    return false;
  }
}

/** Opens that page; language and theme of the address stay. */
export function handOver(files: readonly File[]): void {
  waiting = files;
  location.hash = serverLink('server');
}

/** The waiting files; returned only once. */
export function takeOver(): readonly File[] | null {
  const taken = waiting;
  waiting = null;
  return taken;
}

/** The address of this page, or of the Playground, with the language and theme of the present address. */
export function serverLink(to: 'server' | 'play'): string {
  const now = new URLSearchParams(location.hash.split('?')[1] ?? '');
  const kept = ['lang', 'theme'].flatMap((name) => {
    const value = now.get(name);
    return value === null ? [] : [`&${name}=${encodeURIComponent(value)}`];
  });
  return `#${to === 'server' ? '/play/server' : '/play'}?v=1${kept.join('')}`;
}
