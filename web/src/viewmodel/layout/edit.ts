/** Moves of a layout: a field to another place or struct, a struct split, joined, padded, turned into arrays. Pure. */
import { err, ok, type Result } from '../../base/result.ts';
import { type Layout, type LayoutField, type LayoutStruct, type LayoutWay, SHMEM_ALIGN, shortName } from './layout.ts';

/**
 * Why a field cannot go somewhere. `count`: there is one for each connection here, and only one there, or the reverse.
 * `end`: there is no struct any more. `alone`: its struct has no other field. `join`: no struct above to join with.
 */
export interface Refusal {
  readonly why: 'count' | 'end' | 'alone' | 'join';
  readonly field: string;
  readonly struct: string;
}
export type Moved = Result<Layout, Refusal>;
export type Direction = 'earlier' | 'later' | 'up' | 'down';

interface Home {
  readonly struct: number;
  readonly index: number;
}

export function homeOf({ structs }: Layout, field: string): Home | null {
  for (const [struct, { fields }] of structs.entries()) {
    const index = fields.findIndex(({ name }) => name === field);
    if (index >= 0) return { struct, index };
  }
  return null;
}

const withStructs = (layout: Layout, structs: readonly LayoutStruct[]): Layout => ({
  ...layout,
  structs: structs.filter(({ fields }) => fields.length > 0),
});
const changed = (layout: Layout, at: number, change: Partial<LayoutStruct>): Layout =>
  withStructs(
    layout,
    layout.structs.map((struct, i) => (i === at ? { ...struct, ...change } : struct)),
  );

/**
 * Moves a field before the field that is now at `index` of a struct; at its end if there is none. A struct that has lost
 * its last field is gone.
 */
export function moveField(layout: Layout, name: string, struct: number, index: number): Moved {
  const home = homeOf(layout, name);
  const from = home === null ? undefined : layout.structs[home.struct];
  const to = layout.structs[struct];
  const field = home === null ? undefined : from?.fields[home.index];
  if (home === null || from === undefined || to === undefined || field === undefined)
    return err({ why: 'end', field: name, struct: to?.name ?? '' });
  if (from.count !== to.count) return err({ why: 'count', field: name, struct: to.name });
  const before = to.fields.slice(0, index).filter((other) => other !== field);
  const after = to.fields.slice(index).filter((other) => other !== field);
  const next = layout.structs.map((one, i) => {
    if (i === struct) return { ...one, fields: [...before, field, ...after] };
    return i === home.struct ? { ...one, fields: one.fields.filter((other) => other !== field) } : one;
  });
  return ok(withStructs(layout, next));
}

/** One step by a key: within the struct, or to the next struct up or down that may have it. */
export function nudge(layout: Layout, name: string, direction: Direction): Moved {
  const home = homeOf(layout, name);
  const from = home === null ? undefined : layout.structs[home.struct];
  if (home === null || from === undefined) return err({ why: 'end', field: name, struct: '' });
  if (direction === 'earlier' && home.index > 0) return moveField(layout, name, home.struct, home.index - 1);
  if (direction === 'later' && home.index < from.fields.length - 1)
    return moveField(layout, name, home.struct, home.index + 2);
  const step = direction === 'earlier' || direction === 'up' ? -1 : 1;
  for (let at = home.struct + step; at >= 0 && at < layout.structs.length; at += step) {
    const to = layout.structs[at];
    if (to?.count === from.count)
      return moveField(layout, name, at, direction === 'down' ? 0 : step < 0 ? to.fields.length : 0);
  }
  // All that are there have another count: the nearest one says why.
  const nearest = layout.structs[home.struct + step];
  return nearest === undefined
    ? err({ why: 'end', field: name, struct: from.name })
    : err({ why: 'count', field: name, struct: nearest.name });
}

function freeName({ structs }: Layout, wanted: string): string {
  const isFree = (name: string) => structs.every((struct) => struct.name !== name);
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}-${n}`;
    if (isFree(name)) return name;
  }
}

/** Puts a field into a new struct behind its own, on lines of its own. */
export function splitField(layout: Layout, name: string): Moved {
  const home = homeOf(layout, name);
  const from = home === null ? undefined : layout.structs[home.struct];
  const field = home === null ? undefined : from?.fields[home.index];
  if (home === null || from === undefined || field === undefined || from.fields.length === 1)
    return err({ why: 'alone', field: name, struct: from?.name ?? '' });
  const made: LayoutStruct = {
    name: freeName(layout, shortName(name)),
    count: from.count,
    fields: [field],
    pad: 1,
    align: SHMEM_ALIGN,
    way: 'structs',
  };
  const rest: readonly LayoutField[] = from.fields.filter((other) => other !== field);
  const next = layout.structs.flatMap((one, i) => (i === home.struct ? [{ ...one, fields: rest }, made] : [one]));
  return ok(withStructs(layout, next));
}

/** The struct above that another one can be joined to; -1: none has as many entries. */
export function joinsWith({ structs }: Layout, struct: number): number {
  return structs.slice(0, struct).findLastIndex(({ count }) => count === structs[struct]?.count);
}

/** Appends a struct's fields to the nearest one above that has as many entries. */
export function joinAbove(layout: Layout, struct: number): Moved {
  const above = joinsWith(layout, struct);
  const [to, from] = [layout.structs[above], layout.structs[struct]];
  if (to === undefined || from === undefined) return err({ why: 'join', field: '', struct: from?.name ?? '' });
  const next = layout.structs.flatMap((one, i) => {
    if (i === above) return [{ ...one, fields: [...one.fields, ...from.fields] }];
    return i === struct ? [] : [one];
  });
  return ok(withStructs(layout, next));
}

export const setWay = (layout: Layout, struct: number, way: LayoutWay): Layout => changed(layout, struct, { way });
export const setPad = (layout: Layout, struct: number, pad: number): Layout => changed(layout, struct, { pad });
