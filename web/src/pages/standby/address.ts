/**
 * The standby page's part of an address: the Playground's, and the standby's copy point, replay position and held
 * snapshots.
 */
import type { Messages } from '../../base/messages/index.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { AddressCodec, Params } from '../../ui/page.tsx';
import type { StandbyAddress } from '../../viewmodel/addresses.ts';
import { address as playAddress } from '../shared/play/address.ts';

const POSITION = /^\d{1,5}$/;
const POSITIONS = /^\d{1,5}(?:,\d{1,5}){0,7}$/;

function parse(params: Params, messages: Messages): Result<StandbyAddress, string> {
  const play = playAddress.parse(params, messages);
  if (!play.ok) return play;
  const { from, replay, snaps } = params;
  const fault = (name: string, text: string): Result<StandbyAddress, string> =>
    err(
      messages.t('shell.badAddress.param', {
        name,
        text: text.slice(0, 80),
        want: messages.t(`standby.want.${name === 'snaps' ? 'positions' : 'position'}`),
      }),
    );
  if (from !== undefined && !POSITION.test(from)) return fault('from', from);
  if (replay !== undefined && replay !== 'end' && !POSITION.test(replay)) return fault('replay', replay);
  if (snaps !== undefined && !POSITIONS.test(snaps)) return fault('snaps', snaps);
  return ok({
    ...play.value,
    ...(from === undefined ? {} : { from: Number(from) }),
    ...(replay === undefined ? {} : { replay: replay === 'end' ? replay : Number(replay) }),
    ...(snaps === undefined ? {} : { held: snaps.split(',').map(Number) }),
  });
}

function format({ from, replay, held, ...play }: StandbyAddress): Record<string, string> {
  return {
    ...playAddress.format(play),
    ...(from === undefined ? {} : { from: String(from) }),
    ...(replay === undefined ? {} : { replay: String(replay) }),
    ...(held === undefined || held.length === 0 ? {} : { snaps: held.join(',') }),
  };
}

export const address: AddressCodec<StandbyAddress> = { parse, format };
