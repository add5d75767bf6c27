/** The ladder page's part of an address: machine, connections, writers. */
import type { Messages } from '../../base/messages/index.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { LadderAddress } from '../../viewmodel/addresses.ts';
import { LADDER_LIMITS } from '../../viewmodel/ladder/ladder-case.ts';
import { parseMachineId } from './model.ts';
import type { RawAddress } from './raw.ts';

export function parseLadder(params: RawAddress['params'], messages: Messages): Result<LadderAddress, string> {
  const machine = parseMachineId(params, messages);
  if (!machine.ok) return machine;
  const faults: string[] = [];
  const number = (name: 'idle' | 'writers'): number | undefined => {
    const text = params[name];
    if (text === undefined) return undefined;
    const { min, max } = LADDER_LIMITS[name];
    const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    const want = messages.t('stage.want.number', { min, max });
    faults.push(messages.t('shell.badAddress.param', { name, text: text.slice(0, 40), want }));
    return undefined;
  };
  const all = { machine: machine.value, idle: number('idle'), writers: number('writers') };
  const [fault] = faults;
  if (fault !== undefined) return err(fault);
  return ok(Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)));
}

export const formatLadder = (address: LadderAddress): Record<string, string> =>
  Object.fromEntries(
    Object.entries(address).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
