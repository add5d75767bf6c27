/** The page of a record, drawn from the kept data. */

import '../../base/messages/en/record.ts';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import files from '../../ui/files.module.css';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import { cellsOf, columnKey } from '../../viewmodel/record/class-table.ts';
import type { Deed } from '../../viewmodel/record/progress.ts';
import { HandIn } from '../shared/record/HandIn.tsx';
import { CodeMeaning, type Titles } from '../shared/record/record-words.tsx';
import styles from './record.module.css';

interface RecordViewProps {
  readonly deeds: readonly Deed[];
  /** As typed. */
  readonly name: string;
  /** What came of deleting it; '': nothing was asked. */
  readonly said: string;
  readonly titles: Titles;
  readonly onName: (typed: string) => void;
  readonly onClear: () => void;
}

export function RecordView({ deeds, name, said, titles, onName, onClear }: RecordViewProps) {
  const { t } = useMessages();
  const [isAsking, setAsking] = useState(false);
  const isEmpty = deeds.length === 0;
  return (
    <div className={page.page} data-tries={deeds.length}>
      <header className={page.intro}>
        <h1 className={page.title}>{t('record.title')}</h1>
        <p className={page.lead}>{t('record.lead')}</p>
      </header>
      {isEmpty ? (
        <p className={`${files.opens} ${styles.empty}`}>
          {t('record.empty')} <a href="#/lessons">{t('record.toLessons')}</a>{' '}
          <a href="#/exercises">{t('record.toExercises')}</a>
        </p>
      ) : (
        <>
          <HandIn {...{ deeds, name, onName }} />
          <CodeMeaning />
          <Kept deeds={deeds} titles={titles} />
          <div className={page.row}>
            <Button onClick={() => setAsking(true)}>{t('record.clear')}</Button>
          </div>
        </>
      )}
      <p role="status" className={`${page.strong} ${styles.said}`}>
        {said}
      </p>
      <p className={page.hint}>
        <a href="#/teacher">{t('record.teacher')}</a>
      </p>
      <Dialog open={isAsking} title={t('record.clear.title')} onClose={() => setAsking(false)}>
        <p>{t('record.clear.lost', countsOf(deeds))}</p>
        <div className={page.row}>
          <Button
            look="primary"
            onClick={() => {
              setAsking(false);
              onClear();
            }}
          >
            {t('record.clear.do')}
          </Button>
          <Button onClick={() => setAsking(false)}>{t('record.clear.keep')}</Button>
        </div>
      </Dialog>
    </div>
  );
}

function countsOf(deeds: readonly Deed[]) {
  const ids = (kind: Deed['kind']): number =>
    new Set(deeds.filter((one) => one.kind === kind).map(({ id }) => id)).size;
  return { tries: deeds.length, exercises: ids('exercise'), lessons: ids('lesson') };
}

interface KeptRow {
  readonly key: string;
  readonly deed: Deed;
  readonly seeds: readonly number[];
  readonly last: string;
}
/** A cell names this many seeds; for more it gives their number. */
const SEEDS = 3;

function Kept({ deeds, titles }: Pick<RecordViewProps, 'deeds' | 'titles'>) {
  const { t, format } = useMessages();
  const cells = cellsOf(deeds);
  const rows = [...cells.keys()].flatMap((key): readonly KeptRow[] => {
    const own = deeds.filter((deed) => columnKey(deed) === key);
    const deed = own[0];
    if (deed === undefined) return [];
    const seeds = [...new Set(own.map(({ seed }) => seed))];
    return [{ key, deed, seeds, last: own.reduce((last, { at }) => (at > last ? at : last), '') }];
  });
  const columns: readonly Column<KeptRow>[] = [
    {
      key: 'what',
      head: t('record.what'),
      cell: ({ deed: { kind, id } }) => {
        const title = titles.of(kind, id);
        const shown = titles.shown(kind, id);
        if (title === null) return shown === id ? <code>{id}</code> : shown;
        return <a href={`#/${kind === 'exercise' ? 'exercises' : 'lessons'}/${id}`}>{title}</a>;
      },
    },
    {
      key: 'right',
      head: t('record.right'),
      cell: ({ key, deed }) => {
        const { right = 0, tried = 0, rightAt = null } = cells.get(key) ?? {};
        if (deed.kind === 'lesson') return t('record.ofQuestions', { right, tried });
        return rightAt === null ? t('record.notYet') : `✓ ${t('record.rightAt', { n: rightAt })}`;
      },
    },
    {
      key: 'tries',
      head: t('record.tries'),
      kind: 'number',
      cell: ({ key }) => format.integer(cells.get(key)?.tries ?? 0),
    },
    {
      key: 'hints',
      head: t('record.hints'),
      kind: 'number',
      cell: ({ key }) => format.integer(cells.get(key)?.hints ?? 0),
    },
    {
      key: 'seeds',
      head: t('record.variants'),
      cell: ({ deed, seeds }) =>
        deed.kind === 'lesson'
          ? ''
          : seeds.length > SEEDS
            ? `${seeds.slice(0, SEEDS).join(', ')}, … (${format.integer(seeds.length)})`
            : seeds.join(', '),
    },
    { key: 'kind', head: t('record.kind'), cell: ({ deed }) => t(`record.kind.${deed.kind}`) },
    { key: 'last', head: t('record.last'), cell: ({ last }) => last.slice(0, 16).replace('T', ' ') },
  ];
  return <DataTable caption={t('record.kept')} columns={columns} rows={rows} rowKey={({ key }) => key} />;
}
