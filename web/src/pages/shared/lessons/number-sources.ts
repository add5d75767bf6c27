/** The sources of a lesson's numbers, with the shipped machines. Loaded when a lesson has been drawn. */
import '../../../base/messages/en/lessons-source.ts';
import '../../../base/messages/en/provenance.ts';
import '../../../base/messages/en/ui.ts';
import type { Messages } from '../../../base/messages/index.ts';
import { REAL_SERVERS, type WrittenProvenance } from '../../../scenario/lesson.ts';
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

interface SourceOf {
  readonly provenance: WrittenProvenance;
  readonly source: string;
}
export const shippedSource = (at: SourceOf): NumberSource | null => numberSource(at, machines);

/** In words. Where there is no more to say, the source's name in the lesson. */
export function sourceText({ provenance, source }: SourceOf, { t }: Messages): string {
  if (provenance === 'real') return t('lessons.source.real', { version: REAL_SERVERS[source] ?? source });
  const found = shippedSource({ provenance, source });
  switch (found?.kind) {
    case 'notes':
      return t('lessons.source.notes');
    case 'table':
      return t('lessons.source.table', {
        title: found.source.title,
        part: t('provenance.cited', { text: found.source.part }),
        machine: t('provenance.cited', { text: found.source.machine }),
      });
    case 'machine': {
      const { source: from, note } = found.figure;
      const all = note === null ? [from] : [from, note];
      return t('lessons.source.machine', { machine: found.machine, source: t('ui.clauses', { all }) });
    }
    default:
      return source;
  }
}
