/** The Home page's part of an address: the slider's position. */
import { number, parameters } from '../../base/fields.ts';
import { LAB_DEFAULTS } from '../../engine/lab/lab-config.ts';
import { LAB_LIMITS } from '../../engine/lab/lab-types.ts';
import type { AddressCodec } from '../../ui/page.tsx';

export interface HomeAddress {
  /** Position of the slider of idle connections; absent until somebody has moved it. */
  readonly idle?: number;
}

export const address: AddressCodec<HomeAddress> = parameters<Required<HomeAddress>>({
  idle: number({ min: 0, max: LAB_LIMITS.connections - LAB_DEFAULTS.active, whole: true }),
});
