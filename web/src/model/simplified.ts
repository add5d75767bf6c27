/** The simplifications that the C code's comments own up to, in the order in which a reader meets their subjects. */
import { simplified } from '../base/messages/en/simplified.gen.ts';

export type NoteKey = keyof typeof simplified;

/** `key`: its sentence in the catalogue. `file`: the C file that says it, from `wasm-core/src`. */
export interface SimplifiedNote {
  readonly key: NoteKey;
  readonly file: string;
}
export const NOTE_GROUPS = ['designs', 'pg', 'bench', 'other'] as const;
export type NoteGroup = (typeof NOTE_GROUPS)[number];

const groupOf = (file: string): NoteGroup => NOTE_GROUPS.find((group) => file.startsWith(`${group}/`)) ?? 'other';

export const SIMPLIFIED: readonly SimplifiedNote[] = (Object.keys(simplified) as NoteKey[]).map((key) => ({
  key,
  file: key.replace(/^simplified\./, '').replace(/#\d+$/, ''),
}));

/** Groups that hold something, in the order of `NOTE_GROUPS`. */
export const simplifiedByGroup = (): readonly {
  readonly group: NoteGroup;
  readonly notes: readonly SimplifiedNote[];
}[] =>
  NOTE_GROUPS.map((group) => ({ group, notes: SIMPLIFIED.filter(({ file }) => groupOf(file) === group) })).filter(
    ({ notes }) => notes.length > 0,
  );
