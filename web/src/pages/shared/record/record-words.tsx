/** The words of a record next to its numbers: titles of lessons and exercises, and the meaning of its code. */
import '../../../base/messages/en/record.ts';
import type { Messages } from '../../../base/messages/index.ts';
import { useMessages } from '../../../ui/messages.tsx';
import { isOwnId, ownHash } from '../../../viewmodel/exercise/fill.ts';
import type { ClassColumn } from '../../../viewmodel/record/class-table.ts';
import type { DeedKind } from '../../../viewmodel/record/progress.ts';
import { exerciseIndex } from '../exercises/shipped-exercises.ts';
import { lessonIndex } from '../lessons/lesson-index.ts';
import styles from './code-meaning.module.css';

/** Says what a record's code proves and what it does not, to students who hand one in and to teachers who get it. */
/** @param isOwn the reader is the one who hands it in */
export function CodeMeaning({ isOwn = true }: { readonly isOwn?: boolean }) {
  const { t } = useMessages();
  return (
    <div className={styles.meaning}>
      <section>
        <h2>{t('record.proves')}</h2>
        <ul>
          <li>{t('record.proves.file')}</li>
          <li>{t('record.proves.typed')}</li>
        </ul>
      </section>
      <section>
        <h2>{t('record.provesNot')}</h2>
        <ul>
          <li>{t(isOwn ? 'record.provesNot.who' : 'record.provesNot.student')}</li>
          <li>{t('record.provesNot.forged')}</li>
          <li>{t('record.provesNot.when')}</li>
        </ul>
      </section>
    </div>
  );
}

export interface Titles {
  /** Null: this copy has no item of that id. */
  of(kind: DeedKind, id: string): string | null;
  /** For an exercise of somebody's own whose file is not here: what it is; else its title, or its id. */
  shown(kind: DeedKind, id: string): string;
  readonly order: readonly ClassColumn[];
}

/**
 * Titles of exercises and lessons by kind and id, and the order in which they are taught.
 * @param own exercises of somebody's own whose files are open, by the id that records use
 */
export function titlesIn(
  { t, lang }: Messages,
  own: ReadonlyMap<string, { readonly title: string }> = new Map(),
): Titles {
  const lessons = lessonIndex(lang);
  const exercises = exerciseIndex(
    lang,
    lessons.map(({ id }) => id),
  );
  const titles = new Map([
    ...lessons.map(({ id, title }) => [`lesson ${id}`, title] as const),
    ...exercises.map(({ id, title }) => [`exercise ${id}`, title] as const),
  ]);
  const order = lessons.flatMap(({ id }): readonly ClassColumn[] => [
    { kind: 'lesson', id },
    ...exercises.filter(({ lesson }) => lesson === id).map((one): ClassColumn => ({ kind: 'exercise', id: one.id })),
  ]);
  const of = (kind: DeedKind, id: string): string | null => titles.get(`${kind} ${id}`) ?? null;
  const shown = (kind: DeedKind, id: string): string =>
    of(kind, id) ??
    (kind === 'exercise' && isOwnId(id) ? (own.get(id)?.title ?? t('record.own', { hash: ownHash(id) })) : id);
  return { of, shown, order };
}
