/** The part of an address for the page of a real server: it cannot contain a file, only the choice of the sample. */
import { flag, parameters } from '../../base/fields.ts';
import { ok } from '../../base/result.ts';
import type { AddressCodec } from '../../ui/page.tsx';

export interface ServerAddress {
  /** The shipped sample is shown. */
  readonly sample?: true;
}

const SAMPLE = parameters<{ sample: boolean }>({ sample: flag });

export const address: AddressCodec<ServerAddress> = {
  parse: (params, messages) => {
    const asked = SAMPLE.parse(params, messages);
    return asked.ok ? ok(asked.value.sample === true ? { sample: true } : {}) : asked;
  },
  format: ({ sample }) => (sample === true ? { sample: '1' } : {}),
};
