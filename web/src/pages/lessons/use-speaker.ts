/** The lesson on stage and its speaker's window, in step with one another: whichever goes on, the other follows. */
import { useCallback, useEffect, useRef } from 'react';

interface Where {
  readonly step: number;
  readonly isDark: boolean;
}
interface Actions {
  readonly go: (step: number) => void;
  readonly dark: (dark: boolean) => void;
}

/** What one window tells the other: another window's message is somebody's, so it is looked at before it counts. */
function whereOf(data: unknown): Where | 'ask' | null {
  if (data === 'ask') return data;
  if (typeof data !== 'object' || data === null) return null;
  const { step, isDark } = data as Partial<Record<keyof Where, unknown>>;
  return Number.isSafeInteger(step) && typeof isDark === 'boolean' ? { step: Number(step), isDark } : null;
}

/** @returns what opens the speaker's window */
export function useSpeaker(id: string, { step, isDark }: Where, actions: Actions) {
  /** What the other window said last: it need not be told of it again. */
  const heard = useRef<Where | null>(null);
  const channel = useRef<BroadcastChannel | null>(null);
  const newest = useRef({ step, isDark, actions });
  useEffect(() => {
    newest.current = { step, isDark, actions };
  });
  useEffect(() => {
    const opened = new BroadcastChannel(`xipscope.lesson.${id}`);
    channel.current = opened;
    opened.onmessage = ({ data }: MessageEvent<unknown>) => {
      const where = whereOf(data);
      const { current } = newest;
      if (where === null) return;
      if (where === 'ask') return opened.postMessage({ step: current.step, isDark: current.isDark });
      heard.current = where;
      if (where.step !== current.step) current.actions.go(where.step);
      if (where.isDark !== current.isDark) current.actions.dark(where.isDark);
    };
    opened.postMessage('ask');
    return () => {
      channel.current = null;
      opened.close();
    };
  }, [id]);
  useEffect(() => {
    if (heard.current?.step === step && heard.current.isDark === isDark) return;
    heard.current = null;
    channel.current?.postMessage({ step, isDark });
  }, [step, isDark]);
  const open = useCallback(() => {
    globalThis.open(
      `#/lessons/${id}?step=${newest.current.step}&notes=1`,
      'xipscope-notes',
      'popup,width=760,height=620',
    );
  }, [id]);
  return open;
}
