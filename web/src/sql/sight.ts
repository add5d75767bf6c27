/** Where a query about the server looks from, and a row of what it sees. */
import type { Inspector } from './inspector.ts';
import type { Session, World } from './session.ts';

/** A row's columns by name; missing: null. */
export type ViewRow = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface Sight {
  readonly world: World;
  readonly session: Session;
  readonly inspector: Inspector;
  /** The catalogs by their numbers in locks, with their OIDs. */
  readonly catalogs: readonly { readonly name: string; readonly oid: number }[];
}
