/**
 * The model and one published experiment, complete: title with the error, chart, errors with and without coherence,
 * constants.
 */

import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import {
  COMPARISON_HEADER,
  comparisonCsv,
  isPredicted,
  type ModelComparison,
  spreadOfErrors,
  withoutCoherence,
} from '../../viewmodel/prediction/model-chart.ts';
import { Constants, ErrorTable, fittedPoints } from './ErrorTable.tsx';
import { ModelChart } from './ModelChart.tsx';
import styles from './model-chart.module.css';
import { comparisonWords } from './words.ts';

export function ModelComparisonFigure({
  comparison,
  whole = true,
  headingLevel = 2,
}: {
  readonly comparison: ModelComparison;
  /** All points are there: the mean of only some would not be the table's. */
  readonly whole?: boolean;
  readonly headingLevel?: 2 | 3;
}) {
  const messages = useMessages();
  const { t } = messages;
  const cited = (text: string): string => t('provenance.cited', { text });
  const { table, machine, rows, seeds, notes } = comparison;
  const name = t('modelChart.name', { machine: machine.name, axis: table.axis });
  return (
    <Figure
      headingLevel={headingLevel}
      title={t('modelChart.title', {
        predicted: isPredicted(rows, 'pre'),
        error: whole ? spreadOfErrors(seeds).pre : null,
        without: whole ? spreadOfErrors(seeds, 'without').pre : null,
        coherence: withoutCoherence(seeds),
      })}
      growingTitle
      subtitle={t('modelChart.subtitle', { axis: table.axis, active: table.active })}
      name={name}
      description={comparisonWords(comparison, messages)}
      data={() => ({ header: COMPARISON_HEADER, rows: comparisonCsv(comparison) })}
      {...(rows.length === 0 ? { picture: null } : {})}
      caption={notes.length === 0 ? undefined : t('ui.sentences', { all: notes.map((note) => t(note)) })}
      provenance={
        <div className={styles.badges}>
          <ProvenanceBadge
            kind="modelled"
            facts={[machine.short, t('modelChart.badge.fitted', { points: fittedPoints(comparison) })]}
          />
          <ProvenanceBadge
            kind="published"
            facts={[
              t('home.badge.source', { ...table, part: cited(table.part) }),
              cited(table.machineShort),
              ...(table.active === null ? [] : [t('modelChart.badge.clients', { active: table.active })]),
            ]}
          />
        </div>
      }
    >
      <ModelChart comparison={comparison} />
      {rows.length > 0 && (
        <div className={styles.beneath}>
          <ErrorTable comparison={comparison} />
          <Constants comparison={comparison} />
        </div>
      )}
    </Figure>
  );
}
