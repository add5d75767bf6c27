/**
 * The engine's own layouts, as a person would write them down: which structures a design has in its shared memory, in
 * order, and which fields at which offsets (`cachelines/fields.ts`). Bytes between named fields are fields, too: `rest`.
 */
import { type Field, fieldsOf } from '../cachelines/fields.ts';
import {
  type Layout,
  type LayoutCode,
  type LayoutCount,
  type LayoutField,
  type LayoutStruct,
  naturalAlign,
  roundUp,
  SHMEM_ALIGN,
} from './layout.ts';

/** A structure of the engine. Its number in the list is the number that the engine gives it (`pg/regions.c`). */
export interface EngineRegion {
  readonly name: string;
  /** Bytes of an entry; of a single struct: of all of it. */
  readonly bytes: number;
  readonly count: LayoutCount;
  readonly fields: readonly EngineField[];
}
export interface EngineField extends LayoutField {
  /** Bytes from the entry's start. */
  readonly first: number;
}

/** Bytes of the structures that are there once; all others have an entry for each connection. */
const SINGLE: Readonly<Record<string, number>> = {
  ProcArrayLock: 128,
  XidGenLock: 128,
  TransamVariables: 64,
  ProcGlobal: 128,
  ProcArray: 40,
};
const HEADER_OF_91 = 32;
/** Those whose rest is nothing but room, so that the next one is on other lines. */
const PADDED: Readonly<Record<string, number>> = {
  ProcArrayLock: 128,
  XidGenLock: 128,
  ProcGlobal: 128,
  semaphores: 128,
};
/** They begin right behind their header. */
const FOLLOWS: readonly string[] = ['pgprocnos', 'procs'];

const namesOf = (code: LayoutCode): readonly string[] => [
  'ProcArrayLock',
  'XidGenLock',
  'TransamVariables',
  'ProcGlobal',
  'ProcArray',
  code === 'pg9.1' ? 'procs' : 'pgprocnos',
  'PGPROC',
  ...(code === 'pg9.1'
    ? []
    : code === 'dense' || code === 'pg14'
      ? ['xids', 'subxidStates', 'statusFlags']
      : ['PGXACT']),
  'semaphores',
];

const alignOf = ({ name, size }: Field): number =>
  name === 'subxids' || name === 'LWLock.waiters' ? 4 : naturalAlign(size);
const plain = (name: string): string => name.replace('LWLock.', '').replace('[]', '');

/** All bytes of an entry as fields, up to where only padding follows. */
function withRest(region: string, fields: readonly Field[], bytes: number): readonly EngineField[] {
  const all: EngineField[] = [];
  let at = 0;
  let rests = 0;
  const rest = (to: number): void => {
    if (to > at) all.push({ name: `${region}.rest${++rests}`, first: at, size: to - at, align: 1 });
  };
  for (const field of fields) {
    rest(field.offset);
    all.push({ name: `${region}.${plain(field.name)}`, first: field.offset, size: field.size, align: alignOf(field) });
    at = field.offset + field.size;
  }
  const most = Math.max(1, ...all.map(({ align }) => align));
  if (roundUp(at, most) !== bytes) rest(bytes);
  return all;
}

export function engineRegions(code: LayoutCode): readonly EngineRegion[] {
  return namesOf(code).map((name) => {
    const known = fieldsOf(name, code);
    const isSingle = known.entry === 0;
    const bytes = isSingle
      ? code === 'pg9.1' && name === 'ProcArray'
        ? HEADER_OF_91
        : (SINGLE[name] ?? 0)
      : known.entry;
    const named = known.fields.filter(({ offset }) => offset < bytes);
    const fields =
      name in PADDED
        ? withRest(name, named, (named.at(-1)?.offset ?? 0) + (named.at(-1)?.size ?? 0))
        : withRest(name, named, bytes);
    return { name, bytes, count: isSingle ? 1 : 'connections', fields };
  });
}

/** A design's own layout. */
export const presetOf = (code: LayoutCode): Layout => ({
  replay: code,
  access: [],
  structs: engineRegions(code).map(
    ({ name, count, fields }): LayoutStruct => ({
      name,
      count,
      fields: fields.map(({ name: field, size, align }) => ({ name: field, size, align })),
      pad: PADDED[name] ?? 1,
      align: FOLLOWS.includes(name) ? (fields[0]?.align ?? 1) : SHMEM_ALIGN,
      way: 'structs',
    }),
  ),
});

/** Fields that no operation of a replayed workload touches: only waits, connecting and subtransactions do. */
export const isQuiet = (name: string): boolean =>
  /\.(rest\d+|subxids|pid|databaseId|procArrayGroup\w*|waiters|semaphore)$/.test(name);
