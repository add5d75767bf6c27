/** The Home page's part of an address: the slider's position. */
import type { Messages } from '../../base/messages/index.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { parseLabConfig } from '../../engine/lab/lab-config.ts';
import type { HomeAddress } from '../../viewmodel/addresses.ts';
import { addressNames } from './lab.ts';
import type { RawAddress } from './raw.ts';

export function parseHome(params: RawAddress['params'], messages: Messages): Result<HomeAddress, string> {
  if (params.idle === undefined) return ok({});
  const config = parseLabConfig({ idle: params.idle }, { names: addressNames, messages });
  return config.ok ? ok({ idle: config.value.idle }) : err(config.error.message);
}

export const formatHome = ({ idle }: HomeAddress): Record<string, string> =>
  idle === undefined ? {} : { idle: String(idle) };
