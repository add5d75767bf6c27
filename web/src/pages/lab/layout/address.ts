/** The layout bench's part of an address: the layout, packed, and the machine and connections of its replay. */
import '../../../base/messages/en/layout.ts';
import { number, oneOf, parameters } from '../../../base/fields.ts';
import type { Messages } from '../../../base/messages/index.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { SCENE_PLACES, SCENE_WORKLOADS } from '../../../engine/replay/scene-types.ts';
import { MACHINE_IDS, type Machine, PROTOCOLS } from '../../../scenario/machine.ts';
import type { AddressCodec, Params } from '../../../ui/page.tsx';
import { formatLayout, MAX_LAYOUT_TEXT, parseLayout } from '../../../viewmodel/layout/format.ts';
import type { Layout } from '../../../viewmodel/layout/layout.ts';
import {
  DEFAULT_LAYOUT,
  LAYOUT_SETTINGS,
  type LayoutSettings,
  mostActive,
} from '../../../viewmodel/layout/settings.ts';
import { packText, unpackText } from '../../../viewmodel/stage/packed-text.ts';
import { shippedMachine } from '../lines/machines.ts';

/** Anything left out has its default; the layout's is that of 13. */
export interface LayoutAddress extends Partial<Omit<LayoutSettings, 'protocol'>> {
  readonly protocol?: Exclude<LayoutSettings['protocol'], null>;
  readonly layout?: Layout;
}

const { active, idle } = LAYOUT_SETTINGS;

/** The page's form allows no more active connections than the machine has cores, and neither does an address. */
const settingsOn = (machine: Machine) =>
  parameters<Required<Omit<LayoutAddress, 'layout'>>>({
    machine: oneOf(MACHINE_IDS),
    protocol: oneOf(PROTOCOLS),
    active: number({ min: active.min, max: mostActive(machine), whole: true }),
    idle: number({ ...idle, whole: true }),
    place: oneOf(SCENE_PLACES),
    workload: oneOf(SCENE_WORKLOADS),
  });
const machineOf = (id: string | undefined): Machine =>
  shippedMachine(MACHINE_IDS.find((each) => each === id) ?? DEFAULT_LAYOUT.machine);

function unpacked(packed: string, messages: Messages): Result<Layout, string> {
  const text = unpackText(packed, MAX_LAYOUT_TEXT);
  return text.ok ? parseLayout(text.value, messages) : err(messages.t('layout.address.broken'));
}

export const address: AddressCodec<LayoutAddress> = {
  parse: (params: Params, messages: Messages) => {
    const own = settingsOn(machineOf(params.machine)).parse(params, messages);
    if (!own.ok || params.layout === undefined) return own;
    const layout = unpacked(params.layout, messages);
    return layout.ok ? ok({ ...own.value, layout: layout.value }) : layout;
  },
  format: ({ layout, ...own }) => ({
    ...settingsOn(machineOf(own.machine)).format(own),
    ...(layout === undefined ? {} : { layout: packText(formatLayout(layout)) }),
  }),
};
