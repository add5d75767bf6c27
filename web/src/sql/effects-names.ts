/** The functions that do something to the server in the middle of an expression: effects.ts. */

export const ADVISORY_FUNCTIONS = [
  'pg_advisory_lock',
  'pg_advisory_lock_shared',
  'pg_advisory_xact_lock',
  'pg_advisory_xact_lock_shared',
  'pg_try_advisory_lock',
  'pg_try_advisory_lock_shared',
  'pg_try_advisory_xact_lock',
  'pg_try_advisory_xact_lock_shared',
  'pg_advisory_unlock',
  'pg_advisory_unlock_shared',
  'pg_advisory_unlock_all',
] as const;

/** The same of a part of PostgreSQL's parse tree. */
export const mentionsEffects = (node: object): boolean => /"sval":"pg_(?:try_)?advisory_/.test(JSON.stringify(node));

export const isAdvisory = (name: string): boolean => ADVISORY_FUNCTIONS.some((known) => known === name);

/** Their names begin so, and no others of the subset. */
const EFFECT = /"kind":"call","name":"pg_(?:try_)?advisory_/;
/** Whether this part of a plan calls one of them. */
export const hasEffects = (part: object): boolean => EFFECT.test(JSON.stringify(part));
