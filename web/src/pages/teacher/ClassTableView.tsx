/** Students by exercises and lessons: a drawn ✓ 2 also has words. */

import '../../base/messages/en/teacher.ts';
import { useState } from 'react';
import { cx } from '../../ui/Button.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { type useMessages as Use, useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import {
  type ClassCell,
  type ClassColumn,
  type ClassRow,
  type ClassTable,
  columnKey,
  type HandedIn,
  LIES_FIRST,
  MANY_TRIES,
  notTried,
  type SortBy,
  type Sorting,
  sorted,
} from '../../viewmodel/record/class-table.ts';
import type { Rechecked } from '../../viewmodel/record/recheck-all.ts';
import type { Titles } from '../shared/record/record-words.tsx';
import { type Opened, TriesDialog } from './TriesDialog.tsx';
import styles from './teacher.module.css';

const LEGEND = [
  'teacher.legend.checked',
  'teacher.legend.claimed',
  'teacher.legend.marks',
  'teacher.legend.differs',
  'teacher.legend.unjudged',
  'teacher.legend.opens',
  'teacher.tableHint',
] as const;

type T = ReturnType<typeof Use>['t'];

interface ClassTableViewProps {
  readonly table: ClassTable;
  /** The table's records: a row's `at` is a place among them. */
  readonly handedIn: readonly HandedIn[];
  readonly rechecked: Pick<Rechecked, 'verdicts' | 'meanings'>;
  readonly titles: Titles;
  /** Empty: no assignment is known. */
  readonly assigned: readonly ClassColumn[];
  readonly isJudging: boolean;
}

export function ClassTableView({ table, handedIn, rechecked, titles, assigned, isJudging }: ClassTableViewProps) {
  const { t, format, tag } = useMessages();
  const [sorting, setSorting] = useState<Sorting>(LIES_FIRST);
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = ({ at }: ClassRow, column: ClassColumn): void => {
    const of = handedIn[at];
    if (of !== undefined) setOpened({ of, column });
  };
  const { compare } = new Intl.Collator(tag, { numeric: true });
  const rows = sorted(table.rows, sorting, compare);
  const sortable = (by: SortBy, head: string): Pick<Column<ClassRow>, 'key' | 'head' | 'sort'> => ({
    key: by,
    ...(sorting.by === by ? { sort: sorting.isDown ? ('descending' as const) : ('ascending' as const) } : {}),
    head: <SortHead {...{ by, head, sorting }} onSort={setSorting} />,
  });
  const columns: readonly Column<ClassRow>[] = [
    {
      ...sortable('name', t('teacher.name')),
      cell: ({ name }) => (name === '' ? <i>{t('teacher.noName')}</i> : <b className={styles.given}>{name}</b>),
    },
    {
      ...sortable('right', t('teacher.right')),
      kind: 'number',
      cell: ({ judged }) =>
        judged === null ? t(isJudging ? 'teacher.judging' : 'teacher.notJudged') : format.integer(judged.right),
    },
    { ...sortable('claimed', t('teacher.claimed')), kind: 'number', cell: ({ tally }) => format.integer(tally.right) },
    { ...sortable('tried', t('teacher.tried')), kind: 'number', cell: ({ tally }) => format.integer(tally.tried) },
    ...(assigned.length === 0 ? [] : [leftColumn(assigned, t)]),
    { ...sortable('tries', t('teacher.tries')), kind: 'number', cell: ({ tally }) => format.integer(tally.tries) },
    {
      key: 'code',
      head: t('teacher.code'),
      cell: ({ codeState }) => <span data-code={codeState}>{t(`teacher.code.${codeState}`)}</span>,
    },
    // What there is to look at is said below the student's row, where it has room.
    { ...sortable('differing', t('teacher.notes')), kind: 'number', cell: (row) => countOf(row, t, format) },
    ...inOrder(table.columns, assigned).map((column) => itemColumn(column, titles, assigned, open)),
    { ...sortable('last', t('teacher.last')), cell: ({ last }) => <When at={last} /> },
    { ...sortable('file', t('teacher.file')), cell: ({ file }) => <span className={styles.given}>{file}</span> },
  ];
  return (
    <div className={styles.table}>
      <DataTable
        caption={t('teacher.table')}
        columns={columns}
        rows={rows}
        rowKey={({ at }) => String(at)}
        below={(row) => (notesOf(row, t).length === 0 ? null : <Notes row={row} />)}
      />
      <Legend />
      <TriesDialog {...{ opened, rechecked, titles }} onClose={() => setOpened(null)} />
    </div>
  );
}

/** An exercise's or a lesson's marks, which open the answers behind them. */
const itemColumn = (
  column: ClassColumn,
  titles: Titles,
  assigned: readonly ClassColumn[],
  open: (row: ClassRow, column: ClassColumn) => void,
): Column<ClassRow> => ({
  key: columnKey(column),
  head: <span className={styles.exercise}>{titles.shown(column.kind, column.id)}</span>,
  cell: (row) => (
    <Cell
      column={column}
      cell={row.cells.get(columnKey(column))}
      isAssigned={assigned.some(isSame(column))}
      onOpen={() => open(row, column)}
    />
  ),
});

function Legend() {
  const { t } = useMessages();
  return (
    <ul className={cx(page.hint, styles.legend)}>
      {LEGEND.map((key) => (
        <li key={key}>{t(key)}</li>
      ))}
    </ul>
  );
}

interface SortHeadProps {
  readonly by: SortBy;
  readonly head: string;
  readonly sorting: Sorting;
  readonly onSort: (next: Sorting) => void;
}

/** A second press turns the order round. */
function SortHead({ by, head, sorting, onSort }: SortHeadProps) {
  const { t } = useMessages();
  return (
    <button
      type="button"
      className={styles.sort}
      aria-label={t('teacher.sort', { by: head })}
      onClick={() => onSort({ by, isDown: sorting.by === by && !sorting.isDown })}
    >
      {head} <span aria-hidden="true">{sorting.by !== by ? '↕' : sorting.isDown ? '↓' : '↑'}</span>
    </button>
  );
}

const When = ({ at }: { readonly at: string }) => (
  <span className={styles.when}>{at.slice(0, 16).replace('T', ' ')}</span>
);

/** The assignment's parts in its own order, then what else was tried. */
const inOrder = (columns: readonly ClassColumn[], assigned: readonly ClassColumn[]): readonly ClassColumn[] => [
  ...assigned.filter((one) => columns.some(isSame(one))),
  ...columns.filter((one) => !assigned.some(isSame(one))),
];

const isSame = (one: ClassColumn) => (other: ClassColumn) => columnKey(one) === columnKey(other);

/** How much of the assignment each student has not tried yet; the columns of its parts mark which. */
const leftColumn = (assigned: readonly ClassColumn[], t: T): Column<ClassRow> => ({
  key: 'left',
  head: t('teacher.left'),
  cell: (row) => {
    const n = notTried(row, assigned).length;
    return n === 0 ? t('teacher.left.none') : t('teacher.left.some', { n, of: assigned.length });
  },
});

const countOf = (row: ClassRow, t: T, { integer }: ReturnType<typeof Use>['format']): string => {
  const { length } = notesOf(row, t);
  return length === 0 ? '' : integer(length);
};

function Notes({ row }: { readonly row: ClassRow }) {
  const { t } = useMessages();
  return (
    <ul className={styles.notes}>
      {notesOf(row, t).map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

/** The record's false claims come first. */
function notesOf(row: ClassRow, t: T): readonly string[] {
  return [
    ...(row.differing > 0 ? [t('teacher.note.differs', { tries: row.differing })] : []),
    ...(row.codeState === 'changed' ? [t('teacher.note.changed')] : []),
    ...(row.instant > 0 ? [t('teacher.note.instant', { tries: row.instant })] : []),
    ...(row.early > 0 ? [t('teacher.note.early', { tries: row.early })] : []),
    ...(row.future > 0 ? [t('teacher.note.future', { tries: row.future })] : []),
    ...(row.mostTries >= MANY_TRIES ? [t('teacher.note.manyTries', { tries: row.mostTries })] : []),
    ...row.shared.map((one) => t(one.isWhole ? 'teacher.note.same' : 'teacher.note.shared', one)),
    ...(row.isNameTwice ? [t('teacher.note.nameTwice')] : []),
  ];
}

interface CellProps {
  readonly column: ClassColumn;
  readonly cell: ClassCell | undefined;
  readonly isAssigned: boolean;
  /** Shows the answers behind the mark. */
  readonly onOpen: () => void;
}
function Cell({ column, cell, isAssigned, onOpen }: CellProps) {
  const { t } = useMessages();
  if (cell === undefined)
    return (
      <>
        {isAssigned && <span aria-hidden="true">○</span>}
        <span className="visually-hidden">{t(isAssigned ? 'teacher.cell.assigned' : 'teacher.cell.none')}</span>
      </>
    );
  const { right, tried, tries, rightAt, hints, differing } = cell;
  const [drawn, said] =
    column.kind === 'lesson'
      ? [`${right}/${tried}`, t('teacher.cell.lesson', { right, tried, differing })]
      : [
          rightAt === null ? `✗ ${tries}` : `✓ ${rightAt}`,
          t('teacher.cell.exercise', { right: rightAt !== null, tries: rightAt ?? tries, hints, differing }),
        ];
  return (
    <button type="button" className={styles.cell} title={said} onClick={onOpen}>
      <span aria-hidden="true">
        {drawn}
        {differing > 0 && <b> !</b>}
      </span>
      <span className="visually-hidden">{said}</span>
    </button>
  );
}
