import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNewest } from '../../ui/hooks.ts';
import { isShortcut, pressedIn } from '../../ui/keys.ts';

/**
 * A lesson's keys. Reading: the arrows, unless the focused element needs them. On stage: arrows, a presenter's remote
 * (PageUp, PageDown, `b` or `.`), Home, End, and a number with Enter; wherever the focus is, the figure included.
 */

interface LessonKeys {
  readonly stage: boolean;
  readonly step: number;
  readonly last: number;
  readonly isDark: boolean;
  /** On stage a question is open: the digits are its answers. */
  readonly isAsking: boolean;
  readonly onGo: (step: number) => void;
  readonly onDark: (dark: boolean) => void;
}

/** Inside a figure, and in elements that use arrows themselves, the lesson does not use them. */
const OWN_ARROWS = '[data-figure-slot], [role="slider"], [role="grid"], select, input';

/** An unfinished number is forgotten after this time. */
const FORGET_MS = 3_000;

const FORWARD = new Set(['ArrowRight', 'ArrowDown', 'PageDown']);
const BACK = new Set(['ArrowLeft', 'ArrowUp', 'PageUp']);
const isPage = (key: string): boolean => key === 'PageDown' || key === 'PageUp';
/** Keys of a remote: they go on also while the screen is dark. */
const REMOTE = new Set(['PageDown', 'PageUp', 'ArrowRight', 'ArrowLeft', 'Home', 'End']);

type StageKeys = Pick<LessonKeys, 'step' | 'last' | 'isDark' | 'isAsking'> & { readonly digits: string };

/** The act of a key on stage; null: none. Every key but a digit ends the number that is being typed. */
function stageActOf(
  { key, shiftKey: isShifted }: KeyboardEvent,
  { step, last, isDark, isAsking, digits }: StageKeys,
): { readonly digits?: string; readonly go?: number; readonly dark?: boolean } | null {
  if (/^\d$/.test(key)) return isAsking ? null : { digits: `${digits}${key}`.slice(-3) };
  if (key === 'Enter' && digits !== '') return { go: Math.max(1, Math.min(Number(digits), last)) };
  const darkens = key === '.' || (key.toLowerCase() === 'b' && !isShifted);
  if (isDark && !REMOTE.has(key))
    return darkens || (key.length === 1 && key !== 'f' && key !== 'F') ? { dark: false } : null;
  if (FORWARD.has(key)) return { go: step + 1 };
  if (BACK.has(key)) return { go: step - 1 };
  if (key === 'Home') return { go: 1 };
  if (key === 'End') return { go: last };
  return darkens ? { dark: true } : null;
}

/** @returns the digits of a number that is being typed */
export function useLessonKeys(keys: LessonKeys): string {
  const [digits, setDigits] = useState('');
  const now = useNewest({ ...keys, digits });
  useEffect(() => {
    if (digits === '') return undefined;
    const timer = setTimeout(() => setDigits(''), FORGET_MS);
    return () => clearTimeout(timer);
  }, [digits]);
  // A step's keys work as soon as it is visible.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { stage } = now.current;
      // In a question for the room a remote still goes on; else a field keeps all its keys.
      const goesOn = stage && isPage(event.key) && pressedIn(event, '[data-asked]');
      if (!goesOn && (!isShortcut(event) || (!stage && pressedIn(event, OWN_ARROWS)))) return;
      const done = stage ? onStageKey(event) : onReaderKey(event.key);
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
    const onStageKey = (event: KeyboardEvent): boolean => {
      const { onGo, onDark } = now.current;
      const act = stageActOf(event, now.current);
      setDigits(act?.digits ?? '');
      if (act?.go !== undefined) onGo(act.go);
      if (act?.dark !== undefined) onDark(act.dark);
      return act !== null;
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, []);
  return digits;
}

/**
 * The lesson and its speaker's window, in step with one another: when one moves on, the other follows. A window reports
 * a step only when its user took one. A window that opens adopts the other's step: the notes ask, the lesson answers.
 * If the notes reported their own step, notes that open late would move the stage back.
 */

interface Where {
  readonly step: number;
  readonly isDark: boolean;
}
interface Actions {
  readonly go: (step: number) => void;
  readonly dark: (dark: boolean) => void;
}

type Role = 'lesson' | 'notes';
interface Told extends Where {
  readonly from: Role;
}

/** A message from the other window: any page may have sent it, so it is checked before it counts. */
function toldOf(data: unknown): Told | 'ask' | null {
  if (data === 'ask') return data;
  if (typeof data !== 'object' || data === null) return null;
  const { step, isDark, from } = data as Partial<Record<keyof Told, unknown>>;
  if (!Number.isSafeInteger(step) || typeof isDark !== 'boolean' || (from !== 'lesson' && from !== 'notes'))
    return null;
  return { step: Number(step), isDark, from };
}

/** @returns the function that opens the speaker's window */
export function useSpeaker(role: Role, id: string, { step, isDark }: Where, actions: Actions) {
  /** The state that both windows share, as far as this one knows it. */
  const known = useRef<Where>({ step, isDark });
  const channel = useRef<BroadcastChannel | null>(null);
  const newest = useNewest({ step, isDark, actions });
  useEffect(() => {
    const opened = new BroadcastChannel(`xipscope.lesson.${id}`);
    channel.current = opened;
    const tell = (): void => {
      const { current } = newest;
      opened.postMessage({ from: role, step: current.step, isDark: current.isDark });
    };
    opened.onmessage = ({ data }: MessageEvent<unknown>) => {
      const told = toldOf(data);
      const { current } = newest;
      if (told === 'ask' && role === 'lesson') tell();
      // A second window of the same role has a separate reader.
      if (told === null || told === 'ask' || told.from === role) return;
      known.current = told;
      if (told.step !== current.step) current.actions.go(told.step);
      if (told.isDark !== current.isDark) current.actions.dark(told.isDark);
    };
    if (role === 'notes') opened.postMessage('ask');
    else tell();
    return () => {
      channel.current = null;
      opened.close();
    };
  }, [role, id]);
  useEffect(() => {
    if (known.current.step === step && known.current.isDark === isDark) return;
    known.current = { step, isDark };
    channel.current?.postMessage({ from: role, step, isDark });
  }, [role, step, isDark]);
  const open = useCallback(() => {
    globalThis.open(
      `#/lessons/${id}?step=${newest.current.step}&notes=1`,
      'xipscope-notes',
      'popup,width=760,height=620',
    );
  }, [id]);
  return open;
}
