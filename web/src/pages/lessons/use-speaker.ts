/**
 * The lesson and its speaker's window, in step with one another: when one moves on, the other follows. A window reports
 * a step only when its user took one. A window that opens adopts the other's step: the notes ask, the lesson answers.
 * If the notes reported their own step, notes that open late would move the stage back.
 */
import { useCallback, useEffect, useRef } from 'react';

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
  const newest = useRef({ step, isDark, actions });
  useEffect(() => {
    newest.current = { step, isDark, actions };
  });
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
