/** Written by layout.wasm.test.ts; do not edit. */
import type { LayoutResult } from './results.ts';
import type { Beside } from './settings.ts';

export const FIRST_RESULTS: Readonly<Record<Beside, LayoutResult>> = {
  'pg9.1': {
    ns: 4417.620018385344, perSecond: 226366.23245960017, misses: 41.17135416666667, trueSharing: 15.7484375, restored: 8.6875, falseSharing: 0.546875, forHorizon: 4.786979166666667, upgrades: 11.4015625, cold: 0, transfers: 13.655729166666667,
    margin: { ns: 110.78168773772636, perSecond: 5670.5732660340345, misses: 0.6699290827795688, trueSharing: 0.3100134865416558, restored: 0.1476092875172955, falseSharing: 0.07805337933774341, forHorizon: 0.1627137096237396, upgrades: 0.1835770139551114, cold: 0, transfers: 0.24360052697930365 },
  },
  'pg13': {
    ns: 3456.938055556899, perSecond: 289273.3349365452, misses: 31.3546875, trueSharing: 16.28125, restored: 0, falseSharing: 0.6015625, forHorizon: 4.323958333333334, upgrades: 10.147916666666667, cold: 0, transfers: 11.7484375,
    margin: { ns: 114.91182487802911, perSecond: 9701.526789503643, misses: 0.365495999375238, trueSharing: 0.20054838759522745, restored: 0, falseSharing: 0.06395018695497852, forHorizon: 0.09247345475049153, upgrades: 0.16525117554671373, cold: 0, transfers: 0.21537790117161937 },
  },
  'pg14': {
    ns: 2173.9979146243445, perSecond: 459982.0419665834, misses: 22.2765625, trueSharing: 13.7578125, restored: 0, falseSharing: 1.1645833333333333, forHorizon: 0, upgrades: 7.221354166666667, cold: 0.1328125, transfers: 8.663541666666667,
    margin: { ns: 93.78522661518711, perSecond: 19633.535096876814, misses: 0.921919578347258, trueSharing: 0.7754339705392793, restored: 0, falseSharing: 0.12431596004930263, forHorizon: 0, upgrades: 0.1768710884493378, cold: 0.03957152789216818, transfers: 0.3579780565439925 },
  },
};
