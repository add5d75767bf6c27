/** The two published experiments with idle and with mostly idle connections, in the form that curves need. */
import idleText from '../../../../scenarios/published/idle-connections.csv?raw';
import mostlyIdleText from '../../../../scenarios/published/mostly-idle-connections.csv?raw';
import { PUBLISHED, type PublishedError, type PublishedSource, parsePublished } from '../../scenario/published.ts';
import type { PublishedPoint, SweepAxis } from '../../viewmodel/lab/published-series.ts';

export interface PublishedExperiment {
  readonly source: PublishedSource;
  readonly points: readonly PublishedPoint[];
}

/** A test checks the files; a broken one is a fault of this build, not of its reader. */
const broken = ({ file, line, message }: PublishedError): never => {
  throw new Error(`${file}:${line}: ${message}`);
};

function idle(): PublishedExperiment {
  const table = parsePublished('idleConnections', idleText);
  if (!table.ok) return broken(table.error);
  return {
    source: PUBLISHED.idleConnections.source,
    points: table.value.rows.map((row) => ({ ...row, connections: row.idle })),
  };
}
function mostlyIdle(): PublishedExperiment {
  const table = parsePublished('mostlyIdleConnections', mostlyIdleText);
  if (!table.ok) return broken(table.error);
  return {
    source: PUBLISHED.mostlyIdleConnections.source,
    points: table.value.rows.map((row) => ({ ...row, connections: row.mostly_idle })),
  };
}

export const EXPERIMENTS: Readonly<Record<SweepAxis, PublishedExperiment>> = { idle: idle(), mostlyIdle: mostlyIdle() };
