/** The frame of the Lab's pages: title, lead and run buttons above the picture, notes and the next question below it. */

import '../../../base/messages/en/lab-way.ts';
import type { ReactNode } from 'react';
import { useMessages } from '../../../ui/messages.tsx';
import page from '../../../ui/page.module.css';
import { type LabQuestion, nextOf, QUESTION_LINKS } from '../../../viewmodel/lab/way.ts';
import { TermText } from '../glossary/TermText.tsx';
import styles from './lab-frame.module.css';

interface LabHeadProps {
  readonly title: string;
  /** One line: a sentence, or the choice of what the page shows. */
  readonly lead: ReactNode;
  /** False on stage and in a box: the runs stand alone, in a row of this class. */
  readonly isWhole: boolean;
  readonly alone: string | undefined;
  /** The page's runs. */
  readonly children?: ReactNode;
}

/** The page's subject on the left, its runs on the right: the picture begins right below. */
export function LabHead({ title, lead, isWhole, alone, children }: LabHeadProps) {
  if (!isWhole) return <div className={alone}>{children}</div>;
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <h1 className={page.title}>{title}</h1>
        {typeof lead === 'string' ? (
          <p className={styles.lead}>
            <TermText text={lead} />
          </p>
        ) : (
          lead
        )}
      </div>
      <div className={styles.runs}>{children}</div>
    </header>
  );
}

/** The page's end: the next question, and what may stand beside it. */
export function LabNext({ after, children }: { readonly after: LabQuestion; readonly children?: ReactNode }) {
  const { t } = useMessages();
  const next = nextOf(after);
  return (
    <footer className={styles.foot}>
      <a className={styles.next} href={QUESTION_LINKS[next]} data-testid="lab-next">
        <span>{t('way.next')}</span> {t(`way.ask.${next}`)} →
      </a>
      {children}
    </footer>
  );
}
