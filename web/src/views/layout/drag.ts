/** Drags a tile with a mouse, a pen or a finger: where it would be dropped, while it is held, and when it is let go. */
import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

export interface Target {
  readonly struct: number;
  /** It goes before the field that is there now. */
  readonly index: number;
}

/** A finger that has rested so long takes the tile. One that moves before scrolls the page. */
const REST_MS = 300;
/** So far a press is a press. */
const SLACK_PX = 5;

const numberOf = (text: string | undefined): number => (text === undefined ? Number.NaN : Number(text));

/** The place for a field under a point: before or behind the tile there, or at the end of the struct whose line is there. */
function targetAt(x: number, y: number): Target | null {
  for (const element of document.elementsFromPoint(x, y)) {
    if (!(element instanceof HTMLElement)) continue;
    const struct = numberOf(element.dataset.struct);
    if (Number.isNaN(struct)) continue;
    const index = numberOf(element.dataset.index);
    if (Number.isNaN(index)) return { struct, index: numberOf(element.dataset.end) };
    const { left, width } = element.getBoundingClientRect();
    return { struct, index: x < left + width / 2 ? index : index + 1 };
  }
  return null;
}

interface Held {
  readonly field: string;
  readonly x: number;
  readonly y: number;
  /** It may be dragged: a mouse may at once, a finger after a rest. */
  isTaken: boolean;
  isDragged: boolean;
}

export interface Dragging {
  readonly field: string;
  readonly over: Target | null;
  /** Of the window. */
  readonly x: number;
  readonly y: number;
}

/** The page does not scroll under a tile that is held. React's own listeners may not prevent that. */
function useStillPage(box: RefObject<HTMLElement | null>, held: RefObject<Held | null>): void {
  useEffect(() => {
    const onMove = (event: TouchEvent): void => {
      if (held.current?.isTaken === true && event.cancelable) event.preventDefault();
    };
    const element = box.current;
    element?.addEventListener('touchmove', onMove, { passive: false });
    return () => element?.removeEventListener('touchmove', onMove);
  }, [box, held]);
}

export function useDrag(
  box: RefObject<HTMLElement | null>,
  onHold: (field: string) => void,
  onDrop: (field: string, to: Target) => void,
) {
  const held = useRef<Held | null>(null);
  const rest = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const end = (): void => {
    clearTimeout(rest.current);
    held.current = null;
    setDragging(null);
  };
  useEffect(() => () => clearTimeout(rest.current), []);
  useStillPage(box, held);
  const handlers = (field: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      const { clientX: x, clientY: y, pointerType, pointerId, currentTarget } = event;
      const own: Held = { field, x, y, isTaken: pointerType === 'mouse', isDragged: false };
      held.current = own;
      currentTarget.setPointerCapture(pointerId);
      if (own.isTaken) return;
      rest.current = setTimeout(() => {
        own.isTaken = true;
        onHold(field);
        setDragging({ field, over: null, x, y });
      }, REST_MS);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const now = held.current;
      if (now === null) return;
      const { clientX: x, clientY: y } = event;
      if (!now.isDragged && Math.hypot(x - now.x, y - now.y) <= SLACK_PX) return;
      if (!now.isTaken) {
        end();
        return;
      }
      if (!now.isDragged) onHold(field);
      now.isDragged = true;
      setDragging({ field, over: targetAt(x, y), x, y });
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const to = held.current?.isDragged === true ? targetAt(event.clientX, event.clientY) : null;
      end();
      if (to !== null) onDrop(field, to);
    },
    onPointerCancel: end,
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      // A long press opens no menu over the tile.
      if (held.current !== null) event.preventDefault();
    },
  });
  return { dragging, handlers };
}
