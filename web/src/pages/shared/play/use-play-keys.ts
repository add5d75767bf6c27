/**
 * The Playground's keys: a session's letter or number moves it; comma and full stop step back and on; Space plays. On
 * stage the arrows also step, V goes to the next figure, and the full stop is a remote's button for a black slide: it
 * does nothing.
 */
import { useEffect } from 'react';
import { isShortcut, pressedIn, useKeys, useRemote } from '../../../ui/keys.ts';
import type { PlayStore } from './play-store.ts';

/** Letters of the sessions; F is the stage's on every page, so the sixth session has only its number. */
const LETTERS = 'abcdefgh';
const TAKEN = 'f';

export function usePlayKeys(
  store: PlayStore,
  { stage, active, onFigure }: { readonly stage: boolean; readonly active: boolean; readonly onFigure: () => void },
) {
  const move = (session: number) => () => store.moveSession(session);
  const letters = [...LETTERS].flatMap((letter, i) => (letter === TAKEN ? [] : [[letter, move(i)] as const]));
  const numbers = Array.from({ length: 9 }, (_, i) => [String(i + 1), move(i)] as const);
  useKeys(
    {
      ...Object.fromEntries([...(stage ? letters.filter(([letter]) => letter !== 'b') : letters), ...numbers]),
      ' ': () => (store.get().isPlaying ? store.pause() : store.play()),
      ...(stage ? {} : { '.': () => void store.step() }),
      ',': () => store.back(),
      n: () => store.branch(),
      t: () => store.letTimePass(),
      z: () => void store.finish(),
      v: stage ? onFigure : undefined,
    },
    { active },
  );
  useArrows(store, active && stage);
  useRemote({ onNext: () => void store.step(), onPrevious: () => store.back() }, { active: active && stage });
}

/** Left and right, unless the focused element uses them. */
function useArrows(store: PlayStore, active: boolean): void {
  useEffect(() => {
    if (!active) return undefined;
    const onKey = (event: KeyboardEvent) => {
      // Radio buttons and sliders use the arrows, and prevent nothing.
      if (event.defaultPrevented || !isShortcut(event) || pressedIn(event, 'input')) return;
      if (event.key === 'ArrowRight') void store.step();
      else if (event.key === 'ArrowLeft') store.back();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [store, active]);
}
