/**
 * The Playground's keys: a session's letter or number moves it; comma and full stop step back and on, as the arrows do on
 * a page; Space plays, and N branches, where a button says so. On stage V goes to the next figure, and `b` and the full stop are a remote's button for a black
 * slide: they do nothing. In a box the sessions' keys, which are drawn on their cards, are the whole window's.
 */
import { useEffect } from 'react';
import { isShortcut, type KeyHandlers, pressedIn, useKeys, useRemote } from '../../../ui/keys.ts';
import { MOVED_BY_KEYS, type MoveKeysOf, moveKeys } from '../../../viewmodel/stage/move-keys.ts';
import type { PlayStore } from './play-store.ts';

const HANDLED = { page: handlersOf('page'), stage: handlersOf('stage'), lesson: handlersOf('lesson') } as const;

/** The session of each key, as `useKeys` names it. */
function handlersOf(of: MoveKeysOf): readonly (readonly [string, number])[] {
  return Array.from({ length: MOVED_BY_KEYS }, (_, place) =>
    moveKeys(place, of).map((key) => [key.length === 1 ? key.toLowerCase() : key, place] as const),
  ).flat();
}

/** The keys of a page that fills the window. */
export const keysOnPage = (stage: boolean): MoveKeysOf => (stage ? 'stage' : 'page');

/** The keys of a figure in a box. */
export const keysInBox = (stage: boolean): MoveKeysOf => (stage ? 'lesson' : 'page');

interface MoveKeysUse {
  readonly on: MoveKeysOf;
  readonly active: boolean;
  /** They are drawn on the sessions' cards: in a box, too, they are the whole window's. */
  readonly drawn?: boolean;
}

/** The sessions' keys. */
export function useMoveKeys(store: PlayStore, { on, active, drawn = false }: MoveKeysUse): void {
  const handlers: KeyHandlers = Object.fromEntries(
    HANDLED[on].map(([key, place]) => [key, () => store.moveSession(place)]),
  );
  useKeys(handlers, { active, everywhere: drawn });
}

interface PlayKeysUse extends MoveKeysUse {
  /** The page fills the window: the arrows step, too. In a box they belong to what is around it. */
  readonly arrows?: boolean;
  readonly onFigure?: () => void;
}

export function usePlayKeys(store: PlayStore, { onFigure, arrows = false, ...use }: PlayKeysUse) {
  const { on, active } = use;
  const stage = on === 'stage';
  useMoveKeys(store, use);
  useKeys(
    {
      ' ': () => (store.get().isPlaying ? store.pause() : store.play()),
      ...(stage ? {} : { '.': () => void store.step() }),
      ',': () => store.back(),
      n: on === 'page' ? () => store.branch() : undefined,
      t: () => store.letTimePass(),
      z: () => void store.finish(),
      v: stage ? onFigure : undefined,
    },
    { active },
  );
  useArrows(store, active && (stage || arrows));
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
