/** The Lab's landing: its questions in order, each with a small picture of its answer. */

import '../../base/messages/en/lab-way.ts';
import '../../base/messages/en/shell-later.ts';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import type { NoAddress, PageProps } from '../../ui/page.tsx';
import { LAB_QUESTIONS, type LabQuestion, QUESTION_LINKS } from '../../viewmodel/lab/way.ts';
import { QuestionPicture } from '../../views/lab-way/QuestionPicture.tsx';
import styles from './landing.module.css';

/** Where the numbers of each picture come from. */
const FROM = {
  measure: 'published',
  lines: 'drawn',
  ladder: 'modelled',
  model: 'drawn',
  cliff: 'real',
  server: 'drawn',
  standby: 'drawn',
  calculator: 'drawn',
} as const satisfies Record<LabQuestion, string>;

export default function LabPage({ stage }: PageProps<NoAddress>) {
  const { t } = useMessages();
  return (
    <div className={`${page.page} ${styles.landing}`} data-phase="ready">
      <header className={page.head}>
        <h1 className={page.title}>{t('way.title')}</h1>
        {!stage && <p className={page.lead}>{t('way.lead')}</p>}
      </header>
      <ol className={styles.questions}>
        {LAB_QUESTIONS.map((question, i) => (
          <li key={question} className={styles.question}>
            <a href={QUESTION_LINKS[question]} data-question={question}>
              <span className={styles.ask}>
                <span className={styles.number}>{i + 1}</span> {t(`way.ask.${question}`)}
              </span>
              <QuestionPicture question={question} large={stage} />
              <span className={styles.about}>{t(`way.about.${question}`)}</span>
              {/* In a hall the question needs the room: a sketch has no numbers that come from anywhere. */}
              {!(stage && FROM[question] === 'drawn') && (
                <span className={styles.end}>
                  {t('way.from', { kind: FROM[question] })}
                  {!stage && <span aria-hidden="true">→</span>}
                </span>
              )}
            </a>
          </li>
        ))}
      </ol>
      {!stage && (
        <p className={page.quiet}>
          {t('way.more')} <a href="#/lab/layout">{t('shell.page.layout')}</a> ·{' '}
          <a href="#/lab/litmus">{t('shell.page.litmus')}</a> · <a href="#/simplified">{t('shell.page.simplified')}</a>
        </p>
      )}
    </div>
  );
}
