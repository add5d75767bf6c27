/** A lesson of 90 minutes on two sheets: one for the teacher, one for the students to fill in. Each prints on one page of A4. */
import '../../base/messages/en/class.ts';
import '../../base/messages/en/plan.ts';
import '../../base/messages/en/shell-later.ts';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import idleConnections from '../../../../scenarios/published/idle-connections.csv?raw';
import { PUBLISHED, shippedRows } from '../../scenario/published.ts';
import { Button, cx } from '../../ui/Button.tsx';
import controls from '../../ui/controls.module.css';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import type { NoAddress, PageProps } from '../../ui/page.tsx';
import { shortAddressOf } from '../../viewmodel/class/assignment.ts';
import {
  PLAN,
  PLAN_MINUTES,
  type PlanFigures,
  type PlanPart,
  planFigures,
  planTimes,
  WALK,
} from '../../viewmodel/class/plan.ts';
import styles from './plan.module.css';

type Sheet = 'teacher' | 'students';

/** PostgreSQL's message to the second of two writers; the engine gives it, too. */
const MESSAGE = 'could not serialize access due to concurrent update';
const figures = planFigures(shippedRows('idleConnections', idleConnections));
const source = PUBLISHED.idleConnections.source;

export default function PlanPage(_: PageProps<NoAddress>) {
  const { t } = useMessages();
  /** The sheet that is printed alone; null: both, as the browser's own menu prints them. */
  const [only, setOnly] = useState<Sheet | null>(null);
  const print = (sheet: Sheet): void => {
    flushSync(() => setOnly(sheet));
    globalThis.print();
    setOnly(null);
  };
  const [said, setSaid] = useState<Said>(null);
  const copy = (): Promise<void> =>
    navigator.clipboard.writeText(WHOLE_LINK()).then(
      () => setSaid('copied'),
      () => setSaid('notCopied'),
    );
  if (figures === null) return null;
  return (
    <div className={cx(page.page, styles.plan)} data-only={only ?? undefined}>
      <header className={`${page.intro} ${styles.onScreen}`}>
        <h1 className={page.title}>{t('plan.title')}</h1>
        <p className={page.lead}>{t('plan.lead')}</p>
        <div className={page.row}>
          <Button look="primary" onClick={() => print('teacher')}>
            {t('plan.printTeacher')}
          </Button>
          <Button onClick={() => print('students')}>{t('plan.printStudents')}</Button>
          <Button onClick={() => void copy()}>{t('plan.link.copy')}</Button>
          <a href="#/teacher">{t('shell.page.teacher')}</a>
        </div>
        <Copied said={said} />
        <p className={page.quiet}>
          <a href={LINK}>{t('plan.link')}</a> · {t('plan.link.hint')}
        </p>
      </header>
      <TeacherSheet figures={figures} />
      <StudentSheet figures={figures} />
    </div>
  );
}

/** As short as on paper, wherever it is. */
const LINK = shortAddressOf('plan');

type Said = 'copied' | 'notCopied' | null;

const WHOLE_LINK = (): string => `${location.origin}${location.pathname}${LINK}`;

/** Its line is there before there is anything to say: the sheets below stay where they are. */
function Copied({ said }: { readonly said: Said }) {
  const { t } = useMessages();
  return (
    <div className={styles.said}>
      <span role="status" className={page.strong}>
        {said !== null && t(`class.make.${said}`)}
      </span>
      {said === 'notCopied' && (
        <input
          className={cx(controls.input, styles.address)}
          readOnly
          value={WHOLE_LINK()}
          aria-label={t('plan.link.copy')}
          onFocus={(event) => event.target.select()}
        />
      )}
    </div>
  );
}

/** What a part's texts need, whatever they name of it. */
const paramsOf = (figures: PlanFigures) => ({ ...figures, ...WALK, idle: figures.idle, message: MESSAGE });
const walkOf = (figures: PlanFigures) => ({ ...paramsOf(figures), idle: WALK.idle });
const given = (part: PlanPart, figures: PlanFigures) => (part === 'walk' ? walkOf(figures) : paramsOf(figures));

function TeacherSheet({ figures }: { readonly figures: PlanFigures }) {
  const { t, format } = useMessages();
  const times = planTimes();
  return (
    <section className={cx(styles.sheet, styles.teacher)} data-sheet="teacher" aria-labelledby="plan-teacher">
      <h2 id="plan-teacher">
        {t('plan.title')} <span className={styles.whose}>{t('plan.teacher')}</span>
      </h2>
      <p>{t('plan.teacher.need')}</p>
      <ol className={styles.parts}>
        {PLAN.map(({ part, minutes, opens }, i) => {
          const params = given(part, figures);
          return (
            <li key={part} className={styles.part}>
              <p className={styles.time}>
                <b>
                  {format.integer(times[i] ?? 0)}–{format.integer((times[i] ?? 0) + minutes)}
                </b>
              </p>
              <div>
                <h3>
                  {t(`plan.${part}.title`)}
                  {opens.map((to, nth) => (
                    <a key={to} href={`#${to}`}>
                      {t(nth === 0 ? `plan.${part}.open` : 'plan.snapshot.stop')}
                    </a>
                  ))}
                </h3>
                <p>{t(`plan.${part}.do`, params)}</p>
                <p>
                  <b>{t('plan.ask')}</b> {t(`plan.${part}.ask`, params)}
                </p>
                <p>
                  <b>{t('plan.answer')}</b> {t(`plan.${part}.answer`, params)}
                </p>
              </div>
            </li>
          );
        })}
      </ol>
      <p className={styles.foot}>
        <span className={styles.onPaper}>{t('plan.addresses', { site: `${location.host}${location.pathname}` })} </span>
        {t('plan.sum', { minutes: PLAN_MINUTES })}. {t('plan.from', { source: source.title, machine: source.machine })}
      </p>
    </section>
  );
}

/** Lines to write on, by part. */
const LINES: Readonly<Record<PlanPart, number>> = {
  race: 0,
  stamps: 1,
  sees: 2,
  snapshot: 2,
  xip: 0,
  lost: 2,
  walk: 1,
  end: 2,
};

function StudentSheet({ figures }: { readonly figures: PlanFigures }) {
  const { t } = useMessages();
  return (
    <section className={cx(styles.sheet, styles.students)} data-sheet="students" aria-labelledby="plan-students">
      <h2 id="plan-students">{t('plan.students')}</h2>
      <p className={styles.fields}>
        <span>{t('plan.students.name')}</span>
        <span className={styles.line} />
        <span>{t('plan.students.date')}</span>
        <span className={styles.short} />
      </p>
      <p className={styles.where}>
        <span>{t('plan.students.open')}</span>
        <b>
          {location.host}
          {location.pathname}
          {LINK}
        </b>
      </p>
      <ol className={styles.questions}>
        {PLAN.map(({ part }) => (
          <li key={part}>
            <p>{t(`plan.${part}.q`, given(part, figures))}</p>
            {(part === 'race' || part === 'xip') && <p className={styles.gap}>{t(`plan.${part}.gap`)}</p>}
            {Array.from({ length: LINES[part] }, (_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: empty lines, which never change places
              <div key={i} className={styles.write} />
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}
