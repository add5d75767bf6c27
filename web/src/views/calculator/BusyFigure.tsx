/** Clients' circles, unrolled and to scale: the server works for only a small part of each. */
import '../../base/messages/en/calculator.ts';
import { scaleLinear } from 'd3';
import { useMessages } from '../../ui/messages.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { sqrtScale } from '../../ui/slider-scale.ts';
import { busyShare, circleOf } from '../../viewmodel/calculator/clients.ts';
import { spreadWide } from '../../viewmodel/calculator/layout.ts';
import { awayUsOf, machineOf } from '../../viewmodel/calculator/settings.ts';
import { letterCount } from '../../viewmodel/picture-text.ts';
import { sessionStyle } from '../../viewmodel/stage/selection.ts';
import type { DrawingBox } from '../shared/chart/parts.tsx';
import { CalculatorFigure, modelled, type PartProps } from './CalculatorFigure.tsx';
import styles from './calculator.module.css';
import { Bar, Drawing, type Fill } from './Drawing.tsx';

const MAX_LANES = 6;
const THINK_MS = sqrtScale(0, 100);
/** Slower than alone by what two decimals show; the drawing's width from which on it says so, in em. */
const SLOWED = 1.005;
const ROOM_FOR_WHY = 40;
const STOPS = [0, 1, 10, 50, 100].map((value) => ({ value, label: String(value) }));

interface Piece {
  readonly what: 'network' | 'wait' | 'server' | 'think';
  readonly us: number;
  readonly fill: Fill | null;
}

export function BusyFigure({ values, onChange }: PartProps) {
  const { t } = useMessages();
  const { clients, network: networkMs, think: thinkMs } = values;
  const circle = circleOf(clients, machineOf(values), awayUsOf(values));
  const share = busyShare(circle);
  const { running, serviceUs, waitUs, circleUs } = circle;
  const pieces: readonly Piece[] = [
    { what: 'network', us: networkMs * 500, fill: 'pale' },
    { what: 'wait', us: waitUs, fill: 'hatched' },
    { what: 'server', us: serviceUs, fill: null },
    { what: 'network', us: networkMs * 500, fill: 'pale' },
    { what: 'think', us: thinkMs * 1000, fill: 'free' },
  ];
  return (
    <CalculatorFigure
      title={t('calculator.busy.title', { share })}
      name={t('calculator.busy.name')}
      subtitle={t('calculator.busy.subtitle', { clients, running })}
      caption={t('calculator.busy.caption')}
      description={t('calculator.busy.say', {
        clients,
        running,
        share,
        serviceUs,
        waitUs,
        circleUs,
        networkMs,
        thinkMs,
      })}
      facts={[
        modelled('share', 'share', share),
        modelled('running', 'count', running),
        modelled('service', 'us', serviceUs),
        modelled('wait', 'us', waitUs),
        modelled('circle', 'us', circleUs),
        modelled('tps', 'tps', circle.tps),
      ]}
    >
      <Drawing label={t('calculator.busy.name')} kind="lanes">
        {(box) => (
          <Lanes
            box={box}
            clients={clients}
            pieces={pieces}
            circleUs={circleUs}
            growth={serviceUs / values.service}
            once={1 / share}
          />
        )}
      </Drawing>
      <ThinkSlider values={values} onChange={onChange} />
    </CalculatorFigure>
  );
}

/** The client's pause; a longer one than the slider's stays as it is until the slider is moved. */
function ThinkSlider({ values, onChange }: Pick<PartProps, 'values' | 'onChange'>) {
  const { t } = useMessages();
  return (
    <div className={styles.slider}>
      <Slider
        label={t('calculator.slider.think')}
        scale={THINK_MS}
        value={Math.min(values.think, THINK_MS.max)}
        onChange={(value) => onChange('think', value)}
        stops={STOPS}
        valueText={(value) => t('calculator.value.us', { us: value * 1000 })}
      />
    </div>
  );
}

interface LanesProps {
  readonly box: DrawingBox;
  readonly clients: number;
  readonly pieces: readonly Piece[];
  readonly circleUs: number;
  /** How many times longer a transaction takes than alone on the machine. */
  readonly growth: number;
  readonly once: number;
}

/** The first measurement of its box may be lower than its words. */
function Lanes({ box: { width, height, em }, clients, pieces, circleUs, growth, once }: LanesProps) {
  const { t } = useMessages();
  const lanes = Math.min(clients, MAX_LANES);
  const left = em * 1.8;
  const x = scaleLinear([0, circleUs], [left, width - 2]);
  const top = em * 4.6;
  const bottom = height - em * 3.4;
  const pitch = Math.max(0, Math.min(em * 4, (bottom - top) / lanes));
  const bar = pitch * 0.72;
  let from = 0;
  const labels = pieces.flatMap(({ what, us }) => {
    const start = from;
    from += us;
    if (us === 0) return [];
    const isSlowed = what === 'server' && growth >= SLOWED && width > em * ROOM_FOR_WHY;
    const value = isSlowed ? t('calculator.busy.slowed', { us, growth }) : t('calculator.value.us', { us });
    const texts = [t(`calculator.busy.${what}`), value] as const;
    const letters = Math.max(...texts.map(letterCount));
    return [{ key: `${what}-${start}`, what, texts, at: x(start + us / 2), width: letters * em * 0.56 }];
  });
  const places = spreadWide(labels, em * 0.7, left, width);
  const end = top + pitch * (lanes - 1) + bar;
  return (
    <>
      {labels.map(({ key, what, texts, at }, i) => (
        <PieceLabel key={key} what={what} texts={texts} x={places[i] ?? at} at={at} top={top} em={em} />
      ))}
      {Array.from({ length: lanes }, (_, lane) => {
        const { letter, hue } = sessionStyle('', lane);
        const y = top + lane * pitch;
        // Spread evenly over the circle: a moment is a vertical line.
        const shift = (lane / lanes) * circleUs;
        let at = shift;
        return (
          <g key={letter} data-client={letter}>
            <text
              x={left - em * 0.7}
              y={y + bar / 2}
              dy="0.34em"
              textAnchor="end"
              fontWeight="700"
              style={{ fill: hue }}
            >
              {letter}
            </text>
            <path className={styles.rule} d={`M${left} ${y + bar / 2}H${width - 2}`} />
            {pieces.flatMap(({ what, us, fill }, i) => {
              const start = at;
              at += us;
              return cut(start, us, circleUs).map(([begin, length]) => {
                const key = `${what}-${i}-${begin}`;
                const wide = x(begin + length) - x(begin);
                if (fill === 'free') return null;
                if (fill !== null)
                  return <Bar key={key} x={x(begin)} y={y + bar * 0.2} width={wide} height={bar * 0.6} fill={fill} />;
                return (
                  <rect key={key} x={x(begin)} y={y} width={Math.max(2, wide)} height={bar} style={{ fill: hue }} />
                );
              });
            })}
          </g>
        );
      })}
      <path className={styles.rule} d={`M${left} ${end + em * 0.5}v${em * 0.5}H${width - 2}v${-em * 0.5}`} />
      <text className={styles.text} x={(left + width) / 2} y={end + em * 2.2} textAnchor="middle">
        {t('calculator.busy.circle', { us: circleUs })}
      </text>
      <text className={styles.muted} x={(left + width) / 2} y={end + em * 3.6} textAnchor="middle">
        {clients > lanes
          ? t('calculator.busy.more', { n: clients - lanes })
          : once >= 2 && t('calculator.busy.once', { n: Math.floor(once) })}
      </text>
    </>
  );
}

interface PieceLabelProps extends Pick<Piece, 'what'> {
  /** What it is, and below that how long it takes. */
  readonly texts: readonly [string, string];
  readonly x: number;
  /** The middle of its piece, to which a line leads. */
  readonly at: number;
  readonly top: number;
  readonly em: number;
}

function PieceLabel({ what, texts, x, at, top, em }: PieceLabelProps) {
  const className = what === 'server' ? styles.strong : styles.text;
  return (
    <g>
      <path className={styles.rule} d={`M${x} ${em * 2.9}L${at} ${top - 3}`} />
      <text className={className} x={x} y={em} textAnchor="middle">
        {texts[0]}
      </text>
      <text className={className} x={x} y={em * 2.4} textAnchor="middle">
        {texts[1]}
      </text>
    </g>
  );
}

/** A piece of a circle that may run over its end: the rest starts again at the beginning. */
function cut(start: number, length: number, circle: number): readonly (readonly [number, number])[] {
  const begin = start % circle;
  if (length === 0) return [];
  return begin + length <= circle
    ? [[begin, length]]
    : [
        [begin, circle - begin],
        [0, begin + length - circle],
      ];
}
