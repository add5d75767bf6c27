/** The Lab's figures: a sweep as curves with the published ones, a single setting as rows. */

import '../../base/messages/en/cli.ts';
import '../../base/messages/en/lab.ts';
import '../../base/messages/en/model-chart.ts';
import '../../base/messages/en/model.ts';
import '../../base/messages/en/provenance.ts';
import '../../base/messages/en/ui.ts';
import idleText from '../../../../scenarios/published/idle-connections.csv?raw';
import mostlyIdleText from '../../../../scenarios/published/mostly-idle-connections.csv?raw';
import type { DesignId } from '../../base/designs.ts';
import type { Messages } from '../../base/messages/index.ts';
import type { WorkloadId } from '../../engine/lab/lab-types.ts';
import { MODEL_WORKLOADS } from '../../engine/simulation/model-types.ts';
import type { Machine } from '../../scenario/machine.ts';
import { PUBLISHED, type PublishedSource, shippedRows } from '../../scenario/published.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import page from '../../ui/page.module.css';
import { designStyle, hidesPrice } from '../../viewmodel/design-style.ts';
import type { LabForm } from '../../viewmodel/lab/lab-form.ts';
import {
  measuredZero,
  modelledCurves,
  nearestActive,
  type PublishedPoint,
  publishedCurves,
  type SweepAxis,
  withOthers,
} from '../../viewmodel/lab/published-series.ts';
import { type ResultRow, type RunFacts, reuseAgainstScan, rowsTable } from '../../viewmodel/lab/rows.ts';
import { keptShares } from '../../viewmodel/lab/sweep.ts';
import type { XScaleKind } from '../../viewmodel/lab/throughput-layout.ts';
import { FEW_SEEDS, type SpreadRow } from '../../viewmodel/prediction/model-rows.ts';
import { LiveChart } from '../../views/throughput/LiveChart.tsx';
import { SweepChart } from '../../views/throughput/SweepChart.tsx';
import type { LabView, SettingChange } from './lab-run.ts';
import { MeasuredBadge } from './panels.tsx';

export interface PublishedExperiment {
  readonly source: PublishedSource;
  readonly points: readonly PublishedPoint[];
}

/** The two published experiments with idle and with mostly idle connections, in the form that curves need. */
export const EXPERIMENTS: Readonly<Record<SweepAxis, PublishedExperiment>> = {
  idle: {
    source: PUBLISHED.idleConnections.source,
    points: shippedRows('idleConnections', idleText).map((row) => ({ ...row, connections: row.idle })),
  },
  mostlyIdle: {
    source: PUBLISHED.mostlyIdleConnections.source,
    points: shippedRows('mostlyIdleConnections', mostlyIdleText).map((row) => ({
      ...row,
      connections: row.mostly_idle,
    })),
  },
};

type T = Messages['t'];

interface SweepFigureProps {
  readonly rows: readonly ResultRow[];
  readonly axis: SweepAxis;
  readonly counts: readonly number[];
  readonly xScale: XScaleKind;
  readonly workload: WorkloadId;
  readonly active: number;
  /** Rows of the model so far, for `machine`; null: without a curve. */
  readonly modelled: readonly SpreadRow[];
  readonly machine: Machine | null;
  /** Measuring. */
  readonly measuring: boolean;
  /** Null when this machine cannot measure: only the published curves. */
  readonly facts: RunFacts | null;
}

/** The curves that are drawn with the measured ones, and what their scale rests on. */
function comparedCurves(props: SweepFigureProps) {
  const { rows, axis, workload, active, modelled, measuring, facts } = props;
  const { source, points } = EXPERIMENTS[axis];
  const comparable = workload === 'readonly' || facts === null;
  // The published curves stay as they are until the point that they are scaled to has been measured.
  const awaitsZero = measuring && props.counts.includes(0) && !rows.some((row) => row[axis] === 0);
  const nothing = rows.length === 0 || awaitsZero;
  const zero = nothing ? null : measuredZero(rows, axis);
  return {
    source,
    points,
    comparable,
    /** Nothing is measured yet. */
    nothing,
    zero,
    published: comparable ? publishedCurves(points, active, zero) : [],
    /** Clients of the published run. */
    threads: nearestActive(points, active) ?? active,
    model: modelledCurves(modelled, axis, zero),
    modelActive: modelled[0]?.active ?? active,
  };
}
type Compared = ReturnType<typeof comparedCurves>;

/** On which scale the published curves are, or why they are missing. */
function publishedWords({ comparable, nothing, zero, published, threads }: Compared, active: number, t: T): string {
  if (!comparable) return t('lab.sweep.otherWorkload');
  if (nothing) return t('lab.sweep.absolute', { published: threads });
  if (zero === null) return t('lab.sweep.unsureZero', { published: threads });
  return published.length > 0
    ? t('lab.sweep.normalised', { measured: active, published: threads })
    : t('lab.sweep.noZero');
}

/** The same of the modelled ones. */
function modelWords(
  { model, modelActive }: Compared,
  { machine, workload }: SweepFigureProps,
  t: T,
): readonly string[] {
  if (machine === null) return [];
  if (!MODEL_WORKLOADS.some((id) => id === workload)) return [t('lab.sweep.model.otherWorkload')];
  const [first] = model;
  return first === undefined
    ? []
    : [t(`lab.sweep.model.${first.kind}`, { machine: machine.name, active: modelActive })];
}

function subtitleKey(finding: string, { nothing, comparable, model }: Compared) {
  if (finding === 'busy') return 'lab.busy';
  if (nothing && comparable) return model.length > 0 ? 'lab.sweep.subtitle.both' : 'lab.sweep.subtitle.published';
  return nothing && model.length > 0 ? 'lab.sweep.subtitle.modelled' : 'lab.sweep.subtitle';
}

/** What is too unsure here has been published of another machine: that stays. */
function subtitleText(finding: string, compared: Compared, kept: ReturnType<typeof keptOf>, t: T): string {
  const own = t(subtitleKey(finding, compared));
  return finding === 'busy' && kept.length > 0
    ? t('ui.sentences', { all: [own, t('lab.sweep.busyPublished', { kept })] })
    : own;
}

/** The share of its first value that a curve's last one is. */
function keptOf(design: string, points: readonly { readonly x: number; readonly y: number }[]) {
  const [first, last] = [points[0], points.at(-1)];
  return first === undefined || last === undefined || first === last
    ? []
    : [{ design, connections: last.x, share: last.y / first.y }];
}

/** The figure of a sweep: measured points as they arrive; over them the same experiment modelled and as published. */
export function SweepFigure(props: SweepFigureProps) {
  const { rows, axis, counts, xScale, active, modelled, machine, measuring, facts } = props;
  const { t } = useMessages();
  const compared = comparedCurves(props);
  const { source, published, model } = compared;
  const cited = (text: string): string => t('provenance.cited', { text });
  const short = (design: DesignId): string => t(designStyle(design).shortKey);
  const finding = keptShares(rows, axis);
  const kept = (curves: Compared['model'] | Compared['published']) =>
    curves.flatMap(({ design, points }) => keptOf(short(design), points));
  const data = (run: RunFacts) =>
    withOthers(
      rowsTable(rows, run),
      modelled,
      published.flatMap(({ design, active: clients, points }) =>
        points.map(({ x: connections, publishedTps: tps }) => ({ design, active: clients, connections, tps })),
      ),
      axis,
      source.machineShort,
    );
  return (
    <Figure
      title={
        finding.kind !== 'kept'
          ? compared.nothing && published.length > 0
            ? t('lab.sweep.title.published', { axis, kept: kept(published) })
            : t('lab.sweep.title', { axis })
          : t('lab.sweep.title.kept', {
              axis,
              connections: finding.connections,
              kept: finding.kept.map(({ design, share }) => ({ design: short(design), share })),
            })
      }
      name={t('lab.sweep.title', { axis })}
      subtitle={subtitleText(finding.kind, compared, kept(published), t)}
      caption={t('ui.sentences', { all: [publishedWords(compared, active, t), ...modelWords(compared, props, t)] })}
      provenance={<SweepBadges {...props} compared={compared} />}
      description={t('lab.sweep.words', {
        points: new Set(rows.map((row) => row[axis])).size,
        designs: [...new Set(rows.map((row) => row.design))].map(short),
        modelled: model.length === 0 || machine === null ? null : { machine: machine.name, kept: kept(model) },
        published: published.length === 0 ? null : { machine: cited(source.machine), kept: kept(published) },
      })}
      announce={measuring}
      {...(facts !== null && rows.length > 0 ? { data: () => data(facts) } : {})}
      table={
        <>
          {modelled.length > 0 && machine !== null && (
            <ModelledTable rows={modelled} axis={axis} machine={machine.name} />
          )}
          <PublishedTable axis={axis} />
        </>
      }
    >
      <SweepChart {...{ rows, published, axis, xScale, counts }} modelled={model} isUnsure={finding.kind === 'busy'} />
    </Figure>
  );
}

function SweepBadges(props: SweepFigureProps & { readonly compared: Compared }) {
  const { rows, active, modelled, machine, facts, compared } = props;
  const { source, comparable, published, model, modelActive, threads } = compared;
  const { t } = useMessages();
  return (
    <div className={page.badges}>
      {facts !== null && rows.length > 0 && <MeasuredBadge rows={rows} active={active} facts={facts} />}
      {model.length > 0 && machine !== null && (
        <ProvenanceBadge
          kind="modelled"
          facts={[
            machine.short,
            t('lab.published.threads', { n: modelActive }),
            t(model[0]?.kind === 'normalised' ? 'lab.published.normalised' : 'lab.modelled.absolute'),
            t('model.facts.seeds', { n: Math.min(...modelled.map(({ spread }) => spread.tps.n)), of: FEW_SEEDS }),
          ]}
        />
      )}
      {comparable && (
        <ProvenanceBadge
          kind="published"
          facts={[
            `${source.author} ${source.year}`,
            t('provenance.cited', { text: source.machineShort }),
            t('lab.published.threads', { n: threads }),
            t(published[0]?.kind === 'normalised' ? 'lab.published.normalised' : 'lab.published.absolute'),
          ]}
        />
      )}
    </div>
  );
}

interface ModelledTableProps {
  readonly rows: readonly SpreadRow[];
  readonly axis: SweepAxis;
  readonly machine: string;
}

function ModelledTable({ rows, axis, machine }: ModelledTableProps) {
  const { t, format } = useMessages();
  const columns: Column<SpreadRow>[] = [
    {
      key: 'connections',
      head: t(`lab.sweep.axis.${axis}`),
      kind: 'number',
      cell: (row) => format.integer(row[axis]),
    },
    { key: 'active', head: t('lab.table.clients'), kind: 'number', cell: (row) => format.integer(row.active) },
    { key: 'design', head: t('lab.table.design'), cell: (row) => t(designStyle(row.design).shortKey) },
    {
      key: 'tps',
      head: `${t('lab.table.tps')} ${t('lab.table.perSecond')}`,
      kind: 'number',
      cell: (row) => format.integer(row.tps),
    },
    {
      key: 'range',
      head: t('model.table.range'),
      kind: 'number',
      cell: ({ spread: { tps } }) =>
        t('cli.cell.range', { from: format.integer(tps.low), to: format.integer(tps.high) }),
    },
  ];
  return (
    <DataTable
      caption={t('lab.table.modelled', { machine })}
      columns={columns}
      rows={rows}
      rowKey={(row) => `${row.design} ${row[axis]}`}
    />
  );
}

function PublishedTable({ axis }: { readonly axis: SweepAxis }) {
  const { t, format } = useMessages();
  const { source, points } = EXPERIMENTS[axis];
  const cited = (text: string): string => t('provenance.cited', { text });
  const columns: Column<PublishedPoint>[] = [
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
  const text = t('modelChart.table', {
    title: source.title,
    part: cited(source.part),
    machine: cited(source.machine),
  });
  return (
    <DataTable
      caption={t('ui.labelled', { label: t('lab.table.published'), text })}
      columns={columns}
      rows={points}
      rowKey={(p) => `${p.active} ${p.connections}`}
    />
  );
}

/** The figure draws this much of the past; the rows below cover a minute. */
const SHOWN_MS = 30_000;

interface SingleFigureProps {
  readonly view: LabView;
  readonly form: LabForm;
  readonly facts: RunFacts;
}

/** The figure of a single run: lines over time, the finding as its title, facts under it. */
export function SingleFigure({ view, form, facts }: SingleFigureProps) {
  const { t } = useMessages();
  const single = view.kind === 'single';
  const rows = single ? view.rows : [];
  const { config } = view;
  const short = (design: DesignId): string => t(designStyle(design).shortKey);
  const ratio = single ? view.ratio : null;
  const title =
    ratio === null
      ? t('lab.live.title')
      : ratio.claim.kind === 'measuring'
        ? t('lab.live.title.measuring')
        : t('lab.live.title.ratio', {
            ...(ratio.claim.kind === 'slower'
              ? { fast: short(ratio.b), slow: short(ratio.a) }
              : { fast: short(ratio.a), slow: short(ratio.b) }),
            ratio: ratio.claim.ratio,
            alike: ratio.claim.kind === 'alike',
            reuse: reuseAgainstScan(
              rows.find(({ design }) => design === ratio.a),
              rows.find(({ design }) => design === ratio.b),
            ),
          });
  const busy = rows.some((row) => row.disturbed.length > 0);

  return (
    <Figure
      title={title}
      name={t('lab.live.title')}
      subtitle={
        busy
          ? t('lab.busy')
          : ratio === null || ratio.claim.range === null
            ? t('lab.live.subtitle')
            : t('lab.live.ratioN', { n: ratio.n, ...ratio.claim.range })
      }
      caption={t('ui.sentences', {
        all: [t('lab.live.caption'), ...(hidesPrice(config?.designs ?? form.designs) ? [t('lab.price')] : [])],
      })}
      provenance={<MeasuredBadge rows={rows} active={config?.active ?? form.active} facts={facts} />}
      description={t('lab.live.words', {
        values: rows.map((row) => ({ design: short(row.design), tps: row.tps })),
        active: config?.active ?? form.active,
        idle: config?.idle ?? form.idle,
        mostlyIdle: config?.mostlyIdle ?? form.mostlyIdle,
      })}
      announce={single}
      {...(rows.length > 0 ? { data: () => rowsTable(rows, facts) } : {})}
    >
      <LiveChart
        series={view.series}
        designs={single && config !== null ? config.designs : []}
        changes={single ? view.changes.map((change) => ({ atMs: change.atMs, text: changeText(change, t) })) : []}
        windowMs={SHOWN_MS}
      />
    </Figure>
  );
}

/** Only the settings that changed: a line in the figure has little room. */
function changeText({ from, to }: SettingChange, t: Messages['t']): string {
  const parts: string[] = [];
  for (const key of ['active', 'idle', 'mostlyIdle', 'otherWorkUs'] as const) {
    if (from[key] !== to[key]) parts.push(t(`lab.live.change.${key}`, { from: from[key], to: to[key] }));
  }
  if (from.workload !== to.workload) parts.push(t('lab.live.change.workload', { to: to.workload }));
  if (from.lock !== to.lock) parts.push(t('lab.live.change.lock', { to: to.lock }));
  return t('ui.items', { all: parts });
}
