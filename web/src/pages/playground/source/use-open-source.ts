/** Opening files: by a picker or by dropping one anywhere on the page. The newest wins. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { compileText } from '../../../engine/compile-client.ts';
import { useMessages } from '../../../ui/messages.tsx';
import { type OpenedSource, openSource } from './read-file.ts';

export interface OpenSource {
  /** A file is over the page, or is being read. */
  readonly state: 'idle' | 'dragging' | 'reading';
  /** Files from a picker. */
  open(files: Iterable<File>): void;
}

/** A file that has not been over the page for so long has left it. Firefox says where it is every 350 ms. */
const LEFT_MS = 600;

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** @param onOpened told what became of a file; never of one that a newer one has overtaken */
export function useOpenSource(onOpened: (opened: OpenedSource) => void): OpenSource {
  const messages = useMessages();
  const [state, setState] = useState<OpenSource['state']>('idle');
  const newest = useRef({ onOpened, messages });
  useEffect(() => {
    newest.current = { onOpened, messages };
  });
  /** Which opening is the newest; a page that has gone counts as one. */
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current++;
    },
    [],
  );

  const open = useCallback(async (files: Iterable<File>) => {
    const own = ++turn.current;
    const { lang } = newest.current.messages;
    setState('reading');
    const opened = await openSource([...files], (bytes) => compileText(bytes, lang), newest.current.messages);
    if (own !== turn.current) return;
    setState('idle');
    if (opened !== null) newest.current.onOpened(opened);
  }, []);

  useEffect(() => {
    // Over everything on the page, the editor too, which would put a file's text into its own.
    const options = { capture: true };
    let left: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => {
      clearTimeout(left);
      setState((old) => (old === 'dragging' ? 'idle' : old));
    };
    const take = (event: DragEvent): boolean => {
      if (!hasFiles(event)) return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    };
    // While a file is over the page this is heard several times a second. What is entered and left on the way
    // cannot be counted: elements come and go, and browsers differ.
    const over = (event: DragEvent): void => {
      if (!take(event)) return;
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
      clearTimeout(left);
      left = setTimeout(end, LEFT_MS);
      setState('dragging');
    };
    const drop = (event: DragEvent): void => {
      if (!take(event)) return;
      end();
      const files = event.dataTransfer?.files ?? [];
      if (files.length > 0) void open(files);
    };
    addEventListener('dragenter', over, options);
    addEventListener('dragover', over, options);
    addEventListener('drop', drop, options);
    return () => {
      removeEventListener('dragenter', over, options);
      removeEventListener('dragover', over, options);
      removeEventListener('drop', drop, options);
    };
  }, [open]);

  return { state, open: (files) => void open(files) };
}
