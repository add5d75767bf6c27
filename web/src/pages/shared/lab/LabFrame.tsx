/** The frame of the Lab's pages: title, lead and run buttons above the picture, notes and the next question below it. */

import '../../../base/messages/en/lab-way.ts';
import '../../../base/messages/en/shell.ts';
import { type ReactNode, Suspense, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { fetched } from '../../../ui/fetched.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import page from '../../../ui/page.module.css';
import { type LabQuestion, nextOf, QUESTION_LINKS } from '../../../viewmodel/lab/way.ts';
import { embedHash } from '../embed/embed-hash.ts';
import { TermText } from '../glossary/TermText.tsx';
import styles from './lab-frame.module.css';

const EmbedDialog = fetched(() => import('../embed/EmbedDialog.tsx').then((own) => own.EmbedDialog));

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

interface LabNextProps {
  /** Null: the page is none of the questions'. */
  readonly after: LabQuestion | null;
  readonly children?: ReactNode;
}

/** The page's end: the next question, and what may stand beside it. After the last one: all of them. */
export function LabNext({ after, children }: LabNextProps) {
  const { t } = useMessages();
  const next = after === null ? null : nextOf(after);
  return (
    <footer className={styles.foot}>
      <a className={styles.next} href={next === null ? '#/lab' : QUESTION_LINKS[next]} data-testid="lab-next">
        {next !== null && <span>{t('way.next')}</span>}
        {next === null ? t(after === null ? 'way.all' : 'way.last') : t(`way.ask.${next}`)} →
      </a>
      {children}
      <EmbedThis />
    </footer>
  );
}

/** The page's figure for somebody's own page, as its address says it now. */
function EmbedThis() {
  const { t } = useMessages();
  const [hash, setHash] = useState<string | null>(null);
  return (
    <>
      <Button look="quiet" onClick={() => setHash(embedHash(location.hash, []))}>
        {t('shell.figure.embed')}
      </Button>
      {hash !== null && (
        <Suspense>
          <EmbedDialog hash={hash} title={document.title.replace(/ · Xipscope$/, '')} onClose={() => setHash(null)} />
        </Suspense>
      )}
    </>
  );
}
