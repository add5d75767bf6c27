/** Question by question: what a class has understood, and the wrong answer to talk about. */

import '../../base/messages/en/teacher.ts';
import type { Messages } from '../../base/messages/index.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import { isOwnId } from '../../viewmodel/exercise/fill.ts';
import type { QuestionRow } from '../../viewmodel/record/question-table.ts';
import type { Titles } from '../shared/record/record-words.tsx';
import { answerWords } from './answer-words.ts';
import styles from './teacher.module.css';

interface QuestionsTableProps {
  readonly rows: readonly QuestionRow[];
  readonly titles: Titles;
  /** Without an assignment nobody knows who should have tried a question. */
  readonly assignedTo: number | null;
  readonly isJudging: boolean;
}

export function QuestionsTable({ rows, titles, assignedTo, isJudging }: QuestionsTableProps) {
  const messages = useMessages();
  const { t, format } = messages;
  const columns: readonly Column<QuestionRow>[] = [
    {
      key: 'question',
      head: t('teacher.question'),
      wraps: true,
      cell: ({ kind, id, part }) => {
        const title = titles.shown(kind, id);
        return part > 0 ? t('teacher.question.step', { title, step: part }) : title;
      },
    },
    { key: 'tried', head: t('teacher.question.tried'), kind: 'number', cell: ({ tried }) => format.integer(tried) },
    ...(assignedTo === null
      ? []
      : [
          {
            key: 'not-tried',
            head: t('teacher.question.notTried'),
            kind: 'number' as const,
            cell: ({ tried }: QuestionRow) => format.integer(assignedTo - tried),
          },
        ]),
    { key: 'right', head: t('teacher.question.right'), kind: 'number', cell: (row) => share(row.right, row, messages) },
    { key: 'once', head: t('teacher.question.once'), kind: 'number', cell: (row) => share(row.atOnce, row, messages) },
    {
      key: 'wrong',
      head: t('teacher.question.wrong'),
      wraps: true,
      // Until all are judged another one may turn out to be the most frequent.
      cell: (row) => (isJudging && row.tried > 0 ? t('teacher.judging') : <Wrong row={row} />),
    },
  ];
  return (
    <div className={styles.table}>
      <DataTable
        caption={t('teacher.questions')}
        columns={columns}
        rows={rows}
        rowKey={({ kind, id, part }) => `${kind} ${id} ${part}`}
      />
      <p className={page.hint}>{t('teacher.questions.hint')}</p>
    </div>
  );
}

const share = (count: number, { tried }: QuestionRow, { format }: Messages): string =>
  tried === 0 ? '–' : `${format.integer(count)} · ${format.percent(count / tried)}`;

/** An exercise's leads to the variant in which it was given. */
function Wrong({ row }: { readonly row: QuestionRow }) {
  const messages = useMessages();
  const { t } = messages;
  const { kind, id, part, wrong } = row;
  if (wrong === null) return '–';
  const words = t('teacher.question.given', {
    answer: wrong.means?.says(t) ?? answerWords(wrong.answer, messages),
    records: wrong.records,
  });
  if (kind === 'exercise' && isOwnId(id)) return words;
  return (
    // The files are forgotten when the page is left.
    <a
      href={kind === 'lesson' ? `#/lessons/${id}?step=${part}` : `#/exercises/${id}?seed=${wrong.seed}`}
      target="_blank"
      rel="noopener"
    >
      {words}
    </a>
  );
}
