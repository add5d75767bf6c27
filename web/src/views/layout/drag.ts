/** Drags a tile with a mouse, a pen or a finger: where it would be dropped, while it is held, and when it is let go. */
import { type PointerEvent, useRef, useState } from 'react';

export interface Target {
  readonly struct: number;
  /** It goes before the field that is there now. */
  readonly index: number;
}

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
  isDragged: boolean;
}

export interface Dragging {
  readonly field: string;
  readonly over: Target | null;
  /** Of the window. */
  readonly x: number;
  readonly y: number;
}

export function useDrag(onHold: (field: string) => void, onDrop: (field: string, to: Target) => void) {
  const held = useRef<Held | null>(null);
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const end = (): void => {
    held.current = null;
    setDragging(null);
  };
  const handlers = (field: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      held.current = { field, x: event.clientX, y: event.clientY, isDragged: false };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const now = held.current;
      if (now === null) return;
      const { clientX: x, clientY: y } = event;
      if (!now.isDragged && Math.hypot(x - now.x, y - now.y) <= SLACK_PX) return;
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
  });
  return { dragging, handlers };
}
