/**
 * Throughput against clients, at most: a rise, a ceiling from the point where the machine is full, and the position of
 * the clients.
 */
import '../../base/messages/en/calculator.ts';
import { line, scaleLinear } from 'd3';
import { useMessages } from '../../ui/messages.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { linearScale } from '../../ui/slider-scale.ts';
import {
  type Circle,
  circleOf,
  clientsToFill,
  fullTps,
  PUBLISHED_MACHINE,
} from '../../viewmodel/calculator/clients.ts';
import { roundUp } from '../../viewmodel/calculator/layout.ts';
import { awayUsOf, type CalculatorValues, machineOf, publishedPeak } from '../../viewmodel/calculator/settings.ts';
import { ticksThatFit } from '../../viewmodel/lab/throughput-layout.ts';
import { letterCount } from '../../viewmodel/picture-text.ts';
import type { DrawingBox } from '../shared/chart/parts.tsx';
import { CalculatorFigure, modelled, type PartProps, published } from './CalculatorFigure.tsx';
import styles from './calculator.module.css';
import { Drawing, type Place, PlaceRows } from './Drawing.tsx';

/** Room left and right of the plot, in em: the slider below has the same, so that its thumb is under the point. */
const MARGIN = { left: 4, right: 1.7 } as const;
export function LittleFigure({ values, onChange }: PartProps) {
  const { t } = useMessages();
  const { clients, network: networkMs, think: thinkMs, threads } = values;
  const machine = machineOf(values);
  const awayUs = awayUsOf(values);
  const circle = circleOf(clients, machine, awayUs);
  const full = fullTps(machine);
  const fill = clientsToFill(machine, awayUs);
  const peak = publishedPeak(values);
  const { tps, running, waiting } = circle;
  const network = tps * networkMs * 1e-3;
  const thinking = tps * thinkMs * 1e-3;
  const end = Math.max(clients, roundUp(Math.max(fill, peak ?? 0) * 1.25));
  const places: readonly Place[] = [
    { key: 'running', label: t('calculator.little.running'), count: running, fill: 'solid' },
    { key: 'waiting', label: t('calculator.little.waiting'), count: waiting, fill: 'hatched' },
    { key: 'network', label: t('calculator.little.network'), count: network, fill: 'pale' },
    { key: 'thinking', label: t('calculator.little.thinking'), count: thinking, fill: 'pale' },
  ];
  return (
    <CalculatorFigure
      title={
        circle.isFull
          ? t('calculator.little.title.full', { fill })
          : t('calculator.little.title.below', { share: tps / full, fill })
      }
      name={t('calculator.little.name')}
      subtitle={t('calculator.little.subtitle', { networkMs, thinkMs, threads })}
      caption={
        <span className={styles.notes}>
          <span>{t('calculator.little.caption')}</span>
          {peak !== null && <span>{t('calculator.little.peak', { peak, fill })}</span>}
        </span>
      }
      description={t('calculator.little.say', {
        clients,
        tps,
        fullTps: full,
        fill,
        running,
        waiting,
        network,
        thinking,
      })}
      facts={[
        modelled('tps', 'tps', tps),
        modelled('fullTps', 'tps', full),
        modelled('fill', 'count', fill),
        ...(peak === null ? [] : [published('peak', 'count', peak)]),
        modelled('running', 'count', running),
        modelled('waiting', 'count', waiting),
        modelled('network', 'count', network),
        modelled('thinking', 'count', thinking),
        modelled('circle', 'us', circle.circleUs),
      ]}
    >
      <Drawing label={t('calculator.little.name')} kind="chart">
        {(box) => <Chart box={box} values={values} circle={circle} fill={fill} full={full} peak={peak} end={end} />}
      </Drawing>
      <div className={styles.underPlot}>
        <Slider
          label={t('calculator.field.clients')}
          hideLabel
          scale={linearScale(0, end)}
          value={clients}
          onChange={(value) => onChange('clients', Math.max(1, value))}
          valueText={(n) => t('calculator.value.clients', { n })}
        />
      </div>
      <div className={styles.offStage}>
        <p className={styles.places}>{t('calculator.little.places')}</p>
        <Drawing label={t('calculator.little.places')} kind="rows">
          {(box) => <PlaceRows box={box} places={places} all={clients} />}
        </Drawing>
      </div>
    </CalculatorFigure>
  );
}

interface ChartProps {
  readonly box: DrawingBox;
  readonly values: CalculatorValues;
  readonly circle: Circle;
  readonly fill: number;
  readonly full: number;
  readonly peak: number | null;
  readonly end: number;
}

function Chart({ box: { width, height, em }, values, circle, fill, full, peak, end }: ChartProps) {
  const { t, format } = useMessages();
  const { clients } = values;
  const [left, right] = [em * MARGIN.left, width - em * MARGIN.right];
  const [top, bottom] = [em * 3.2, height - em * 3];
  const x = scaleLinear([0, end], [left, right]);
  const y = scaleLinear([0, full * 1.12], [bottom, top]);
  const machine = machineOf(values);
  const awayUs = awayUsOf(values);
  // The rise bends a little, because a transaction takes longer next to others: enough points to show it.
  const rise = Array.from({ length: 33 }, (_, i) => (Math.min(fill, end) * i) / 32).map(
    (n) => [n, n === 0 ? 0 : circleOf(n, machine, awayUs).tps] as const,
  );
  const points = fill < end ? [...rise, [end, full] as const] : rise;
  const path = line<readonly [number, number]>(
    ([n]) => x(n),
    ([, tps]) => y(tps),
  )(points);
  const xTicks = ticksThatFit(
    x.ticks(8).filter(Number.isInteger),
    x,
    (n) => em * (0.62 * format.integer(n).length + 1.2),
  );
  const [nowX, nowY] = [x(clients), y(circle.tps)];
  const arm = em * 0.42;
  // Published points of the machine itself, for clients that never pause.
  const crosses = peak === PUBLISHED_MACHINE.full.clients ? [PUBLISHED_MACHINE.one, PUBLISHED_MACHINE.full] : [];
  return (
    <>
      <text className={styles.muted} y={em * 0.9}>
        {t('calculator.little.axis.tps')}
      </text>
      <text className={styles.strong} x={right} y={em * 0.9} textAnchor="end">
        {t('calculator.little.now', { clients, tps: circle.tps })}
      </text>
      {y.ticks(Math.max(2, Math.floor((bottom - top) / (em * 2.6)))).map((tick) => (
        <g key={tick} transform={`translate(0 ${Math.round(y(tick)) + 0.5})`}>
          <line className={styles.grid} x1={left} x2={right} />
          <text className={styles.muted} x={left - em * 0.6} dy="0.34em" textAnchor="end">
            {format.si(tick)}
          </text>
        </g>
      ))}
      {xTicks.map((tick) => (
        <text key={tick} className={styles.muted} x={x(tick)} y={bottom + em * 1.4} textAnchor="middle">
          {format.integer(tick)}
        </text>
      ))}
      <text className={styles.muted} x={(left + right) / 2} y={height - em * 0.2} textAnchor="middle">
        {t('calculator.little.axis.clients')}
      </text>
      {fill <= end && (
        <Upright
          x={x(fill)}
          top={y(full)}
          bottom={bottom}
          em={em}
          text={t('calculator.little.fill', { fill })}
          side={x(fill) > width * 0.55 ? 'end' : 'start'}
          room={(x(fill) - left) * (1 - (em * 2) / (bottom - y(full)))}
        />
      )}
      {peak !== null && (
        <Upright
          x={x(peak)}
          top={top}
          bottom={bottom}
          em={em}
          text={t('calculator.little.published', { peak })}
          side="end"
        />
      )}
      <path className={styles.curve} d={path ?? ''} />
      <line className={styles.now} x1={nowX} x2={nowX} y1={nowY} y2={bottom} />
      <circle className={styles.dot} cx={nowX} cy={nowY} r={em * 0.5} />
      {crosses.map(({ clients: n, tps }) => (
        <path
          key={n}
          className={styles.cross}
          data-published={n}
          d={`M${x(n) - arm} ${y(tps) - arm}l${2 * arm} ${2 * arm}M${x(n) - arm} ${y(tps) + arm}l${2 * arm} ${-2 * arm}`}
        />
      ))}
    </>
  );
}

function Upright(props: {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
  readonly em: number;
  readonly text: string;
  readonly side: 'start' | 'end';
  /** The label is at the lower end, and beside the curve it has this width: a longer one breaks. */
  readonly room?: number;
}) {
  const { x, top, bottom, em, text, side, room } = props;
  const isLong = room !== undefined && side === 'end' && letterCount(text) * em * LETTER > room;
  const at = x + (side === 'end' ? -0.5 : 0.5) * em;
  const end = room === undefined ? top + em * 0.3 : bottom - em * 0.7;
  const lines = isLong ? halves(text) : [text];
  return (
    <>
      <line className={styles.mark} x1={x} x2={x} y1={top} y2={bottom} />
      <text className={`${styles.text} ${styles.halo}`} textAnchor={side}>
        {lines.map((words, i) => (
          <tspan key={words} x={at} y={end - (lines.length - 1 - i) * em * 1.2}>
            {words}
          </tspan>
        ))}
      </text>
    </>
  );
}

/** The width of a letter on average, in em. */
const LETTER = 0.6;

/** Two lines, broken at the blank nearest the middle; one if there is none. */
function halves(text: string): readonly string[] {
  const blanks = [...text.matchAll(/ /g)].map(({ index }) => index);
  const off = (at: number): number => Math.abs(at - text.length / 2);
  const at = blanks.toSorted((a, b) => off(a) - off(b))[0];
  return at === undefined ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
