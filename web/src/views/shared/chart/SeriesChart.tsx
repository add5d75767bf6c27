/**
 * Line charts: marks × scales. A chart is a description of its data: the series in the order of painting, each with a
 * kind of line and a kind of mark, and two axes. All charts share their layout: room for the labels at the lines' ends,
 * ticks that fit, whiskers under lines under marks. Points are drawn unchanged and joined by straight lines; nothing
 * between two points is claimed.
 */
import { line } from 'd3';
import { type ReactNode, useRef } from 'react';
import { cx } from '../../../ui/Button.tsx';
import type { Frame } from '../../../viewmodel/lab/throughput-layout.ts';
import chart from './chart.module.css';
import { LINES, type LineKind, MARK_EM, Mark, type MarkKind, type SeriesLook, shrunkMarks } from './marks.tsx';
import {
  type ChartAxis,
  type DrawingBox,
  EndLabels,
  labelRoom,
  type Scale,
  useDrawingBox,
  XAxis,
  YAxis,
} from './parts.tsx';

export interface SeriesPoint {
  readonly x: number;
  /** NaN interrupts the line. */
  readonly y: number;
  /** The whisker's ends. */
  readonly whisker?: readonly [low: number, high: number];
  /** Instead of the series' own mark. */
  readonly mark?: MarkKind;
}

export interface Series {
  readonly key: string;
  readonly look: SeriesLook;
  readonly line: LineKind | 'none';
  readonly mark: MarkKind | 'none';
  /** Size of the marks; `shrink`: smaller where points are close together. */
  readonly markEm?: number | 'shrink';
  readonly points: readonly SeriesPoint[];
  /** The line's own points, if it does not go straight from mark to mark. */
  readonly path?: readonly Pick<SeriesPoint, 'x' | 'y'>[];
  /** At the end of the line; null: the series has no name of its own. */
  readonly label: SeriesLabel | null;
  /** The mark's name for lessons, which can point to it. */
  readonly pointedTo?: string;
}

export interface SeriesLabel {
  readonly name: string;
  /** Left out if there is no room for it. */
  readonly value?: string | undefined;
  /** Muted: this line is there for comparison. */
  readonly faint?: boolean;
  /** The line goes on: a leader from its last point across the plot would look like more of it. */
  readonly isUnderWay?: boolean;
  /** The value beside which the name would like to stand, if not the line's last one: names keep their order while lines grow. */
  readonly beside?: number | undefined;
}

export interface ChartSpec {
  readonly label: string;
  readonly series: readonly Series[];
  /** Margins in em; the names at the lines' ends decide the right one. */
  readonly margin: { readonly top: number; readonly bottom: number; readonly left: number };
  /** The room of x's numbers and title at the lower edge, in em; by default the whole lower margin. */
  readonly axisRoom?: number;
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  /** Names whose room is kept although no line has them yet. */
  readonly roomFor?: readonly SeriesLabel[];
  /** Labels stay with lines that end inside the plot, if there is room: a sweep under way. */
  readonly labelsFollow?: boolean;
  /** Names are in a key under the chart, because the lines' ends have no room for them. */
  readonly namesBelow?: boolean;
  readonly under?: (plot: Plot) => ReactNode;
  readonly over?: (plot: Plot) => ReactNode;
}

/** The scales of a drawn chart, for what a chart adds to its series. */
export interface Plot extends DrawingBox {
  readonly frame: Frame;
  readonly x: Scale;
  readonly y: Scale;
  /** Edges of the plot. */
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

interface SeriesChartProps {
  readonly spec: (box: DrawingBox) => ChartSpec;
  readonly className?: string | undefined;
  /** A chart whose points can be chosen is a group of them. */
  readonly role?: 'img' | 'group';
}

export function SeriesChart({ spec, className = chart.box, role = 'img' }: SeriesChartProps) {
  const ref = useRef<HTMLDivElement>(null);
  const box = useDrawingBox(ref);
  const drawn = box === null ? null : spec(box);
  return (
    <>
      <div ref={ref} className={className}>
        {box !== null && drawn !== null && <SeriesDrawing spec={drawn} box={box} role={role} />}
      </div>
      {drawn?.namesBelow === true && <NamesKey series={drawn.series} />}
    </>
  );
}

/** The lines' names, each with its mark. */
function NamesKey({ series }: { readonly series: readonly Series[] }) {
  return (
    <ul className={cx(chart.key, chart.names)}>
      {series.map(
        ({ key, look, mark, label }) =>
          label !== null && (
            <li key={key} style={{ color: look.hue }}>
              <svg width="1em" height="1em" viewBox="-8 -8 16 16" style={{ stroke: look.hue }} aria-hidden="true">
                <Mark
                  {...(mark === 'cross' || mark === 'bold' ? BIG_CROSS : { kind: usualMark(mark), size: 6 })}
                  look={look}
                />
              </svg>
              {label.name}
            </li>
          ),
      )}
    </ul>
  );
}
const BIG_CROSS = { kind: 'bold', size: 10 } as const;
const usualMark = (mark: Series['mark']): MarkKind => (mark === 'none' ? 'full' : mark);

function plotOf(spec: ChartSpec, { width, height, em }: DrawingBox): Plot {
  const labels = spec.roomFor ?? spec.series.flatMap(({ label }) => label ?? []);
  const { top, bottom, left } = spec.margin;
  const right = spec.namesBelow === true ? em * 1.5 : labelRoom(labels, em);
  const margin = { top: em * top, right, bottom: em * bottom, left: em * left };
  const frame: Frame = { width, height, margin };
  return {
    ...{ width, height, em, frame, left: margin.left, right: width - margin.right, bottom: height - margin.bottom },
    x: spec.x.scale(frame, em),
    y: spec.y.scale(frame, em),
  };
}

interface DrawingProps {
  readonly spec: ChartSpec;
  readonly box: DrawingBox;
  readonly role: 'img' | 'group';
}

/** The chart in a box whose size is known. */
export function SeriesDrawing({ spec, box, role }: DrawingProps) {
  const plot = plotOf(spec, box);
  return (
    <svg width={box.width} height={box.height} role={role} aria-label={spec.label}>
      <YAxis axis={spec.y} plot={plot} />
      <XAxis axis={spec.x} plot={plot} room={spec.axisRoom ?? spec.margin.bottom} />
      {spec.under?.(plot)}
      {spec.series.map((series) => (
        <SeriesMarks key={series.key} series={series} plot={plot} />
      ))}
      {spec.namesBelow !== true && <Labels spec={spec} plot={plot} />}
      {spec.over?.(plot)}
    </svg>
  );
}

function SeriesMarks({ series, plot: { x, y, em } }: { readonly series: Series; readonly plot: Plot }) {
  const { key, look, points, line: lineKind, mark, markEm = MARK_EM, pointedTo } = series;
  const path = line<Pick<SeriesPoint, 'x' | 'y'>>(
    (point) => x(point.x),
    (point) => y(point.y),
  ).defined((point) => !Number.isNaN(point.y));
  const marked = mark === 'none' ? [] : points;
  const usual = usualMark(mark);
  const places = marked.map((point) => x(point.x));
  const sizes = markEm === 'shrink' ? shrunkMarks(places, em, usual) : places.map(() => em * markEm);
  const dash = lineKind === 'solid' || lineKind === 'live' ? { strokeDasharray: look.dash ?? 'none' } : {};
  return (
    <g data-series={key} data-mark={pointedTo} style={{ stroke: look.hue }}>
      {points.map(({ x: at, whisker }) =>
        whisker === undefined ? null : (
          <line key={at} className={chart.whisker} x1={x(at)} x2={x(at)} y1={y(whisker[0])} y2={y(whisker[1])} />
        ),
      )}
      {lineKind !== 'none' && <path className={LINES[lineKind]} style={dash} d={path(series.path ?? points) ?? ''} />}
      {marked.map((point, i) => (
        <Mark
          key={point.x}
          kind={point.mark ?? usual}
          look={look}
          size={sizes[i] ?? em * MARK_EM}
          transform={`translate(${x(point.x)} ${y(point.y)})`}
        />
      ))}
    </g>
  );
}

/** The names at the lines' ends: in a column right of the plot, or next to lines that do not reach it yet. */
function Labels({ spec, plot }: { readonly spec: ChartSpec; readonly plot: Plot }) {
  const { x, y, em, right } = plot;
  const labels = spec.series.flatMap(({ key, look, label, points }) => {
    const last = points.at(-1);
    return label === null || last === undefined
      ? []
      : [{ ...label, key, look, x: x(last.x), y: y(last.y), at: y(label.beside ?? last.y) }];
  });
  // Of two at one height the line's own is above the one for comparison.
  labels.sort((a, b) => Number(a.faint ?? false) - Number(b.faint ?? false));
  const own = labels.filter(({ faint }) => faint !== true);
  const end = Math.max(0, ...own.map((label) => label.x));
  const room = labelRoom(labels, em);
  if (spec.labelsFollow !== true || own.length === 0 || end + room >= right)
    return <EndLabels labels={labels} plot={plot} />;
  return (
    <>
      <EndLabels labels={labels.filter(({ faint }) => faint === true)} plot={plot} />
      <EndLabels labels={own.map((label) => ({ ...label, at: undefined }))} plot={plot} column={end + em * 1.4} />
    </>
  );
}

export interface KeyEntry {
  readonly key: string;
  readonly text: string;
  /** Next to the sample. */
  readonly icon?: ReactNode;
  readonly line: LineKind | 'none';
  readonly mark: MarkKind | 'none';
  readonly whiskers?: boolean;
  /** An area instead of a line. */
  readonly shade?: boolean;
}

const INK: SeriesLook = { hue: 'var(--ink)', dash: null, mark: 'square' };

interface ChartKeyProps {
  readonly entries: readonly KeyEntry[];
  readonly className?: string | undefined;
}

/** The meaning of lines and marks, a sample each. */
export function ChartKey({ entries, className }: ChartKeyProps) {
  return (
    <ul className={cx(chart.key, className)}>
      {entries.map(({ key, text, icon, line: lineKind, mark, whiskers = false, shade = false }) => (
        <li key={key}>
          {icon}
          <svg
            className={chart.sample}
            viewBox="0 0 40 14"
            // Strokes are in em: here an em is 13 of the drawing's own units.
            fontSize={13}
            style={{ stroke: INK.hue }}
            aria-hidden="true"
          >
            {whiskers && <path className={chart.whisker} d="M9 1V13M31 1V13" />}
            {shade && <path className={chart.shade} style={{ fill: INK.hue }} d="M0 1H40V13H0Z" />}
            {lineKind !== 'none' && <path className={LINES[lineKind]} d="M0 7H40" />}
            {mark !== 'none' &&
              [9, 31].map((x) => <Mark key={x} kind={mark} look={INK} size={8} transform={`translate(${x} 7)`} />)}
          </svg>
          {text}
        </li>
      ))}
    </ul>
  );
}
