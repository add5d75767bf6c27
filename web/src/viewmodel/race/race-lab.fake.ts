/**
 * A FAKE lab client and fake accesses, for unit tests and the gallery. It measures nothing: slices come from the
 * formula of `race.fake.ts` as the given clock advances. Never used by a page.
 */

import type { DesignId } from '../../base/designs.ts';
import { ns } from '../../base/units.ts';
import type { LabClient, LabConfig, LabSlice, LabState, ObservedAccess } from '../../engine/lab/lab-types.ts';
import { type FakeTurn, fakeSlices } from './race.fake.ts';
import type { RegionPlace } from './snapshot-reads.ts';

export interface FakeLab extends LabClient {
  /** Every requested setting, in order. */
  readonly asked: readonly LabConfig[];
}

export function fakeLab(now: () => number): FakeLab {
  const asked: LabConfig[] = [];
  let state: LabState = 'paused';
  let from = now();
  let turns: FakeTurn[] = [];
  let given = 0;
  let turn = 0;
  const advance = () => {
    const config = asked.at(-1);
    const slots = Math.floor((now() - from) / 20);
    if (state !== 'running' || config === undefined || slots <= 0) return;
    from += slots * 20;
    for (let i = 0; i < slots; i += 1, turn += 1) {
      turns.push({
        design: config.designs[turn % config.designs.length] ?? 'pg13',
        idle: config.idle,
        active: config.active,
        generation: asked.length,
        warmUp: turn < 2,
      });
    }
  };
  return {
    asked,
    request: async (config) => {
      advance();
      asked.push(config);
      turn = 0;
      return { ok: true, value: asked.length };
    },
    pause: () => {
      advance();
      state = 'paused';
    },
    resume: () => {
      if (state !== 'running') from = now();
      state = 'running';
    },
    drain: (): readonly LabSlice[] => {
      advance();
      const fresh = fakeSlices(turns, { number: given, atMs: given * 20 });
      given += turns.length;
      turns = [];
      return fresh;
    },
    info: () => ({ clockResolutionNs: ns(5000), cores: 4, workUnitsPerUs: 100 }),
    state: () => state,
    dispose: () => {
      state = 'stopped';
    },
  };
}

/** Accesses of the designs' shapes, from a formula. */
export function fakeAccesses(
  design: DesignId,
  idle: number,
  reuse: boolean,
): { readonly accesses: readonly ObservedAccess[]; readonly regions: readonly RegionPlace[] } {
  const at = (
    region: string,
    offset: number,
    size: number,
    kind: ObservedAccess['kind'],
    field = '',
  ): ObservedAccess => ({ region, offset, size, kind, field });
  const each = Array.from({ length: idle + 1 }, (_, i) => i);
  const me = Math.floor(each.length / 2);
  const walk =
    design === 'pg13'
      ? each.flatMap((i) => [
          at('pgprocnos', i * 4, 4, 'read'),
          at('PGXACT', i * 12 + 8, 1, 'read', 'vacuumFlags'),
          at('PGXACT', i * 12 + 4, 4, 'read', 'xmin'),
          at('PGXACT', i * 12, 4, 'read', 'xid'),
        ])
      : reuse
        ? []
        : each.map((i) => at('xids', i * 4, 4, 'read', 'xid'));
  const own = [
    at('ProcArrayLock', 0, 4, 'atomic'),
    at('TransamVariables', 56, 8, 'read', 'xactCompletionCount'),
    design === 'pg13' ? at('PGXACT', me * 12 + 4, 4, 'write', 'xmin') : at('PGPROC', 56, 4, 'write', 'xmin'),
  ];
  const place = (name: string, size: number, set: number, address: number): RegionPlace => ({
    name,
    address,
    size,
    bytes: (from, to) => Array.from({ length: to - from }, (_, i) => (from + i === set ? 3 : 0)),
  });
  return {
    accesses: [...own, ...walk],
    regions: [
      place('PGXACT', each.length * 12, me * 12 + 4, 1 << 20),
      place('xids', each.length * 4, -1, 2 << 20),
      place('TransamVariables', 64, 56, 3 << 20),
    ],
  };
}
