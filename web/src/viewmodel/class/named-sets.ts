/**
 * Sets with a name of one word, so that a student can type the address from paper (`#/class?set=plan`). A name is part of
 * the address's contract: its set may change, but it stays. No lesson or exercise may have it.
 */
export const NAMED_SETS = {
  /** The 90-minute lesson's, in its order. */
  plan: ['two-stamps', 'who-sees-it', 'who-was-running', 'what-is-xip', 'lost-update', 'the-walk'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type NamedSet = keyof typeof NAMED_SETS;
export const isNamedSet = (name: string): name is NamedSet => Object.hasOwn(NAMED_SETS, name);

/** The address that a sheet of paper has. */
export const shortAddressOf = (name: NamedSet): string => `#/class?set=${name}`;
