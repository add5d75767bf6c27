/** Texts about the model with one mechanism left out: what explains what. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

type Cause = 'idle' | 'queues' | 'lock' | 'entries' | 'wakeups';
type Variant = 'whole' | Cause | 'sharedLow' | 'sharedHigh';
interface Band {
  readonly low: number;
  readonly high: number;
}
interface Range {
  readonly low: number;
  readonly median: number;
  readonly high: number;
}
const VARIANT: Readonly<Record<Variant, (band: Band) => string>> = {
  whole: () => 'nothing',
  idle: () => 'the idle connections',
  queues: () => 'queues for cache lines',
  lock: () => 'the cost of ProcArrayLock',
  entries: () => 'fetching entries from other cores',
  wakeups: () => 'wake-ups',
  sharedLow: (band) => `${band.low} ns per transfer`,
  sharedHigh: (band) => `${band.high} ns per transfer`,
};
const IF: Readonly<Record<Cause, string>> = {
  idle: 'without idle connections',
  queues: 'without queues for cache lines',
  lock: 'if ProcArrayLock cost nothing',
  entries: 'if entries were always in the core’s own cache',
  wakeups: 'without wake-ups',
};
const isAdded = (variant: Variant): boolean => variant === 'sharedLow' || variant === 'sharedHigh';
/** The larger distance from the median. */
const beside = ({ low, median, high }: Range): number => Math.max(high - median, median - low);
const percent = (part: number, f: Format): string => `${part < 0 ? '−' : '+'}${f.fixed(Math.abs(part) * 100, 1)} %`;

type Found =
  | { readonly kind: 'open' | 'none' | 'some' }
  | { readonly kind: 'one'; readonly variant: Cause; readonly ratio: number };

export const without = addTexts({
  'without.view': 'What each cause explains',
  'without.field.before': 'Design',
  'without.field.after': 'Compared with it',
  'without.preset': (p: { before: string; after: string; active: number; idle: number }, f: Format) =>
    `${p.before} → ${p.after}: ${f.integer(p.active)} active, ${f.integer(p.idle)} idle`,
  'without.field.idle': 'Idle connections',
  'without.name': (p: { before: string; after: string }) => `What sets ${p.after} apart from ${p.before}`,
  'without.title': (p: { before: string; after: string; ratio: number; found: Found }, f: Format) => {
    const { found } = p;
    const whole = `${p.after} has ${f.fixed(p.ratio, 2)} times the throughput of ${p.before}`;
    if (found.kind === 'one') return `${whole}; ${IF[found.variant]}, ${f.fixed(found.ratio, 2)} times`;
    if (found.kind === 'none')
      return `${whole}; leaving out any one cause changes that by no more than the seeds differ`;
    return found.kind === 'some'
      ? `${whole}; leaving out several causes, one at a time, changes that about equally`
      : whole;
  },
  'without.subtitle': (p: { active: number; idle: number }, f: Format) =>
    `Each row takes one thing out of the model; where the two bars get equal, that thing made the difference. Read-only, ${f.integer(p.active)} active, ${f.integer(p.idle)} idle.`,
  'without.variant': (p: { variant: Variant; band: Band }) => VARIANT[p.variant](p.band),
  'without.head.variant': 'taken out',
  'without.head.axis': 'transactions/s',
  'without.head.times': (p: { before: string; after: string }) => `speed of ${p.after} over ${p.before}`,
  'without.head.ratio': (p: { before: string; after: string }) => `${p.after} ÷ ${p.before}`,
  'without.head.rate': (p: { design: string }) => `${p.design}, transactions/s`,
  'without.head.own': 'change',
  'without.tick': (p: { tps: number }, f: Format) => f.si(p.tps),
  'without.times': (p: Range & { isOpen: boolean }, f: Format) =>
    p.isOpen ? 'no sure change' : `${f.fixed(p.median, 2)} ×`,
  'without.rate': (p: Range, f: Format) => `${f.si(p.median)} ± ${f.si(beside(p))}`,
  'without.ratio': (p: Range, f: Format) => `${f.fixed(p.median, 2)} ± ${f.fixed(beside(p), 2)}`,
  'without.change': (p: Range & { isSure: boolean }, f: Format) =>
    p.isSure ? percent(p.median, f) : `none (± ${f.fixed(Math.max(Math.abs(p.low), Math.abs(p.high)) * 100, 1)} %)`,
  'without.noChange': '–',
  'without.words': (
    p: {
      before: string;
      after: string;
      band: Band;
      rows: readonly {
        readonly variant: Variant;
        readonly before: string;
        readonly after: string;
        readonly ratio: number;
      }[];
    },
    f: Format,
  ) =>
    p.rows
      .map(
        (row) =>
          `${isAdded(row.variant) ? 'one shared queue added, ' : 'taken out: '}${VARIANT[row.variant](p.band)}: ${p.after} over ${p.before} ${f.fixed(row.ratio, 2)}, change of ${p.before} ${row.before}, of ${p.after} ${row.after}`,
      )
      .join('; '),
  'without.added': 'Added instead: one queue for all transfers between the sockets (fitted, cause unknown)',
  'without.what':
    'Each row models both designs again with one thing changed. Without idle connections there are fewer entries to read. Without queues, a cache line that other cores want, too, comes at once, after its usual latency. Without the cost of ProcArrayLock, taking it takes no time, and nobody waits for it. Without fetching entries, PGXACT or the dense arrays never have to come from another core; a scan’s instructions stay. Without wake-ups, waking and switching threads take no time. The shared queue is one place that all transfers between sockets would have to pass, one after the other; nobody knows what it would be, and the model has none by default.',
  'without.bars':
    'A bar is the median over all random starts; its line goes from the lowest to the highest. “No sure change”: the random starts do not agree that the ratio changes. The table below lists each change.',
  'without.sure':
    'Each random start is compared with the same one in the whole model; ± is the larger distance from the median. The changes need not add up: causes hide or strengthen each other.',
  'without.wait': 'Modelling both designs with and without each cause; the bars come after a few seconds.',
  'without.table': 'Throughput with one thing changed',
  'without.problem.same': (p: { where: readonly string[]; given: string }) =>
    `${p.where.join(', ')}: both are “${p.given}”; choose two different designs.`,
  'without.problem.notHere': (p: { where: string; view: string; instead: readonly string[] }) =>
    `${p.where} does not belong to view=${p.view}; it has ${p.instead.join(', ')}.`,
} satisfies Area<'without'>);
