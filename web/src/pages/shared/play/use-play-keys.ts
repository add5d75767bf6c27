/**
 * The Playground's keys: a session's letter or number moves it; comma and full stop step back and on, as the arrows do on
 * a page; Space plays, and N branches, where a button says so. On stage V goes to the next figure, and `b` and the full stop are a remote's button for a black
 * slide: they do nothing. In a box the sessions' keys, which are drawn on their cards, are the whole window's.
 */
import { useEffect } from 'react';
import { useNewest } from '../../../ui/hooks.ts';
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

/** What the arrows and a remote do on stage; left out: nothing is left to do, and the key is the frame's. */
export interface StageStory {
  readonly onNext: (() => void) | undefined;
  readonly onPrevious: (() => void) | undefined;
}

interface PlayKeysUse extends MoveKeysUse {
  /** The page is on stage. Left out: its sessions' keys say so. */
  readonly stage?: boolean;
  /** On stage, instead of single steps. */
  readonly story?: StageStory;
  /** The page fills the window: the arrows step, too. In a box they belong to what is around it. */
  readonly arrows?: boolean;
  readonly onFigure?: () => void;
}

export function usePlayKeys(store: PlayStore, { onFigure, arrows = false, story, ...use }: PlayKeysUse) {
  const { on, active } = use;
  const stage = use.stage ?? on === 'stage';
  useMoveKeys(store, use);
  useKeys(
    {
      ' ': () => (store.get().isPlaying ? store.pause() : store.play()),
      ...(stage ? {} : { '.': () => void store.step() }),
      ',': () => store.back(),
      n: on === 'page' ? () => store.branch() : undefined,
      // On stage T is the other theme.
      [stage ? 'Shift+T' : 't']: () => store.letTimePass(),
      z: () => void store.finish(),
      v: stage ? onFigure : undefined,
    },
    { active },
  );
  const steps: StageStory = { onNext: () => void store.step(), onPrevious: () => store.back() };
  const moves = (stage ? story : undefined) ?? steps;
  useArrows(moves, active && (stage || arrows));
  useRemote(moves, { active: active && stage });
}

/** Left and right, unless the focused element uses them. */
function useArrows(moves: StageStory, active: boolean): void {
  const newest = useNewest(moves);
  useEffect(() => {
    if (!active) return undefined;
    const onKey = (event: KeyboardEvent) => {
      // Radio buttons and sliders use the arrows, and prevent nothing.
      if (event.defaultPrevented || !isShortcut(event) || pressedIn(event, 'input')) return;
      const { onNext, onPrevious } = newest.current;
      const act = event.key === 'ArrowRight' ? onNext : event.key === 'ArrowLeft' ? onPrevious : undefined;
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    // Before the frame's, which listens at the window.
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [active]);
}
