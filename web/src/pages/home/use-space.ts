/**
 * Space pauses. It also does so while the slider has the focus, where the hand of a speaker rests: a slider has no use
 * for Space, so this is not `useKeys`, which leaves it to every field.
 */
import { useEffect } from 'react';

/** Space is theirs: it presses a button, ticks a box, types a space. */
const USES_SPACE = 'button, a, input:not([type="range"]), select, textarea, summary, [contenteditable]';

export function useSpace(onSpace: () => void, { active }: { readonly active: boolean }): void {
  useEffect(() => {
    if (!active) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== ' ' || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.target instanceof Element && event.target.closest(USES_SPACE) !== null) return;
      event.preventDefault();
      if (!event.repeat) onSpace();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [onSpace, active]);
}
