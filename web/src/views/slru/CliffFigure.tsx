/** The cliff as a figure: chart, a table of both sides of the cliff, real servers in both. */

import '../../base/messages/en/cliff.ts';
import '../../base/messages/en/ui.ts';
import { type ReactNode, useRef } from 'react';
import type { Messages } from '../../base/messages/index.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import page from '../../ui/page.module.css';
import {
  CLIFF_HEADER,
  type CliffCase,
  type CliffDrop,
  type CliffSeries,
  cliffCsv,
  cliffDrops,
  cliffLines,
  jumps,
  REAL_CLIFFS,
  type RealCliff,
  realTimes,
  surelySlower,
} from '../../viewmodel/cliff/cliff.ts';
import { cliffCurves } from '../../viewmodel/cliff/cliff-share.ts';
import { CliffChart } from './CliffChart.tsx';
import styles from './cliff.module.css';

interface CliffFigureProps {
  readonly series: readonly CliffSeries[];
  readonly asked: CliffCase;
  /** The numbers of savepoints to measure, done or not. */
  readonly counts: readonly number[];
  /** Everything has been measured: the title may state the finding. */
  readonly complete: boolean;
  /** The source of the measured lines; null: nothing was measured. */
  readonly measured: ReactNode;
  readonly modelled?: readonly CliffSeries[];
  /** The machine that was modelled; null: none. */
  readonly modelledOn?: string | null;
  /** Marked in the chart: the savepoints of the strip above it. */
  readonly at?: number | null;
  /** Above the chart. */
  readonly children?: ReactNode;
}

type Row =
  | { readonly kind: 'measured' | 'modelled'; readonly drop: CliffDrop }
  | { readonly kind: 'real'; readonly real: RealCliff };

/** Its picture is the chart, and not the strip above it. */
export function CliffFigure(props: CliffFigureProps) {
  const { series, asked, counts, measured, modelled = [], modelledOn = null, at = null, children } = props;
  const { t } = useMessages();
  const chart = useRef<HTMLDivElement>(null);
  const drops = cliffDrops(series).map((drop) => ({ ...drop, name: t(`cliff.shape.${drop.shape}`) }));
  const named = drops.map(({ name, ...drop }) => ({ ...drop, shape: name }));
  const rows: readonly Row[] = [
    ...drops.map((drop) => ({ kind: 'measured' as const, drop })),
    ...cliffDrops(modelled).map((drop) => ({ kind: 'modelled' as const, drop })),
    ...realRows,
  ];
  return (
    <Figure
      title={titleText(props, t)}
      growingTitle
      name={t('cliff.name')}
      subtitle={<Subtitle asked={asked} />}
      caption={t('cliff.caption', { measured: series.length > 0, modelled: modelled.length > 0 })}
      description={t('ui.sentences', {
        all: [
          t('cliff.say', { drops: named }),
          ...cliffDrops(modelled).map((drop) =>
            t('cliff.modelled.say', { ...drop, shape: t(`cliff.modelled.${drop.shape}`) }),
          ),
        ],
      })}
      data={() => ({ header: CLIFF_HEADER, rows: cliffCsv(series, modelled) })}
      picture={() => chart.current?.querySelector('svg') ?? null}
      table={<AllMarks series={series} modelled={modelled} />}
      provenance={
        <div className={page.badges}>
          {measured}
          {modelledOn !== null && <ProvenanceBadge kind="modelled" facts={[modelledOn]} />}
          <ProvenanceBadge kind="real" facts={[t('cliff.badge.real'), t('cliff.badge.realWhere')]} deskFacts={[1]} />
        </div>
      }
    >
      {children !== undefined && (
        <div className={styles.above} data-beside={measured !== null || modelledOn !== null}>
          {children}
        </div>
      )}
      <div ref={chart} className={styles.chartBox} data-below={at !== null || undefined}>
        <CliffChart curves={cliffCurves(series, modelled)} counts={counts} at={at} />
      </div>
      {at === null && <Times rows={realRows} beside={measured !== null || modelledOn !== null} />}
      <div className={styles.atDesk}>
        <SidesTable rows={rows} />
        {modelled.length > 0 && <p className={styles.note}>{t('cliff.modelled.note')}</p>}
        <p className={styles.note}>
          {t('cliff.table.note', { rows: rows.map(slowerOf), counted: rows.some(({ kind }) => kind !== 'real') })}
        </p>
      </div>
    </Figure>
  );
}

/** The lines of a stage are the chart's. */
function Subtitle({ asked }: Pick<CliffFigureProps, 'asked'>) {
  const { t } = useMessages();
  return (
    <>
      {t('cliff.subtitle', asked)}
      <span className={styles.atDesk}>; {t('cliff.buffers')}</span>
    </>
  );
}

/**
 * Real servers need no measurement here; a measured finding is stated once all points are there and every pair of visits
 * agrees. A busy machine has none.
 */
function titleText(
  { series, complete, at = null }: Pick<CliffFigureProps, 'series' | 'complete' | 'at'>,
  t: Messages['t'],
): string {
  const drops = cliffDrops(series);
  const real = realTimesOf('13');
  if (complete && jumps(drops)) return t('cliff.title.busy', { real });
  const sure = complete ? surelySlower(drops) : [];
  // It follows the slider above the chart.
  if (sure.length === 0 && at !== null) return t('cliff.title.at', { savepoints: at, real, few: realTimesOf('17-32') });
  return sure.length > 0
    ? t('cliff.title', {
        drops: sure.map((drop) => ({ ...drop, shape: t(`cliff.shape.${drop.shape}`), real: realOf(drop.shape) })),
      })
    : t('cliff.title.bare', { real, few: realTimesOf('17-32'), fits: realTimesOf('17-128') });
}

const keyOf = (row: Row): string => (row.kind === 'real' ? `real-${row.real.id}` : `${row.kind}-${row.drop.shape}`);
const nameOf = (row: Row, { t }: Messages): string =>
  row.kind === 'real'
    ? t(`cliff.real.${row.real.id}`)
    : t(`cliff.${row.kind === 'modelled' ? 'modelled' : 'shape'}.${row.drop.shape}`);

/** A real server of a shape: the title has it next to what is measured here, whether they agree or not. */
function realOf(shape: CliffDrop['shape']): { readonly version: string; readonly times: number } | null {
  const real = REAL_CLIFFS.find((one) => one.shape === shape);
  return real === undefined ? null : { version: real.id.split('-')[0] ?? real.id, times: realTimes(real) };
}

/** How many times slower a real server's reader was beyond the cliff. */
const realTimesOf = (wanted: RealCliff['id']): number => {
  const found = REAL_CLIFFS.find(({ id }) => id === wanted);
  return found === undefined ? Number.NaN : realTimes(found);
};

const runOf = (wanted: RealCliff['id']): number => REAL_CLIFFS.find(({ id }) => id === wanted)?.run ?? 0;

/** A real server's figures come from one run: no spread is known. */
const slowerOf = (row: Row): { readonly times: number; readonly least: number; readonly most: number } =>
  row.kind === 'real'
    ? { times: realTimes(row.real), least: realTimes(row.real), most: realTimes(row.real) }
    : row.drop;

const realRows: readonly Row[] = REAL_CLIFFS.map((real) => ({ kind: 'real', real }));
const tpsAt = ({ points }: RealCliff, count: number): number | null =>
  points.find(({ savepoints }) => savepoints === count)?.tps ?? null;

/**
 * On stage: how many times slower servers are beyond 64 savepoints, until something is next to them; on the page the
 * table has everything.
 */
function Times({ rows, beside }: { readonly rows: readonly Row[]; readonly beside: boolean }) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <ul className={styles.times} data-beside={beside}>
      {rows.map((row) => (
        <li key={keyOf(row)}>{t('cliff.times', { which: nameOf(row, messages), ...slowerOf(row) })}</li>
      ))}
    </ul>
  );
}

/** The chart's data, mark by mark. */
function AllMarks({ series, modelled }: Required<Pick<CliffFigureProps, 'series' | 'modelled'>>) {
  const { t, format } = useMessages();
  const { savepoints, lines } = cliffLines(series, modelled);
  const columns: readonly Column<number>[] = [
    {
      key: 'savepoints',
      head: t('cliff.table.savepoints'),
      kind: 'number',
      cell: (count) => format.integer(count),
    },
    ...lines.map((line): Column<number> => {
      const name =
        line.kind === 'real'
          ? t('cliff.table.run', { which: t(`cliff.real.${line.id}`), run: runOf(line.id) })
          : t(`cliff.${line.kind === 'modelled' ? 'modelled' : 'shape'}.${line.shape}`);
      return {
        key: name,
        head: name,
        kind: 'number',
        cell: (count) => {
          const tps = line.tps.get(count);
          return tps === undefined ? t('cliff.none') : format.integer(Math.round(tps));
        },
      };
    }),
  ];
  return <DataTable caption={t('cliff.table.all')} columns={columns} rows={savepoints} rowKey={String} />;
}

function SidesTable({ rows }: { readonly rows: readonly Row[] }) {
  const messages = useMessages();
  const { t, format } = messages;
  const none = t('cliff.none');
  const number = (value: number | null): string => (value === null ? none : format.integer(Math.round(value)));
  const counted = (name: 'lookups' | 'reads' | 'waits'): Column<Row> => ({
    key: name,
    head: t(`cliff.table.${name}`),
    kind: 'number',
    cell: (row) => (row.kind === 'real' ? none : format.significant(row.drop.counts[name], 3)),
  });
  const columns: readonly Column<Row>[] = [
    {
      key: 'which',
      head: t('cliff.table.which'),
      cell: (row) =>
        row.kind === 'real'
          ? t('cliff.table.run', { which: nameOf(row, messages), run: row.real.run })
          : nameOf(row, messages),
    },
    {
      key: 'times',
      head: t('cliff.table.times'),
      kind: 'number',
      cell: (row) => <b>{t('cliff.table.slower', slowerOf(row))}</b>,
    },
    {
      key: 'below',
      head: t('cliff.table.below'),
      kind: 'number',
      cell: (row) => number(row.kind === 'real' ? tpsAt(row.real, 60) : row.drop.below),
    },
    {
      key: 'beyond',
      head: t('cliff.table.beyond'),
      kind: 'number',
      cell: (row) => number(row.kind === 'real' ? tpsAt(row.real, 100) : row.drop.beyond),
    },
    // Nobody counted on the real servers.
    ...(rows.some(({ kind }) => kind !== 'real') ? [counted('lookups'), counted('reads'), counted('waits')] : []),
  ];
  return <DataTable caption={t('cliff.table.caption')} columns={columns} rows={rows} rowKey={keyOf} />;
}
