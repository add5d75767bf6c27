/** The published pair and its profile, in the form that figures need. */

import pairText from '../../../../../scenarios/published/subtransactions.csv?raw';
import profileText from '../../../../../scenarios/published/subtransactions-profile.csv?raw';
import type { Result } from '../../../base/result.ts';
import { PUBLISHED, type PublishedError, type PublishedTable, parsePublished } from '../../../scenario/published.ts';
import { publishedPair } from '../../../viewmodel/cliff/cliff-pair.ts';

/** A test checks the files; a broken one is a fault of this build, not of its reader. */
function rowsOf<Row>(table: Result<PublishedTable<Row>, PublishedError>): readonly Row[] {
  if (!table.ok) throw new Error(`${table.error.file}:${table.error.line}: ${table.error.message}`);
  return table.value.rows;
}

export const PUBLISHED_PAIR = publishedPair(rowsOf(parsePublished('subtransactions', pairText)));
export const PUBLISHED_PROFILE = rowsOf(parsePublished('subtransactionsProfile', profileText));
export const PAIR_SOURCE = PUBLISHED.subtransactions.source;
