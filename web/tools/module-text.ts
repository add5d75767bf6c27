/** Plain data as the text of a JavaScript expression. Unlike JSON it keeps undefined, Maps, bigints and negative zero. */

/** @throws TypeError for values that are not plain data: functions, symbols, instances of classes */
export function moduleText(value: unknown): string {
  switch (typeof value) {
    case 'undefined':
      return 'void 0';
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value);
    case 'bigint':
      return `${value}n`;
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'object':
      return objectText(value);
    default:
      throw new TypeError(`no plain data: ${typeof value}`);
  }
}

function objectText(value: object | null): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `[${value.map(moduleText).join(',')}]`;
  if (value instanceof Map) return `new Map(${moduleText([...value])})`;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new TypeError(`no plain data: an instance of ${value.constructor.name}`);
  const entry = ([key, held]: [string, unknown]): string =>
    // Written plainly, `__proto__` would set the prototype.
    `${key === '__proto__' ? '["__proto__"]' : JSON.stringify(key)}:${moduleText(held)}`;
  return `{${Object.entries(value).map(entry).join(',')}}`;
}
