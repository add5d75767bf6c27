/** The figure of a sweep: measured points as they come, the published curves of the same experiment laid over them. */
import type { DesignId, WorkloadId } from '../../engine/lab-types.ts';
import { designStyle } from '../../model/design-style.ts';
import { measuredZero, nearestActive, publishedCurves, type SweepAxis } from '../../model/published-series.ts';
import { type ResultRow, type RunFacts, rowsTable } from '../../model/rows.ts';
import { keptShares } from '../../model/sweep-finding.ts';
import type { XScaleKind } from '../../model/throughput-layout.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import { SweepChart } from '../../views/throughput/SweepChart.tsx';
import styles from './lab.module.css';
import { MeasuredBadge } from './MeasuredBadge.tsx';
import { EXPERIMENTS } from './published-data.ts';

interface SweepFigureProps {
  readonly rows: readonly ResultRow[];
  readonly axis: SweepAxis;
  readonly counts: readonly number[];
  readonly xScale: XScaleKind;
  readonly workload: WorkloadId;
  readonly active: number;
  /** Measuring: the published curves wait for the point that they are normalised to. */
  readonly measuring: boolean;
  /** Null when nothing can be measured here: the published curves alone. */
  readonly facts: RunFacts | null;
}

export function SweepFigure(props: SweepFigureProps) {
  const { rows, axis, counts, xScale, workload, active, measuring, facts } = props;
  const { t, format } = useMessages();
  const { source, points } = EXPERIMENTS[axis];
  const short = (design: DesignId): string => t(designStyle(design).shortKey);

  const comparable = workload === 'readonly' || facts === null;
  const nothing = rows.length === 0 && !measuring;
  const curves = comparable ? publishedCurves(points, active, nothing ? null : measuredZero(rows, axis)) : [];
  const threads = nearestActive(points, active) ?? active;
  const designs = [...new Set(rows.map((row) => row.design))];
  const finding = keptShares(rows, axis);

  const caption = !comparable
    ? t('lab.sweep.otherWorkload')
    : nothing
      ? t('lab.sweep.absolute', { published: threads })
      : curves.length > 0
        ? t('lab.sweep.normalised', { measured: active, published: threads })
        : t('lab.sweep.noZero');
  const columns: Column<(typeof points)[number]>[] = [
    {
      key: 'connections',
      head: t(`lab.sweep.axis.${axis}`),
      kind: 'number',
      cell: (p) => format.integer(p.connections),
    },
    { key: 'active', head: t('lab.table.clients'), kind: 'number', cell: (p) => format.integer(p.active) },
    { key: 'pre', head: t('lab.table.pre'), kind: 'number', cell: (p) => format.integer(p.tps_pre) },
    { key: 'post', head: t('lab.table.post'), kind: 'number', cell: (p) => format.integer(p.tps_post) },
  ];

  return (
    <Figure
      title={
        finding === null
          ? t('lab.sweep.title', { axis })
          : t('lab.sweep.title.kept', {
              axis,
              connections: finding.connections,
              kept: finding.kept.map(({ design, share }) => ({ design: short(design), share })),
            })
      }
      name={t('lab.sweep.title', { axis })}
      subtitle={nothing ? t('lab.sweep.subtitle.published') : t('lab.sweep.subtitle')}
      caption={caption}
      provenance={
        <div className={styles.badges}>
          {facts !== null && rows.length > 0 && <MeasuredBadge rows={rows} active={active} facts={facts} />}
          {comparable && (
            <ProvenanceBadge
              kind="published"
              facts={[
                `${source.author} ${source.year}`,
                source.machineShort,
                t('lab.published.threads', { n: threads }),
                t(curves[0]?.kind === 'normalised' ? 'lab.published.normalised' : 'lab.published.absolute'),
              ]}
            />
          )}
        </div>
      }
      description={t('lab.sweep.words', {
        points: new Set(rows.map((row) => row[axis])).size,
        designs: designs.map(short),
      })}
      announce={measuring}
      {...(facts !== null && rows.length > 0 ? { data: () => rowsTable(rows, facts) } : {})}
      table={
        <DataTable
          caption={`${t('lab.table.published')}: ${source.title}, ${source.part}; ${source.machine}`}
          columns={columns}
          rows={points}
          rowKey={(p) => `${p.active} ${p.connections}`}
        />
      }
    >
      <SweepChart rows={rows} published={curves} axis={axis} xScale={xScale} counts={counts} />
    </Figure>
  );
}
