/** Parts beside their sum, rounded so that they add to it as it is shown: the largest remainders go up. Pure. */

export interface RoundedParts {
  readonly sum: number;
  /** In the order given. */
  readonly parts: readonly number[];
}

/**
 * @param parts none of them negative
 * @param perUnit shown steps of a unit: 10 for one decimal
 */
export function roundedParts(parts: readonly number[], perUnit = 1): RoundedParts {
  const exact = parts.map((part) => part * perUnit);
  const sum = Math.round(exact.reduce((all, part) => all + part, 0));
  const floors = exact.map(Math.floor);
  const left = sum - floors.reduce((all, part) => all + part, 0);
  const byRemainder = exact.map((part, i) => ({ i, rest: part - Math.floor(part) })).sort((a, b) => b.rest - a.rest);
  const up = new Set(byRemainder.slice(0, Math.max(0, left)).map(({ i }) => i));
  return { sum: sum / perUnit, parts: floors.map((part, i) => (part + (up.has(i) ? 1 : 0)) / perUnit) };
}
