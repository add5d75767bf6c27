/**
 * Both curves, modelled and published, above one x axis, and the model's error beneath it. Modelled is a line with
 * marks: full where it predicts, hollow where the published figure was used in fitting. Published is crosses on a
 * dotted thread. The reader chooses one x (pointer, arrow keys); its values are shown below, with room reserved for
 * them.
 */
import { line } from 'd3';
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { cx } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { designStyle, markPath } from '../../viewmodel/design-style.ts';
import { connectionsScale, type Frame, ticksThatFit, yScaleFor } from '../../viewmodel/lab/throughput-layout.ts';
import {
  type ComparisonRow,
  CURVE_DESIGN,
  CURVES,
  type ModelComparison,
} from '../../viewmodel/prediction/model-chart.ts';
import chart from '../shared/chart/chart.module.css';
import { type EndLabel, EndLabels, labelRoom, useDrawingBox, XAxis, YAxis } from '../shared/chart/parts.tsx';
import { ChartKey, ErrorStrip, pointWords, Readout } from './chart-parts.tsx';
import styles from './model-chart.module.css';

/** Below this width (in em) labels are short: the plot needs the room. */
const ROOM_FOR_NAMES_EM = 44;
/** On a lower chart there is no room for errors, in em. */
const STRIP_FROM_EM = 18;
/** Marks shrink if points are closer than this, in em. */
const MARK_EM = 0.55;

export function ModelChart({ comparison }: { readonly comparison: ModelComparison }) {
  const ref = useRef<HTMLDivElement>(null);
  const box = useDrawingBox(ref);
  const { t } = useMessages();
  const { rows } = comparison;
  const [at, setAt] = useState<number | null>(null);
  const chosen = at !== null && at < rows.length ? at : rows.length - 1;
  return (
    <div className={styles.frame}>
      <div ref={ref} className={styles.box}>
        {rows.length === 0 ? (
          <p className={styles.empty}>{t('modelChart.empty')}</p>
        ) : (
          box !== null && <Drawing {...box} comparison={comparison} chosen={chosen} onChoose={setAt} />
        )}
      </div>
      <ChartKey hasWithout={rows.some(({ without }) => without !== null)} />
      <Readout comparison={comparison} row={rows[chosen] ?? null} />
    </div>
  );
}

interface DrawingProps {
  readonly width: number;
  readonly height: number;
  readonly em: number;
  readonly comparison: ModelComparison;
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

function Drawing({ width, height, em, comparison, chosen, onChoose }: DrawingProps) {
  const { t, format } = useMessages();
  const { rows, table, published } = comparison;
  const long = width / em > ROOM_FOR_NAMES_EM;
  const last = rows.at(-1);

  const names = CURVES.flatMap((curve) => {
    const design = t(designStyle(CURVE_DESIGN[curve]).shortKey);
    return [
      { curve, kind: 'modelled' as const, name: design },
      {
        curve,
        kind: 'published' as const,
        name: t(long ? 'modelChart.published' : 'modelChart.published.short', { design }),
      },
      ...(last?.without == null
        ? []
        : [
            {
              curve,
              kind: 'without' as const,
              name: t(long ? 'modelChart.without' : 'modelChart.without.short', { design }),
            },
          ]),
    ];
  });
  const right = labelRoom(names, em);
  const left = em * 3.8;
  // On a low stage the curves take all of it; the title gives the model's error.
  const hasStrip = height >= em * STRIP_FROM_EM;
  const stripHeight = hasStrip ? Math.max(em * 6, height * 0.24) : 0;
  const axisHeight = em * 3;
  const frame: Frame = {
    width,
    height: height - stripHeight - axisHeight,
    margin: { top: em * 2, right, bottom: em * 0.6, left },
  };
  // The first marks stay clear of the axis's numbers.
  const x = connectionsScale(
    { ...frame, margin: { ...frame.margin, left: left + em * 0.9 } },
    Math.max(1, ...published.map((row) => row.x)),
    'sqrt',
  );
  const y = yScaleFor(
    frame,
    Math.max(
      0,
      ...published.flatMap((row) => CURVES.map((c) => row.published[c])),
      ...rows.flatMap((row) => CURVES.flatMap((c) => [row.modelled[c], row.without?.[c] ?? 0])),
    ),
  );
  const places = rows.map((row) => x(row.x));
  const gap = (i: number): number => (places[i] ?? 0) - (places[i - 1] ?? Number.NEGATIVE_INFINITY);
  const marks = places.map((_, i) => {
    const nearest = Math.min(gap(i), i + 1 < places.length ? gap(i + 1) : Number.POSITIVE_INFINITY);
    return Math.max(em * 0.26, Math.min(em * MARK_EM, nearest * 0.8));
  });
  const path = line<readonly [number, number]>();
  const along = (value: (row: ComparisonRow) => number | null): string =>
    path(
      rows.flatMap((row) => {
        const v = value(row);
        return v === null ? [] : [[x(row.x), y(v)] as const];
      }),
    ) ?? '';
  const bottom = height - axisHeight;
  const ticks = ticksThatFit(
    published.map((row) => row.x),
    x,
    (v) => em * (0.6 * format.integer(v).length + 0.8),
  );
  const here = x(rows[chosen]?.x ?? 0);
  const labels: EndLabel[] =
    last === undefined
      ? []
      : names.flatMap(({ curve, kind, name }) => {
          const value = last[kind]?.[curve];
          return value === undefined
            ? []
            : [
                {
                  key: `${kind}-${curve}`,
                  design: CURVE_DESIGN[curve],
                  x: x(last.x),
                  y: y(value),
                  name,
                  faint: kind !== 'modelled',
                  noMark: true,
                },
              ];
        });

  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing with points to stand on
    <svg
      width={width}
      height={height}
      role="group"
      aria-label={t('modelChart.name', { machine: comparison.machine.name, axis: table.axis })}
    >
      <YAxis frame={frame} y={y} em={em} />
      {hasStrip && (
        <ErrorStrip
          rows={rows}
          x={x}
          left={left}
          right={width - right}
          top={frame.height}
          bottom={bottom}
          em={em}
          marks={marks}
        />
      )}
      <XAxis
        frame={{ ...frame, height, margin: { ...frame.margin, bottom: axisHeight } }}
        x={x}
        em={em}
        ticks={ticks}
        title={t('modelChart.axis', { axis: table.axis })}
      />
      <line className={styles.here} x1={here} x2={here} y1={frame.margin.top} y2={bottom} />

      {CURVES.map((curve) => {
        const { hue, mark: shape } = designStyle(CURVE_DESIGN[curve]);
        return (
          <g key={curve} data-series={curve} style={{ stroke: hue }}>
            <path className={styles.without} d={along((row) => row.without?.[curve] ?? null)} />
            <path className={chart.thread} d={along((row) => row.published[curve])} />
            <path className={cx(chart.line, styles.modelled)} d={along((row) => row.modelled[curve])} />
            {rows.map((row, i) => (
              <path
                key={row.x}
                d={markPath(shape, marks[i] ?? em * MARK_EM)}
                transform={`translate(${x(row.x)} ${y(row.modelled[curve])})`}
                className={row.fitted[curve] ? styles.hollow : styles.full}
                style={row.fitted[curve] ? {} : { fill: hue }}
              />
            ))}
            {rows.map((row, i) => (
              <path
                key={row.x}
                className={cx(chart.cross, styles.cross)}
                transform={`translate(${x(row.x)} ${y(row.published[curve])})`}
                d={crossPath(Math.max((marks[i] ?? 0) * 0.6, em * 0.26))}
              />
            ))}
          </g>
        );
      })}
      <EndLabels labels={labels} frame={frame} em={em} />
      <Points
        comparison={comparison}
        places={places}
        chosen={chosen}
        onChoose={onChoose}
        band={{ left, right: width - right, top: frame.margin.top, bottom }}
      />
    </svg>
  );
}

const crossPath = (arm: number): string => `M${-arm} 0H${arm}M0 ${-arm}V${arm}`;

interface PointsProps {
  readonly comparison: ModelComparison;
  readonly places: readonly number[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
  readonly band: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
}

/** One band for each x, from halfway to its neighbours: for the pointer, and for the arrow keys. */
function Points({ comparison, places, chosen, onChoose, band }: PointsProps) {
  const messages = useMessages();
  const ids = useId();
  const list = useRef<SVGGElement>(null);
  const { rows, table } = comparison;
  const go = (index: number): void => {
    onChoose(index);
    list.current?.querySelectorAll<SVGGElement>('[role="option"]')[index]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const end = rows.length - 1;
    const to = { ArrowLeft: Math.max(0, chosen - 1), ArrowRight: Math.min(end, chosen + 1), Home: 0, End: end }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    go(to);
  };
  const onPointerMove = (event: PointerEvent): void => {
    const option = (event.target as Element).closest('[data-index]');
    const index = Number(option?.getAttribute('data-index') ?? Number.NaN);
    if (Number.isInteger(index) && index !== chosen) onChoose(index);
  };
  return (
    <g
      ref={list}
      role="listbox"
      tabIndex={-1}
      aria-label={messages.t('modelChart.points', { axis: table.axis })}
      aria-orientation="horizontal"
      onKeyDown={onKeyDown}
      onPointerMove={onPointerMove}
      data-no-export=""
    >
      {rows.map((row, index) => {
        const place = places[index] ?? 0;
        const before = places[index - 1];
        const after = places[index + 1];
        const from = before === undefined ? Math.min(band.left, place) - 8 : (before + place) / 2;
        const to = after === undefined ? Math.max(band.right, place) + 8 : (place + after) / 2;
        return (
          <g
            key={row.x}
            id={`${ids}-${index}`}
            role="option"
            tabIndex={index === chosen ? 0 : -1}
            aria-selected={index === chosen}
            aria-label={pointWords(row, table.axis, messages)}
            data-index={index}
            className={styles.point}
            onFocus={() => onChoose(index)}
            onClick={() => go(index)}
          >
            <rect className={styles.hit} x={from} y={band.top} width={to - from} height={band.bottom - band.top} />
          </g>
        );
      })}
    </g>
  );
}
