/** On stage Q puts a step's question to the room, and takes it back; a remote still goes on. */
import { useState } from 'react';
import { useKeys } from '../../ui/keys.ts';

export interface Asking {
  readonly isAsking: boolean;
  readonly toggle: () => void;
}

/** Whether the question of this step is put to the room. Another step begins without it. */
export function useAsking(step: number, canAsk: boolean): Asking {
  const [askedAt, setAskedAt] = useState(0);
  const isAsking = askedAt === step;
  const toggle = (): void => setAskedAt(isAsking ? 0 : step);
  useKeys({ q: toggle, ...(isAsking ? { Escape: toggle } : {}) }, { active: canAsk });
  return { isAsking, toggle };
}
