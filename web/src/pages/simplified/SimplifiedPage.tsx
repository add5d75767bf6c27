/** What the C code simplifies, in the words of its comments: of one subject, of some, or all. Pages link here. */
import '../../base/messages/en/lab.ts';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import type { PageProps } from '../../ui/page.tsx';
import { simplifiedByGroup } from '../../viewmodel/lab/simplified.ts';
import { useStageArrows } from '../shared/lab/stage-arrows.ts';
import type { SimplifiedAddress } from './address.ts';
import styles from './simplified.module.css';

/** What would change a conclusion, by the pages that it is about. */
const FIRST = ['measure', 'model', 'cliff', 'play'] as const;

/** A window's height, but for the lines that were the last ones. */
const turnPage = (direction: 1 | -1) => (): void => scrollBy(0, 0.85 * direction * innerHeight);

export default function SimplifiedPage({ address: { of }, stage, figure }: PageProps<SimplifiedAddress>) {
  const { t } = useMessages();
  useStageArrows(
    { onNext: turnPage(1), onPrevious: turnPage(-1) },
    { active: stage && figure === undefined, of: 'page' },
  );
  const all = simplifiedByGroup();
  const groups = all.filter(({ group }) => of === undefined || of.includes(group));
  const count = (some: typeof all): number => some.reduce((sum, { notes }) => sum + notes.length, 0);
  return (
    <div className={page.page} data-testid="simplified">
      <header className={page.head}>
        <h1 className={page.title}>{t('lab.simplified.title')}</h1>
        <p className={page.lead}>{t('lab.simplified.lead', { n: count(groups) })}</p>
        {groups.length < all.length && (
          <p>
            <a href="#/simplified">{t('lab.simplified.all', { n: count(all) })}</a>
          </p>
        )}
      </header>
      {of === undefined && (
        <section className={styles.first}>
          <h2 className={styles.subject}>{t('lab.simplified.first')}</h2>
          <dl>
            {FIRST.map((subject) => (
              <div key={subject}>
                <dt>{t(`lab.simplified.first.${subject}.name`)}</dt>
                <dd>{t(`lab.simplified.first.${subject}`)}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <div className={styles.groups} data-only={groups.length === 1 || undefined}>
        {groups.map(({ group, notes }) => (
          <section key={group} className={styles.group}>
            <h2 className={styles.subject}>{t(`lab.simplified.${group}`)}</h2>
            <ul className={styles.notes}>
              {notes.map(({ key, file }) => (
                <li key={key} className={styles.note}>
                  <code className={styles.file}>{file}</code> {t(key)}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}
