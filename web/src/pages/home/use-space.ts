/**
 * Space pauses. It also does so while the slider has the focus, where a speaker's hand rests: a slider does not use
 * Space, so this is not `useKeys`, which leaves it to every field.
 */
import { useEffect } from 'react';
import { isShortcut, pressedIn } from '../../ui/key-target.ts';

/** These elements use Space: it presses a button, ticks a box, types a space. */
const USES_SPACE = 'button, a, input:not([type="range"]), summary';

export function useSpace(onSpace: () => void, { active }: { readonly active: boolean }): void {
  useEffect(() => {
    if (!active) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== ' ' || event.defaultPrevented || !isShortcut(event) || pressedIn(event, USES_SPACE)) return;
      event.preventDefault();
      if (!event.repeat) onSpace();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [onSpace, active]);
}
