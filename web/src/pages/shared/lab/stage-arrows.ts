/**
 * On stage, right and left, and a presenter's remote, do the one thing of the page that is shown: its next step, or the
 * Lab's next page. A page that has steps of its own prevents the key while it has one left; the frame then leaves it.
 */
import { useEffect } from 'react';
import { useNewest } from '../../../ui/hooks.ts';
import { isShortcut } from '../../../ui/keys.ts';

/** With the focus here the arrows belong to nobody else: fields, choices and sliders use them. */
const FREE = 'body, main, h1, button, a, summary';

interface StageArrows {
  /** Left out: nothing is left to do here, and the key is free. */
  readonly onNext?: (() => void) | undefined;
  readonly onPrevious?: (() => void) | undefined;
}

function actOf(key: string, { onNext, onPrevious }: StageArrows): (() => void) | undefined {
  if (key === 'ArrowRight' || key === 'PageDown') return onNext;
  return key === 'ArrowLeft' || key === 'PageUp' ? onPrevious : undefined;
}

interface ArrowsUse {
  readonly active: boolean;
  /** The page's own keys come before the frame's. */
  readonly of: 'page' | 'frame';
  /** A held key goes on. */
  readonly repeats?: boolean;
}

export function useStageArrows(arrows: StageArrows, { active, of, repeats = false }: ArrowsUse): void {
  const newest = useNewest(arrows);
  useEffect(() => {
    if (!active) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.shiftKey || event.defaultPrevented || !isShortcut(event)) return;
      if (document.activeElement?.matches(FREE) === false) return;
      const act = actOf(event.key, newest.current);
      if (act === undefined) return;
      event.preventDefault();
      if (repeats || !event.repeat) act();
    };
    // A key comes up from the document to the window.
    const place = of === 'page' ? document : window;
    const listener = (event: Event): void => {
      if (event instanceof KeyboardEvent) onKey(event);
    };
    place.addEventListener('keydown', listener);
    return () => place.removeEventListener('keydown', listener);
  }, [active, of, repeats]);
}
