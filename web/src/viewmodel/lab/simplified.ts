/** The simplifications that the C code's comments admit, in the order in which a reader meets their subjects. */
import { simplified } from '../../base/messages/en/simplified.gen.ts';

export type NoteKey = keyof typeof simplified;

/** `key`: its sentence in the catalogue. `file`: the C file with the comment, relative to `wasm-core/src`. */
export interface SimplifiedNote {
  readonly key: NoteKey;
  readonly file: string;
}
/** By subjects that a reader may look for, in the order of the page. */
export const NOTE_GROUPS = ['lab', 'model', 'snapshots', 'transactions', 'rows', 'locks', 'vacuum', 'other'] as const;
export type NoteGroup = (typeof NOTE_GROUPS)[number];

/** The beginning of a file's path, and its subject; the first match counts. A folder's rule comes after those of its files. */
const SUBJECTS: readonly (readonly [begins: string, group: NoteGroup])[] = [
  ['labthreads/', 'lab'],
  ['machine/', 'model'],
  ['simulation/', 'model'],
  ['pg/slru', 'lab'],
  ['pg/globalvis', 'vacuum'],
  ['pg/xact', 'transactions'],
  ['designs/', 'snapshots'],
  ['pg/', 'snapshots'],
  ['ssi/', 'transactions'],
  ['server/horizons', 'vacuum'],
  ['server/lockmgr', 'locks'],
  ['server/deadlock', 'locks'],
  ['server/', 'transactions'],
  ['standby/', 'snapshots'],
  ['heap/freeze', 'vacuum'],
  ['heap/fsm', 'vacuum'],
  ['heap/prune', 'vacuum'],
  ['heap/vacuum', 'vacuum'],
  ['heap/lock', 'locks'],
  ['heap/multixact', 'locks'],
  ['heap/', 'rows'],
];

const groupOf = (file: string): NoteGroup => SUBJECTS.find(([begins]) => file.startsWith(begins))?.[1] ?? 'other';

export const SIMPLIFIED: readonly SimplifiedNote[] = (Object.keys(simplified) as NoteKey[]).map((key) => ({
  key,
  file: key.replace(/^simplified\./, '').replace(/#\d+$/, ''),
}));

/** Of the cache-line page: the modelled caches, and one operation of one backend at a time. */
const ABOUT_LINES = ['machine/', 'simulation/scene'] as const;
export const LINES_SIMPLIFIED: readonly SimplifiedNote[] = SIMPLIFIED.filter(({ file }) =>
  ABOUT_LINES.some((begins) => file.startsWith(begins)),
);

/** Groups with at least one note, in the order of `NOTE_GROUPS`. */
export const simplifiedByGroup = (): readonly {
  readonly group: NoteGroup;
  readonly notes: readonly SimplifiedNote[];
}[] =>
  NOTE_GROUPS.map((group) => ({ group, notes: SIMPLIFIED.filter(({ file }) => groupOf(file) === group) })).filter(
    ({ notes }) => notes.length > 0,
  );
