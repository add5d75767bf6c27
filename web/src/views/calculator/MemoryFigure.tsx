/**
 * The memory cost of connections: memory set aside beforehand (published for two settings), and the connections' own.
 */
import '../../base/messages/en/calculator.ts';
import { scaleLinear } from 'd3';
import { useMessages } from '../../ui/messages.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { sqrtScale } from '../../ui/slider-scale.ts';
import { PUBLISHED_MEMORY } from '../../viewmodel/calculator/clients.ts';
import { PER_ALLOWED_MIB, type ServerMemory, serverMemory } from '../../viewmodel/calculator/memory.ts';
import type { DrawingBox } from '../shared/chart/parts.tsx';
import { CalculatorFigure, modelled, type PartProps } from './CalculatorFigure.tsx';
import styles from './calculator.module.css';
import { Bar, Drawing, type Fill } from './Drawing.tsx';

const CONNECTIONS = sqrtScale(0, 20_000);
const STOPS = [0, 100, 1000, 5000, 10_000, 20_000];

interface Segment {
  readonly key: 'buffers' | 'beside' | 'allowed' | 'own';
  readonly mib: number;
  readonly fill: Fill;
}
const segmentsOf = (memory: ServerMemory): readonly Segment[] => [
  { key: 'buffers', mib: memory.sharedBuffersMiB, fill: 'pale' },
  { key: 'beside', mib: memory.besideMiB, fill: 'free' },
  { key: 'allowed', mib: memory.allowedMiB, fill: 'hatched' },
  { key: 'own', mib: memory.ownMiB, fill: 'solid' },
];
/** The published servers without any connection. */
const PUBLISHED_ROWS = [PUBLISHED_MEMORY.few, PUBLISHED_MEMORY.many].map(({ allowed }) =>
  segmentsOf(serverMemory(allowed, 0, PUBLISHED_MEMORY.sharedBuffersMiB)),
);

export function MemoryFigure({ values, onChange }: PartProps) {
  const { t, format } = useMessages();
  const { connections, perConnectionMiB, sharedBuffersGB } = values;
  const memory = serverMemory(connections, perConnectionMiB, sharedBuffersGB * 1024);
  const { sharedBuffersMiB: sharedMiB, besideMiB, allowedMiB, ownMiB, totalMiB } = memory;
  return (
    <CalculatorFigure
      title={t('calculator.memory.title', { connections, allowedMiB, ownMiB })}
      name={t('calculator.memory.name')}
      subtitle={t('calculator.memory.subtitle')}
      caption={t('calculator.memory.caption')}
      description={t('calculator.memory.say', { connections, sharedMiB, besideMiB, allowedMiB, ownMiB, totalMiB })}
      facts={[
        modelled('buffers', 'mib', sharedMiB),
        modelled('beside', 'mib', besideMiB),
        modelled('allowed', 'mib', allowedMiB),
        modelled('each', 'mib', PER_ALLOWED_MIB),
        modelled('own', 'mib', ownMiB),
        modelled('total', 'mib', totalMiB),
      ]}
    >
      <Drawing label={t('calculator.memory.name')} kind="bars">
        {(box) => <Rows box={box} memory={memory} name={t('calculator.memory.own', { connections })} />}
      </Drawing>
      <div className={styles.slider}>
        <Slider
          label={t('calculator.field.connections')}
          scale={CONNECTIONS}
          value={Math.min(connections, CONNECTIONS.max)}
          onChange={(value) => onChange('connections', Math.max(1, value))}
          stops={STOPS.map((value) => ({ value, ...(value === 100 ? {} : { label: format.integer(value) }) }))}
          valueText={(n) => t('calculator.value.clients', { n })}
        />
      </div>
    </CalculatorFigure>
  );
}

function Rows({
  box: { width, em },
  memory,
  name,
}: {
  readonly box: DrawingBox;
  readonly memory: ServerMemory;
  readonly name: string;
}) {
  const { t } = useMessages();
  const x = scaleLinear([0, Math.max(memory.totalMiB, PUBLISHED_MEMORY.many.setAsideMiB)], [0, width - 2]);
  const own = segmentsOf(memory);
  const rows = [
    {
      key: 'few',
      name: t('calculator.memory.few'),
      total: PUBLISHED_MEMORY.few.setAsideMiB,
      segments: PUBLISHED_ROWS[0] ?? [],
    },
    {
      key: 'many',
      name: t('calculator.memory.many'),
      total: PUBLISHED_MEMORY.many.setAsideMiB,
      segments: PUBLISHED_ROWS[1] ?? [],
    },
    { key: 'own', name, total: memory.totalMiB, segments: own },
  ];
  const pitch = em * 3.6;
  return (
    <>
      {rows.map((row, i) => {
        const y = i * pitch;
        let at = 0;
        return (
          <g key={row.key} data-row={row.key}>
            <text className={row.key === 'own' ? styles.strong : styles.text} y={y + em}>
              {row.name}
            </text>
            <text className={styles.strong} x={width} y={y + em} textAnchor="end">
              {t('calculator.value.mebi', { mib: row.total })}
            </text>
            {row.segments.map(({ key, mib, fill }) => {
              const from = at;
              at += mib;
              return <Bar key={key} x={x(from) + 1} y={y + em * 1.5} width={x(mib)} height={em * 1.3} fill={fill} />;
            })}
          </g>
        );
      })}
      <Legend segments={own} top={rows.length * pitch} width={width} em={em} />
    </>
  );
}

interface LegendProps {
  readonly segments: ReturnType<typeof segmentsOf>;
  readonly top: number;
  readonly width: number;
  readonly em: number;
}

/** The parts' names and sizes, under the bars. */
function Legend({ segments, top, width, em }: LegendProps) {
  const { t } = useMessages();
  const columns = width > em * 44 ? 2 : 1;
  return segments.map(({ key, mib, fill }, i) => {
    const x0 = columns === 1 ? 0 : (i % 2) * (width / 2 + em);
    const x1 = columns === 1 ? width : x0 + width / 2 - em;
    const y = top + em * (0.9 + Math.floor(i / columns) * 1.75);
    return (
      <g key={key} data-key={key}>
        <Bar x={x0 + 1} y={y} width={em * 1.4} height={em} fill={fill} />
        <text className={styles.text} x={x0 + em * 2.2} y={y + em * 0.85}>
          {t(`calculator.memory.part.${key}`)}
        </text>
        <text className={styles.text} x={x1} y={y + em * 0.85} textAnchor="end">
          {t('calculator.value.mebi', { mib })}
        </text>
      </g>
    );
  });
}
