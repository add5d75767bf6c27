/**
 * The page's keys: arrows step, Space plays, Home goes back to the operation's beginning, 1 to 4 set the unit of a
 * step.
 */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { isShortcut, pressedIn } from '../../../ui/key-target.ts';
import { useKeys, useRemote } from '../../../ui/keys.ts';
import { STEP_UNITS } from '../../../viewmodel/cachelines/position.ts';
import type { LinesStore } from './lines-store.ts';

/** Elements in which an arrow key has another meaning. */
const OWN_ARROWS = 'input, select, textarea, summary';

export function useLinesKeys(
  store: LinesStore,
  { stage, active }: { readonly stage: boolean; readonly active: boolean },
): void {
  const units = STEP_UNITS.map((unit, i) => [String(i + 1), () => store.setUnit(unit)] as const);
  useKeys(
    {
      ...Object.fromEntries(units),
      ' ': () => (store.get().isPlaying ? store.pause() : store.play()),
      ...(stage ? {} : { '.': () => store.step(1) }),
      ',': () => store.step(-1),
    },
    { active },
  );
  useRemote({ onNext: () => store.step(1), onPrevious: () => store.step(-1) }, { active: active && stage });
  useArrows(store, active);
}

/** A held arrow keeps stepping; `useKeys` reports a key once. */
function useArrows(store: LinesStore, active: boolean): void {
  const newest = useRef(store);
  useLayoutEffect(() => {
    newest.current = store;
  });
  useEffect(() => {
    if (!active) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.shiftKey || !isShortcut(event) || pressedIn(event, OWN_ARROWS)) return;
      if (event.key === 'ArrowRight') newest.current.step(1);
      else if (event.key === 'ArrowLeft') newest.current.step(-1);
      else if (event.key === 'Home') newest.current.first();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [active]);
}
