/** A class's records, read here and sent nowhere. What was opened is forgotten with the page. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { toCsv } from '../../base/csv.ts';
import { download, fileName } from '../../ui/export/download.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { PageProps } from '../../ui/page.ts';
import type { TeacherAddress } from '../../viewmodel/addresses.ts';
import { classTable, tableCsv, triesCsv } from '../../viewmodel/record/class-table.ts';
import { useFileDrop } from '../playground/source/use-file-drop.ts';
import { titlesIn } from '../record/titles.ts';
import { readTextInWorker } from '../texts/texts-client.ts';
import { type OpenedRecords, openRecords, type RecordFile, withOpened } from './open-records.ts';
import { TeacherView } from './TeacherView.tsx';
import { useRecheck } from './use-recheck.ts';

const NONE: OpenedRecords['handedIn'] = [];
const NO_EXERCISES: OpenedRecords['own'] = new Map();
/** Spreadsheets take a file without this mark for one in the machine's old encoding. */
const MARK = '\ufeff';

export default function TeacherPage(_: PageProps<TeacherAddress>) {
  const messages = useMessages();
  const { t, lang } = messages;
  const [opened, setOpened] = useState<OpenedRecords | null>(null);
  const [said, setSaid] = useState('');
  const newest = useRef(messages);
  useEffect(() => {
    newest.current = messages;
  });
  /** What was opened last: to be read again, if what reads it did not come. */
  const last = useRef<readonly RecordFile[]>([]);
  /** Which opening is the newest; a page that has gone counts as one. */
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current++;
    },
    [],
  );
  const open = useCallback(async (files: Iterable<RecordFile>): Promise<void> => {
    const own = ++turn.current;
    const all = [...files];
    last.current = all;
    const read = await openRecords(all, newest.current, readTextInWorker);
    if (own === turn.current) setOpened((before) => withOpened(before, read));
  }, []);
  const isOver = useFileDrop((files) => void open(files));
  const handedIn = opened?.handedIn ?? NONE;
  const rechecked = useRecheck(handedIn, opened?.own ?? NO_EXERCISES);
  const titles = useMemo(() => titlesIn(lang), [lang]);
  const { verdicts } = rechecked;
  const table = useMemo(() => classTable(handedIn, verdicts, titles.order), [handedIn, verdicts, titles]);
  const save = (name: string, { header, rows }: ReturnType<typeof tableCsv>): void => {
    const file = fileName(name, 'csv');
    download(file, new Blob([MARK + toCsv(header, rows)], { type: 'text/csv;charset=utf-8' }));
    setSaid(t('teacher.saved', { file }));
  };
  return (
    <TeacherView
      opened={opened}
      table={table}
      rechecked={rechecked}
      titles={titles}
      said={said}
      isOver={isOver}
      onFiles={(files) => void open(files)}
      onForget={() => {
        turn.current++;
        setOpened(null);
      }}
      onAgain={() => void open(last.current)}
      onTable={() => save('xipscope class', tableCsv(table))}
      onTries={() => save('xipscope tries', triesCsv(handedIn, verdicts))}
    />
  );
}
