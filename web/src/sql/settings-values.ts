/** An isolation level by its name; SERIALIZABLE is outside the subset (compile-utility.ts). */
export function isolationOption(value: string): 'read uncommitted' | 'read committed' | 'repeatable read' | undefined {
  const word = value.toLowerCase();
  return word === 'read uncommitted' || word === 'read committed' || word === 'repeatable read' ? word : undefined;
}
