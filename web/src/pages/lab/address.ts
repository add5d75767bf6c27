/**
 * The Lab's part of an address: the settings, by the same rules as the form and the command line
 * (`engine/lab/lab-config.ts`). A parameter left out has its default; the written address is always complete, so that a
 * link keeps its meaning when a default changes.
 */
import { fromParams, oneOf, parameters, toParams } from '../../base/fields.ts';
import type { Messages } from '../../base/messages/index.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { formatLists, type LabFieldNames, parseLabConfig, parseLists } from '../../engine/lab/lab-config.ts';
import { MACHINE_IDS } from '../../scenario/machine.ts';
import type { AddressCodec, Params } from '../../ui/page.tsx';
import type { LabAddress } from '../../viewmodel/addresses.ts';

/** The names of the settings in an address. */
const NAMES: LabFieldNames = {
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

/** How the page shows them. */
const LOOK = parameters<Required<Pick<LabAddress, 'xScale' | 'machine' | 'mode'>>>(
  { xScale: oneOf(['sqrt', 'linear']), machine: oneOf([...MACHINE_IDS, 'none']), mode: oneOf(['run', 'sweep']) },
  { xScale: 'x' },
);

function parse(params: Params, messages: Messages): Result<LabAddress, string> {
  const look = LOOK.parse(params, messages);
  if (!look.ok) return look;
  const { mode: asked, ...shown } = look.value;
  const wording = { names: NAMES, messages };
  const raw = fromParams(params, NAMES);
  // Lists are refused: the page measures a single setting. The error message does not suggest a list.
  const { seconds: _, ...single } = raw;
  const asOne = asked === 'run' ? parseLabConfig(single, wording) : null;
  if (asOne?.ok === false) return err(asOne.error.message);
  const lists = parseLists(raw, wording);
  if (!lists.ok) return err(lists.error.message);
  const points = lists.value.active.length * lists.value.idle.length * lists.value.mostlyIdle.length;
  const mode = asked ?? (points > 1 ? 'sweep' : 'run');
  // Values of lists that multiply to one point may still be too many for one setting.
  if (mode === 'run' && asOne === null) {
    const config = parseLabConfig(single, wording);
    if (!config.ok) return err(config.error.message);
  }
  const isBare = asked === undefined && Object.values(raw).every((text) => text === undefined);
  return ok({ mode, lists: lists.value, ...shown, ...(isBare ? { bare: true as const } : {}) });
}

const format = ({ mode, lists, xScale, machine, bare }: LabAddress): Record<string, string> =>
  bare === true ? {} : { ...LOOK.format({ xScale, machine, mode }), ...toParams(formatLists(lists), NAMES) };

export const address: AddressCodec<LabAddress> = { parse, format };
