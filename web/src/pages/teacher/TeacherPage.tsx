/** A class's records, read here and sent nowhere. The page forgets the opened files when it closes. */
import '../../base/messages/en/teacher.ts';
import { useCallback, useMemo, useRef, useState } from 'react';
import { toCsv } from '../../base/written.ts';
import { download, fileName } from '../../ui/export/download.ts';
import { useNewest } from '../../ui/hooks.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { PageProps } from '../../ui/page.tsx';
import { useTurns } from '../../ui/use-store.ts';
import { itemsOf } from '../../viewmodel/class/assignment.ts';
import { classTable, tableCsv, triesCsv } from '../../viewmodel/record/class-table.ts';
import { newestOf } from '../../viewmodel/record/newest.ts';
import { questionsCsv, questionTable } from '../../viewmodel/record/question-table.ts';
import type { ClassAddress } from '../shared/class/class-address.ts';
import { knownIn } from '../shared/class/use-assignment.ts';
import { useFileDrop } from '../shared/files/open-file.ts';
import { readTextInWorker } from '../shared/files/texts-client.ts';
import { titlesIn } from '../shared/record/record-words.tsx';
import { type OpenedRecords, openRecords, type RecordFile, useRecheck, withOpened } from './open-records.ts';
import { TeacherView } from './TeacherView.tsx';

const NONE: OpenedRecords['handedIn'] = [];
const NO_EXERCISES: OpenedRecords['own'] = new Map();
/** Without this mark spreadsheets read a file in the machine's old encoding. */
const MARK = '\ufeff';

/** Downloads a table, and returns the file's name. */
function saved(name: string, { header, rows }: ReturnType<typeof tableCsv>): string {
  const file = fileName(name, 'csv');
  download(file, new Blob([MARK + toCsv(header, rows)], { type: 'text/csv;charset=utf-8' }));
  return file;
}

/** The items that the address says were assigned. */
const useAssigned = ({ set }: ClassAddress, lang: string) =>
  useMemo(() => itemsOf(set ?? [], knownIn(lang)).items.map(({ kind, id }) => ({ kind, id })), [set, lang]);

/** A student who hands in twice counts once. */
const useNewestOf = (all: OpenedRecords['handedIn']) => useMemo(() => newestOf(all), [all]);

export default function TeacherPage({ address }: PageProps<ClassAddress>) {
  const messages = useMessages();
  const { t } = messages;
  const [opened, setOpened] = useState<OpenedRecords | null>(null);
  const [said, setSaid] = useState('');
  const words = useNewest(messages);
  /** The files that were opened last: read again if their reader could not be fetched. */
  const last = useRef<readonly RecordFile[]>([]);
  const openings = useTurns();
  const current = useNewest(opened);
  const open = useCallback(async (files: Iterable<RecordFile>): Promise<void> => {
    // A choice made meanwhile is added, too; only forgetting ends them.
    const isWanted = openings.current();
    const all = [...files];
    last.current = all;
    const read = await openRecords(all, words.current, readTextInWorker, current.current);
    if (isWanted()) setOpened((before) => withOpened(before, read));
  }, []);
  const isOver = useFileDrop((files) => void open(files));
  const newest = useNewestOf(opened?.handedIn ?? NONE);
  const handedIn = newest.counted;
  const own = opened?.own ?? NO_EXERCISES;
  const rechecked = useRecheck(handedIn, own, messages.lang);
  const titles = useMemo(() => titlesIn(messages, own), [messages, own]);
  const { verdicts, meanings } = rechecked;
  const assigned = useAssigned(address, messages.lang);
  const table = useMemo(
    () => classTable(handedIn, verdicts, titles.order, Date.now(), assigned),
    [handedIn, verdicts, titles, assigned],
  );
  const questions = useMemo(
    () => questionTable(handedIn, verdicts, titles.order, meanings, assigned),
    [handedIn, verdicts, titles, meanings, assigned],
  );
  const save = (name: string, table: ReturnType<typeof tableCsv>): void =>
    setSaid(t('teacher.saved', { file: saved(name, table) }));
  return (
    <TeacherView
      opened={opened}
      newest={newest}
      table={table}
      questions={questions}
      rechecked={rechecked}
      titles={titles}
      assigned={assigned}
      said={said}
      isOver={isOver}
      onFiles={(files) => void open(files)}
      onForget={() => {
        openings.end();
        setOpened(null);
      }}
      onAgain={() => void open(last.current)}
      onTable={() => save('xipscope class', tableCsv(table))}
      onQuestions={() => save('xipscope questions', questionsCsv(questions, t))}
      onTries={() => save('xipscope tries', triesCsv(handedIn, verdicts))}
    />
  );
}
