/** The sentence that ends a run: which limit, and which place the run had reached. */
import '../../base/messages/en/spec.ts';
import type { Messages } from '../../base/messages/index.ts';
import { Lines } from '../../scenario/spec-scan.ts';
import type { LimitTold } from '../../sql/limits.ts';

/**
 * @param text the spec's own text
 * @param file its name; empty: left out
 * @param permutation its number, from 1
 */
export function limitText(limit: LimitTold, text: string, file: string, permutation: number, { t }: Messages): string {
  const { cost, place, statement } = limit;
  const { line, column } = new Lines(text).placeOf(place?.offset ?? 0);
  const part = t('spec.run.part', { part: place?.part ?? 'setup', name: place?.name ?? '' });
  const where = t('spec.run.where', { part, permutation, statement });
  const what =
    cost.kind === 'work'
      ? t('spec.run.work', { units: cost.units, most: cost.most })
      : t('spec.run.output', { max: cost.max });
  return t('spec.at', { file, line, column, what: `${where}: ${what}` });
}
