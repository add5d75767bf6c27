/**
 * Look at a real server: the reader's own PostgreSQL, by the file that a read-only query printed. Opened by a picker,
 * by dropping or by pasting; nothing is sent anywhere. A sample shows the page to readers without a server.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNewest } from '../../ui/hooks.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { PageProps } from '../../ui/page.tsx';
import { useTurns } from '../../ui/use-store.ts';
import { useFileDrop } from '../shared/files/open-file.ts';
import { readTextInWorker } from '../shared/files/texts-client.ts';
import { takeOver } from '../shared/handover.ts';
import { LabNext } from '../shared/lab/LabFrame.tsx';
import type { ServerAddress } from './address.ts';
import { type OpenedState, readStateFile, readStateText, ServerLook } from './ServerLook.tsx';

/** The file that was opened last, however long earlier ones take to read. */
function useOpened() {
  const [opened, setOpened] = useState<OpenedState | null>(null);
  const openings = useTurns();
  /** Repeats the reading of the shown file, if the reader could not be fetched. */
  const reading = useRef<() => Promise<OpenedState>>(undefined);
  const show = useCallback(async (begin: () => Promise<OpenedState>) => {
    const isNewest = openings.begin();
    reading.current = begin;
    const read = await begin();
    if (isNewest()) setOpened(read);
  }, []);
  return {
    opened,
    show,
    again: () => {
      if (reading.current !== undefined) void show(reading.current);
    },
    close: () => {
      openings.end();
      setOpened(null);
    },
  };
}

export default function ServerPage({ address, onAddress, stage, figure }: PageProps<ServerAddress>) {
  const messages = useMessages();
  const newest = useNewest(messages);
  const { opened, show, again, close } = useOpened();
  const openFiles = useCallback(
    (files: Iterable<File>): void => {
      const [first] = files;
      if (first !== undefined) void show(() => readStateFile(first, newest.current, readTextInWorker));
    },
    [show],
  );
  useEffect(() => {
    const waiting = takeOver();
    if (waiting !== null) openFiles(waiting);
  }, [openFiles]);
  useEffect(() => {
    if (address.sample !== true) return;
    // A separate chunk: a reader with a file needs no sample.
    const load = async (): Promise<OpenedState> => {
      const { default: text } = await import('../../../../scenarios/tools/sample-17.json?raw');
      return readStateText(text, newest.current, readTextInWorker, true);
    };
    void show(load);
  }, [address.sample, show]);
  const leaveSample = (): void => {
    if (address.sample === true) onAddress({});
  };
  const isOver = useFileDrop((files) => {
    leaveSample();
    openFiles(files);
  });
  return (
    <>
      <ServerLook
        // Back from the sample's address shows the beginning again.
        opened={opened?.isSample === true && address.sample !== true ? null : opened}
        stage={stage}
        arrows={stage && figure === undefined}
        isOver={isOver}
        onFiles={(files) => {
          leaveSample();
          openFiles(files);
        }}
        onText={(text) => {
          leaveSample();
          void show(() => readStateText(text, messages, readTextInWorker));
        }}
        onAgain={again}
        onSample={() => onAddress({ sample: true })}
        onClose={() => {
          leaveSample();
          close();
        }}
      />
      {!stage && figure === undefined && <LabNext after="server" />}
    </>
  );
}
