/**
 * The model and one published experiment, complete: title with the error, chart, errors with and without coherence,
 * constants.
 */

import '../../base/messages/en/home.ts';
import '../../base/messages/en/model-chart.ts';
import '../../base/messages/en/provenance.ts';
import '../../base/messages/en/ui.ts';
import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import page from '../../ui/page.module.css';
import { designStyle } from '../../viewmodel/design-style.ts';
import {
  COMPARISON_HEADER,
  CURVE_DESIGN,
  CURVES,
  comparisonCsv,
  constantName,
  type ErrorSpread,
  isPredicted,
  type ModelComparison,
  spreadOfErrors,
  withoutCoherence,
} from '../../viewmodel/prediction/model-chart.ts';
import { comparisonWords } from './chart-parts.tsx';
import { ModelChart } from './ModelChart.tsx';
import styles from './model-chart.module.css';

const fittedPoints = ({ rows }: ModelComparison): number =>
  rows.reduce((sum, { fitted }) => sum + CURVES.filter((curve) => fitted[curve]).length, 0);

/** The mean absolute percentage errors, with and without coherence, and the fitted constants. */
function ErrorTable({ comparison }: { readonly comparison: ModelComparison }) {
  const { t } = useMessages();
  const { rows, seeds } = comparison;
  const own = spreadOfErrors(seeds);
  const without = spreadOfErrors(seeds, 'without');
  const hasWithout = without.both !== null;
  const name = (curve: (typeof CURVES)[number]): string =>
    t('modelChart.errors.curve', {
      design: t(designStyle(CURVE_DESIGN[curve]).shortKey),
      predicted: isPredicted(rows, curve),
    });
  const lines: readonly (readonly [keyof ErrorSpread, string])[] = [
    ['pre', name('pre')],
    ['ratio', t('modelChart.errors.ratio')],
    ['post', name('post')],
    ['both', t('modelChart.errors.both')],
    [
      'predictions',
      t('modelChart.errors.predictions', { points: rows.length * CURVES.length - fittedPoints(comparison) }),
    ],
  ];
  return (
    <table className={styles.errors}>
      <caption>{t('modelChart.errors.caption')}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('modelChart.errors.with')}</th>
          {hasWithout && <th scope="col">{t('modelChart.errors.without')}</th>}
        </tr>
      </thead>
      <tbody>
        {lines.map(([key, text]) => (
          <tr key={key} data-strong={key === 'pre'}>
            <th scope="row">{text}</th>
            <td>{t('modelChart.errors.value', { share: own[key] })}</td>
            {hasWithout && <td>{t('modelChart.errors.value', { share: without[key] })}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Constants({ comparison }: { readonly comparison: ModelComparison }) {
  const { t } = useMessages();
  const { constants } = comparison;
  const nameOf = (name: string): string => {
    const known = constantName(name);
    return known === null ? name : t(`modelChart.constant.${known}`);
  };
  return (
    <div className={styles.constants}>
      <p className={styles.constantsTitle}>
        {t('modelChart.constants.title', { constants: constants.length, points: fittedPoints(comparison) })}
      </p>
      <dl>
        {constants.map(({ name, value, unit, how }) => (
          <div key={name} data-constant={name}>
            <dt>
              {nameOf(name)} <b>{t('modelChart.constants.value', { value, unit })}</b>
            </dt>
            <dd>{how}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.rest}>{t('modelChart.constants.rest')}</p>
    </div>
  );
}

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
        <div className={page.badges}>
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
