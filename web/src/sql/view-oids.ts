/**
 * OIDs as views show them. MODEL: they follow from the table's place among all tables; a server counts everything that
 * it creates, so only their equality means anything there, too.
 */
export const DATABASE_OID = 5;
export const OWNER_OID = 10;
export const PUBLIC_OID = 2200;
/** isolationtester's. */
export const DATABASE = 'isolation_regression';
export const OWNER = 'postgres';

const FIRST_NORMAL = 16_384;
/** A table, then its indexes. */
const EACH = 64;
export const tableOid = (relation: number): number => FIRST_NORMAL + EACH * (relation + 1);
export const indexOid = (relation: number, index: number): number => tableOid(relation) + index + 1;
