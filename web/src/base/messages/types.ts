/**
 * What a message is. A message without parameters is a string; one with parameters is a function of them and of the
 * language's `Format`, so that every number goes through `Intl` and a missing parameter is a type error.
 */
import type { Format } from './format.ts';

/** `never` lets each message declare its own parameters; `Messages.t` gives them back to the caller. */
export type Message = string | ((params: never, format: Format) => string);

/** One area's messages. Every key begins with the area's name: an address that tells where the text is shown. */
export type Area<Prefix extends string> = Readonly<Record<`${Prefix}.${string}`, Message>>;

/** The shape of another language: the same keys, the same parameters, any text. It may need fewer of the parameters. */
export type Translated<Source> = {
  readonly [K in keyof Source]: Source[K] extends (params: infer P, format: Format) => string
    ? ((params: P, format: Format) => string) | string
    : string;
};

/** The arguments of `t` after the key. */
export type ParamsOf<M> = M extends (params: infer P, format: Format) => string ? [params: P] : [];

/** A language's own name as it is drawn where no face for it is there yet: one path, 100 units an em, the baseline at 88. */
export interface OwnName {
  /** How wide it is. */
  readonly ems: number;
  readonly path: string;
}
