/** Clients behind a pooler: their places, and under a lens the few that have a server connection, a cell each. */
import '../../base/messages/en/calculator.ts';
import { scaleLinear } from 'd3';
import { us } from '../../base/units.ts';
import { useMessages } from '../../ui/messages.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { sqrtScale } from '../../ui/slider-scale.ts';
import { type PoolerState, poolerState } from '../../viewmodel/calculator/clients.ts';
import { poolCells } from '../../viewmodel/calculator/layout.ts';
import { awayUsOf, machineOf } from '../../viewmodel/calculator/settings.ts';
import { textWidth } from '../../viewmodel/picture-text.ts';
import type { DrawingBox } from '../shared/chart/parts.tsx';
import { CalculatorFigure, modelled, type PartProps } from './CalculatorFigure.tsx';
import styles from './calculator.module.css';
import { Bar, Drawing, type Fill, type Place, PlaceRows, placeGeometry } from './Drawing.tsx';

const POOL = sqrtScale(0, 400);
const STOPS = [0, 10, 48, 100, 200, 400].map((value) => ({ value, label: String(value) }));
const FILLS = { running: 'solid', held: 'held', ready: 'hatched', free: 'free' } as const satisfies Record<
  string,
  Fill
>;
const FILL_ORDER = ['running', 'held', 'ready', 'free'] as const;

export function PoolerFigure({ values, onChange }: PartProps) {
  const { t } = useMessages();
  const { clients, pool, threads, held: heldMs } = values;
  const state = poolerState({
    clients,
    machine: machineOf(values),
    outsideUs: awayUsOf(values),
    heldUs: us(heldMs * 1000),
    pool,
  });
  const { tps, outside, queued, lent, running, held, readyToRun: ready, limit } = state;
  const title = () => {
    switch (limit) {
      case 'clients':
        return t('calculator.pooler.title.clients', { clients, lent, pool });
      case 'machine':
        return t('calculator.pooler.title.machine', { clients, pool, queued });
      case 'pool':
        return t('calculator.pooler.title.pool', { clients, queued, idle: threads - running, threads });
    }
  };
  const places: readonly Place[] = [
    { key: 'outside', label: t('calculator.pooler.outside'), count: outside, fill: 'pale' },
    { key: 'queued', label: t('calculator.pooler.queued'), count: queued, fill: 'hatched' },
    { key: 'lent', label: t('calculator.pooler.lent'), count: lent, fill: 'solid' },
  ];
  return (
    <CalculatorFigure
      title={title()}
      name={t('calculator.pooler.name')}
      subtitle={t('calculator.pooler.subtitle', { clients, tps })}
      caption={t('calculator.pooler.caption')}
      description={t('calculator.pooler.say', { clients, pool, outside, queued, lent, running, held, ready, tps })}
      facts={[
        modelled('tps', 'tps', tps),
        modelled('outside', 'count', outside),
        modelled('queued', 'count', queued),
        modelled('lent', 'count', lent),
        modelled('running', 'count', running),
        modelled('held', 'count', held),
        modelled('ready', 'count', ready),
        modelled('free', 'count', pool - lent),
      ]}
    >
      <Drawing label={t('calculator.pooler.name')} kind="pool">
        {(box) => <Pool box={box} state={state} places={places} clients={clients} pool={pool} />}
      </Drawing>
      <div className={styles.slider}>
        <Slider
          label={t('calculator.field.pool')}
          scale={POOL}
          value={Math.min(pool, POOL.max)}
          onChange={(value) => onChange('pool', Math.max(1, value))}
          stops={STOPS}
          valueText={(n) => t('calculator.value.clients', { n })}
        />
      </div>
    </CalculatorFigure>
  );
}

interface PoolProps {
  readonly box: DrawingBox;
  readonly state: PoolerState;
  readonly places: readonly Place[];
  readonly clients: number;
  readonly pool: number;
}

/** The lens opens from the end of the last row: clients with a connection are a sliver of all clients. */
function Pool({ box, state, places, clients, pool }: PoolProps) {
  const { t } = useMessages();
  const { width, height, em } = box;
  const { running, held, readyToRun: ready, lent } = state;
  const { each, cells } = poolCells({ running, held, ready }, pool);
  const { pitch, bar } = placeGeometry(box);
  const sliver = Math.max(1.5, scaleLinear([0, clients], [0, bar.right - bar.left])(lent));
  const rowsEnd = pitch * (places.length - 1) + bar.top + em;
  const top = rowsEnd + em * 1.2;
  const counts = { running, held, ready, free: pool - lent };
  const words = FILL_ORDER.map((key) => [
    t('calculator.value.count', { n: counts[key] }),
    t(`calculator.pooler.${key}`),
  ]);
  const { rows, at } = legendPlaces(
    words.map((each) => textWidth(each.join(' '), em, 'sans') + em * 2.6),
    box,
  );
  const legend = height - em * (0.8 + 1.8 * rows);
  // The largest cells that fit.
  const room = { width: width - em * 1.6, height: legend - top - em * 2.4 };
  const size = Math.min(em * 2.4, largestCell(cells.length, room.width, room.height));
  const columns = Math.max(1, Math.floor(room.width / size));
  return (
    <>
      <PlaceRows box={box} places={places} all={clients} />
      <path className={styles.lens} d={`M${bar.left} ${rowsEnd}h${sliver}L${width - 1} ${top}V${legend}H1V${top}Z`} />
      <text className={styles.strong} x={em * 0.8} y={top + em * 1.4}>
        {t('calculator.pooler.pool', { pool, each })}
      </text>
      {cells.map((cell, i) => (
        <Bar
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
          key={i}
          x={em * 0.8 + (i % columns) * size}
          y={top + em * 2.1 + Math.floor(i / columns) * size}
          width={size * 0.8}
          height={size * 0.8}
          fill={FILLS[cell]}
        />
      ))}
      {FILL_ORDER.map((key, i) => {
        const { x, row } = at[i] ?? { x: 1, row: i };
        const y = legend + em * (0.9 + row * 1.8);
        const [number, word] = words[i] ?? [];
        return (
          <g key={key} data-key={key}>
            <Bar x={x} y={y} width={em} height={em} fill={FILLS[key]} />
            <text className={styles.text} x={x + em * 1.6} y={y + em * 0.85}>
              <tspan className={styles.strong}>{number}</tspan>
              <tspan dx="0.4em">{word}</tspan>
            </text>
          </g>
        );
      })}
    </>
  );
}

/** The legend's entries in one row if there is room, else in two columns, else one below the other. */
function legendPlaces(widths: readonly number[], { width, em }: DrawingBox) {
  const ends = widths.map((_, i) => widths.slice(0, i).reduce((sum, each) => sum + each, 0));
  const isOneRow = widths.reduce((sum, each) => sum + each, 0) <= width;
  const columns = width > em * 34 ? 2 : 1;
  const placeOf = (i: number) => ({ x: (i % columns) * (width / 2) + 1, row: Math.floor(i / columns) });
  return {
    rows: isOneRow ? 1 : Math.ceil(widths.length / columns),
    at: widths.map((_, i) => (isOneRow ? { x: (ends[i] ?? 0) + 1, row: 0 } : placeOf(i))),
  };
}

/** The side of a square cell so that `count` of them fit a rectangle. */
function largestCell(count: number, width: number, height: number): number {
  for (let columns = 1; columns <= count; columns++) {
    const side = width / columns;
    if (Math.ceil(count / columns) * side <= height) return side;
  }
  return Math.min(width / count, height);
}
