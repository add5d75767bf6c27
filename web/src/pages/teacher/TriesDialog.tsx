/** What a student answered to one exercise or lesson: each try with its variant, its words and the verdict. */
import '../../base/messages/en/teacher.ts';
import type { Messages } from '../../base/messages/index.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import { isOwnId } from '../../viewmodel/exercise/fill.ts';
import { type ClassColumn, corrected, type HandedIn, verdictKey } from '../../viewmodel/record/class-table.ts';
import type { Deed } from '../../viewmodel/record/progress.ts';
import type { Rechecked } from '../../viewmodel/record/recheck-all.ts';
import type { Titles } from '../shared/record/record-words.tsx';
import { answerWords } from './answer-words.ts';
import styles from './teacher.module.css';

export interface Opened {
  readonly of: HandedIn;
  readonly column: ClassColumn;
}

interface TriesDialogProps {
  /** Null: it is closed. It stays in the page, so that the focus returns to the mark that opened it. */
  readonly opened: Opened | null;
  readonly rechecked: Pick<Rechecked, 'verdicts' | 'meanings'>;
  readonly titles: Titles;
  readonly onClose: () => void;
}

export function TriesDialog({ opened, rechecked, titles, onClose }: TriesDialogProps) {
  const { t } = useMessages();
  const title =
    opened === null
      ? ''
      : t('teacher.tries.title', {
          name: opened.of.record.name === '' ? t('teacher.noName') : opened.of.record.name,
          title: titles.shown(opened.column.kind, opened.column.id),
        });
  const deeds =
    opened?.of.record.deeds.filter(({ kind, id }) => kind === opened.column.kind && id === opened.column.id) ?? [];
  return (
    <Dialog open={opened !== null} title={title} onClose={onClose}>
      <ol className={styles.triesOf}>
        {deeds.map((deed, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: tries never change places, and two may be equal
          <li key={i}>
            <Try deed={deed} rechecked={rechecked} />
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

function Try({ deed, rechecked }: Pick<TriesDialogProps, 'rechecked'> & { readonly deed: Deed }) {
  const messages = useMessages();
  const { t } = messages;
  const { verdicts, meanings } = rechecked;
  const verdict = verdicts.get(verdictKey(deed));
  const right = corrected(deed, verdicts).isRight;
  const by = verdict === 'agrees' ? 'engine' : verdict === 'differs' ? 'against' : 'file';
  return (
    <>
      <Where deed={deed} /> <span className={page.quiet}>{deed.at.slice(0, 16).replace('T', ' ')} UTC</span>
      <br />
      {wordsOf(deed, meanings.get(verdictKey(deed))?.says(t) ?? '', messages)}
      <br />
      <b>
        <span aria-hidden="true">{right ? '✓' : '✗'} </span>
        {t('teacher.tries.verdict', { right, by })}
      </b>
    </>
  );
}

/** The link opens a tab of its own: the files are forgotten when the page is left. */
function Where({ deed: { kind, id, seed, part } }: { readonly deed: Deed }) {
  const { t } = useMessages();
  const words = kind === 'lesson' ? t('teacher.tries.step', { step: part }) : t('teacher.tries.variant', { seed });
  if (kind === 'exercise' && isOwnId(id)) return words;
  return (
    <a
      href={kind === 'lesson' ? `#/lessons/${id}?step=${part}` : `#/exercises/${id}?seed=${seed}`}
      target="_blank"
      rel="noopener"
    >
      {words}
    </a>
  );
}

/** Versions and snapshots as they were ticked, and what is wrong with them; an option by its own text. */
function wordsOf({ answer }: Deed, means: string, messages: Messages): string {
  const { t } = messages;
  const own = answerWords(answer, messages);
  if (means === '' || /^(moves|typed):/.test(answer)) return t('teacher.tries.answer', { answer: own });
  return /^(rows|snapshot):/.test(answer)
    ? t('teacher.tries.means', { answer: own, means })
    : t('teacher.tries.answer', { answer: means });
}
