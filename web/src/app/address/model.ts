/**
 * The model page's part of an address: which published table on which machine, or the reader's own question, by the
 * same rules as the form and the command line (`engine/simulation/model-config.ts`). A question is always written
 * completely, so that a link keeps its meaning.
 */
import type { Messages } from '../../base/messages/index.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { type ModelField, parseModelLists } from '../../engine/simulation/model-config.ts';
import { MACHINE_IDS, type MachineId } from '../../scenario/machine.ts';
import { PUBLISHED } from '../../scenario/published.ts';
import type { CliffAddress, LadderAddress, ModelAddress } from '../../viewmodel/addresses.ts';
import { CLIFF_LIMITS } from '../../viewmodel/cliff/cliff.ts';
import { LADDER_LIMITS } from '../../viewmodel/ladder/ladder-case.ts';
import { COMPARED, type ComparedId } from '../../viewmodel/prediction/comparison.ts';
import type { RawAddress } from './raw.ts';

/** The names of the settings in an address. */
const NAMES: Readonly<Record<ModelField, string>> = {
  designs: 'designs',
  active: 'active',
  idle: 'idle',
  mostlyIdle: 'mostlyIdle',
  workload: 'workload',
  thinkMs: 'think',
  networkMs: 'network',
  otherWorkUs: 'other',
  savepoints: 'savepoints',
  slru: 'slru',
};
const VIEWS = ['published', 'ask'] as const;

/** The address names a table by its file. */
const tableName = (id: ComparedId): string => PUBLISHED[id].source.file.replace(/[.]csv$/, '');

export function parseMachineId(params: RawAddress['params'], { t }: Messages): Result<MachineId | undefined, string> {
  const { machine } = params;
  const known = MACHINE_IDS.find((id) => id === machine);
  if (machine !== undefined && known === undefined)
    return err(
      t('shell.badAddress.param', { name: 'machine', text: machine.slice(0, 40), want: MACHINE_IDS.join(', ') }),
    );
  return ok(known);
}

export function parseModel(params: RawAddress['params'], messages: Messages): Result<ModelAddress, string> {
  const { t } = messages;
  const machine = parseMachineId(params, messages);
  if (!machine.ok) return machine;
  const on = machine.value === undefined ? {} : { machine: machine.value };
  const asks = Object.values(NAMES).some((name) => params[name] !== undefined);
  const view = params.view ?? (params.table === undefined && asks ? 'ask' : 'published');
  if (view === 'published') {
    if (params.table === undefined) return ok({ view, ...on });
    const table = COMPARED.find((id) => tableName(id) === params.table);
    if (table !== undefined) return ok({ view, table, ...on });
    const want = COMPARED.map(tableName).join(', ');
    return err(t('shell.badAddress.param', { name: 'table', text: params.table.slice(0, 40), want }));
  }
  if (view !== 'ask')
    return err(t('shell.badAddress.param', { name: 'view', text: view.slice(0, 40), want: VIEWS.join(', ') }));
  const { coherence = '1' } = params;
  if (coherence !== '0' && coherence !== '1')
    return err(t('shell.badAddress.param', { name: 'coherence', text: coherence.slice(0, 40), want: '0, 1' }));
  const raw = Object.fromEntries(Object.entries(NAMES).map(([field, name]) => [field, params[name]]));
  const lists = parseModelLists(raw, { names: NAMES, messages });
  return lists.ok ? ok({ view, lists: lists.value, coherence: coherence === '1', ...on }) : err(lists.error.message);
}

export function formatModel(address: ModelAddress): Record<string, string> {
  const machine: Record<string, string> = address.machine === undefined ? {} : { machine: address.machine };
  if (address.view === 'published')
    return { ...(address.table === undefined ? {} : { table: tableName(address.table) }), ...machine };
  const { lists, coherence } = address;
  return {
    view: 'ask',
    ...machine,
    [NAMES.designs]: lists.designs.join(','),
    [NAMES.active]: lists.active.join(','),
    [NAMES.idle]: lists.idle.join(','),
    [NAMES.mostlyIdle]: lists.mostlyIdle.join(','),
    [NAMES.workload]: lists.workload,
    [NAMES.thinkMs]: String(lists.thinkMs),
    [NAMES.networkMs]: String(lists.networkMs),
    ...(lists.otherWorkUs === null ? {} : { [NAMES.otherWorkUs]: String(lists.otherWorkUs) }),
    ...(lists.savepoints === undefined ? {} : { [NAMES.savepoints]: lists.savepoints.join(',') }),
    ...(lists.slru === undefined ? {} : { [NAMES.slru]: lists.slru.join(',') }),
    ...(coherence ? {} : { coherence: '0' }),
  };
}

/** The cliff page's part of an address: how many readers, and their other work. */

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

/** The ladder page's part of an address: machine, connections, writers. */
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
