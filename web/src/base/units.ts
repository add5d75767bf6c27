/**
 * Branded numbers: a count of connections is not a time, and nanoseconds are not microseconds.
 * The brand exists only for the type checker.
 */
declare const unit: unique symbol;
type Branded<U extends string> = number & { readonly [unit]: U };

export type Nanoseconds = Branded<'ns'>;
export type Microseconds = Branded<'us'>;
export type Milliseconds = Branded<'ms'>;
export type PerSecond = Branded<'1/s'>;
export type Bytes = Branded<'B'>;
export type Gigahertz = Branded<'GHz'>;

export const ns = (n: number): Nanoseconds => n as Nanoseconds;
export const us = (n: number): Microseconds => n as Microseconds;
export const ms = (n: number): Milliseconds => n as Milliseconds;
export const perSecond = (n: number): PerSecond => n as PerSecond;
export const bytes = (n: number): Bytes => n as Bytes;
export const ghz = (n: number): Gigahertz => n as Gigahertz;

declare const gate: unique symbol;
/**
 * A measured ratio or share that passed the check of its interval. Only `viewmodel/lab/claim.ts` makes one, and a
 * sentence that states a finding asks for one: a plain number does not pass the type checker.
 */
export type Sure = number & { readonly [gate]: 'sure' };
