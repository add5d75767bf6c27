/** Numbers by which the C engine's locks know indexes: from the names, which no other index of the table has. */
import type { Table } from './catalog.ts';

export function numberOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return hash >>> 0 || 1;
}

/** The name of the index that the C engine's locks know by this number. */
export const indexNamed = ({ indexes }: Table, number: number): string | undefined =>
  indexes.find(({ name }) => numberOf(name) === number)?.name;
