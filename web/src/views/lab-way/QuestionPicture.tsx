/**
 * A small still picture for each of the Lab's questions. Numbers are published ones or those of real servers, as the
 * pages themselves show them, and the badge below each names which.
 */
import '../../base/messages/en/lab-way.ts';
import type { ReactNode } from 'react';
import { DESIGN_IDS, type DesignId } from '../../base/designs.ts';
import { useMessages } from '../../ui/messages.tsx';
import { designStyle } from '../../viewmodel/design-style.ts';
import type { LabQuestion } from '../../viewmodel/lab/way.ts';
import styles from './lab-way.module.css';

const WIDTH = 252;
const HEIGHT = 124;

type Points = readonly (readonly [x: number, y: number])[];

/** `idle-connections.csv`: transactions per second of 48 clients beside idle connections. */
const IDLE: Readonly<Record<'pg13' | 'pg14', Points>> = {
  pg13: [
    [0, 1_042_005],
    [100, 986_731],
    [1000, 854_230],
    [2500, 716_624],
    [5000, 553_657],
    [10_000, 369_845],
  ],
  pg14: [
    [0, 1_125_104],
    [100, 1_103_584],
    [1000, 1_119_043],
    [2500, 1_119_353],
    [5000, 1_119_476],
    [10_000, 1_115_740],
  ],
};
/**
 * Readers of a real server beside one transaction with savepoints, as the cliff's page has them: of 13, and of 17 with 32
 * buffers, its default. Shares of their speed with 60 savepoints, because their clients differed.
 */
const CLIFF: Readonly<Record<'pg13' | 'pg14', Points>> = {
  pg13: [
    [0, 52_229 / 47_720],
    [60, 1],
    [100, 2866 / 47_720],
  ],
  pg14: [
    [60, 1],
    [100, 1589 / 8468],
  ],
};
/** Cache lines of one snapshot among 108 connections while nobody commits, as the ladder counts them. */
const LINES: Readonly<Record<DesignId, number>> = {
  'pg9.1': 259,
  pg13: 31,
  globalvis: 31,
  'xmin-moved': 32,
  dense: 11,
  pg14: 3,
  'unlocked-reuse': 2,
  'backend-cache': 3,
  'shared-snapshot': 3,
  'two-pass': 11,
  'running-set': 5,
  csn: 2,
};

const hueOf = (design: DesignId): string => designStyle(design).hue;

interface CurvesProps {
  readonly curves: Readonly<Record<'pg13' | 'pg14', Points>>;
  readonly names: Readonly<Record<'pg13' | 'pg14', string>>;
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

function Curves({ curves, names, x, y }: CurvesProps) {
  return (['pg14', 'pg13'] as const).map((design) => {
    const points = curves[design];
    const [endX, endY] = points.at(-1) ?? [0, 0];
    return (
      <g key={design} style={{ color: hueOf(design) }}>
        <polyline
          className={styles.curve}
          data-dash={design === 'pg14' || undefined}
          points={points.map(([at, value]) => `${x(at)},${y(value)}`).join(' ')}
        />
        <text className={styles.strong} x={x(endX) + 8} y={y(endY) + 5}>
          {names[design]}
        </text>
      </g>
    );
  });
}

/** Both ends are close: their names are apart, also in a hall's letters. */
const NAME_DY = { pg14: -1, pg13: 8 } as const;

/** Of real servers only the crosses were run: the dots between them stop before the 65th savepoint and go on after it. */
function Crosses({ curves, names, x, y }: CurvesProps) {
  return (['pg14', 'pg13'] as const).map((design) => {
    const points = curves[design];
    const [endX, endY] = points.at(-1) ?? [0, 0];
    const upTo64 = points.filter(([at]) => at <= 64);
    const before = upTo64.at(-1)?.[1] ?? 0;
    return (
      <g key={design} style={{ color: hueOf(design) }}>
        <polyline
          className={styles.guide}
          points={[...upTo64, [64, before] as const].map(([at, value]) => `${x(at)},${y(value)}`).join(' ')}
        />
        <polyline className={styles.guide} points={`${x(65)},${y(endY)} ${x(endX)},${y(endY)}`} />
        <path
          className={styles.ran}
          d={points.map(([at, value]) => `M${x(at) - 6} ${y(value)}h12m-6 -6v12`).join('')}
        />
        <text className={styles.strong} x={x(endX) + 10} y={y(endY) + NAME_DY[design]}>
          {names[design]}
        </text>
      </g>
    );
  });
}

function Axis({ text }: { readonly text: string }) {
  return (
    <>
      <line className={styles.axis} x1={0} x2={210} y1={104} y2={104} />
      <text className={styles.muted} x={0} y={121}>
        {text}
      </text>
    </>
  );
}

function Measure() {
  const { t } = useMessages();
  return (
    <>
      <Curves
        curves={IDLE}
        names={{ pg13: '13', pg14: '14' }}
        x={(idle) => 210 * Math.sqrt(idle / 10_000)}
        y={(tps) => 104 - (tps / 1_200_000) * 98}
      />
      <Axis text={t('way.axis.idle')} />
    </>
  );
}

const CORES = ['A', 'B', 'C', 'D'] as const;
const WRITER = 1;

/** B writes, and the copies of A, C and D are lost. */
function Lines() {
  return CORES.map((core, i) => {
    const left = 2 + i * 63;
    const hue = `var(--session-${core.toLowerCase()})`;
    const isWriter = i === WRITER;
    const from = 2 + WRITER * 63 + 28;
    return (
      <g key={core} style={{ color: hue }}>
        <rect className={isWriter ? styles.writer : styles.core} x={left} y={52} width={56} height={62} rx={3} />
        <text className={styles.strong} x={left + 8} y={72}>
          {core}
        </text>
        {[0, 1, 2, 3, 4, 5].map((cell) => (
          <rect
            key={cell}
            className={cell !== 1 ? styles.cell : isWriter ? styles.filled : styles.lost}
            x={left + 8 + (cell % 3) * 15}
            y={80 + Math.floor(cell / 3) * 15}
            width={11}
            height={11}
          />
        ))}
        {!isWriter && (
          <>
            <path
              className={styles.arc}
              style={{ color: 'var(--session-b)' }}
              d={`M${from},50 C${from},${i === 3 ? 2 : 18} ${left + 28},${i === 3 ? 2 : 18} ${left + 28},34`}
            />
            <path className={styles.cross} d={`M${left + 23},36 l10,10 m0,-10 l-10,10`} />
          </>
        )}
      </g>
    );
  });
}

function Ladder() {
  return DESIGN_IDS.map((design, i) => (
    <rect
      key={design}
      x={0}
      y={2 + i * 10 + (i > 5 ? 4 : 0)}
      width={Math.max(3, (LINES[design] / LINES['pg9.1']) * WIDTH)}
      height={7}
      style={{ fill: hueOf(design) }}
    />
  ));
}

const CORES_OF_SOCKET = 10;

/** Two sockets with their cores, and what must cross between them. */
function Model() {
  const { t } = useMessages();
  const socket = (left: number): ReactNode =>
    Array.from({ length: CORES_OF_SOCKET }, (_, core) => core).map((core) => (
      <rect
        key={core}
        className={styles.filledInk}
        x={left + 10 + (core % 5) * 17}
        y={34 + Math.floor(core / 5) * 18}
        width={13}
        height={13}
        rx={1}
      />
    ));
  return (
    <>
      <rect className={styles.core} x={1} y={22} width={102} height={54} rx={3} />
      <rect className={styles.core} x={149} y={22} width={102} height={54} rx={3} />
      {socket(1)}
      {socket(149)}
      <path className={styles.arc} style={{ color: 'var(--ink)' }} d="M103,49 h46" />
      {[52, 200].map((x) => (
        <text key={x} className={styles.muted} x={x} y={96} textAnchor="middle">
          {t('way.cores', { n: CORES_OF_SOCKET })}
        </text>
      ))}
    </>
  );
}

function Cliff() {
  const { t } = useMessages();
  const x = (savepoints: number): number => 8 + savepoints * 2.02;
  return (
    <>
      <line className={styles.boundary} x1={x(64)} x2={x(64)} y1={2} y2={104} />
      <Crosses curves={CLIFF} names={{ pg13: '13', pg14: '17' }} x={x} y={(share) => 104 - share * 80} />
      <Axis text={t('way.axis.savepoints')} />
      <text className={styles.strong} x={x(64) + 5} y={12}>
        64
      </text>
    </>
  );
}

function Server() {
  const { t } = useMessages();
  return (
    <>
      <line className={styles.boundary} x1={16} x2={16} y1={2} y2={110} />
      {(['idle', 'slot', 'prepared', 'select'] as const).map((holder, i) => {
        const hue = `var(--session-${'acdb'[i] ?? 'a'})`;
        const left = 16 + i * 24;
        return (
          <g key={holder}>
            <rect x={left} y={4 + i * 28} width={WIDTH - left} height={9} style={{ fill: hue }} opacity={0.25} />
            <circle cx={left} cy={8.5 + i * 28} r={5} style={{ fill: hue }} />
            <text className={styles.muted} x={left + 12} y={26 + i * 28}>
              {t(`way.holder.${holder}`)}
            </text>
          </g>
        );
      })}
    </>
  );
}

function Standby() {
  const { t } = useMessages();
  const box = (left: number, name: string, xids: readonly number[]): ReactNode => (
    <g>
      <rect className={styles.core} x={left} y={2} width={86} height={118} rx={3} />
      <text className={styles.strong} x={left + 43} y={22} textAnchor="middle">
        {name}
      </text>
      {xids.map((xid, i) => (
        <text key={xid} className={styles.mono} x={left + 43} y={48 + i * 26} textAnchor="middle">
          {xid}
        </text>
      ))}
    </g>
  );
  return (
    <>
      {box(1, t('way.primary'), [742, 745, 746])}
      {box(165, t('way.standby'), [742, 745])}
      <rect className={styles.lost} x={178} y={85} width={60} height={20} />
      <path className={styles.arrow} d="M87,96 h70 m-7,-5 l7,5 l-7,5" />
      <text className={styles.strong} x={122} y={88} textAnchor="middle">
        WAL
      </text>
    </>
  );
}

/** Of 100 connections the few that are busy. */
function Calculator() {
  return Array.from({ length: 100 }, (_, connection) => connection).map((i) => (
    <rect
      key={i}
      className={i < 3 ? styles.filledInk : styles.cell}
      x={1 + (i % 20) * 12.5}
      y={12 + Math.floor(i / 20) * 20}
      width={9}
      height={14}
    />
  ));
}

const PICTURES: Readonly<Record<LabQuestion, () => ReactNode>> = {
  measure: Measure,
  lines: Lines,
  ladder: Ladder,
  model: Model,
  cliff: Cliff,
  server: Server,
  standby: Standby,
  calculator: Calculator,
};

/** In the picture's own units, so that words keep their place in it whatever its size. */
const TYPE = 13;
const TYPE_LARGE = 17;

interface QuestionPictureProps {
  readonly question: LabQuestion;
  /** For a hall. */
  readonly large: boolean;
}

export function QuestionPicture({ question, large }: QuestionPictureProps) {
  const Picture = PICTURES[question];
  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      fontSize={large ? TYPE_LARGE : TYPE}
      aria-hidden="true"
    >
      <Picture />
    </svg>
  );
}
