/** Functions that tell a session its user, database and schema. */

import type { SqlType } from './database.ts';
import type { Signature } from './signature.ts';

/** MODEL: one user, isolationtester's database. */
const USER = 'postgres';
const DATABASE = 'isolation_regression';
const fixed = (text: string, result: SqlType): readonly Signature[] => [{ args: [], result, eval: () => text }];

export const SESSION_CALLS: Readonly<Record<string, readonly Signature[]>> = {
  current_user: fixed(USER, 'name'),
  session_user: fixed(USER, 'name'),
  current_role: fixed(USER, 'name'),
  user: fixed(USER, 'name'),
  current_database: fixed(DATABASE, 'name'),
  current_catalog: fixed(DATABASE, 'name'),
  pg_export_snapshot: [{ args: [], result: 'text', eval: (_, context) => context.ask('pg_export_snapshot', []) }],
  current_schema: fixed('public', 'name'),
};
