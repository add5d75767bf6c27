/**
 * Whether two values are equal: primitives, arrays, plain objects and Maps of them. Ends at the first difference.
 * Functions and instances of classes are equal only if they are identical.
 */
export function sameData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && sameItems(a, b);
  if (a instanceof Map) return b instanceof Map && sameEntries(a, b);
  return isPlain(a) && isPlain(b) && sameFields(a, b);
}

type Plain = Readonly<Record<string, unknown>>;
const isPlain = (value: object): value is Plain => Object.getPrototypeOf(value) === Object.prototype;

// Plain loops: a page of 200 versions is compared at every step.
function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!sameData(a[i], b[i])) return false;
  return true;
}

function sameEntries(a: ReadonlyMap<unknown, unknown>, b: ReadonlyMap<unknown, unknown>): boolean {
  if (a.size !== b.size) return false;
  for (const [key, item] of a) if (!b.has(key) || !sameData(item, b.get(key))) return false;
  return true;
}

function sameFields(a: Plain, b: Plain): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys) if (!Object.hasOwn(b, key) || !sameData(a[key], b[key])) return false;
  return true;
}
