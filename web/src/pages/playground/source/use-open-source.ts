/** Opening files: by a picker or by dropping one anywhere on the page. The newest wins. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { compileText } from '../../../engine/spec/compile-client.ts';
import { useMessages } from '../../../ui/messages.tsx';
import { type OpenedSource, openSource } from '../../shared/files/read-file.ts';
import { useFileDrop } from '../../shared/files/use-file-drop.ts';
import { handOver, isServerFile } from '../../shared/handover.ts';

export interface OpenSource {
  /** A file is over the page, or is being read. */
  readonly state: 'idle' | 'dragging' | 'reading';
  /** Files from a picker. */
  open(files: Iterable<File>): void;
}

/**
 * A real server's report is not a spec: it goes to the page that shows such reports.
 * @param onOpened gets the result of opening a file; never for a file that a newer one has overtaken
 */
export function useOpenSource(onOpened: (opened: OpenedSource) => void): OpenSource {
  const messages = useMessages();
  const [isReading, setReading] = useState(false);
  const newest = useRef({ onOpened, messages });
  useEffect(() => {
    newest.current = { onOpened, messages };
  });
  /** The number of the newest opening; unmounting counts as one, so that late answers are dropped. */
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current++;
    },
    [],
  );

  const open = useCallback(async (files: Iterable<File>) => {
    const own = ++turn.current;
    const all = [...files];
    const { lang } = newest.current.messages;
    setReading(true);
    const isServer = all[0] !== undefined && (await isServerFile(all[0]));
    const opened = isServer
      ? null
      : await openSource(all, (bytes) => compileText(bytes, lang), newest.current.messages);
    if (own !== turn.current) return;
    setReading(false);
    if (isServer) handOver(all);
    else if (opened !== null) newest.current.onOpened(opened);
  }, []);
  const openThem = useCallback((files: Iterable<File>) => void open(files), [open]);
  const isOver = useFileDrop(openThem);

  return { state: isOver ? 'dragging' : isReading ? 'reading' : 'idle', open: openThem };
}
