/** The sources of a lesson's numbers, with the shipped machines. Loaded when a lesson has been drawn. */
import type { WrittenProvenance } from '../../../scenario/lesson.ts';
import { parseMachine } from '../../../scenario/machine-parse.ts';
import { type NumberSource, numberSource } from '../../../viewmodel/lesson/number-source.ts';

const texts = import.meta.glob<string>('../../../../../scenarios/machines/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});
/** Tests check the shipped files. */
const machines = Object.values(texts).flatMap((text) => {
  const read = parseMachine(text);
  return read.ok ? [read.value] : [];
});

export const shippedSource = (at: {
  readonly provenance: WrittenProvenance;
  readonly source: string;
}): NumberSource | null => numberSource(at, machines);
