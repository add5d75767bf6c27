/**
 * pg_export_snapshot and SET TRANSACTION SNAPSHOT. An exported snapshot is registered until its transaction ends; who
 * imports it begins with it as REPEATABLE READ's own.
 * Source: ExportSnapshot, ImportSnapshot and SetTransactionSnapshot in src/backend/utils/time/snapmgr.c.
 */
import { engineLimit, Failure } from './failure.ts';
import { dropCatalogSnapshot } from './relcache.ts';
import { notice, type Session, type World } from './session.ts';

const hex = (number: number): string => number.toString(16).toUpperCase().padStart(8, '0');

/** The name of the file that a server would write: of the virtual transaction, and counted within it. */
export function exportSnapshot({ core }: World, session: Session): string {
  if (session.levels.length > 0) throw new Failure('25001', 'cannot export a snapshot from a subtransaction');
  if (session.place?.kind === 'standby') throw engineLimit('pg_export_snapshot on a standby');
  const name = `${hex(session.id)}-${hex(core.xactNumber(session.id))}-${session.exported.length + 1}`;
  session.exported = [...session.exported, { name, snapshot: core.registerSnapshot(session.id, true) }];
  return name;
}

const MAY_NOT = 'a snapshot-importing transaction must have isolation level SERIALIZABLE or REPEATABLE READ';

export function importSnapshot(world: World, session: Session, name: string): void {
  const { core } = world;
  if (session.block === 'started')
    notice(world, session, 'WARNING', 'SET TRANSACTION can only be used in transaction blocks');
  if (session.snapshotSet || core.topXidIfAny(session.id) !== 0 || session.levels.length > 0)
    throw new Failure('25001', 'SET TRANSACTION SNAPSHOT must be called before any query');
  if (session.isolation === 'read committed') throw new Failure('0A000', MAY_NOT);
  const from = [...world.sessions.values()].find(({ exported }) => exported.some((one) => one.name === name));
  const found = from?.exported.find((one) => one.name === name);
  if (from === undefined || found === undefined) throw unknown(world, name);
  if (session.isolation === 'serializable') {
    if (from.isolation !== 'serializable')
      throw new Failure(
        '0A000',
        'a serializable transaction cannot import a snapshot from a non-serializable transaction',
      );
    throw engineLimit('SET TRANSACTION SNAPSHOT in SERIALIZABLE (use REPEATABLE READ)');
  }
  if (session.place !== null || from.place !== null) {
    if (session.place?.kind === 'database' || from.place?.kind === 'database')
      throw new Failure('0A000', 'cannot import a snapshot from a different database');
    throw engineLimit('SET TRANSACTION SNAPSHOT on a standby');
  }
  // An aborted transaction has no virtual id any more; its file goes with ROLLBACK.
  if (from.block === 'aborted') throw new Failure('55000', 'could not import the requested snapshot');
  dropCatalogSnapshot(session);
  core.importSnapshot(session.id, from.id, found.snapshot);
  session.snapshotSet = true;
}

function unknown({ core }: World, name: string): Failure {
  const isName = /^[0-9A-F-]*$/.test(name);
  return isName && core.rules >= 17
    ? new Failure('42704', `snapshot "${name}" does not exist`)
    : new Failure('22023', `invalid snapshot identifier: "${name}"`);
}
