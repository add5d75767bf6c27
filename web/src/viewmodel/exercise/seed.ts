/** Seeds that an address may name. Alone, because every page reads addresses, and none but the exercises' needs more. */
export const MAX_SEED = 999_999;
