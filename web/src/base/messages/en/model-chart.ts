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
/** +8.2%, or +7.9 to +8.4%. */
const wideSigned = ({ low, high }: Range, f: Format): string => {
  const sign = (share: number): string => {
    const text = f.fixed(Math.abs(share) * 100, 1);
    return `${text === f.fixed(0, 1) ? '' : share > 0 ? '+' : '−'}${text}`;
  };
  const [from, to] = [sign(low), sign(high)];
  return from === to ? from : `${from} to ${to}`;
};
const AXIS = { idle: 'idle connections', mostlyIdle: 'mostly idle connections', clients: 'clients' } as const;
type Axis = keyof typeof AXIS;

export const modelChart = addTexts({
  'modelChart.name': (p: { machine: string; axis: Axis }) => `Model and published: ${p.machine}, by ${AXIS[p.axis]}`,
  'modelChart.title': (
    p: {
      other: boolean;
      predicted: boolean;
      error: Range | null;
      without: Range | null;
      coherence: 'worse' | 'alike' | 'better' | 'unsure';
      formula: Range | null;
      arithmetic: 'worse' | 'alike' | 'better' | 'unsure';
    },
    f: Format,
  ) => {
    if (p.error === null) return 'The model against published figures';
    if (p.other) return `Two machines: 13 as modelled differs from 13 as published by ${wide(p.error, f)} on average`;
    const own = `The model’s ${p.predicted ? 'prediction for 13' : '13'} is off by ${wide(p.error, f)} on average`;
    if (p.formula !== null) {
      const arithmetic = 'a two-line formula without caches';
      if (p.arithmetic === 'better') return `${own}, and ${arithmetic} is off by less: ${wide(p.formula, f)}`;
      if (p.arithmetic === 'alike') return `${own}, and ${arithmetic} does as well: ${wide(p.formula, f)}`;
      return `${own}, ${arithmetic} by ${wide(p.formula, f)}`;
    }
    if (p.without === null || p.coherence === 'unsure') return own;
    return p.coherence === 'worse'
      ? `${own}, without cache coherence by ${wide(p.without, f)}`
      : `${own}, and no worse without cache coherence: ${wide(p.without, f)}`;
  },
  'modelChart.title.lead': (p: { axis: Axis; x: number; ratio: number; predicted: boolean; error: Range }, f: Format) =>
    `Published: 14 is ${f.fixed(p.ratio, 1)} times as fast as 13 with ${f.integer(p.x)} ${AXIS[p.axis]}; the model’s ${p.predicted ? 'prediction for 13' : '13'} is off by ${wide(p.error, f)} on average`,
  'modelChart.hardlyTests': (p: { own: Range; without: Range }, f: Format) =>
    `Without cache coherence, 13 is off by ${wide(p.without, f)}, with it by ${wide(p.own, f)}: the ranges overlap, so these published figures hardly test that part of the model.`,
  'modelChart.fold': 'How far off it is, and what was fitted',
  'modelChart.title.published': (p: { axis: Axis; x: number; active: number | null; ratio: number }, f: Format) =>
    `Published: with ${f.integer(p.x)} ${AXIS[p.axis]}${p.active === null ? '' : ` and ${f.integer(p.active)} busy ${f.plural(p.active, 'client', 'clients')}`}, 14 runs ${f.fixed(p.ratio, 1)} times as many transactions as 13`,
  'modelChart.subtitle': (p: { axis: Axis; active: number | null }, f: Format) =>
    `13 and 14 by ${AXIS[p.axis]}${p.active === null ? '' : `, with ${f.integer(p.active)} active ${f.plural(p.active, 'client', 'clients')}`}`,
  'modelChart.axis': (p: { axis: Axis }) => AXIS[p.axis],
  'modelChart.errorAxis': (p: { other: boolean; without: boolean; beyond: boolean }) =>
    `${p.other ? 'difference from published' : 'how far the model is off'}${p.without ? `; dash: without coherence${p.beyond ? ', arrow: beyond this scale' : ''}` : ''}`,
  'modelChart.off': (p: { share: number }, f: Format) => off(p.share, f),
  'modelChart.published.short': (p: { design: string }) => `${p.design} pub.`,
  'modelChart.published': (p: { design: string }) => `${p.design} published`,
  'modelChart.without.short': (p: { design: string }) => `${p.design} w/o`,
  'modelChart.without': (p: { design: string }) => `${p.design} w/o coherence`,
  'modelChart.formula.short': (p: { design: string }) => `${p.design} form.`,
  'modelChart.formula': (p: { design: string }) => `${p.design} formula`,
  'modelChart.others': 'Also without coherence, and by formula',
  'modelChart.mark.worst': (p: { error: number }, f: Format) => `furthest off: ${off(p.error, f)}`,

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
        formula: number | null;
        fitted: boolean;
        band: { readonly low: number; readonly high: number } | null;
      }[];
    },
    f: Format,
  ) =>
    `${f.integer(p.x)} ${AXIS[p.axis]}. ${p.curves
      .map(
        (c) =>
          `${c.design}: published ${f.integer(c.published)}, modelled ${f.integer(c.modelled)}${c.error === null ? '' : `, ${off(c.error, f)}`}${
            c.fitted ? ', used in fitting' : ', a prediction'
          }${c.without === null ? '' : `; without coherence ${off(c.without, f)}`}${
            c.formula === null ? '' : `; by the formula without caches ${off(c.formula, f)}`
          }${c.band === null ? '' : `; with the shared queue ${f.integer(c.band.low)} to ${f.integer(c.band.high)}`}`,
      )
      .join('. ')}.`,

  'modelChart.key.prediction': 'modelled, a prediction',
  'modelChart.key.fitted': 'modelled, used in fitting',
  'modelChart.key.published': 'published',
  'modelChart.key.without': 'modelled without coherence',
  'modelChart.key.formula': 'two-line formula, no caches',
  'modelChart.key.band': (p: { band: { readonly low: number; readonly high: number } }) =>
    `one shared queue, ${p.band.low} to ${p.band.high} ns a transfer: fitted, cause unknown`,

  'modelChart.read.at': (p: { x: number; axis: Axis }, f: Format) => `${f.integer(p.x)} ${AXIS[p.axis]}`,
  'modelChart.read.caption': 'The chosen point',
  'modelChart.read.design': 'design',
  'modelChart.read.published': 'published',
  'modelChart.read.modelled': 'modelled',
  'modelChart.read.band': 'with the shared queue',
  'modelChart.read.range': (p: { readonly low: number; readonly high: number }, f: Format) =>
    `${f.si(p.low)}–${f.si(p.high)}`,
  'modelChart.read.error': (p: { other: boolean }) => (p.other ? 'difference' : 'off by'),
  'modelChart.read.without': 'w/o coherence',
  'modelChart.read.formula': 'formula',
  'modelChart.read.fitted': 'fitted',
  'modelChart.read.prediction': 'predicted',

  'modelChart.errors.caption': (p: { points: number; judgedFrom: number }, f: Format) =>
    `Mean error in %, over the ${f.integer(p.points)} published ${f.plural(p.points, 'figure', 'figures')}${
      p.judgedFrom > 0 ? ` from ${f.integer(p.judgedFrom)} clients up` : ''
    } that nothing was fitted to`,
  'modelChart.errors.absolute': 'size',
  'modelChart.errors.signed': 'with sign',
  'modelChart.errors.ratio': '14 : 13',
  'modelChart.errors.run': (p: { run: 'modelled' | 'without' | 'formula' }) =>
    ({
      modelled: 'model',
      without: 'model without coherence',
      formula: 'two-line formula, no caches',
    })[p.run],
  'modelChart.errors.value': (p: { share: Range | null }, f: Format) =>
    p.share === null ? '–' : wide(p.share, f).replace('%', ''),
  'modelChart.errors.signedValue': (p: { share: Range | null }, f: Format) =>
    p.share === null ? '–' : wideSigned(p.share, f),
  'modelChart.bias': (
    p: { design: string; points: number; fast: number; slow: number; low: number; high: number },
    f: Format,
  ) => {
    const n = f.integer(p.points);
    const all = p.points === 1 ? 'its only unfitted point is' : `all ${n} unfitted points are`;
    const from = (near: number, far: number) => {
      const [least, most] = [f.percent(Math.abs(near)), f.percent(Math.abs(far))];
      return least === most ? most : `${least} to ${most}`;
    };
    if (p.fast === p.points) return `${p.design}: ${all} too fast, by ${from(p.low, p.high)}.`;
    if (p.slow === p.points) return `${p.design}: ${all} too slow, by ${from(p.high, p.low)}.`;
    const within = p.points - p.fast - p.slow;
    return `${p.design}: of ${n} unfitted points, ${f.integer(p.fast)} ${f.plural(p.fast, 'is', 'are')} too fast and ${f.integer(p.slow)} too slow in all seeds${
      within === 0
        ? ''
        : `; ${f.integer(within)} ${f.plural(within, 'has', 'have')} the published figure within the seeds’ spread`
    } (medians off by ${off(p.low, f)} to ${off(p.high, f)}).`;
  },
  'modelChart.worst': (p: { design: string; x: number; axis: Axis; error: number; why: string | null }, f: Format) =>
    `Furthest off is ${p.design} at ${f.integer(p.x)} ${AXIS[p.axis]}: ${off(p.error, f)}. ${
      p.why === null ? 'No cause is known.' : `Likely reason: ${p.why}.`
    }`,

  'modelChart.constants.title': (p: { constants: number; points: number }, f: Format) =>
    p.constants === 0
      ? 'Nothing is fitted for this machine. Assumed:'
      : `Fitted: ${f.integer(p.constants)} ${f.plural(p.constants, 'constant', 'constants')}; ${p.points === 0 ? 'none' : f.integer(p.points)} of these points ${f.plural(Math.max(1, p.points), 'was', 'were')} used`,
  'modelChart.constant.otherWorkUs': 'Other work of a transaction',
  'modelChart.constant.smtSlowdown':
    'Slowdown of other work while both threads of a core are busy (all that the fit leaves over)',
  'modelChart.assumed.otherWorkUs': 'Other work of a transaction',
  'modelChart.assumed.smtSlowdown': 'Slowdown of other work while both threads of a core are busy',
  'modelChart.constants.rest': (p: { assumed: boolean }) =>
    `All else comes from the machine’s file, each figure with its source; ${p.assumed ? 'how much memory a client’s other work touches is assumed, too' : 'only how much memory a client’s other work touches is assumed'}.`,
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
      other: boolean;
      error: Range | null;
      without: Range | null;
      formula: Range | null;
      worst: { x: number; design: string; error: number } | null;
      axis: Axis;
    },
    f: Format,
  ) =>
    `Modelled on ${p.machine}, compared with ${p.source}. ${p.error === null ? (p.worst === null ? 'Nothing is modelled yet.' : 'Too little is modelled yet for a mean error.') : p.other ? `13 differs by ${wide(p.error, f)} on average, which is no error: they are two machines.` : `13: mean absolute error ${wide(p.error, f)}.`}${
      p.other || p.without === null ? '' : ` Without coherence ${wide(p.without, f)}.`
    }${p.other || p.formula === null ? '' : ` A two-line formula without caches: ${wide(p.formula, f)}.`}${p.other || p.worst === null ? '' : ` Furthest off: ${p.worst.design} at ${f.integer(p.worst.x)} ${AXIS[p.axis]}, ${off(p.worst.error, f)}.`}`,
  'modelChart.empty': 'Nothing is modelled yet.',
  'modelChart.table': (p: { title: string; part: string; machine: string }) => `${p.title}, ${p.part}; ${p.machine}`,
  'modelChart.note.arithmetic':
    'The formula has two lines. A transaction of 14 always takes the time that it had at the fitted points. A transaction of 13 takes that time and, in each of its two snapshots, a quarter of an L2 latency and four loads per connection.',
  'modelChart.note.flat':
    'The curve of 14 is nearly flat, and one of its points was used in fitting; the curve of 13 is the prediction.',
  'modelChart.note.wakeUps':
    'Between 20 and 80 clients the published throughput of both versions lies far below the number of cores times the speed of one client. It does so in both, so the snapshot is not the reason.',
  'modelChart.note.dropAtOnce':
    'From 4,000 to 5,000 clients the published throughput of 13 suddenly drops by a quarter. Nothing in the model does that.',
  'modelChart.reason.sharedCore':
    'how two threads share a core when both scan: the model gives each half of its instructions per cycle, and real cores differ',
  'modelChart.reason.firstHundred':
    'none is known; from 0 to 100 idle connections the published 13 loses 5% with 48 clients and 7% with one, and scanning 100 more entries takes far less time than that',
  'modelChart.reason.oneClient':
    'none is known; with one client even the published figures of 14 differ by 2% from row to row, although idle connections cost it nothing',
  'modelChart.reason.unsteady': 'none is known; the published figures themselves go up and down from row to row',
  'modelChart.reason.waking':
    'not modelled: what it costs the kernel to wake thousands of connections ten times a second each',
  'modelChart.reason.superlinear':
    'none is known. From 50 to 70 clients, 40% more, the published throughput grows by 59% (13) and 65% (14); where clients can only get in each other’s way, throughput cannot grow faster than their number. Tried: a wake-up of 6 µs, and clients on hardware threads that nobody else uses. At 50 clients some 40% of error remained',
  'modelChart.reason.contention':
    'perhaps one queue between the sockets for requests of all lines; no source says how fast it is, so the model leaves it out',
} satisfies Area<'modelChart'>);
