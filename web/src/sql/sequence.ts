/**
 * A sequence's options and its one row: pure. Source: init_params and nextval_internal in src/backend/commands/sequence.c.
 */
import { Failure } from './failure.ts';

export type SequenceType = 'int2' | 'int4' | 'int8';

/** As CREATE and ALTER SEQUENCE give them; undefined: not given; null: NO MINVALUE, NO MAXVALUE, RESTART alone. */
export interface SequenceOptions {
  readonly as?: SequenceType;
  readonly increment?: string;
  readonly min?: string | null;
  readonly max?: string | null;
  readonly start?: string;
  readonly restart?: string | null;
  readonly cycles?: boolean;
}

export interface SequenceDefinition {
  readonly kind: 'sequence';
  readonly as: SequenceType;
  readonly increment: bigint;
  readonly min: bigint;
  readonly max: bigint;
  readonly start: bigint;
  readonly cycles: boolean;
  /** Its row, by number: ALTER SEQUENCE makes another one, so that it can be undone. */
  readonly row: number;
  /** The column that it goes with. */
  readonly owner: { readonly relation: number; readonly column: string } | undefined;
}

export interface SequenceRow {
  readonly last: bigint;
  readonly isCalled: boolean;
  /** log_cnt: values that need no WAL. */
  readonly logged: bigint;
}

const BITS: Readonly<Record<SequenceType, number>> = { int2: 16, int4: 32, int8: 64 };
const NAMES: Readonly<Record<SequenceType, string>> = { int2: 'smallint', int4: 'integer', int8: 'bigint' };
/** SEQ_LOG_VALS. */
const LOGGED = 32n;

const bad = (message: string): Failure => new Failure('22023', message);

type Made = Omit<SequenceDefinition, 'row' | 'owner'>;

/** init_params. @param before undefined: CREATE SEQUENCE */
export function withOptions(
  options: SequenceOptions,
  before: SequenceDefinition | undefined,
  row: SequenceRow | undefined,
): { readonly made: Made; readonly row: SequenceRow } {
  const as = options.as ?? before?.as ?? 'int8';
  const increment = options.increment === undefined ? (before?.increment ?? 1n) : BigInt(options.increment);
  if (increment === 0n) throw bad('INCREMENT must not be zero');
  const isUp = increment > 0n;
  const [low, high] = limitsOf(as);
  const max = boundOf('max', options, before, as) ?? (isUp ? high : -1n);
  if (max < low || max > high) throw bad(`MAXVALUE (${max}) is out of range for sequence data type ${NAMES[as]}`);
  const min = boundOf('min', options, before, as) ?? (isUp ? 1n : low);
  if (min < low || min > high) throw bad(`MINVALUE (${min}) is out of range for sequence data type ${NAMES[as]}`);
  if (min >= max) throw bad(`MINVALUE (${min}) must be less than MAXVALUE (${max})`);
  const start = options.start === undefined ? (before?.start ?? (isUp ? min : max)) : BigInt(options.start);
  mustFit('START', start, min, max);
  const last = options.restart === undefined ? row : { last: BigInt(options.restart ?? start), isCalled: false };
  const { last: value, isCalled } = last ?? { last: start, isCalled: false };
  mustFit('RESTART', value, min, max);
  const cycles = options.cycles ?? before?.cycles ?? false;
  return {
    made: { kind: 'sequence', as, increment, min, max, start, cycles },
    row: { last: value, isCalled, logged: 0n },
  };
}

/** MINVALUE or MAXVALUE as given, or as before; undefined: the default, which goes with the type. */
function boundOf(
  which: 'min' | 'max',
  options: SequenceOptions,
  before: SequenceDefinition | undefined,
  as: SequenceType,
): bigint | undefined {
  const given = options[which];
  if (typeof given === 'string') return BigInt(given);
  if (given === null || before === undefined) return undefined;
  const wasLimit = before[which] === limitsOf(before.as)[which === 'min' ? 0 : 1];
  return as !== before.as && wasLimit ? undefined : before[which];
}

function mustFit(what: 'START' | 'RESTART', value: bigint, min: bigint, max: bigint): void {
  if (value < min) throw bad(`${what} value (${value}) cannot be less than MINVALUE (${min})`);
  if (value > max) throw bad(`${what} value (${value}) cannot be greater than MAXVALUE (${max})`);
}

const limitsOf = (as: SequenceType): readonly [bigint, bigint] => {
  const half = 1n << BigInt(BITS[as] - 1);
  return [-half, half - 1n];
};

/** nextval: the value, the row as it is then, and whether WAL is written, which takes an xid. */
export function nextValue(
  name: string,
  { increment, min, max, cycles }: SequenceDefinition,
  { last, isCalled, logged }: SequenceRow,
): { readonly value: bigint; readonly row: SequenceRow; readonly isLogged: boolean } {
  const after = (value: bigint): bigint | undefined => {
    const next = value + increment;
    if (next >= min && next <= max) return next;
    return cycles ? (increment > 0n ? min : max) : undefined;
  };
  const value = isCalled ? after(last) : last;
  if (value === undefined) {
    const which =
      increment > 0n ? `maximum value of sequence "${name}" (${max})` : `minimum value of sequence "${name}" (${min})`;
    throw new Failure('2200H', `nextval: reached ${which}`);
  }
  const isLogged = !isCalled || logged < 1n;
  if (!isLogged) return { value, row: { last: value, isCalled: true, logged: logged - 1n }, isLogged };
  // As many more are written at once, or as there are.
  let ahead = 0n;
  for (let next = after(value); ahead < LOGGED && next !== undefined; next = after(next)) ahead += 1n;
  return { value, row: { last: value, isCalled: true, logged: ahead }, isLogged };
}
