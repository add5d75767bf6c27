/** Joins class names; what is false or undefined is left out. */
export const cx = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter((name) => typeof name === 'string' && name !== '').join(' ');
