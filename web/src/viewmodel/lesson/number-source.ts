/** What a lesson's number says of its source: `published:idle-connections`, `published:MACHINE.FIGURE`, `real:13`. Pure. */
import type { WrittenProvenance } from '../../scenario/lesson.ts';
import { type Machine, machineFigure, type Sourced } from '../../scenario/machine.ts';
import { PUBLISHED, type PublishedSource } from '../../scenario/published.ts';

export type NumberSource =
  /** Noted from publications without a table of their own: `published:README`. */
  | { readonly kind: 'notes' }
  | { readonly kind: 'table'; readonly source: PublishedSource }
  /** Measured by others, and an input of the model: it is in a machine's file. */
  | { readonly kind: 'machine'; readonly machine: string; readonly figure: Sourced<number> };

/** Null: the source is a file without more to say, or a server. */
/** `scenarios/published/README.md`. */
const NOTES = 'README';

export function numberSource(
  { provenance, source }: { readonly provenance: WrittenProvenance; readonly source: string },
  machines: readonly Machine[],
): NumberSource | null {
  if (provenance !== 'published') return null;
  if (source === NOTES) return { kind: 'notes' };
  const table = Object.values(PUBLISHED).find((one) => one.source.file === `${source}.csv`);
  if (table !== undefined) return { kind: 'table', source: table.source };
  const [id, name] = source.split('.');
  const machine = machines.find((one) => one.id === id);
  const figure = machine === undefined ? null : machineFigure(machine, name ?? '');
  return machine === undefined || figure === null ? null : { kind: 'machine', machine: machine.name, figure };
}
