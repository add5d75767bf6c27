/**
 * The model page's part of an address: which published table on which machine, what makes which design slower, what explains the lead of one design over another, or the
 * reader's own question, by the same rules as the form and the command line (`engine/simulation/model-config.ts`). A question is always written
 * completely, so that a link keeps its meaning.
 */
import '../../../base/messages/en/without.ts';
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
import { FIRST_QUESTION, WITHOUT_FIRST } from '../../../viewmodel/prediction/stored.ts';
import type { WithoutCase } from '../../../viewmodel/prediction/without.ts';

export interface DropAddress {
  readonly machine?: MachineId;
  readonly design?: DesignId;
  readonly active?: number;
  /** Idle connections at both ends. */
  readonly few?: number;
  readonly many?: number;
}

/** What explains what: two designs at one point. */
export interface WithoutAddress extends Partial<WithoutCase> {
  readonly machine?: MachineId;
}

/**
 * The model's page: against a published table, the parts of a drop, what explains what, or for any configuration. Anything left out has its
 * default.
 */
export type ModelAddress =
  | {
      readonly view: 'published';
      readonly table?: ComparedId;
      readonly machine?: MachineId;
      /** With the band of the shared server; off unless somebody asks. */
      readonly band?: boolean;
      /** Of a table with several: the active clients of the first chart. Default: most. */
      readonly clients?: number;
      /** Only the published figures, until somebody runs the model. */
      readonly draw?: 'published';
    }
  | ({ readonly view: 'drop' } & DropAddress)
  | ({ readonly view: 'without' } & WithoutAddress)
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

/** Parameters that say something in another view, and nothing in `without`. */
const OTHER_VIEWS = new Set(
  ['table', 'band', 'clients', 'draw', 'design', 'few', 'many', 'coherence', ...Object.values(NAMES)].filter(
    (name) => name !== 'active' && name !== 'idle',
  ),
);

/** The address names a table by its file. */
const tableName = (id: ComparedId): string => PUBLISHED[id].source.file.replace(/[.]csv$/, '');

const VIEW = parameters<{ view: ModelAddress['view']; machine: MachineId }>({
  view: oneOf(['published', 'drop', 'without', 'ask']),
  machine: oneOf(MACHINE_IDS),
});
const TABLE = parameters<{ table: ComparedId; band: boolean; clients: number; draw: 'published' }>({
  table: oneOf(COMPARED, tableName),
  band: flag,
  clients: number({ min: 1, max: MODEL_LIMITS.connections, whole: true }),
  draw: oneOf(['published']),
});
const idle = number({ min: 0, max: DROP_LIMITS.idle, whole: true });
const DROP = parameters<Required<Omit<DropAddress, 'machine'>>>({
  design: oneOf(DESIGN_IDS),
  active: number({ min: 1, max: DROP_LIMITS.active, whole: true }),
  few: idle,
  many: idle,
});
const WITHOUT = parameters<WithoutCase>({
  before: oneOf(DESIGN_IDS),
  after: oneOf(DESIGN_IDS),
  active: number({ min: 1, max: DROP_LIMITS.active, whole: true }),
  idle,
});
const COHERENCE = parameters<{ coherence: boolean }>({ coherence: flag });

/** The view that an address's parameters belong to, if it names none. */
function viewOf(
  { table, band, clients, draw, design, few, many, before, after }: Params,
  asked: Raw<typeof NAMES>,
): ModelAddress['view'] {
  if ([table, band, clients, draw].some((text) => text !== undefined)) return 'published';
  if ([design, few, many].some((text) => text !== undefined)) return 'drop';
  if (before !== undefined || after !== undefined) return 'without';
  return Object.values(asked).some((text) => text !== undefined) ? 'ask' : 'published';
}

/** Two different designs; what belongs to another view is refused, because the figure would not be what the link names. */
function parseWithout(params: Params, messages: Messages): Result<WithoutAddress, string> {
  const other = [...OTHER_VIEWS].find((name) => params[name] !== undefined);
  if (other !== undefined) {
    const instead = ['machine', ...Object.keys(WITHOUT_FIRST)];
    return err(messages.t('without.problem.notHere', { where: other, view: 'without', instead }));
  }
  const read = WITHOUT.parse(params, messages);
  if (!read.ok) return read;
  const { before, after } = { ...WITHOUT_FIRST, ...read.value };
  return before === after
    ? err(messages.t('without.problem.same', { where: ['before', 'after'], given: before }))
    : read;
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
  if (view === 'without') {
    const own = parseWithout(params, messages);
    return own.ok ? ok({ view, ...own.value, ...on }) : own;
  }
  const look = COHERENCE.parse(params, messages);
  if (!look.ok) return look;
  // The bare view asks the project's question, whose answer is there at once.
  if (Object.values(raw).every((text) => text === undefined))
    return ok({ view, lists: FIRST_QUESTION, coherence: true, ...look.value, ...on });
  const lists = parseModelLists(raw, { names: NAMES, messages });
  return lists.ok ? ok({ view, lists: lists.value, coherence: true, ...look.value, ...on }) : err(lists.error.message);
}

function format(address: ModelAddress): Record<string, string> {
  const { view, machine } = address;
  if (view === 'published') return { ...TABLE.format(address), ...VIEW.format({ machine }) };
  if (view === 'drop') return { ...VIEW.format({ view, machine }), ...DROP.format(address) };
  if (view === 'without') return { ...VIEW.format({ view, machine }), ...WITHOUT.format(address) };
  return {
    ...VIEW.format(address),
    ...toParams(formatModelLists(address.lists), NAMES),
    ...(address.coherence ? {} : COHERENCE.format(address)),
  };
}

export const address: AddressCodec<ModelAddress> = { parse, format };
