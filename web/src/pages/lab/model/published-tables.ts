/** The published tables for comparison with the model, as points to model. */
import idleText from '../../../../../scenarios/published/idle-connections.csv?raw';
import mostlyIdleText from '../../../../../scenarios/published/mostly-idle-connections.csv?raw';
import clientsText from '../../../../../scenarios/published/readonly-by-clients.csv?raw';
import { PUBLISHED, type PublishedSource, parsePublished } from '../../../scenario/published.ts';
import { type ComparedId, type ComparisonPoint, comparisonPoints } from '../../../viewmodel/prediction/comparison.ts';

const TEXTS: Readonly<Record<ComparedId, string>> = {
  idleConnections: idleText,
  mostlyIdleConnections: mostlyIdleText,
  readonlyByClients: clientsText,
};

export interface PublishedTable {
  readonly source: PublishedSource;
  readonly points: readonly ComparisonPoint[];
}

/** A test checks the files; a broken one is a fault of this build, not of its reader. */
export function publishedTable(id: ComparedId): PublishedTable {
  const table = parsePublished(id, TEXTS[id]);
  if (!table.ok) throw new Error(`${table.error.file}:${table.error.line}: ${table.error.message}`);
  return { source: PUBLISHED[id].source, points: comparisonPoints(table.value.rows) };
}
