/**
 * Numbers and lists the way a language writes them. One formatter per language; `Intl` objects are kept, because making
 * one costs more than a frame can spare. Nothing here knows React or the DOM.
 */
export interface Format {
  readonly lang: string;
  /** 12,500 */
  integer(n: number): string;
  /** Exactly `digits` places: 0.70 */
  fixed(n: number, digits: number): string;
  /** `digits` significant digits, grouped, never in powers of ten: 33,400 or 0.0123 */
  significant(n: number, digits: number): string;
  /** How many times as much. Two significant digits below 10, whole numbers above: 2.1×, 47× */
  times(ratio: number): string;
  /** 33.4 k, 1.24 M: three significant digits and the SI letter */
  si(n: number): string;
  /** 28 µs, 4.3 ns, 1.20 ms, 2.5 s: from nanoseconds, the unit that leaves one to three digits before the point */
  duration(nanoseconds: number): string;
  /** 0.9–1.2 µs: two significant digits each, in the larger one's unit */
  durations(from: number, to: number): string;
  /** 120 kB, 8 B: powers of 1,000, as disks and networks count */
  bytes(n: number): string;
  /** 42 % */
  percent(share: number): string;
  /** a, b and c */
  list(items: readonly string[]): string;
  /** The word for one or for many, by the language's own plural rules. */
  plural(n: number, one: string, other: string): string;
}

const HAN_ALONE = /^\p{sc=Han}+$/u;
/** Characters that print nothing may stand around a name: marks of its hue. */
const LATIN_START = /^\p{Cf}*[\p{sc=Latin}\d]/u;
const LATIN_END = /[\p{sc=Latin}\d]\p{Cf}*$/u;

interface UnitStep {
  readonly from: number;
  readonly unit: string;
}
const SI_STEPS: readonly UnitStep[] = [
  { from: 1e9, unit: 'G' },
  { from: 1e6, unit: 'M' },
  { from: 1e3, unit: 'k' },
];

const TIME_STEPS: readonly UnitStep[] = [
  { from: 1e9, unit: 's' },
  { from: 1e6, unit: 'ms' },
  { from: 1e3, unit: 'µs' },
  { from: 0, unit: 'ns' },
];

const BYTE_STEPS: readonly UnitStep[] = [
  { from: 1e9, unit: 'GB' },
  { from: 1e6, unit: 'MB' },
  { from: 1e3, unit: 'kB' },
  { from: 0, unit: 'B' },
];

/** Between a number and its unit: a space that neither breaks the line nor is wide. */
const THIN = '\u202f';
/** Shown in place of a missing number. */
const NONE = '–';
const NO_UNIT: UnitStep = { from: 0, unit: '' };

const unitFor = (n: number, steps: readonly UnitStep[]): UnitStep =>
  steps.find(({ from }) => Math.abs(n) >= from) ?? NO_UNIT;

/** “A 和 B”: between Latin letters a Chinese word has blanks, which `Intl` leaves out. */
const withBlanksAroundHan = (parts: ReturnType<Intl.ListFormat['formatToParts']>): string =>
  parts
    .map(({ type, value }, i) => {
      if (type !== 'literal' || !HAN_ALONE.test(value)) return value;
      const before = LATIN_END.test(parts[i - 1]?.value ?? '') ? ' ' : '';
      return `${before}${value}${LATIN_START.test(parts[i + 1]?.value ?? '') ? ' ' : ''}`;
    })
    .join('');

/** Numbers of a language, `–` for those that are not finite. */
function numbersOf(locale: string) {
  const kept = new Map<string, Intl.NumberFormat>();
  const written = (n: number, options: Intl.NumberFormatOptions): string => {
    if (!Number.isFinite(n)) return NONE;
    const key = JSON.stringify(options);
    const made = kept.get(key) ?? new Intl.NumberFormat(locale, options);
    kept.set(key, made);
    return made.format(n);
  };
  const integer = (n: number) => written(n, { maximumFractionDigits: 0 });
  const significant = (n: number, digits: number) =>
    written(n, { minimumSignificantDigits: digits, maximumSignificantDigits: digits });
  return {
    integer,
    significant,
    fixed: (n: number, digits: number) => written(n, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    // A remaining share is never shown as 0%: 13 keeps 0.4% of a loop of snapshots, not nothing.
    percent: (share: number) =>
      written(share, {
        style: 'percent',
        ...(share !== 0 && Math.abs(share) < 0.01 ? { maximumSignificantDigits: 1 } : { maximumFractionDigits: 0 }),
      }),
    /** Three significant digits, but never "1,000" where the next unit has already begun to fit. */
    three: (n: number) => (Math.abs(n) >= 1000 ? integer(n) : significant(n, 3)),
  };
}

export function createFormat(locale: string): Format {
  const { integer, significant, fixed, percent, three } = numbersOf(locale);
  // Made when first used: each costs a page's beginning some milliseconds.
  let plurals: Intl.PluralRules | undefined;
  let lists: Intl.ListFormat | undefined;

  /** In the largest unit that n reaches; `zeros` keeps three digits in a unit: 33.0 k. */
  const inUnit = (n: number, steps: readonly UnitStep[], zeros = false): string => {
    if (!Number.isFinite(n)) return NONE;
    // Rounding comes first: 999,960 is 1.00 M, not 1,000 k.
    const rounded = Number(n.toPrecision(3));
    const { from, unit } = unitFor(rounded, steps);
    const value = rounded / Math.max(from, 1);
    const text = Number.isInteger(value) && !(zeros && unit !== '') ? integer(value) : three(value);
    return unit === '' ? text : `${text}${THIN}${unit}`;
  };

  return {
    lang: locale,
    integer,
    fixed,
    significant,
    percent,
    times: (ratio) => `${ratio >= 9.95 ? integer(ratio) : fixed(ratio, 1)}×`,
    si: (n) => inUnit(n, SI_STEPS, true),
    duration: (nanoseconds) => inUnit(nanoseconds, TIME_STEPS),
    durations: (from, to) => {
      if (!Number.isFinite(from) || !Number.isFinite(to)) return NONE;
      // One unit for both, the larger one's: 0.9–1.2 µs.
      const step = unitFor(to, TIME_STEPS);
      const two = (n: number) => String(Number((n / Math.max(step.from, 1)).toPrecision(2)));
      return `${two(from)}–${two(to)}${THIN}${step.unit}`;
    },
    bytes: (n) => inUnit(n, BYTE_STEPS),
    list: (items) => {
      if (items.length < 2) return items[0] ?? '';
      lists ??= new Intl.ListFormat(locale, { type: 'conjunction' });
      return withBlanksAroundHan(lists.formatToParts(items));
    },
    plural: (n, one, other) => {
      plurals ??= new Intl.PluralRules(locale);
      return plurals.select(n) === 'one' ? one : other;
    },
  };
}
