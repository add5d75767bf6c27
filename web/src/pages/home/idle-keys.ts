/** The slider's scale, and its arrow keys where no control has the focus that uses them. */
import { useEffect } from 'react';
import { useNewest } from '../../ui/hooks.ts';
import { isShortcut } from '../../ui/keys.ts';
import { nextStop, sqrtScale } from '../../ui/slider-scale.ts';
import { MAX_IDLE } from '../../viewmodel/race/race-layout.ts';

export const idleScale = sqrtScale(0, MAX_IDLE);

/** With the focus here the arrows belong to nobody else. A box that scrolls, a field and the slider itself use them. */
const FREE = 'body, main, h1, button, a, summary';

interface IdleKeys {
  readonly idle: number;
  /** The published numbers of connections. */
  readonly stops: readonly number[];
  readonly onIdle: (idle: number) => void;
}

/** The value that a key moves to; null: it moves nothing. Home and End scroll a page, and a stage does not scroll. */
function targetOf(key: string, { idle, stops }: IdleKeys, stage: boolean): number | null {
  if (key === 'ArrowRight') return nextStop(idleScale, stops, idle, 1);
  if (key === 'ArrowLeft') return nextStop(idleScale, stops, idle, -1);
  if (stage && key === 'Home') return idleScale.min;
  return stage && key === 'End' ? idleScale.max : null;
}

/** Left and right move the slider from one published number to the next: there the published ratio is known, too. */
export function useIdleArrows(
  keys: IdleKeys,
  { stage, active }: { readonly stage: boolean; readonly active: boolean },
) {
  const newest = useNewest(keys);
  useEffect(() => {
    if (!active) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.shiftKey || event.defaultPrevented || !isShortcut(event)) return;
      if (document.activeElement?.matches(FREE) === false) return;
      const to = targetOf(event.key, newest.current, stage);
      if (to === null) return;
      event.preventDefault();
      newest.current.onIdle(to);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [stage, active]);
}
