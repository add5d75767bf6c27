/**
 * Both curves, modelled and published, above one x axis, and the model's error beneath it. Modelled is a line with
 * marks: full where it predicts, hollow where the published figure was used in fitting. Published is crosses on a
 * dotted thread; a formula without caches is a line of dots and dashes. The point that is furthest off has a ring. The
 * reader chooses one x (pointer, arrow keys); its values are shown below, with room reserved for
 * them.
 */
import '../../base/messages/en/model-chart.ts';
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import type { Messages } from '../../base/messages/index.ts';
import { Toggle } from '../../ui/choice.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { designStyle } from '../../viewmodel/design-style.ts';
import { connectionsScale } from '../../viewmodel/lab/throughput-layout.ts';
import {
  type ComparisonRow,
  CURVE_DESIGN,
  CURVES,
  type Curve,
  type ModelComparison,
  RUNS,
} from '../../viewmodel/prediction/model-chart.ts';
import { countTicks, type DrawingBox, rateAxis } from '../shared/chart/parts.tsx';
import { type ChartSpec, type Plot, type Series, SeriesChart, type SeriesLabel } from '../shared/chart/SeriesChart.tsx';
import { Annotations } from './annotations.tsx';
import { Bands, CurvesKey, ErrorStrip, pointWords, Readout } from './chart-parts.tsx';
import styles from './model-chart.module.css';

/** Below this width (in em) labels are short: the plot needs the room. */
const ROOM_FOR_NAMES_EM = 44;
/** On a lower chart there is no room for errors, in em. */
const STRIP_FROM_EM = 18;
const isOtherRun = (key: string): boolean => key.startsWith('without-') || key.startsWith('formula-');
/** Room left of the plot, and under it for the axis, in em. */
const LEFT_EM = 3.8;
const AXIS_EM = 3;

interface ModelChartProps {
  readonly comparison: ModelComparison;
  /** All points have some seeds. */
  readonly whole: boolean;
}

export function ModelChart({ comparison, whole }: ModelChartProps) {
  const messages = useMessages();
  const { rows, published } = comparison;
  const [at, setAt] = useState<number | null>(null);
  /** The curves without coherence and by formula: four lines for each version are too many at first. */
  const [hasOthers, setHasOthers] = useState(false);
  const chosen = at !== null && at < rows.length ? at : rows.length - 1;
  return (
    <div className={styles.frame}>
      {published.length === 0 ? (
        <div className={styles.box}>
          <p className={styles.empty}>{messages.t('modelChart.empty')}</p>
        </div>
      ) : (
        <SeriesChart
          className={styles.box}
          role="group"
          spec={(box) => comparisonSpec(comparison, box, messages, { chosen, onChoose: setAt, hasOthers, whole })}
        />
      )}
      <CurvesKey rows={rows} bands={comparison.bands} hasOthers={hasOthers} />
      {rows.some(({ without, formula }) => without !== null || formula !== null) && (
        <div className={styles.others}>
          <Toggle label={messages.t('modelChart.others')} checked={hasOthers} onChange={setHasOthers} />
        </div>
      )}
      <Readout comparison={comparison} row={rows[chosen] ?? null} />
    </div>
  );
}

interface Choice {
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

interface Shown extends Choice {
  readonly hasOthers: boolean;
  readonly whole: boolean;
}

function comparisonSpec(
  comparison: ModelComparison,
  { width, height, em }: DrawingBox,
  messages: Messages,
  { hasOthers, whole, ...choice }: Shown,
): ChartSpec {
  const { t, format } = messages;
  const { rows, table, published, machine, isOther } = comparison;
  // On a low stage the curves take all of it; the title gives the model's error.
  const hasStrip = height >= em * STRIP_FROM_EM;
  const stripEm = hasStrip ? Math.max(6, (height / em) * 0.24) : 0;
  const xs = published.map((row) => row.x);
  return {
    label: t('modelChart.name', { machine: machine.name, axis: table.axis }),
    series: CURVES.flatMap((curve) =>
      curveSeries(curve, comparison, width / em > ROOM_FOR_NAMES_EM, messages).filter(
        ({ key }) => hasOthers || !isOtherRun(key),
      ),
    ),
    margin: { top: 2, bottom: 0.6 + stripEm + AXIS_EM, left: LEFT_EM },
    axisRoom: AXIS_EM,
    x: {
      title: t('modelChart.axis', { axis: table.axis }),
      // The first marks stay clear of the axis's numbers.
      scale: (frame) =>
        connectionsScale(
          { ...frame, margin: { ...frame.margin, left: em * (LEFT_EM + 0.9) } },
          Math.max(1, ...xs),
          'sqrt',
        ),
      ticks: countTicks(xs, format),
      text: format.integer,
    },
    y: rateAxis(
      messages,
      Math.max(
        0,
        ...published.flatMap((row) => CURVES.map((c) => row.published[c])),
        ...rows.flatMap((row) => CURVES.flatMap((c) => RUNS.map((run) => row[run]?.[c] ?? 0))),
        ...[...comparison.bands.values()].flatMap((band) => CURVES.map((c) => band[c].high)),
      ),
    ),
    under: (plot) => (
      <>
        <Bands comparison={comparison} plot={plot} />
        <Beneath
          {...{ isOther, rows, plot, hasStrip, hasOthers }}
          here={rows[choice.chosen]}
          bottom={height - em * AXIS_EM}
        />
      </>
    ),
    over: (plot) => (
      <>
        <Annotations comparison={comparison} plot={plot} whole={whole} />
        <Points comparison={comparison} plot={plot} bottom={height - em * AXIS_EM} {...choice} />
      </>
    ),
  };
}

/** The strip of errors, and a line at the chosen x, once something is modelled. */
function Beneath(props: {
  readonly isOther: boolean;
  readonly rows: readonly ComparisonRow[];
  readonly here: ComparisonRow | undefined;
  readonly plot: Plot;
  readonly hasStrip: boolean;
  readonly hasOthers: boolean;
  readonly bottom: number;
}) {
  const { isOther, rows, here, plot, hasStrip, hasOthers, bottom } = props;
  const x = here === undefined ? null : plot.x(here.x);
  return (
    <>
      {hasStrip && <ErrorStrip {...{ isOther, rows, plot, bottom, hasOthers }} top={plot.bottom + plot.em * 0.6} />}
      {x !== null && <line className={styles.here} x1={x} x2={x} y1={plot.frame.margin.top} y2={bottom} />}
    </>
  );
}

/**
 * One design's curves. The published points are drawn from the start, the model's as they come. The published crosses
 * are painted last: a good model's marks would hide them.
 */
function curveSeries(
  curve: Curve,
  { rows, published: table }: Pick<ModelComparison, 'rows' | 'published'>,
  long: boolean,
  { t }: Messages,
): readonly Series[] {
  const look = designStyle(CURVE_DESIGN[curve]);
  const design = t(look.shortKey);
  const isUnderWay = rows.length < table.length;
  const beside = table.at(-1)?.published[curve];
  const name = (kind: 'published' | 'without' | 'formula'): SeriesLabel => ({
    name: t(`modelChart.${kind}${long ? '' : '.short'}`, { design }),
    faint: true,
    isUnderWay: kind !== 'published' && isUnderWay,
    beside,
  });
  const published = table.map(({ x, published }) => ({ x, y: published[curve] }));
  const of = (run: 'without' | 'formula') =>
    rows.flatMap(({ x, [run]: other }) => (other === null ? [] : [{ x, y: other[curve] }]));
  return [
    {
      ...{ key: `published-${curve}`, look, line: 'thread', mark: 'none' },
      points: published,
      label: name('published'),
    },
    {
      ...{ key: `without-${curve}`, look, line: 'dashed', mark: 'none' },
      points: of('without'),
      label: rows.at(-1)?.without == null ? null : name('without'),
    },
    {
      ...{ key: `formula-${curve}`, look, line: 'dashdot', mark: 'none' },
      points: of('formula'),
      // 14's is flat by its making, and would only crowd the names.
      label: curve === 'post' || rows.at(-1)?.formula == null ? null : name('formula'),
    },
    {
      ...{ key: curve, look, line: 'solid', mark: 'full', markEm: 'shrink' },
      points: rows.map(({ x, modelled, fitted }) => ({
        x,
        y: modelled[curve],
        mark: fitted[curve] ? 'hollow' : 'full',
      })),
      label: { name: design, isUnderWay, beside },
    },
    { key: `crosses-${curve}`, look, line: 'none', mark: 'bold', markEm: 'shrink', points: published, label: null },
  ];
}

interface PointsProps extends Choice {
  readonly comparison: ModelComparison;
  readonly plot: Plot;
  /** The lower edge of the strip of errors. */
  readonly bottom: number;
}

/** One band for each x, from halfway to its neighbours: for the pointer, and for the arrow keys. */
function Points({ comparison, plot, bottom, chosen, onChoose }: PointsProps) {
  const messages = useMessages();
  const ids = useId();
  const list = useRef<SVGGElement>(null);
  const { rows, table } = comparison;
  const go = (index: number): void => {
    onChoose(index);
    list.current?.querySelectorAll<SVGGElement>('[role="option"]')[index]?.focus();
  };
  const onPointerMove = (event: PointerEvent): void => {
    const option = (event.target as Element).closest('[data-index]');
    const index = Number(option?.getAttribute('data-index') ?? Number.NaN);
    if (Number.isInteger(index) && index !== chosen) onChoose(index);
  };
  const edges = bandEdges(
    rows.map((row) => plot.x(row.x)),
    plot.left,
    plot.right,
  );
  const { top } = plot.frame.margin;
  return (
    <g
      ref={list}
      role="listbox"
      tabIndex={-1}
      aria-label={messages.t('modelChart.points', { axis: table.axis })}
      aria-orientation="horizontal"
      onKeyDown={(event) => chooseByKey(event, chosen, rows.length - 1, go)}
      onPointerMove={onPointerMove}
      data-no-export=""
    >
      {rows.map((row, index) => {
        const [from = 0, to = 0] = edges.slice(index);
        return (
          <g
            key={row.x}
            id={`${ids}-${index}`}
            role="option"
            tabIndex={index === chosen ? 0 : -1}
            aria-selected={index === chosen}
            aria-label={pointWords(row, comparison, messages)}
            data-index={index}
            className={styles.point}
            onFocus={() => onChoose(index)}
            onClick={() => go(index)}
          >
            <rect className={styles.hit} x={from} y={top} width={to - from} height={bottom - top} />
          </g>
        );
      })}
    </g>
  );
}

/** The edges of the bands around these places: one more than there are places. */
function bandEdges(places: readonly number[], left: number, right: number): readonly number[] {
  const middles = places.slice(1).map((place, i) => (place + (places[i] ?? place)) / 2);
  return [Math.min(left, places[0] ?? left) - 8, ...middles, Math.max(right, places.at(-1) ?? right) + 8];
}

function chooseByKey(event: KeyboardEvent, chosen: number, end: number, go: (index: number) => void): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const to = { ArrowLeft: Math.max(0, chosen - 1), ArrowRight: Math.min(end, chosen + 1), Home: 0, End: end }[
    event.key
  ];
  if (to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  go(to);
}
