/** An LMS's API after SCORM 1.2. The page looks for it in the windows around it, and never relies on an answer. */
import { err, ok, type Result } from '../../base/result.ts';

const CALLS = [
  'LMSInitialize',
  'LMSFinish',
  'LMSGetValue',
  'LMSSetValue',
  'LMSCommit',
  'LMSGetLastError',
  'LMSGetErrorString',
] as const;
type Call = (typeof CALLS)[number];
type Api = Readonly<Record<Call, (...args: string[]) => unknown>>;

/** The properties of a window that the search uses. */
export interface Around {
  readonly parent: Around | null;
  readonly opener?: unknown;
}
/** The search looks at this many windows at most, each around the one before. */
const MAX_DEPTH = 20;

const isApi = (value: unknown): value is Api =>
  typeof value === 'object' && value !== null && CALLS.every((call) => typeof Reflect.get(value, call) === 'function');

function apiAround(from: Around): Api | null {
  let win: Around | null = from;
  for (let depth = 0; depth < MAX_DEPTH && win !== null; depth++) {
    try {
      const api: unknown = Reflect.get(win, 'API');
      if (isApi(api)) return api;
      const next: Around | null = win.parent;
      win = next === win ? null : next;
    } catch {
      // This window has another origin: it holds no API for us, and the windows around it cannot be reached either.
      return null;
    }
  }
  return null;
}

/** Looks in the windows around this one, then in those around its opener. Null: there is no LMS. */
export function findApi(win: Around): Api | null {
  const found = apiAround(win);
  if (found !== null) return found;
  for (let one: Around | null = win, depth = 0; depth < MAX_DEPTH && one !== null; depth++) {
    try {
      const opener: unknown = one.opener;
      if (typeof opener === 'object' && opener !== null) {
        const there = apiAround(opener as Around);
        if (there !== null) return there;
      }
      const next: Around | null = one.parent;
      one = next === one ? null : next;
    } catch {
      return null;
    }
  }
  return null;
}

/** A connection to an LMS. Errors are the LMS's own words. */
export interface Lms {
  get(element: string): string;
  set(element: string, value: string): Result<null, string>;
  commit(): Result<null, string>;
  /** Ends the connection; no call may follow. */
  finish(): void;
}

export function connect(api: Api): Result<Lms, string> {
  const ask = (call: Call, ...args: string[]): string => {
    try {
      return String(api[call](...args));
    } catch (thrown) {
      return `thrown: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
    }
  };
  const did = (call: Call, ...args: string[]): Result<null, string> => {
    const answer = ask(call, ...args);
    // The standard says the text "true"; some LMSs return the boolean.
    if (answer === 'true') return ok(null);
    if (answer.startsWith('thrown: ')) return err(`${call}: ${answer.slice(8)}`);
    const code = ask('LMSGetLastError');
    return err(`${call} ${args[0] ?? ''}: ${code} ${ask('LMSGetErrorString', code)}`.trim());
  };
  const begun = did('LMSInitialize', '');
  if (!begun.ok) return begun;
  return ok({
    get: (element) => {
      const value = ask('LMSGetValue', element);
      return value.startsWith('thrown: ') || value === 'undefined' || value === 'null' ? '' : value;
    },
    set: (element, value) => did('LMSSetValue', element, value),
    commit: () => did('LMSCommit', ''),
    finish: () => void did('LMSFinish', ''),
  });
}
