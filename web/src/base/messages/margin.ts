/** A ± as every language writes it: rounded up, so that it is never smaller than what was counted. */
export function upTo(margin: number, digits: number): number {
  const steps = 10 ** digits;
  // 0.3 in binary is a little more than 3 tenths.
  return Math.max(0, Math.ceil(margin * steps - 1e-9)) / steps;
}
