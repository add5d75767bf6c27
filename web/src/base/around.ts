/** The columns that each figure's CSV has behind its numbers: what it says, its settings, their source, its address. */
export const AROUND_HEADER = ['figure', 'settings', 'source', 'address'] as const;
