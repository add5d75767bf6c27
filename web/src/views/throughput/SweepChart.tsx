/**
 * Throughput against connections: measured lines with marks and whiskers, modelled ones thin with open marks, published
 * curves as faint crosses on a thread. A key beneath explains them, if more than one is drawn. Measured values are
 * drawn unchanged, joined by straight lines; nothing between two marks is claimed.
 */

import { line } from 'd3';
import { useRef } from 'react';
import type { DesignId } from '../../base/designs.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { designStyle, markPath } from '../../viewmodel/design-style.ts';
import type { ModelledCurve, PublishedCurve, SweepAxis } from '../../viewmodel/lab/published-series.ts';
import type { ResultRow } from '../../viewmodel/lab/rows.ts';
import {
  connectionsScale,
  type Frame,
  ticksThatFit,
  type XScaleKind,
  yScaleFor,
} from '../../viewmodel/lab/throughput-layout.ts';
import chart from '../shared/chart/chart.module.css';
import { type EndLabel, EndLabels, labelRoom, useDrawingBox, XAxis, YAxis } from '../shared/chart/parts.tsx';
import styles from './throughput.module.css';

type SweepSource = 'measured' | 'modelled' | 'published';

/** The key to the marks: one sample each of measured here, modelled and published. */
function SweepKey({ shown }: { readonly shown: readonly SweepSource[] }) {
  const { t } = useMessages();
  return (
    <ul className={styles.key}>
      {shown.map((source) => (
        <li key={source}>
          <Icon name={source} size="1.1em" />
          <svg className={styles.sample} viewBox="0 0 40 14" aria-hidden="true">
            <Sample source={source} />
          </svg>
          {t(`lab.sweep.key.${source}`)}
        </li>
      ))}
    </ul>
  );
}

function Sample({ source }: { readonly source: SweepSource }) {
  const xs = [9, 31];
  if (source === 'measured')
    return (
      <>
        <path className={styles.whisker} d="M9 1V13M31 1V13" />
        <path className={chart.line} d="M0 7H40" />
        {xs.map((x) => (
          <path key={x} className={styles.full} d={markPath('square', 8)} transform={`translate(${x} 7)`} />
        ))}
      </>
    );
  if (source === 'modelled')
    return (
      <>
        <path className={styles.modelled} d="M0 7H40" />
        {xs.map((x) => (
          <path key={x} className={styles.hollow} d={markPath('square', 8)} transform={`translate(${x} 7)`} />
        ))}
      </>
    );
  return (
    <>
      <path className={chart.thread} d="M0 7H40" />
      <path className={chart.cross} d="M5 7h8m-4-4v8M27 7h8m-4-4v8" />
    </>
  );
}

interface SweepChartProps {
  readonly rows: readonly ResultRow[];
  readonly modelled?: readonly ModelledCurve[];
  readonly published: readonly PublishedCurve[];
  readonly axis: SweepAxis;
  readonly xScale: XScaleKind;
  /** Counts of the sweep: x reaches the largest before it is measured, so that nothing jumps. */
  readonly counts: readonly number[];
}

/** Below this width (in em) labels carry no value: the plot needs the room. */
const ROOM_FOR_VALUES_EM = 38;

export function SweepChart({ rows, modelled = [], published, axis, xScale, counts }: SweepChartProps) {
  const ref = useRef<HTMLDivElement>(null);
  const box = useDrawingBox(ref);
  const { t, format } = useMessages();

  const byDesign = new Map<DesignId, ResultRow[]>();
  for (const row of rows) byDesign.set(row.design, [...(byDesign.get(row.design) ?? []), row]);
  for (const own of byDesign.values()) own.sort((a, b) => a[axis] - b[axis]);

  const draw = (width: number, height: number, em: number) => {
    const wide = width / em > ROOM_FOR_VALUES_EM;
    const texts = [
      ...[...byDesign].map(([design, own]) => ({
        name: t(designStyle(design).shortKey),
        value: wide ? format.si(own.at(-1)?.tps ?? 0) : undefined,
      })),
      ...modelled.map((curve) => ({ name: modelledName(curve, wide), value: undefined })),
      ...published.map((curve) => ({ name: publishedName(curve, wide), value: undefined })),
    ];
    const frame: Frame = {
      width,
      height,
      margin: { top: em * 2.2, right: labelRoom(texts, em), bottom: em * 3.4, left: em * 3.4 },
    };
    const largestX = Math.max(...counts, ...published.flatMap((c) => c.points.map((p) => p.x)), 1);
    const x = connectionsScale(frame, largestX, xScale);
    const y = yScaleFor(
      frame,
      Math.max(
        0,
        ...rows.map((r) => Math.max(r.tps, r.tpsQuartiles.q3)),
        ...modelled.flatMap((c) => c.points.map((p) => p.y)),
        ...published.flatMap((c) => c.points.map((p) => p.y)),
      ),
    );
    const path = line<readonly [number, number]>();
    const ticks = ticksThatFit(
      [...counts, ...published.flatMap((c) => c.points.map((p) => p.x))],
      x,
      (v) => em * (0.6 * format.integer(v).length + 0.8),
    );

    const measuredLabels: EndLabel[] = [];
    const otherLabels: EndLabel[] = [];
    for (const [design, own] of byDesign) {
      const last = own.at(-1);
      if (last === undefined) continue;
      measuredLabels.push({
        key: design,
        design,
        x: x(last[axis]),
        y: y(last.tps),
        name: t(designStyle(design).shortKey),
        value: wide ? format.si(last.tps) : undefined,
      });
    }
    for (const curve of modelled) {
      const last = curve.points.at(-1);
      if (last === undefined) continue;
      otherLabels.push({
        key: `modelled-${curve.design}`,
        design: curve.design,
        x: x(last.x),
        y: y(last.y),
        name: modelledName(curve, wide),
        faint: true,
      });
    }
    for (const curve of published) {
      const last = curve.points.at(-1);
      if (last === undefined) continue;
      const name = publishedName(curve, wide);
      otherLabels.push({
        key: `published-${curve.design}`,
        design: curve.design,
        x: x(last.x),
        y: y(last.y),
        name,
        faint: true,
      });
    }

    // During a sweep its lines end inside the plot: their labels stay with them, if there is room.
    const plotRight = frame.width - frame.margin.right;
    const endsAt = Math.max(0, ...measuredLabels.map((label) => label.x));
    const inside = measuredLabels.length > 0 && endsAt + labelRoom(texts, em) < plotRight ? endsAt + em * 1.4 : null;

    return (
      <svg width={width} height={height} role="img" aria-label={t('lab.sweep.title', { axis })}>
        <YAxis frame={frame} y={y} em={em} />
        <XAxis
          frame={frame}
          x={x}
          em={em}
          ticks={ticks}
          title={t(axis === 'idle' ? 'lab.sweep.axis.idle' : 'lab.sweep.axis.mostlyIdle')}
        />

        {published.map((curve) => {
          const { hue } = designStyle(curve.design);
          const points = curve.points.map((p) => [x(p.x), y(p.y)] as const);
          const arm = em * 0.32;
          return (
            <g key={curve.design} data-series={`published-${curve.design}`} style={{ stroke: hue }}>
              <path className={chart.thread} d={path(points) ?? ''} />
              {points.map(([px, py]) => (
                <path
                  key={px}
                  className={chart.cross}
                  d={`M${px - arm} ${py}H${px + arm}M${px} ${py - arm}V${py + arm}`}
                />
              ))}
            </g>
          );
        })}

        {modelled.map((curve) => {
          const { hue, mark } = designStyle(curve.design);
          const points = curve.points.map((p) => [x(p.x), y(p.y)] as const);
          return (
            <g key={curve.design} data-series={`modelled-${curve.design}`} style={{ stroke: hue }}>
              <path className={styles.modelled} d={path(points) ?? ''} />
              {points.map(([px, py]) => (
                <path
                  key={px}
                  className={styles.hollow}
                  d={markPath(mark, em * 0.5)}
                  transform={`translate(${px} ${py})`}
                />
              ))}
            </g>
          );
        })}

        {[...byDesign].map(([design, own]) => {
          const { hue, dash, mark } = designStyle(design);
          const points = own.map((r) => [x(r[axis]), y(r.tps)] as const);
          return (
            <g key={design} data-series={design}>
              {own.map((r) => (
                <line
                  key={r[axis]}
                  className={styles.whisker}
                  style={{ stroke: hue }}
                  x1={x(r[axis])}
                  x2={x(r[axis])}
                  y1={y(r.tpsQuartiles.q1)}
                  y2={y(r.tpsQuartiles.q3)}
                />
              ))}
              <path
                className={chart.line}
                style={{ stroke: hue, strokeDasharray: dash ?? 'none' }}
                d={path(points) ?? ''}
              />
              {points.map(([px, py]) => (
                <path
                  key={px}
                  d={markPath(mark, em * 0.55)}
                  transform={`translate(${px} ${py})`}
                  style={{ fill: hue }}
                />
              ))}
            </g>
          );
        })}
        {inside === null ? (
          <EndLabels labels={[...measuredLabels, ...otherLabels]} frame={frame} em={em} />
        ) : (
          <>
            <EndLabels labels={otherLabels} frame={frame} em={em} />
            <EndLabels labels={measuredLabels} frame={frame} em={em} column={inside} />
          </>
        )}
      </svg>
    );
  };
  const publishedName = (curve: PublishedCurve, wide: boolean): string => {
    const design = t(designStyle(curve.design).shortKey);
    return t(wide ? 'lab.sweep.published' : 'lab.sweep.published.short', { design });
  };

  const modelledName = (curve: ModelledCurve, wide: boolean): string => {
    const design = t(designStyle(curve.design).shortKey);
    return t(wide ? 'lab.sweep.modelled' : 'lab.sweep.modelled.short', { design });
  };
  const all: readonly (readonly [SweepSource, readonly unknown[]])[] = [
    ['measured', rows],
    ['modelled', modelled],
    ['published', published],
  ];
  const shown = all.flatMap(([source, of]) => (of.length > 0 ? [source] : []));

  return (
    <div className={styles.frame}>
      <div ref={ref} className={chart.box}>
        {box !== null && draw(box.width, box.height, box.em)}
      </div>
      {shown.length > 1 && <SweepKey shown={shown} />}
    </div>
  );
}
