/** What a jsonb is in memory. */
import type { Numeric } from './numeric.ts';

export type Json = null | boolean | string | Numeric | readonly Json[] | JsonObject;
/** Keys by length, then by bytes; each once. */
export interface JsonObject {
  readonly pairs: readonly (readonly [key: string, value: Json])[];
}
export interface Jsonb {
  readonly of: 'jsonb';
  readonly json: Json;
}
