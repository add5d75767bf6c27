/**
 * The full text of a card that has no room for it: on hover, on keyboard focus, and after a long touch, until the next
 * touch elsewhere. In the top layer, so that no scroller cuts it off. Screen readers find the same text in the card's
 * name.
 */
import {
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import styles from './lane-note.module.css';

export interface NoteText {
  readonly title: string;
  readonly sql: string;
  readonly facts: readonly string[];
}
interface Shown {
  readonly text: NoteText;
  readonly at: DOMRect;
  /** Opened by a finger: it stays, and a long note scrolls. */
  readonly held: boolean;
}
export interface NoteHandlers {
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerLeave: () => void;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
  readonly onClickCapture: (event: MouseEvent) => void;
  readonly onContextMenu: (event: MouseEvent) => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur: () => void;
}
/** The handlers that show a note while the pointer is on an element: once it moves there, not when the element comes to lie under it. */
export type NoteOn = (text: () => NoteText) => NoteHandlers;

/** Distance from the window's edge, in px. */
const MARGIN = 8;
/** A finger that rests this long wants to read, not to choose. */
const HOLD_MS = 450;

export interface LaneNoteState {
  readonly shown: Shown | null;
  readonly noteOn: NoteOn;
  readonly hide: () => void;
}

export function useLaneNote(): LaneNoteState {
  const [shown, setShown] = useState<Shown | null>(null);
  /** The current touch, and whether it has rested long enough: then its click is ignored. */
  const finger = useRef<{ timer: number; held: boolean }>({ timer: 0, held: false });
  /** The element whose note the pointer has opened, or that was clicked: its note does not open again until the pointer leaves. */
  const noted = useRef<HTMLElement | null>(null);
  const noteOn = useCallback<NoteOn>((text) => {
    const show = (element: HTMLElement, held = false): void =>
      setShown({ text: text(), at: element.getBoundingClientRect(), held });
    const hide = (): void => setShown(null);
    // Scrolling with the finger cancels the note.
    const lift = (): void => clearTimeout(finger.current.timer);
    return {
      onPointerMove: (event) => {
        if (event.pointerType === 'touch' || noted.current === event.currentTarget) return;
        noted.current = event.currentTarget;
        show(event.currentTarget);
      },
      onPointerLeave: () => {
        noted.current = null;
        lift();
        if (!finger.current.held) hide();
      },
      onPointerDown: (event) => {
        finger.current.held = false;
        if (event.pointerType !== 'touch') return;
        const element = event.currentTarget;
        finger.current.timer = window.setTimeout(() => {
          finger.current.held = true;
          show(element, true);
        }, HOLD_MS);
      },
      onPointerUp: lift,
      onPointerCancel: lift,
      onClickCapture: (event) => {
        if (!finger.current.held) {
          // The note may be out of date after the click: a step that was to run next has run.
          hide();
          return;
        }
        finger.current.held = false;
        event.preventDefault();
        event.stopPropagation();
      },
      onContextMenu: (event) => {
        if (finger.current.held) event.preventDefault();
      },
      onFocus: (event) => {
        // The focus is on the card's button, not on the card.
        if (event.target.matches(':focus-visible')) show(event.currentTarget);
      },
      onBlur: () => {
        if (!finger.current.held) hide();
      },
    };
  }, []);
  useEffect(() => () => clearTimeout(finger.current.timer), []);
  const hide = useCallback(() => setShown(null), []);
  useHiding(shown !== null, hide);
  return { shown, noteOn, hide };
}

/** Escape hides it, and so do scrolling and a touch elsewhere. */
function useHiding(isOpen: boolean, onHide: () => void): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const isInside = ({ target }: Event): boolean => target instanceof Element && target.closest('[popover]') !== null;
    const hide = (event: Event): void => {
      if (!isInside(event)) onHide();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onHide();
    };
    addEventListener('keydown', onKey);
    addEventListener('scroll', hide, { capture: true, passive: true });
    addEventListener('touchstart', hide, { capture: true, passive: true });
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('touchstart', hide, { capture: true });
      removeEventListener('scroll', hide, { capture: true });
    };
  }, [isOpen, onHide]);
}

export function LaneNote({ shown, hide }: Omit<LaneNoteState, 'noteOn'>) {
  const bubble = useRef<HTMLDivElement>(null);
  // The finger that opened the note is lifted above it: that does not count as a touch of the note.
  const touched = useRef(false);
  useLayoutEffect(() => {
    const note = bubble.current;
    if (note === null || shown === null) return undefined;
    note.showPopover();
    const own = note.getBoundingClientRect();
    const { at } = shown;
    const right = at.right + MARGIN;
    const left = right + own.width + MARGIN <= innerWidth ? right : Math.max(MARGIN, at.left - own.width - MARGIN);
    // A narrow screen has no room on either side: the note goes below, or above.
    const beside = left >= right || left + own.width <= at.left;
    const below = at.bottom + MARGIN + own.height <= innerHeight ? at.bottom + MARGIN : at.top - own.height - MARGIN;
    const top = beside ? Math.min(at.top, innerHeight - own.height - MARGIN) : below;
    note.style.left = `${beside ? left : Math.max(MARGIN, Math.min(at.left, innerWidth - own.width - MARGIN))}px`;
    note.style.top = `${Math.max(MARGIN, top)}px`;
    return () => note.hidePopover();
  }, [shown]);
  return (
    <div
      ref={bubble}
      popover="manual"
      className={styles.note}
      data-held={shown?.held}
      aria-hidden="true"
      data-no-export=""
      onPointerDown={() => {
        touched.current = true;
      }}
      onClick={() => {
        if (touched.current) hide();
        touched.current = false;
      }}
    >
      {shown !== null && (
        <>
          <p className={styles.noteTitle}>{shown.text.title}</p>
          {shown.text.sql !== '' && <pre className={styles.noteSql}>{shown.text.sql}</pre>}
          {shown.text.facts.map((fact) => (
            <p key={fact}>{fact}</p>
          ))}
        </>
      )}
    </div>
  );
}
