/**
 * A lesson's keys. Reading: the arrows, unless the focused element needs them. On stage: arrows, a presenter's remote
 * (PageUp, PageDown, `b` or `.`), Home, End, and a number with Enter; wherever the focus is, the figure included.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isShortcut, pressedIn } from '../../ui/key-target.ts';

interface LessonKeys {
  readonly stage: boolean;
  readonly step: number;
  readonly last: number;
  readonly isDark: boolean;
  readonly onGo: (step: number) => void;
  readonly onDark: (dark: boolean) => void;
}

/** Inside a figure, and in elements that use arrows themselves, the lesson does not use them. */
const OWN_ARROWS = '[data-figure-slot], [role="slider"], [role="grid"], select, input';

/** An unfinished number is forgotten after this time. */
const FORGET_MS = 3_000;

/** @returns the digits of a number that is being typed */
export function useLessonKeys(keys: LessonKeys): string {
  const [digits, setDigits] = useState('');
  const now = useRef({ ...keys, digits });
  useLayoutEffect(() => {
    now.current = { ...keys, digits };
  });
  useEffect(() => {
    if (digits === '') return undefined;
    const timer = setTimeout(() => setDigits(''), FORGET_MS);
    return () => clearTimeout(timer);
  }, [digits]);
  // A step's keys work as soon as it is visible.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { stage } = now.current;
      // On stage the only fields are those of a figure; a reader's fields keep all their keys.
      if (!isShortcut(event) || (!stage && pressedIn(event, OWN_ARROWS))) return;
      const done = stage ? onStageKey(event.key) : onReaderKey(event.key);
      if (!done) return;
      event.preventDefault();
    };
    const onReaderKey = (key: string): boolean => {
      const { step, onGo } = now.current;
      if (key === 'ArrowRight') onGo(step + 1);
      else if (key === 'ArrowLeft') onGo(step - 1);
      else return false;
      return true;
    };
    const onStageKey = (key: string): boolean => {
      const { step, last, isDark, onGo, onDark, digits: typed } = now.current;
      if (/^\d$/.test(key)) {
        setDigits(`${typed}${key}`.slice(-3));
        return true;
      }
      setDigits('');
      if (key === 'Enter' && typed !== '') {
        onGo(Math.max(1, Math.min(Number(typed), last)));
        return true;
      }
      const dark = key === 'b' || key === 'B' || key === '.';
      if (isDark && !['PageDown', 'PageUp', 'ArrowRight', 'ArrowLeft', 'Home', 'End'].includes(key)) {
        if (!dark && (key.length > 1 || key === 'f' || key === 'F')) return false;
        onDark(false);
        return true;
      }
      const to: Readonly<Record<string, number>> = {
        ArrowRight: step + 1,
        ArrowDown: step + 1,
        PageDown: step + 1,
        ArrowLeft: step - 1,
        ArrowUp: step - 1,
        PageUp: step - 1,
        Home: 1,
        End: last,
      };
      const target = Object.hasOwn(to, key) ? to[key] : undefined;
      if (target !== undefined) onGo(target);
      else if (dark) onDark(true);
      else return false;
      return true;
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, []);
  return digits;
}
