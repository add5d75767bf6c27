/** Which sentences the bench has about the engine's fields and structs (`base/messages/en/layout-fields.ts`). */
import '../../base/messages/en/layout-fields.ts';
import { shortName } from './layout.ts';

const FIELDS = [
  'state',
  'waiters',
  'nextXid',
  'oldestXid',
  'latestCompletedXid',
  'xactCompletionCount',
  'procArrayGroupFirst',
  'numProcs',
  'replication_slot_xmin',
  'replication_slot_catalog_xmin',
  'procs',
  'pgprocnos',
  'lxid',
  'xid',
  'xmin',
  'pid',
  'databaseId',
  'delayChkpt',
  'vacuumFlags',
  'statusFlags',
  'overflowed',
  'nxids',
  'subxidStatus',
  'subxids',
  'semaphore',
  'procArrayGroupMember',
  'procArrayGroupNext',
  'procArrayGroupMemberXid',
  'pgxactoff',
] as const;
const STRUCTS = [
  'ProcArrayLock',
  'XidGenLock',
  'TransamVariables',
  'ProcGlobal',
  'ProcArray',
  'pgprocnos',
  'procs',
  'PGPROC',
  'PGXACT',
  'xids',
  'subxidStates',
  'statusFlags',
  'semaphores',
] as const;
export type FieldAbout = `layout.about.${(typeof FIELDS)[number] | 'rest'}`;
export type StructAbout = `layout.struct.${(typeof STRUCTS)[number]}`;

/** Null: no field of the engine. */
export function fieldAbout(field: string): FieldAbout | null {
  const short = shortName(field);
  if (/^rest\d+$/.test(short)) return 'layout.about.rest';
  const name = FIELDS.find((each) => each === short);
  return name === undefined ? null : `layout.about.${name}`;
}

/** Null: a struct that the reader has made. */
export function structAbout(struct: string): StructAbout | null {
  const name = STRUCTS.find((each) => each === struct);
  return name === undefined ? null : `layout.struct.${name}`;
}
