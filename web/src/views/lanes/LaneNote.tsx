/**
 * The whole of what a card has no room for: on hover, on keyboard focus, and while a finger has rested on it, then until
 * another place is touched. In the top layer, so that no scroller cuts it
 * off. Who listens instead has the same in the card's name.
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
  /** By a finger: it stays, and what is long is scrolled. */
  readonly held: boolean;
}
export interface NoteHandlers {
  readonly onPointerEnter: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerLeave: () => void;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
  readonly onClickCapture: (event: MouseEvent) => void;
  readonly onContextMenu: (event: MouseEvent) => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur: () => void;
}
/** What makes an element show a note while it is pointed at. */
export type NoteOn = (text: () => NoteText) => NoteHandlers;

/** From the window's edge, in px. */
const MARGIN = 8;
/** A finger that rests so long wants to read, not to choose. */
const HOLD_MS = 450;

export interface LaneNoteState {
  readonly shown: Shown | null;
  readonly noteOn: NoteOn;
  readonly hide: () => void;
}

export function useLaneNote(): LaneNoteState {
  const [shown, setShown] = useState<Shown | null>(null);
  /** A finger that is down, and whether it has rested long enough: then its click is none. */
  const finger = useRef<{ timer: number; held: boolean }>({ timer: 0, held: false });
  const noteOn = useCallback<NoteOn>((text) => {
    const show = (element: HTMLElement, held = false): void =>
      setShown({ text: text(), at: element.getBoundingClientRect(), held });
    const hide = (): void => setShown(null);
    // A finger that begins to scroll cancels.
    const lift = (): void => clearTimeout(finger.current.timer);
    return {
      onPointerEnter: (event) => {
        if (event.pointerType !== 'touch') show(event.currentTarget);
      },
      onPointerLeave: () => {
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
          // What was said of the card may be over with the click: a step that was to run next has run.
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
        // A card is not in focus itself, but its button is.
        if (event.target.matches(':focus-visible')) show(event.currentTarget);
      },
      onBlur: () => {
        if (!finger.current.held) hide();
      },
    };
  }, []);
  useEffect(() => () => clearTimeout(finger.current.timer), []);
  const isOpen = shown !== null;
  useEffect(() => {
    if (!isOpen) return undefined;
    const isInside = ({ target }: Event): boolean => target instanceof Element && target.closest('[popover]') !== null;
    const hide = (event: Event): void => {
      if (!isInside(event)) setShown(null);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setShown(null);
    };
    addEventListener('keydown', onKey);
    addEventListener('scroll', hide, { capture: true, passive: true });
    addEventListener('touchstart', hide, { capture: true, passive: true });
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('touchstart', hide, { capture: true });
      removeEventListener('scroll', hide, { capture: true });
    };
  }, [isOpen]);
  return { shown, noteOn, hide: useCallback(() => setShown(null), []) };
}

export function LaneNote({ shown, hide }: Omit<LaneNoteState, 'noteOn'>) {
  const bubble = useRef<HTMLDivElement>(null);
  // The finger that opened it is lifted above it: that is no touch of the note.
  const touched = useRef(false);
  useLayoutEffect(() => {
    const note = bubble.current;
    if (note === null || shown === null) return undefined;
    note.showPopover();
    const own = note.getBoundingClientRect();
    const { at } = shown;
    const right = at.right + MARGIN;
    const left = right + own.width + MARGIN <= innerWidth ? right : Math.max(MARGIN, at.left - own.width - MARGIN);
    // On a narrow screen there is no room at either side: below, or above.
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
