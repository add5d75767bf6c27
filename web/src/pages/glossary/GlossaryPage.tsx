/** All terms of the glossary, a sentence each, by subject. */
import '../../base/messages/en/glossary.ts';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import { TERM_GROUPS, type TermGroup } from '../../viewmodel/glossary/terms.ts';
import { TermFigure } from '../../views/term-sketch/TermSketch.tsx';
import styles from './glossary.module.css';

const isGroup = (name: string): name is TermGroup => name in TERM_GROUPS;
const GROUPS = Object.keys(TERM_GROUPS).filter(isGroup);

export default function GlossaryPage() {
  const { t } = useMessages();
  return (
    <div className={page.page} data-testid="glossary">
      <header className={page.head}>
        <h1 className={page.title}>{t('glossary.title')}</h1>
        <p className={page.lead}>{t('glossary.lead')}</p>
      </header>
      <div className={styles.groups}>
        {GROUPS.map((group) => (
          <section key={group} className={styles.group}>
            <h2 className={styles.subject}>{t(`glossary.group.${group}`)}</h2>
            <dl>
              {TERM_GROUPS[group].map((term) => (
                <div key={term} className={styles.entry}>
                  <dt>{t(`glossary.name.${term}`)}</dt>
                  <dd>
                    <TermFigure term={term} />
                    {t(`glossary.says.${term}`)}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </div>
  );
}
