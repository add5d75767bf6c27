/**
 * The standby page's part of an address: the Playground's, and the standby's copy point, replay position and held
 * snapshots.
 */
import '../../base/messages/en/standby.ts';
import { ok } from '../../base/result.ts';
import type { AddressCodec } from '../../ui/page.tsx';
import type { StandbyAddress } from '../../viewmodel/addresses.ts';
import { type Param, param, readParams, writeParams } from '../shared/params.ts';
import { address as playAddress } from '../shared/play/address.ts';

interface StandbyParams {
  from: number;
  replay: number | 'end';
  snaps: readonly number[];
}

const POSITIONS = /^\d{1,5}(?:,\d{1,5}){0,7}$/;
const numberIn = (text: string): number | undefined => (/^\d{1,5}$/.test(text) ? Number(text) : undefined);

const KINDS: { readonly [K in keyof StandbyParams]: Param<StandbyParams[K]> } = {
  from: param('standby.want.position', numberIn),
  replay: param('standby.want.position', (text) => (text === 'end' ? text : numberIn(text))),
  snaps: param('standby.want.positions', (text) => (POSITIONS.test(text) ? text.split(',').map(Number) : undefined)),
};

export const address: AddressCodec<StandbyAddress> = {
  parse: (params, messages) => {
    const play = playAddress.parse(params, messages);
    if (!play.ok) return play;
    const read = readParams<StandbyParams>(KINDS, params, messages);
    if (!read.ok) return read;
    const { snaps: held, ...place } = read.value;
    return ok({ ...play.value, ...place, ...(held === undefined ? {} : { held }) });
  },
  format: ({ from, replay, held = [], ...play }) => ({
    ...playAddress.format(play),
    ...writeParams({ from, replay, snaps: held.length === 0 ? undefined : held.join(',') }),
  }),
};
