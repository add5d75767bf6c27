/** The cache-line page's state, and the outside functions that its store needs. */
import type { Messages } from '../../../base/messages/index.ts';
import type { SceneClient } from '../../../engine/replay/scene-client.ts';
import type { Machine, MachineId } from '../../../scenario/machine.ts';
import type { LinesAddress } from '../../../viewmodel/addresses.ts';
import type { LinePair, LineSpeed, LinesSettings, StepUnit } from '../../../viewmodel/cachelines/position.ts';

export interface LinesState {
  /** `ready`: a pair is shown; another may be on its way. */
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly note: string | null;
  readonly settings: LinesSettings;
  readonly machine: Machine;
  readonly pair: LinePair | null;
  /** The number of the displayed operation of core A. */
  readonly operation: number;
  /** ns since its beginning. During play it lags slightly: the store's clock has the time of each frame. */
  readonly ns: number;
  readonly unit: StepUnit;
  readonly isPlaying: boolean;
  readonly speed: LineSpeed;
  /** A requested scene has not arrived yet. */
  readonly isBusy: boolean;
}

export interface LinesWorld {
  readonly start: () => SceneClient;
  readonly machine: (id: MachineId) => Machine;
  readonly messages: Messages;
  readonly onAddress: (address: LinesAddress) => void;
}
