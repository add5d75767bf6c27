/** Written by layout.wasm.test.ts; do not edit. */
import type { LayoutResult, Tone } from './results.ts';
import type { LayoutStep } from './steps.ts';

interface FirstStep {
  readonly result: LayoutResult;
  readonly tones: Readonly<Record<string, Tone>>;
}

export const FIRST_STEPS: Readonly<Record<LayoutStep, FirstStep>> = {
  'pg13': {
    result: {
      ns: 3456.938055556899, perSecond: 289273.3349365452, misses: 31.3546875, trueSharing: 16.28125, restored: 0, falseSharing: 0.6015625, forHorizon: 4.323958333333334, upgrades: 10.147916666666667, cold: 0, transfers: 11.7484375,
      margin: { ns: 114.91182487802911, perSecond: 9701.526789503643, misses: 0.365495999375238, trueSharing: 0.20054838759522745, restored: 0, falseSharing: 0.06395018695497852, forHorizon: 0.09247345475049153, upgrades: 0.16525117554671373, cold: 0, transfers: 0.21537790117161937 },
    },
    tones: { 'PGPROC.delayChkpt': 'own', 'PGPROC.lxid': 'own', 'PGXACT.nxids': 'shared', 'PGXACT.overflowed': 'shared', 'PGXACT.vacuumFlags': 'shared', 'PGXACT.xid': 'shared', 'PGXACT.xmin': 'shared', 'ProcArray.numProcs': 'read', 'ProcArray.replication_slot_catalog_xmin': 'read', 'ProcArray.replication_slot_xmin': 'read', 'ProcArrayLock.state': 'many', 'TransamVariables.latestCompletedXid': 'many', 'TransamVariables.nextXid': 'many', 'XidGenLock.state': 'many', 'pgprocnos.pgprocnos': 'read' },
  },
  'xmin-moved': {
    result: {
      ns: 2727.5746313324826, perSecond: 366626.0818357433, misses: 24.281770833333333, trueSharing: 16.148958333333333, restored: 0, falseSharing: 0.5104166666666666, forHorizon: 0, upgrades: 7.622395833333333, cold: 0, transfers: 8.577604166666667,
      margin: { ns: 43.86851092517779, perSecond: 5958.175378216991, misses: 0.5480427204988249, trueSharing: 0.3892903123699359, restored: 0, falseSharing: 0.06693482046716959, forHorizon: 0, upgrades: 0.12464277844335482, cold: 0, transfers: 0.23656083760532706 },
    },
    tones: { 'PGPROC.delayChkpt': 'own', 'PGPROC.lxid': 'own', 'PGPROC.xmin': 'own', 'PGXACT.nxids': 'shared', 'PGXACT.overflowed': 'shared', 'PGXACT.vacuumFlags': 'shared', 'PGXACT.xid': 'shared', 'ProcArray.numProcs': 'read', 'ProcArray.replication_slot_catalog_xmin': 'read', 'ProcArray.replication_slot_xmin': 'read', 'ProcArrayLock.state': 'many', 'TransamVariables.latestCompletedXid': 'many', 'TransamVariables.nextXid': 'many', 'TransamVariables.oldestXid': 'read', 'XidGenLock.state': 'many', 'pgprocnos.pgprocnos': 'read' },
  },
  'dense': {
    result: {
      ns: 2265.1551715688324, perSecond: 441470.85928219487, misses: 23.2828125, trueSharing: 14.846354166666666, restored: 0, falseSharing: 1.0890625, forHorizon: 0, upgrades: 7.2203125, cold: 0.12708333333333333, transfers: 8.8375,
      margin: { ns: 53.21272800346057, perSecond: 10322.82112809329, misses: 0.5604122560691241, trueSharing: 0.45400076578005333, restored: 0, falseSharing: 0.09864524420942607, forHorizon: 0, upgrades: 0.13872047258030265, cold: 0.04292265249518281, transfers: 0.18216808955022498 },
    },
    tones: { 'PGPROC.delayChkpt': 'own', 'PGPROC.lxid': 'own', 'PGPROC.overflowed': 'read', 'PGPROC.pgxactoff': 'read', 'PGPROC.statusFlags': 'read', 'PGPROC.subxidStatus': 'read', 'PGPROC.xid': 'own', 'PGPROC.xmin': 'own', 'ProcArray.numProcs': 'read', 'ProcArray.replication_slot_catalog_xmin': 'read', 'ProcArray.replication_slot_xmin': 'read', 'ProcArrayLock.state': 'many', 'TransamVariables.latestCompletedXid': 'many', 'TransamVariables.nextXid': 'many', 'TransamVariables.oldestXid': 'read', 'XidGenLock.state': 'many', 'statusFlags.statusFlags': 'read', 'subxidStates.overflowed': 'read', 'subxidStates.subxidStatus': 'read', 'xids.xid': 'shared' },
  },
  'pg14': {
    result: {
      ns: 2173.9979146243445, perSecond: 459982.0419665834, misses: 22.2765625, trueSharing: 13.7578125, restored: 0, falseSharing: 1.1645833333333333, forHorizon: 0, upgrades: 7.221354166666667, cold: 0.1328125, transfers: 8.663541666666667,
      margin: { ns: 93.78522661518711, perSecond: 19633.535096876814, misses: 0.921919578347258, trueSharing: 0.7754339705392793, restored: 0, falseSharing: 0.12431596004930263, forHorizon: 0, upgrades: 0.1768710884493378, cold: 0.03957152789216818, transfers: 0.3579780565439925 },
    },
    tones: { 'PGPROC.delayChkpt': 'own', 'PGPROC.lxid': 'own', 'PGPROC.overflowed': 'read', 'PGPROC.pgxactoff': 'read', 'PGPROC.statusFlags': 'read', 'PGPROC.subxidStatus': 'read', 'PGPROC.xid': 'own', 'PGPROC.xmin': 'own', 'ProcArray.numProcs': 'read', 'ProcArray.replication_slot_catalog_xmin': 'read', 'ProcArray.replication_slot_xmin': 'read', 'ProcArrayLock.state': 'many', 'TransamVariables.latestCompletedXid': 'many', 'TransamVariables.nextXid': 'many', 'TransamVariables.oldestXid': 'read', 'TransamVariables.xactCompletionCount': 'many', 'XidGenLock.state': 'many', 'statusFlags.statusFlags': 'read', 'subxidStates.overflowed': 'read', 'subxidStates.subxidStatus': 'read', 'xids.xid': 'shared' },
  },
};
