/** The part of an address for the page of a real server: it cannot contain a file, only the choice of the sample. */
import { ok } from '../../base/result.ts';
import type { AddressCodec } from '../../ui/page.tsx';

export interface ServerAddress {
  /** The shipped sample is shown. */
  readonly sample?: true;
}

export const address: AddressCodec<ServerAddress> = {
  parse: ({ sample }) => ok(sample === '1' ? { sample: true } : {}),
  format: ({ sample }) => (sample === true ? { sample: '1' } : {}),
};
