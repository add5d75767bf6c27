/** Seeds that an address may name. In a separate file, because every page reads addresses, and only the exercises' page needs more. */
export const MAX_SEED = 999_999;
