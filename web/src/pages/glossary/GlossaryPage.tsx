/** All terms of the glossary, a sentence each, by subject. */
import '../../base/messages/en/glossary.ts';
import { useState } from 'react';
import controls from '../../ui/controls.module.css';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import { TERM_GROUPS, type Term, type TermGroup } from '../../viewmodel/glossary/terms.ts';
import { TermFigure } from '../../views/term-sketch/TermSketch.tsx';
import styles from './glossary.module.css';

const isGroup = (name: string): name is TermGroup => name in TERM_GROUPS;
/** The words of a verdict on a run, which no text explains elsewhere; three more are terms with pictures. */
const VERDICT_WORDS = ['anomaly', 'dirtyWrite', 'dirtyRead', 'unrepeatable', 'phantom', 'atomic', 'codes'] as const;

const GROUPS = Object.keys(TERM_GROUPS).filter(isGroup);

export default function GlossaryPage() {
  const { t } = useMessages();
  const [sought, setSought] = useState('');
  const wanted = sought.trim().toLowerCase();
  const isWanted = (...texts: readonly string[]): boolean =>
    wanted === '' || texts.some((text) => text.toLowerCase().includes(wanted));
  const groups = GROUPS.map((group) => ({
    group,
    terms: TERM_GROUPS[group].filter((term: Term) =>
      isWanted(t(`glossary.name.${term}`), t(`glossary.says.${term}`), t(`glossary.forms.${term}`)),
    ),
  })).filter(({ terms }) => terms.length > 0);
  const verdicts = VERDICT_WORDS.filter((word) =>
    isWanted(t(`glossary.verdict.${word}`), t(`glossary.verdict.${word}.says`)),
  );
  return (
    <div className={page.page} data-testid="glossary">
      <header className={page.head}>
        <h1 className={page.title}>{t('glossary.title')}</h1>
        <p className={page.lead}>{t('glossary.lead')}</p>
      </header>
      <label className={styles.search}>
        <span>{t('glossary.search')}</span>
        <input
          className={controls.input}
          type="search"
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
      </label>
      <div className={styles.groups}>
        {groups.map(({ group, terms }) => (
          <Terms key={group} group={group} terms={terms} />
        ))}
        {verdicts.length > 0 && <Verdicts words={verdicts} />}
      </div>
      <p role="status">{groups.length === 0 && verdicts.length === 0 && t('glossary.search.none')}</p>
    </div>
  );
}

/** The terms of one subject, each with its picture if it has one. */
function Terms({ group, terms }: { readonly group: TermGroup; readonly terms: readonly Term[] }) {
  const { t } = useMessages();
  return (
    <section className={styles.group}>
      <h2 className={styles.subject}>{t(`glossary.group.${group}`)}</h2>
      <dl>
        {terms.map((term) => (
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
  );
}

function Verdicts({ words }: { readonly words: readonly (typeof VERDICT_WORDS)[number][] }) {
  const { t } = useMessages();
  return (
    <section className={styles.group}>
      <h2 className={styles.subject}>{t('glossary.group.verdict')}</h2>
      <dl>
        {words.map((word) => (
          <div key={word} className={styles.entry}>
            <dt>{t(`glossary.verdict.${word}`)}</dt>
            <dd>{t(`glossary.verdict.${word}.says`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
