/**
 * ereport(ERROR): thrown where a server would raise an error, caught at the end of the statement and returned as a
 * value. Texts and SQLSTATEs are PostgreSQL's.
 */
import type { SqlError } from './database.ts';

export class Failure extends Error {
  readonly sqlstate: string;
  readonly detail: string | undefined;
  constructor(sqlstate: string, message: string, detail?: string) {
    super(message);
    this.sqlstate = sqlstate;
    this.detail = detail;
  }
  get error(): SqlError {
    const { sqlstate, message, detail } = this;
    return { severity: 'ERROR', sqlstate, message, ...(detail === undefined ? {} : { detail }) };
  }
}

/** Thrown by a function in the middle of an expression that has to wait (effects.ts): the statement is called again. */
export class Waits extends Error {}

export const outOfRange = (type: string): Failure => new Failure('22003', `${type} out of range`);
export const divisionByZero = (): Failure => new Failure('22012', 'division by zero');
export const datatypeMismatch = (message: string): Failure => new Failure('42804', message);
export const undefinedTable = (name: string): Failure => new Failure('42P01', `relation "${name}" does not exist`);
export const undefinedType = (name: string): Failure => new Failure('42704', `type "${name}" does not exist`);
export const concurrentUpdate = (): Failure =>
  new Failure('40001', 'could not serialize access due to concurrent update');
export const concurrentDelete = (): Failure =>
  new Failure('40001', 'could not serialize access due to concurrent delete');
export const deadlockDetected = (): Failure => new Failure('40P01', 'deadlock detected');
export const readOnlyTransaction = (what: string): Failure =>
  new Failure('25006', `cannot execute ${what} in a read-only transaction`);
export const engineLimit = (what: string): Failure => new Failure('54000', `limit of the simulation reached: ${what}`);
