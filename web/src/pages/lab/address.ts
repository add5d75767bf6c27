/**
 * The Lab's part of an address: the settings, by the same rules as the form and the command line
 * (`engine/lab/lab-config.ts`). A parameter left out has its default; the written address is always complete, so that a
 * link keeps its meaning when a default changes.
 */
import type { Messages } from '../../base/messages/index.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { type LabFieldNames, parseLabConfig, parseLists, type RawLabLists } from '../../engine/lab/lab-config.ts';
import { MACHINE_IDS } from '../../scenario/machine.ts';
import type { AddressCodec, Params } from '../../ui/page.tsx';
import type { LabAddress } from '../../viewmodel/addresses.ts';

/** The names of the settings in an address. */
const addressNames: LabFieldNames = {
  designs: 'designs',
  active: 'active',
  idle: 'idle',
  mostlyIdle: 'mostlyIdle',
  workload: 'workload',
  otherWorkUs: 'other',
  lock: 'lock',
  sliceMs: 'slice',
  seconds: 'seconds',
  savepoints: 'savepoints',
  slru: 'slru',
};

function parse(params: Params, messages: Messages): Result<LabAddress, string> {
  const wording = { names: addressNames, messages };
  const raw: RawLabLists = {
    designs: params[addressNames.designs],
    active: params[addressNames.active],
    idle: params[addressNames.idle],
    mostlyIdle: params[addressNames.mostlyIdle],
    workload: params[addressNames.workload],
    otherWorkUs: params[addressNames.otherWorkUs],
    lock: params[addressNames.lock],
    sliceMs: params[addressNames.sliceMs],
    seconds: params[addressNames.seconds],
    savepoints: params[addressNames.savepoints],
    slru: params[addressNames.slru],
  };
  // Lists are refused: the page measures a single setting. The error message does not suggest a list.
  const { seconds: _, ...single } = raw;
  const asOne = params.mode === 'run' ? parseLabConfig(single, wording) : null;
  if (asOne?.ok === false) return err(asOne.error.message);
  const lists = parseLists(raw, wording);
  if (!lists.ok) return err(lists.error.message);
  const points = lists.value.active.length * lists.value.idle.length * lists.value.mostlyIdle.length;
  const mode = params.mode ?? (points > 1 ? 'sweep' : 'run');
  if (mode !== 'run' && mode !== 'sweep') {
    return err(messages.t('shell.badAddress.param', { name: 'mode', text: mode.slice(0, 40), want: 'run, sweep' }));
  }
  // Values of lists that multiply to one point may still be too many for one setting.
  if (mode === 'run' && asOne === null) {
    const config = parseLabConfig(single, wording);
    if (!config.ok) return err(config.error.message);
  }
  const { x } = params;
  if (x !== undefined && x !== 'sqrt' && x !== 'linear') {
    return err(messages.t('shell.badAddress.param', { name: 'x', text: x.slice(0, 40), want: 'sqrt, linear' }));
  }
  const { machine } = params;
  const known = [...MACHINE_IDS, 'none' as const].find((id) => id === machine);
  if (machine !== undefined && known === undefined) {
    const want = [...MACHINE_IDS, 'none'].join(', ');
    return err(messages.t('shell.badAddress.param', { name: 'machine', text: machine.slice(0, 40), want }));
  }
  const given = Object.values(addressNames).some((name) => params[name] !== undefined);
  return ok({
    mode,
    lists: lists.value,
    ...(x === undefined ? {} : { xScale: x }),
    ...(known === undefined ? {} : { machine: known }),
    ...(given || params.mode !== undefined ? {} : { bare: true as const }),
  });
}

function format({ mode, lists, xScale, machine, bare }: LabAddress): Record<string, string> {
  if (bare === true) return {};
  return {
    ...(xScale === undefined ? {} : { x: xScale }),
    ...(machine === undefined ? {} : { machine }),
    mode,
    [addressNames.designs]: lists.designs.join(','),
    [addressNames.active]: lists.active.join(','),
    [addressNames.idle]: lists.idle.join(','),
    [addressNames.mostlyIdle]: lists.mostlyIdle.join(','),
    [addressNames.workload]: lists.workload,
    [addressNames.otherWorkUs]: String(lists.otherWorkUs),
    [addressNames.lock]: lists.lock ? '1' : '0',
    [addressNames.sliceMs]: String(lists.sliceMs),
    [addressNames.seconds]: String(lists.seconds),
    ...(lists.savepoints === undefined ? {} : { [addressNames.savepoints]: lists.savepoints.join(',') }),
    ...(lists.slru === undefined ? {} : { [addressNames.slru]: lists.slru.join(',') }),
  };
}

export const address: AddressCodec<LabAddress> = { parse, format };
