/**
 * The model page's part of an address: which published table on which machine, or the reader's own question, by the
 * same rules as the form and the command line (`engine/simulation/model-config.ts`). A question is always written
 * completely, so that a link keeps its meaning.
 */
import { oneOf, parameters } from '../../../base/fields.ts';
import type { Messages } from '../../../base/messages/index.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { type ModelField, type ModelLists, parseModelLists } from '../../../engine/simulation/model-config.ts';
import { MACHINE_IDS, type MachineId } from '../../../scenario/machine.ts';
import { PUBLISHED } from '../../../scenario/published.ts';
import type { AddressCodec, Params } from '../../../ui/page.tsx';
import { COMPARED, type ComparedId } from '../../../viewmodel/prediction/comparison.ts';

/** The model's page: against a published table, or for any configuration. Anything left out has its default. */
export type ModelAddress =
  | { readonly view: 'published'; readonly table?: ComparedId; readonly machine?: MachineId }
  | {
      readonly view: 'ask';
      readonly machine?: MachineId;
      /** Checked by `engine/simulation/model-config.ts`. */
      readonly lists: ModelLists;
      readonly coherence: boolean;
    };

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
const onMachine = parameters<{ machine: MachineId }>({ machine: oneOf(MACHINE_IDS) });

/** The address names a table by its file. */
const tableName = (id: ComparedId): string => PUBLISHED[id].source.file.replace(/[.]csv$/, '');

function parse(params: Params, messages: Messages): Result<ModelAddress, string> {
  const { t } = messages;
  const chosen = onMachine.parse(params, messages);
  if (!chosen.ok) return chosen;
  const on = chosen.value;
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

function format(address: ModelAddress): Record<string, string> {
  const machine = onMachine.format(address);
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

export const address: AddressCodec<ModelAddress> = { parse, format };
