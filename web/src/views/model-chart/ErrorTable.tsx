/** The mean absolute percentage errors, with and without coherence, and the fitted constants. */

import { useMessages } from '../../ui/messages.tsx';
import { designStyle } from '../../viewmodel/design-style.ts';
import {
  CURVE_DESIGN,
  CURVES,
  constantName,
  type ErrorSpread,
  isPredicted,
  type ModelComparison,
  spreadOfErrors,
} from '../../viewmodel/prediction/model-chart.ts';
import styles from './model-chart.module.css';

export const fittedPoints = ({ rows }: ModelComparison): number =>
  rows.reduce((sum, { fitted }) => sum + CURVES.filter((curve) => fitted[curve]).length, 0);

export function ErrorTable({ comparison }: { readonly comparison: ModelComparison }) {
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

export function Constants({ comparison }: { readonly comparison: ModelComparison }) {
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
