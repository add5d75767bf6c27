/** The room for cards: measured when it changes, never at a step. */
import { type RefObject, useLayoutEffect, useState } from 'react';
import type { LaneRoom } from '../../viewmodel/stage/lanes-types.ts';

/**
 * @param body the element around the rows. Its `max-height` is the room, if it has one, else its height.
 * @param heads the first element in it with `data-lane` is as wide as a card
 * @returns null until it has been measured
 */
export function useRoom(
  body: RefObject<HTMLElement | null>,
  heads: RefObject<HTMLElement | null>,
  isOff: boolean,
): LaneRoom | null {
  const [room, setRoom] = useState<LaneRoom | null>(null);
  useLayoutEffect(() => {
    const element = body.current;
    const head = heads.current?.querySelector<HTMLElement>('[data-lane]') ?? null;
    if (isOff || element === null || head === null) return undefined;
    const look = (): void => setRoom((old) => unlessSame(old, roomOf(element, head)));
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    observer.observe(head);
    return () => observer.disconnect();
  }, [body, heads, isOff]);
  return room;
}

function roomOf(body: HTMLElement, head: HTMLElement): LaneRoom {
  const { maxHeight, fontSize } = getComputedStyle(body);
  // `none` is not a number.
  const most = Number.parseFloat(maxHeight);
  return {
    height: Number.isNaN(most) ? body.clientHeight : most,
    card: head.offsetWidth,
    em: Number.parseFloat(fontSize),
    rem: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
  };
}

const unlessSame = (old: LaneRoom | null, { height, card, em, rem }: LaneRoom): LaneRoom =>
  old !== null && old.height === height && old.card === card && old.em === em && old.rem === rem
    ? old
    : { height, card, em, rem };
