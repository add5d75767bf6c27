/** The cliff page's part of an address: how many readers, and their other work. */
import type { Messages } from '../../base/messages/index.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { CliffAddress } from '../../viewmodel/addresses.ts';
import { CLIFF_LIMITS } from '../../viewmodel/cliff/cliff.ts';
import { parseMachineId } from './model.ts';
import type { RawAddress } from './raw.ts';

const LIMITS = { readers: CLIFF_LIMITS.readers, other: CLIFF_LIMITS.otherWorkUs } as const;

export function parseCliff(params: RawAddress['params'], messages: Messages): Result<CliffAddress, string> {
  const faults: string[] = [];
  const number = (name: keyof typeof LIMITS): number | undefined => {
    const text = params[name];
    if (text === undefined) return undefined;
    const { min, max } = LIMITS[name];
    const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    const want = messages.t('stage.want.number', { min, max });
    faults.push(messages.t('shell.badAddress.param', { name, text: text.slice(0, 40), want }));
    return undefined;
  };
  const [readers, other] = [number('readers'), number('other')];
  const machine = parseMachineId(params, messages);
  if (!machine.ok) faults.push(machine.error);
  const [fault] = faults;
  if (fault !== undefined) return err(fault);
  const on = machine.ok && machine.value !== undefined ? { machine: machine.value } : {};
  return ok({ ...(readers === undefined ? {} : { readers }), ...(other === undefined ? {} : { other }), ...on });
}

export const formatCliff = ({ readers, other, machine }: CliffAddress): Record<string, string> => ({
  ...(readers === undefined ? {} : { readers: String(readers) }),
  ...(other === undefined ? {} : { other: String(other) }),
  ...(machine === undefined ? {} : { machine }),
});
