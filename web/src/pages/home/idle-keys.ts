/** The slider's scale, and its arrow keys where no control has the focus that uses them. */
import { useEffect } from 'react';
import { useNewest } from '../../ui/hooks.ts';
import { isShortcut } from '../../ui/keys.ts';
import { sqrtScale, stepBy } from '../../ui/slider-scale.ts';
import { MAX_IDLE } from '../../viewmodel/race/race-layout.ts';

export const idleScale = sqrtScale(0, MAX_IDLE);

/** With the focus here the arrows belong to nobody else. A box that scrolls, a field and the slider itself use them. */
const FREE = 'body, main, h1, button, a, summary';

/** Left and right move the slider by as much as its own arrows do. */
export function useIdleArrows(idle: number, onIdle: (idle: number) => void, active: boolean): void {
  const newest = useNewest({ idle, onIdle });
  useEffect(() => {
    if (!active) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (by === 0 || event.shiftKey || event.defaultPrevented || !isShortcut(event)) return;
      if (document.activeElement?.matches(FREE) === false) return;
      event.preventDefault();
      const { current } = newest;
      current.onIdle(stepBy(idleScale, current.idle, by));
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [active]);
}
