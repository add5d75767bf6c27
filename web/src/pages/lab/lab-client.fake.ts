/**
 * A FAKE lab for tests of the page's own logic: slices from a formula under a clock that the test moves. No threads, no
 * measurement. Never used by a page.
 */
import { ok } from '../../base/result.ts';
import { ms, ns } from '../../base/units.ts';
import { checkLabConfig } from '../../engine/lab/lab-config.ts';
import {
  type LabClient,
  type LabConfig,
  type LabSlice,
  type LabState,
  NO_SLRU,
  type StartLab,
} from '../../engine/lab/lab-types.ts';

export interface FakeLab {
  readonly startLab: StartLab;
  /** Lets time pass; the next `drain` returns turns of the present request. */
  advance(milliseconds: number): void;
  /** Answers to requests wait until `release` while this is true. */
  hold: boolean;
  release(): void;
  failing: boolean;
  readonly started: number[];
  readonly requests: LabConfig[];
  readonly disposed: () => number;
}

/** A transaction of 28 µs; with 13 each connection adds 1.4 ns to each of two snapshots. */
const costNs = (design: LabSlice['design'], config: LabConfig): number =>
  28_000 + (design === 'pg13' ? 2.8 * (config.idle + config.mostlyIdle) : design === 'other-work' ? 0 : 300);

export function createFakeLab(): FakeLab {
  let now = 0;
  let generation = 0;
  let config: LabConfig | null = null;
  let state: LabState = 'starting';
  let number = 0;
  let disposals = 0;
  let slices: LabSlice[] = [];
  let held: (() => void)[] = [];
  const requests: LabConfig[] = [];
  const started: number[] = [];

  const oneSlice = (design: LabSlice['design'], c: LabConfig, round: number): LabSlice => {
    const elapsed = c.sliceMs * 1e6;
    const transactions = Math.round((elapsed * c.active) / costNs(design, c));
    number += 1;
    now += c.sliceMs;
    return {
      number,
      generation,
      design,
      warmUp: round === 0,
      active: c.active,
      idle: c.idle,
      mostlyIdle: c.mostlyIdle,
      startMs: ms(now),
      elapsedNs: ns(elapsed),
      threadNs: ns(elapsed * c.active),
      transactions,
      snapshots: design === 'other-work' ? 0 : 2 * transactions,
      reused: design === 'pg14' ? 2 * transactions : 0,
      mostlyIdleTransactions: 0,
      mostlyIdleAsked: 0,
      connects: 0,
      connectsAsked: 0,
      operations: null,
      slru: NO_SLRU,
    };
  };

  let round = 0;
  const client: LabClient = {
    request: async (wanted) => {
      if (fake.hold) await new Promise<void>((resolve) => held.push(resolve));
      const checked = checkLabConfig(wanted);
      if (!checked.ok) return checked;
      requests.push(wanted);
      generation += 1;
      config = wanted;
      round = 0;
      state = 'running';
      return ok(generation);
    },
    pause: () => {
      state = 'paused';
    },
    resume: () => {
      state = 'running';
    },
    drain: () => {
      const drained = slices;
      slices = [];
      return drained;
    },
    info: () => ({ clockResolutionNs: ns(5000), cores: 4, workUnitsPerUs: 100 }),
    state: () => (fake.failing ? 'failed' : state),
    dispose: () => {
      disposals += 1;
      state = 'stopped';
    },
  };
  const fake: FakeLab = {
    hold: false,
    failing: false,
    started,
    requests,
    disposed: () => disposals,
    release: () => {
      for (const go of held) go();
      held = [];
    },
    advance: (milliseconds) => {
      const end = now + milliseconds;
      while (config !== null && state === 'running' && now < end) {
        for (const design of [...config.designs, 'other-work' as const]) slices.push(oneSlice(design, config, round));
        round += 1;
      }
    },
    startLab: (maxActive) => {
      started.push(maxActive);
      return Promise.resolve(ok(client));
    },
  };
  return fake;
}
