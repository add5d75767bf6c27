/** A text with its terms: the first use of each has a dotted underline and opens the glossary's sentence. */
import '../../../base/messages/en/glossary.ts';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Messages } from '../../../base/messages/index.ts';
import type { Prose } from '../../../scenario/lesson.ts';
import { useMessages } from '../../../ui/messages.tsx';
import {
  type Finder,
  finderOf,
  firstUses,
  type Piece,
  piecesOf,
  type Term,
  type Words,
} from '../../../viewmodel/glossary/terms.ts';
import { TermFigure } from '../../../views/term-sketch/TermSketch.tsx';
import styles from './terms.module.css';

const finders = new Map<string, Finder>();
function finderFor(messages: Messages): Finder {
  const kept = finders.get(messages.tag);
  if (kept !== undefined) return kept;
  const made = finderOf(messages);
  finders.set(messages.tag, made);
  return made;
}

const found = new WeakMap<readonly Prose[], ReturnType<typeof firstUses>>();

/** How the words of this text are drawn (`TextOf` in `shared/lessons/LessonProse.tsx`). */
export function wordsOf(nodes: readonly Prose[], messages: Messages): (node: Words) => ReactNode {
  const uses = found.get(nodes) ?? firstUses(nodes, finderFor(messages));
  found.set(nodes, uses);
  return (node) => {
    const pieces = uses.get(node);
    return pieces === undefined ? node.text : <Pieces all={pieces} />;
  };
}

/** The same for a plain sentence. */
export const withTerms = (text: string, messages: Messages): ReactNode => (
  <Pieces key={text} all={piecesOf(text, finderFor(messages), new Set())} />
);

function Pieces({ all }: { readonly all: readonly Piece[] }) {
  return all.map(({ text, term }, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a text's pieces never change places
    term === null ? text : <TermButton key={i} term={term} text={text} />,
  );
}

/** Distance from the window's edge and from the word, in px; the bubble's width is the style sheet's. */
const MARGIN = 8;
const WIDTH = 320;

/** Next to the word, below it if there is room. It lies in the page's coordinates and scrolls with the word. */
function place(bubble: HTMLElement, word: Element): void {
  const lines = word.getClientRects();
  const { left, top, bottom } = lines[lines.length - 1] ?? word.getBoundingClientRect();
  const width = Math.min(WIDTH, document.documentElement.clientWidth - 2 * MARGIN);
  const most = document.documentElement.clientWidth - width - MARGIN;
  const isBelow = bottom + MARGIN + bubble.offsetHeight < innerHeight || top < bubble.offsetHeight + MARGIN;
  const { style } = bubble;
  style.width = `${width}px`;
  style.left = `${Math.max(MARGIN, Math.min(left, most)) + scrollX}px`;
  style.top = `${(isBelow ? bottom + MARGIN : top - MARGIN - bubble.offsetHeight) + scrollY}px`;
}

function Entry({ term }: { readonly term: Term }) {
  const { t } = useMessages();
  return (
    <>
      <strong className={styles.name}>{t(`glossary.name.${term}`)}</strong>
      <TermFigure term={term} />
      <span>{t(`glossary.says.${term}`)}</span>
      <a href="#/glossary">{t('glossary.all')}</a>
    </>
  );
}

/**
 * A button in a line of text. A `<button>` would be a box that never breaks at the end of a line, so the text would move
 * when its terms arrive. The popover is the browser's: Escape or a click elsewhere closes it, and one is open at a time.
 */
function TermButton({ term, text }: { readonly term: Term; readonly text: string }) {
  const id = useId();
  const word = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const wasOpen = useRef(false);
  const [isOpen, setOpen] = useState(false);
  const isShown = (): boolean => bubble.current?.matches(':popover-open') ?? false;
  const toggle = (open: boolean): void => {
    const { current } = bubble;
    if (current === null || word.current === null) return;
    if (!open) {
      current.hidePopover();
      return;
    }
    flushSync(() => setOpen(true));
    if (!isShown()) current.showPopover();
    place(current, word.current);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    toggle(!isShown());
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <span
        ref={word}
        role="button"
        tabIndex={0}
        className={styles.term}
        data-term={term}
        aria-expanded={isOpen}
        aria-describedby={isOpen ? id : undefined}
        // A press outside the bubble closes it before the click arrives.
        onPointerDown={() => {
          wasOpen.current = isShown();
        }}
        onClick={() => toggle(!wasOpen.current)}
        onKeyDown={onKeyDown}
      >
        {text}
      </span>
      <span
        ref={bubble}
        id={id}
        popover="auto"
        className={styles.bubble}
        data-testid="term"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {isOpen && <Entry term={term} />}
      </span>
    </>
  );
}
