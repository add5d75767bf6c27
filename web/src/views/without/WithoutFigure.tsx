/**
 * What explains what: for each thing that is taken out of the model, both designs' throughputs as bars on one scale, and
 * their ratio. Where the bars get equally long, that thing made the difference. The table has each change.
 */

import '../../base/messages/en/model.ts';
import '../../base/messages/en/without.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import page from '../../ui/page.module.css';
import { designStyle } from '../../viewmodel/design-style.ts';
import type { Interval } from '../../viewmodel/lab/claim.ts';
import { SHARED_BAND_NS } from '../../viewmodel/prediction/shared-server.ts';
import {
  type AblationRow,
  type Ablations,
  type Change,
  findingOf,
  isAdded,
  type Measure,
  type RateAxis,
  rateAxis,
  variantsOf,
  WITHOUT_HEADER,
  type WithoutCase,
  withoutCsv,
} from '../../viewmodel/prediction/without.ts';
import { DesignSwatch } from '../shared/chart/parts.tsx';
import styles from './without.module.css';

/** A design's throughput: a bar to the median, and a line from the lowest seed to the highest. */
function Lane({ rate, axis, hue }: { readonly rate: Interval; readonly axis: RateAxis; readonly hue: string }) {
  const { low, median, high } = rate;
  return (
    <span className={styles.lane} style={{ color: hue }}>
      <span className={styles.bar} style={{ right: `${100 - axis.at(median)}%` }} />
      <span className={styles.range} style={{ left: `${axis.at(low)}%`, right: `${100 - axis.at(high)}%` }} />
    </span>
  );
}

function Grid({ axis }: { readonly axis: RateAxis }) {
  return (
    <>
      {axis.ticks.map((tick) => (
        <span key={tick} className={styles.rule} data-zero={tick === 0} style={{ left: `${axis.at(tick)}%` }} />
      ))}
    </>
  );
}

/** Before its numbers come a row has its name and an empty track. */
type ShownRow = Pick<AblationRow, 'variant' | 'change'> & { readonly value: AblationRow['value'] | null };
const unknown = (asked: WithoutCase): readonly ShownRow[] =>
  variantsOf(asked).map((variant) => ({ variant, value: null, change: null }));

/** Only the line of none: the scale is known with the numbers. */
const NO_AXIS: RateAxis = { at: () => 0, ticks: [] };

interface RowProps {
  readonly row: ShownRow;
  readonly asked: WithoutCase;
  readonly axis: RateAxis;
}

function Row({ row: { variant, value, change }, asked, axis }: RowProps) {
  const { t } = useMessages();
  // The random starts do not agree that anything changes: a number that differs would say that it does.
  const isOpen = change !== null && !change.ratio.isSure;
  return (
    <li className={styles.row} data-variant={variant} data-added={isAdded(variant)} data-sure={change?.ratio.isSure}>
      <span className={styles.who}>{t('without.variant', { variant, band: SHARED_BAND_NS })}</span>
      <span className={styles.track} aria-hidden="true">
        <Grid axis={axis} />
        {value !== null &&
          (['before', 'after'] as const).map((side) => (
            <Lane key={side} rate={value[side]} axis={axis} hue={designStyle(asked[side]).hue} />
          ))}
      </span>
      <span className={styles.ratio}>
        {value === null ? t('without.noChange') : t('without.times', { ...value.ratio, isOpen })}
      </span>
    </li>
  );
}

function Head({ asked, axis }: { readonly asked: WithoutCase; readonly axis: RateAxis }) {
  const { t } = useMessages();
  const [before, after] = [t(designStyle(asked.before).shortKey), t(designStyle(asked.after).shortKey)];
  return (
    <li className={`${styles.row} ${styles.head}`} aria-hidden="true">
      <span className={styles.who}>{t('without.head.variant')}</span>
      <span className={styles.axis}>
        <span className={styles.axisName}>{t('without.head.axis')}</span>
        {axis.ticks.map((tick) => (
          <span key={tick} className={styles.tick} style={{ left: `${axis.at(tick)}%` }}>
            {t('without.tick', { tps: tick })}
          </span>
        ))}
      </span>
      <span className={styles.ratio}>{t('without.head.times', { before, after })}</span>
    </li>
  );
}

function Rows({ ablations, asked }: { readonly ablations: Ablations | null; readonly asked: WithoutCase }) {
  const { t } = useMessages();
  const axis = ablations === null ? NO_AXIS : rateAxis(ablations.rows);
  const rows: readonly ShownRow[] = ablations?.rows ?? unknown(asked);
  const of = (added: boolean) => rows.filter(({ variant }) => isAdded(variant) === added);
  return (
    <ul className={styles.rows}>
      <Head {...{ asked, axis }} />
      {of(false).map((row) => (
        <Row key={row.variant} {...{ row, asked, axis }} />
      ))}
      <li className={styles.added}>{t('without.added')}</li>
      {of(true).map((row) => (
        <Row key={row.variant} {...{ row, asked, axis }} />
      ))}
    </ul>
  );
}

function Numbers({ rows, asked }: { readonly rows: readonly AblationRow[]; readonly asked: WithoutCase }) {
  const { t } = useMessages();
  const [before, after] = [t(designStyle(asked.before).shortKey), t(designStyle(asked.after).shortKey)];
  const value = (measure: Measure, head: string): Column<AblationRow> => ({
    key: measure,
    head,
    kind: 'number',
    cell: (row) => t(measure === 'ratio' ? 'without.ratio' : 'without.rate', row.value[measure]),
  });
  const change = (measure: Measure): Column<AblationRow> => ({
    key: `${measure} change`,
    head: t('without.head.own'),
    kind: 'number',
    cell: (row) => (row.change === null ? t('without.noChange') : t('without.change', row.change[measure])),
  });
  const columns: Column<AblationRow>[] = [
    {
      key: 'variant',
      head: t('without.head.variant'),
      wraps: true,
      cell: ({ variant }) => t('without.variant', { variant, band: SHARED_BAND_NS }),
    },
    value('before', t('without.head.rate', { design: before })),
    change('before'),
    value('after', t('without.head.rate', { design: after })),
    change('after'),
    value('ratio', t('without.head.ratio', { before, after })),
    change('ratio'),
  ];
  return (
    <DataTable
      caption={t('without.table')}
      columns={columns}
      rows={rows}
      rowKey={({ variant }) => variant}
      empty={t('without.wait')}
    />
  );
}

/** The finding, and all rows in words. */
function useWords(asked: WithoutCase, ablations: Ablations | null) {
  const { t } = useMessages();
  const [before, after] = [t(designStyle(asked.before).shortKey), t(designStyle(asked.after).shortKey)];
  const name = t('without.name', { before, after });
  const whole = ablations?.rows.find(({ variant }) => variant === 'whole');
  if (ablations === null || whole === undefined) return { name, title: name, words: t('without.wait') };
  const said = (change: Change | undefined) =>
    change === undefined ? t('without.noChange') : t('without.change', change);
  return {
    name,
    title: t('without.title', { before, after, ratio: whole.value.ratio.median, found: findingOf(ablations) }),
    words: t('without.words', {
      before,
      after,
      band: SHARED_BAND_NS,
      rows: ablations.rows.map(({ variant, value, change }) => ({
        variant,
        before: said(change?.before),
        after: said(change?.after),
        ratio: value.ratio.median,
      })),
    }),
  };
}

interface WithoutFigureProps {
  readonly asked: WithoutCase;
  /** Null: too few seeds have come. */
  readonly ablations: Ablations | null;
  /** The machine's facts for the badge. */
  readonly facts: readonly string[];
  readonly headingLevel?: 2 | 3;
}

export function WithoutFigure({ asked, ablations, facts, headingLevel = 2 }: WithoutFigureProps) {
  const { t } = useMessages();
  const { name, title, words } = useWords(asked, ablations);
  const seeds = ablations === null ? [] : [t('model.drop.seeds', { n: ablations.seeds })];
  return (
    <Figure
      headingLevel={headingLevel}
      title={title}
      growingTitle
      name={name}
      subtitle={
        <>
          {([asked.before, asked.after] as const).map((design) => (
            <span key={design} className={styles.key}>
              <DesignSwatch design={design} /> {t(designStyle(design).shortKey)}
            </span>
          ))}
          {t('without.subtitle', asked)}
        </>
      }
      description={words}
      data={() => ({ header: WITHOUT_HEADER, rows: ablations === null ? [] : withoutCsv(ablations) })}
      picture={false}
      caption={t('without.bars')}
      table={<Numbers rows={ablations?.rows ?? []} asked={asked} />}
      provenance={
        <div className={page.badges}>
          <ProvenanceBadge kind="modelled" facts={[...facts, ...seeds]} />
        </div>
      }
    >
      <div className={styles.frame} data-there={ablations !== null} data-testid="without">
        <Rows {...{ ablations, asked }} />
        {ablations === null && <p className={styles.wait}>{t('without.wait')}</p>}
      </div>
    </Figure>
  );
}
