/**
 * The model page's part of an address: which published table on which machine, what makes which design slower, or the
 * reader's own question, by the same rules as the form and the command line (`engine/simulation/model-config.ts`). A question is always written
 * completely, so that a link keeps its meaning.
 */
import { DESIGN_IDS, type DesignId } from '../../../base/designs.ts';
import { flag, fromParams, number, oneOf, parameters, type Raw, toParams } from '../../../base/fields.ts';
import type { Messages } from '../../../base/messages/index.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import {
  formatModelLists,
  MODEL_LIMITS,
  type ModelField,
  type ModelLists,
  parseModelLists,
} from '../../../engine/simulation/model-config.ts';
import { MACHINE_IDS, type MachineId } from '../../../scenario/machine.ts';
import { PUBLISHED } from '../../../scenario/published.ts';
import type { AddressCodec, Params } from '../../../ui/page.tsx';
import { COMPARED, type ComparedId } from '../../../viewmodel/prediction/comparison.ts';

export interface DropAddress {
  readonly machine?: MachineId;
  readonly design?: DesignId;
  readonly active?: number;
  /** Idle connections at both ends. */
  readonly few?: number;
  readonly many?: number;
}

/**
 * The model's page: against a published table, the parts of a drop, or for any configuration. Anything left out has its
 * default.
 */
export type ModelAddress =
  | { readonly view: 'published'; readonly table?: ComparedId; readonly machine?: MachineId }
  | ({ readonly view: 'drop' } & DropAddress)
  | {
      readonly view: 'ask';
      readonly machine?: MachineId;
      /** Checked by `engine/simulation/model-config.ts`. */
      readonly lists: ModelLists;
      readonly coherence: boolean;
    };

/** Together no more connections than the model has. */
export const DROP_LIMITS = { active: 2500, idle: MODEL_LIMITS.connections - 2500 } as const;

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

/** The address names a table by its file. */
const tableName = (id: ComparedId): string => PUBLISHED[id].source.file.replace(/[.]csv$/, '');

const VIEW = parameters<{ view: ModelAddress['view']; machine: MachineId }>({
  view: oneOf(['published', 'drop', 'ask']),
  machine: oneOf(MACHINE_IDS),
});
const TABLE = parameters<{ table: ComparedId }>({ table: oneOf(COMPARED, tableName) });
const idle = number({ min: 0, max: DROP_LIMITS.idle, whole: true });
const DROP = parameters<Required<Omit<DropAddress, 'machine'>>>({
  design: oneOf(DESIGN_IDS),
  active: number({ min: 1, max: DROP_LIMITS.active, whole: true }),
  few: idle,
  many: idle,
});
const COHERENCE = parameters<{ coherence: boolean }>({ coherence: flag });

/** The view that an address's parameters belong to, if it names none. */
function viewOf({ table, design, few, many }: Params, asked: Raw<typeof NAMES>): ModelAddress['view'] {
  if (table !== undefined) return 'published';
  if ([design, few, many].some((text) => text !== undefined)) return 'drop';
  return Object.values(asked).some((text) => text !== undefined) ? 'ask' : 'published';
}

function parse(params: Params, messages: Messages): Result<ModelAddress, string> {
  const asked = VIEW.parse(params, messages);
  if (!asked.ok) return asked;
  const { view: named, ...on } = asked.value;
  const raw = fromParams(params, NAMES);
  const view = named ?? viewOf(params, raw);
  if (view === 'published') {
    const table = TABLE.parse(params, messages);
    return table.ok ? ok({ view, ...table.value, ...on }) : table;
  }
  if (view === 'drop') {
    const drop = DROP.parse(params, messages);
    return drop.ok ? ok({ view, ...drop.value, ...on }) : drop;
  }
  const look = COHERENCE.parse(params, messages);
  if (!look.ok) return look;
  const lists = parseModelLists(raw, { names: NAMES, messages });
  return lists.ok ? ok({ view, lists: lists.value, coherence: true, ...look.value, ...on }) : err(lists.error.message);
}

function format(address: ModelAddress): Record<string, string> {
  const { view, machine } = address;
  if (view === 'published') return { ...TABLE.format(address), ...VIEW.format({ machine }) };
  if (view === 'drop') return { ...VIEW.format({ view, machine }), ...DROP.format(address) };
  return {
    ...VIEW.format(address),
    ...toParams(formatModelLists(address.lists), NAMES),
    ...(address.coherence ? {} : COHERENCE.format(address)),
  };
}

export const address: AddressCodec<ModelAddress> = { parse, format };
