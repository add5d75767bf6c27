/** The published tables that are shown next to measured figures. */
import { readFileSync } from 'node:fs';
import { PUBLISHED, type PublishedId, type PublishedRow, parsePublished } from '../../src/scenario/published.ts';
import { Fault } from '../proc.mjs';
import { at } from '../tree.mjs';

export function publishedRows<Id extends PublishedId>(id: Id): readonly PublishedRow<Id>[] {
  const { file } = PUBLISHED[id].source;
  const table = parsePublished(id, readFileSync(at('scenarios/published', file), 'utf8'));
  if (!table.ok) {
    const { line, column, message } = table.error;
    throw new Fault(`${file}:${line}:${column}: ${message}`);
  }
  return table.value.rows;
}
