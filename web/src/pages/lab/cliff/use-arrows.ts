import { useEffect } from 'react';
import { useNewest } from '../../../ui/hooks.ts';
import { isShortcut, pressedIn } from '../../../ui/keys.ts';
import { MOST_SAVEPOINTS } from '../../../views/slru/CacheStrip.tsx';

/** On stage the arrows move the slider without a focus; a held one keeps moving it. */
export function useArrows(savepoints: number, choose: (next: number) => void, active: boolean): void {
  const newest = useNewest({ savepoints, choose });
  useEffect(() => {
    if (!active) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (by === 0 || event.shiftKey || !isShortcut(event) || pressedIn(event, 'input')) return;
      const now = newest.current;
      const next = now.savepoints + by;
      if (next >= 0 && next <= MOST_SAVEPOINTS) now.choose(next);
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [active]);
}
