/**
 * Names that servers of 13 to 18 know and the subset does not: they are refused, because the answer "does not exist"
 * would be wrong. Includes a substitute if there is one. The names come from servers (known-names.gen.ts).
 */
import { FUNCTIONS, RELATIONS, SETTINGS, TYPES } from './known-names.gen.ts';

type Kind = 'relation' | 'function' | 'type' | 'setting';
const LISTS: Readonly<Record<Kind, string>> = {
  relation: RELATIONS,
  function: FUNCTIONS,
  type: TYPES,
  setting: SETTINGS,
};
const sets = new Map<Kind, ReadonlySet<string>>();

/** Whether any server knows the name. */
export function isKnown(kind: Kind, name: string): boolean {
  let set = sets.get(kind);
  if (set === undefined) {
    set = new Set(LISTS[kind].split(/\s+/));
    sets.set(kind, set);
  }
  return name !== '' && set.has(name);
}

const WHOLE = 'use int or bigint';
const SUBSTITUTES: Readonly<Record<string, string>> = {
  'type varchar': 'use text',
  'type bpchar': 'use text',
  'type char': 'use text',
  'type name': 'use text',
  'type uuid': 'use text',
  'type int2': 'use int',
  'type numeric': WHOLE,
  'type float4': WHOLE,
  'type float8': WHOLE,
  'type money': WHOLE,
  'type serial': 'use int, and write the numbers',
  'type serial4': 'use int, and write the numbers',
  'type bigserial': 'use bigint, and write the numbers',
  'type serial8': 'use bigint, and write the numbers',
  'type smallserial': 'use int, and write the numbers',
  'type serial2': 'use int, and write the numbers',
  'function generate_series': 'use it in FROM',
};
/** "use text" if text would do. */
export const substituteFor = (kind: 'type' | 'function', name: string): string | undefined =>
  SUBSTITUTES[`${kind} ${name}`];

/** serial and its variants are no types, but the parser knows them. */
export const isSerial = (name: string): boolean => /^(?:small|big)?serial$|^serial[248]$/.test(name);
