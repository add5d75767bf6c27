/**
 * The model and one published experiment, complete: title with the error, chart, the errors of the model, of the model
 * without coherence and of the formula without caches, the point that is furthest off, and the constants.
 */

import '../../base/messages/en/home.ts';
import '../../base/messages/en/model.ts';
import '../../base/messages/en/model-chart.ts';
import '../../base/messages/en/provenance.ts';
import '../../base/messages/en/ui.ts';
import { Fragment, type ReactNode } from 'react';
import type { PlainKey } from '../../base/messages/index.ts';
import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import page from '../../ui/page.module.css';
import { designStyle } from '../../viewmodel/design-style.ts';
import {
  besideFormula,
  biasOf,
  hardlyTests,
  isPredicted,
  judgedOf,
  spreadOfErrors,
  withoutCoherence,
  worstOf,
} from '../../viewmodel/prediction/errors.ts';
import {
  COMPARISON_HEADER,
  CURVE_DESIGN,
  CURVES,
  type Curve,
  comparisonCsv,
  constantName,
  type ModelComparison,
  RUNS,
  type Run,
  reasonFor,
} from '../../viewmodel/prediction/model-chart.ts';
import { SHARED_BAND_NS } from '../../viewmodel/prediction/shared-server.ts';
import { comparisonWords } from './chart-parts.tsx';
import { ModelChart } from './ModelChart.tsx';
import styles from './model-chart.module.css';

const fittedPoints = ({ rows }: Pick<ModelComparison, 'rows'>): number =>
  rows.reduce((sum, { fitted }) => sum + CURVES.filter((curve) => fitted[curve]).length, 0);
const shortName = (curve: Curve) => designStyle(CURVE_DESIGN[curve]).shortKey;
const BIAS = { pre: 'preBias', post: 'postBias' } as const;

/** The mean errors, absolute and signed: of the model, of the model without coherence, and of the formula. */
function ErrorTable({ comparison }: { readonly comparison: ModelComparison }) {
  const { t } = useMessages();
  const { rows, seeds } = judgedOf(comparison);
  return (
    <table className={styles.errors}>
      <caption>
        {t('modelChart.errors.caption', {
          points: rows.length * CURVES.length - fittedPoints({ rows }),
          judgedFrom: comparison.judgedFrom,
        })}
      </caption>
      <ErrorHead />
      <tbody>
        {RUNS.filter((run) => rows.some(({ [run]: own }) => own !== null)).map((run) => {
          const errors = spreadOfErrors(seeds, run);
          return (
            <tr key={run} data-run={run} data-strong={run === 'modelled'}>
              <th scope="row">{t('modelChart.errors.run', { run })}</th>
              {CURVES.map((curve) => (
                <Fragment key={curve}>
                  <td>{t('modelChart.errors.value', { share: errors[curve] })}</td>
                  <td>{t('modelChart.errors.signedValue', { share: errors[BIAS[curve]] })}</td>
                </Fragment>
              ))}
              <td>{t('modelChart.errors.value', { share: errors.ratio })}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function ErrorHead() {
  const { t } = useMessages();
  return (
    <thead>
      <tr>
        <td rowSpan={2} />
        {CURVES.map((curve) => (
          <th key={curve} scope="colgroup" colSpan={2}>
            {t(shortName(curve))}
          </th>
        ))}
        <th scope="col">{t('modelChart.errors.ratio')}</th>
      </tr>
      <tr>
        {CURVES.map((curve) => (
          <Fragment key={curve}>
            <th scope="col">{t('modelChart.errors.absolute')}</th>
            <th scope="col">{t('modelChart.errors.signed')}</th>
          </Fragment>
        ))}
        <th scope="col">{t('modelChart.errors.absolute')}</th>
      </tr>
    </thead>
  );
}

/** On which side of the published curves the model is, and why it is furthest off where it is. */
function Sides({ comparison }: { readonly comparison: ModelComparison }) {
  const { t } = useMessages();
  const { seeds } = judgedOf(comparison);
  const worst = worstOf(comparison);
  const overlap = hardlyTests(seeds);
  const why = worst === null ? null : reasonFor(comparison, { ...worst, x: worst.row.x });
  return (
    <div className={styles.sides}>
      {CURVES.map((curve) => {
        const bias = biasOf(seeds, curve);
        return (
          <p key={curve} data-testid={`bias-${curve}`}>
            {bias === null ? '\u00a0' : t('modelChart.bias', { design: t(shortName(curve)), ...bias })}
          </p>
        );
      })}
      {overlap !== null && <p data-testid="hardly-tests">{t('modelChart.hardlyTests', overlap)}</p>}
      {worst !== null && (
        <p data-testid="worst">
          {t('modelChart.worst', {
            design: t(shortName(worst.curve)),
            x: worst.row.x,
            axis: comparison.table.axis,
            error: worst.error,
            why: why === null ? null : t(why),
          })}
        </p>
      )}
    </div>
  );
}

function Constants({ comparison }: { readonly comparison: ModelComparison }) {
  const { t } = useMessages();
  const { constants, assumed } = comparison;
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
        {assumed.map(({ name, value, unit }) => (
          <div key={name} data-constant={name}>
            <dt>
              {t(`modelChart.assumed.${name}`)} <b>{t('modelChart.constants.value', { value, unit })}</b>
            </dt>
          </div>
        ))}
        {constants.map(({ name, value, unit, how }) => (
          <div key={name} data-constant={name}>
            <dt>
              {nameOf(name)} <b>{t('modelChart.constants.value', { value, unit })}</b>
            </dt>
            <dd>{how}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.rest}>{t('modelChart.constants.rest', { assumed: assumed.length > 0 })}</p>
    </div>
  );
}

function Badges({ comparison, bare }: { readonly comparison: ModelComparison; readonly bare: boolean }) {
  const { t } = useMessages();
  const cited = (text: string): string => t('provenance.cited', { text });
  const { table, machine } = comparison;
  return (
    <div className={page.badges}>
      {!bare && (
        <ProvenanceBadge
          kind="modelled"
          facts={[
            machine.short,
            t('modelChart.badge.fitted', { points: fittedPoints(comparison) }),
            ...(comparison.bands.size > 0 ? [t('modelChart.key.band', { band: SHARED_BAND_NS })] : []),
          ]}
        />
      )}
      <ProvenanceBadge
        kind="published"
        facts={[
          ...(table.cited === null
            ? [t('model.own.badge', { file: table.file })]
            : [
                t('home.badge.source', { ...table.cited, part: cited(table.cited.part) }),
                cited(table.cited.machineShort),
              ]),
          ...(table.active === null ? [] : [t('modelChart.badge.clients', { active: table.active })]),
        ]}
      />
    </div>
  );
}

/** The finding: 13's error, and next to it the formula's; until that is known, how far apart the published figures end. */
function useTitle({
  comparison,
  whole,
  folded,
  bare,
}: Required<Pick<FigureProps, 'comparison' | 'whole' | 'folded' | 'bare'>>): string {
  const { t } = useMessages();
  const end = comparison.published.at(-1);
  const { rows, seeds } = judgedOf(comparison);
  const error = (run: Run) => (whole ? spreadOfErrors(seeds, run).pre : null);
  if (end !== undefined && (bare || error('modelled') === null))
    return t('modelChart.title.published', {
      axis: comparison.table.axis,
      x: end.x,
      active: comparison.table.active,
      ratio: end.published.post / end.published.pre,
    });
  const off = error('modelled');
  // The sentence under the chart has the formula's error.
  if (folded && !comparison.isOther && end !== undefined && off !== null)
    return t('modelChart.title.lead', {
      axis: comparison.table.axis,
      x: end.x,
      ratio: end.published.post / end.published.pre,
      predicted: isPredicted(rows, 'pre'),
      error: off,
    });
  return t('modelChart.title', {
    other: comparison.isOther,
    predicted: isPredicted(rows, 'pre'),
    error: error('modelled'),
    without: error('without'),
    coherence: withoutCoherence(seeds),
    formula: error('formula'),
    arithmetic: besideFormula(seeds),
  });
}

interface FigureProps {
  readonly comparison: ModelComparison;
  /** All points are there: the mean of only some would not be the table's. */
  readonly whole?: boolean;
  /** Errors and constants are one press away. */
  readonly folded?: boolean;
  /** Nothing of the model is asked for yet. */
  readonly bare?: boolean;
  readonly headingLevel?: 2 | 3;
}

export function ModelComparisonFigure({
  comparison,
  whole = true,
  folded = false,
  bare = false,
  headingLevel = 2,
}: FigureProps) {
  const messages = useMessages();
  const { t } = messages;
  const { table, machine, rows, notes } = comparison;
  const title = useTitle({ comparison, whole, folded, bare });
  const captions: readonly PlainKey[] = rows.some(({ formula }) => formula !== null)
    ? [...notes, 'modelChart.note.arithmetic']
    : notes;
  return (
    <Figure
      headingLevel={headingLevel}
      title={title}
      growingTitle
      subtitle={t('modelChart.subtitle', { axis: table.axis, active: table.active })}
      name={t('modelChart.name', { machine: machine.name, axis: table.axis })}
      description={comparisonWords(comparison, messages)}
      data={() => ({ header: COMPARISON_HEADER, rows: comparisonCsv(comparison) })}
      // A saved picture does not say that some points are still to come.
      {...(rows.length === 0 || !whole ? { picture: null } : {})}
      caption={captions.length === 0 ? undefined : t('ui.sentences', { all: captions.map((note) => t(note)) })}
      provenance={<Badges comparison={comparison} bare={bare} />}
    >
      <ModelChart comparison={comparison} whole={whole} />
      {rows.length > 0 && (
        <Foldable folded={folded} title={t('modelChart.fold')}>
          <div className={styles.beneath}>
            {!comparison.isOther && (
              <div>
                <ErrorTable comparison={comparison} />
                <Sides comparison={comparison} />
              </div>
            )}
            <Constants comparison={comparison} />
          </div>
        </Foldable>
      )}
    </Figure>
  );
}

interface FoldableProps {
  readonly folded: boolean;
  readonly title: string;
  readonly children: ReactNode;
}

function Foldable({ folded, title, children }: FoldableProps) {
  if (!folded) return children;
  return (
    <details className={styles.fold}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
