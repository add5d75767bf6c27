/** Texts of the chart that lays a model's curves over published ones. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

/** A signed share: +5 %, −12 %. */
const off = (share: number, f: Format): string => {
  const text = f.percent(Math.abs(share));
  return share === 0 || text === f.percent(0) ? text : `${share > 0 ? '+' : '−'}${text}`;
};
/** From seed to seed. */
interface Range {
  readonly low: number;
  readonly median: number;
  readonly high: number;
}
/** 8.8%, or 8.2–9.4% where seeds differ in what is printed. */
const wide = ({ low, median, high }: Range, f: Format): string => {
  const [from, to] = [f.fixed(low * 100, 1), f.fixed(high * 100, 1)];
  return from === to ? `${f.fixed(median * 100, 1)}%` : `${from}–${to}%`;
};
const AXIS = { idle: 'idle connections', mostlyIdle: 'mostly idle connections', clients: 'clients' } as const;
type Axis = keyof typeof AXIS;

export const modelChart = addTexts({
  'modelChart.name': (p: { machine: string; axis: Axis }) => `Model and published: ${p.machine}, by ${AXIS[p.axis]}`,
  'modelChart.title': (
    p: {
      predicted: boolean;
      error: Range | null;
      without: Range | null;
      coherence: 'worse' | 'alike' | 'better' | 'unsure';
    },
    f: Format,
  ) => {
    if (p.error === null) return 'Model beside published';
    const own = `13${p.predicted ? ', predicted,' : ''} is off by ${wide(p.error, f)} on average`;
    if (p.without === null || p.coherence === 'unsure') return own;
    return p.coherence === 'worse'
      ? `${own}; without coherence by ${wide(p.without, f)}`
      : `${own}, and no worse without coherence: ${wide(p.without, f)}`;
  },
  'modelChart.subtitle': (p: { axis: Axis; active: number | null }, f: Format) =>
    `13 and 14 by ${AXIS[p.axis]}${p.active === null ? '' : `, with ${f.integer(p.active)} active ${f.plural(p.active, 'client', 'clients')}`}`,
  'modelChart.axis': (p: { axis: Axis }) => AXIS[p.axis],
  'modelChart.errorAxis': 'model off by',
  'modelChart.off': (p: { share: number }, f: Format) => off(p.share, f),
  'modelChart.published.short': (p: { design: string }) => `${p.design} pub.`,
  'modelChart.published': (p: { design: string }) => `${p.design} published`,
  'modelChart.without.short': (p: { design: string }) => `${p.design} w/o`,
  'modelChart.without': (p: { design: string }) => `${p.design} w/o coherence`,

  'modelChart.points': (p: { axis: Axis }) => `Points, by ${AXIS[p.axis]}`,
  'modelChart.point': (
    p: {
      x: number;
      axis: Axis;
      curves: readonly {
        design: string;
        published: number;
        modelled: number;
        error: number | null;
        without: number | null;
        fitted: boolean;
      }[];
    },
    f: Format,
  ) =>
    `${f.integer(p.x)} ${AXIS[p.axis]}. ${p.curves
      .map(
        (c) =>
          `${c.design}: published ${f.integer(c.published)}, modelled ${f.integer(c.modelled)}${c.error === null ? '' : `, ${off(c.error, f)}`}${
            c.fitted ? ', used in fitting' : ', a prediction'
          }${c.without === null ? '' : `; without coherence ${off(c.without, f)}`}`,
      )
      .join('. ')}.`,

  'modelChart.key.prediction': 'modelled, a prediction',
  'modelChart.key.fitted': 'modelled, used in fitting',
  'modelChart.key.published': 'published',
  'modelChart.key.without': 'modelled without coherence',

  'modelChart.read.at': (p: { x: number; axis: Axis }, f: Format) => `${f.integer(p.x)} ${AXIS[p.axis]}`,
  'modelChart.read.caption': 'The chosen point',
  'modelChart.read.design': 'design',
  'modelChart.read.published': 'published',
  'modelChart.read.modelled': 'modelled',
  'modelChart.read.error': 'off by',
  'modelChart.read.without': 'w/o coherence',
  'modelChart.read.fitted': 'fitted',
  'modelChart.read.prediction': 'predicted',

  'modelChart.errors.caption': 'Mean absolute percentage error, in %, from the lowest seed to the highest',
  'modelChart.errors.of': 'of',
  'modelChart.errors.with': 'with coherence',
  'modelChart.errors.without': 'without',
  'modelChart.errors.curve': (p: { design: string; predicted: boolean }) =>
    p.predicted ? `${p.design}, predicted` : `${p.design}, fitted at some points`,
  'modelChart.errors.both': '13 and 14',
  'modelChart.errors.predictions': (p: { points: number }, f: Format) =>
    `predictions alone (${f.integer(p.points)} ${f.plural(p.points, 'point', 'points')})`,
  'modelChart.errors.ratio': 'ratio 14 : 13',
  'modelChart.errors.value': (p: { share: Range | null }, f: Format) =>
    p.share === null ? '–' : wide(p.share, f).replace('%', ''),

  'modelChart.constants.title': (p: { constants: number; points: number }, f: Format) =>
    p.constants === 0
      ? 'Nothing is fitted'
      : `Fitted: ${f.integer(p.constants)} ${f.plural(p.constants, 'constant', 'constants')} on ${f.integer(p.points)} ${f.plural(p.points, 'point', 'points')}`,
  'modelChart.constant.otherWorkUs': 'Other work of a transaction',
  'modelChart.constant.smtSlowdown': 'Other work slowed by a core’s second thread',
  'modelChart.constants.rest':
    'All else comes from the machine’s file, each figure with its source; only how much memory a client’s other work touches is assumed.',
  'modelChart.constants.value': (p: { value: number; unit: string }, f: Format) =>
    `${f.significant(p.value, 3)}${p.unit === '' ? '' : `\u202f${p.unit}`}`,

  'modelChart.badge.fitted': (p: { points: number }, f: Format) =>
    p.points === 0 ? 'no point fitted' : `${f.integer(p.points)} ${f.plural(p.points, 'point', 'points')} fitted`,
  'modelChart.badge.clients': (p: { active: number }, f: Format) =>
    `${f.integer(p.active)} ${f.plural(p.active, 'client', 'clients')}`,
  'modelChart.say': (
    p: {
      machine: string;
      source: string;
      error: Range | null;
      without: Range | null;
      worst: { x: number; design: string; error: number } | null;
      axis: Axis;
    },
    f: Format,
  ) =>
    `Modelled on ${p.machine}, beside ${p.source}. ${p.error === null ? (p.worst === null ? 'Nothing is modelled yet.' : 'Too little is modelled yet for a mean error.') : `13: mean absolute error ${wide(p.error, f)}.`}${
      p.without === null ? '' : ` Without coherence ${wide(p.without, f)}.`
    }${p.worst === null ? '' : ` Furthest off: ${p.worst.design} at ${f.integer(p.worst.x)} ${AXIS[p.axis]}, ${off(p.worst.error, f)}.`}`,
  'modelChart.empty': 'Nothing is modelled yet.',
  'modelChart.table': (p: { title: string; part: string; machine: string }) => `${p.title}, ${p.part}; ${p.machine}`,
  'modelChart.note.tooFast':
    'The curve of 14 is nearly flat and was fitted at two of its own points: the curve of 13 is the prediction. With 48 active clients it lies too high, the more so the more connections are idle.',
  'modelChart.note.wakingCosts':
    'What a connection that wakes ten times a second costs the kernel is not modelled: both published curves fall faster than the model’s.',
  'modelChart.note.wakeUps':
    'Between 20 and 80 clients the published throughput of both versions lies far below cores × the speed of one client: clients and backends wake each other across idle cores. The model has no such wake-ups, and its curve lies above.',
  'modelChart.note.dropAtOnce':
    'From 4,000 to 5,000 clients the published throughput of 13 drops by a quarter at once. Nothing in the model does that.',
} satisfies Area<'modelChart'>);
