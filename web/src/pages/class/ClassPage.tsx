/** An assignment: the student's name, the list with what is done, and one file to hand in. Nothing is sent anywhere. */
import '../../base/messages/en/class.ts';
import { useEffect } from 'react';
import { cx } from '../../ui/Button.tsx';
import buttons from '../../ui/button.module.css';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import type { PageProps } from '../../ui/page.tsx';
import { type Assignment, doneIn, type ItemState, nextOf, type Unknown } from '../../viewmodel/class/assignment.ts';
import type { ClassAddress } from '../shared/class/class-address.ts';
import { keepAssignment } from '../shared/class/current.ts';
import { useAssignment } from '../shared/class/use-assignment.ts';
import { HandIn, NameField, useName } from '../shared/record/HandIn.tsx';
import styles from './class.module.css';

export default function ClassPage({ address }: PageProps<ClassAddress>) {
  const { t } = useMessages();
  if (address.set !== undefined) return <Assigned assignment={address} />;
  return (
    <div className={page.page}>
      <header className={page.intro}>
        <h1 className={page.title}>{t('class.none.title')}</h1>
        <p className={page.lead}>{t('class.none.lead')}</p>
        <p className={page.quiet}>
          <a href="#/teacher">{t('class.none.toTeacher')}</a>
        </p>
      </header>
    </div>
  );
}

function Assigned({ assignment }: { readonly assignment: Assignment }) {
  const { t } = useMessages();
  const [name, onName] = useName();
  const { states, unknown, deeds } = useAssignment(assignment, name);
  const isAny = states.length > 0;
  useEffect(() => {
    if (isAny) keepAssignment(assignment);
  }, [assignment, isAny]);
  const isNameless = states.some(({ opens }) => opens === null);
  const left = states.length - doneIn(states);
  const lessons = states.filter(({ kind }) => kind === 'lesson').length;
  return (
    <div className={page.page} data-done={doneIn(states)} data-items={states.length}>
      <header className={page.intro}>
        <h1 className={page.title}>{t('class.title')}</h1>
        {isAny && <p className={page.lead}>{t('class.lead', { lessons, exercises: states.length - lessons })}</p>}
      </header>
      {unknown.length > 0 && <UnknownNames unknown={unknown} />}
      {isAny && (
        <>
          <section className={styles.part}>
            <NameField
              name={name}
              onName={onName}
              hint={t(
                isNameless ? 'class.nameFirst' : assignment.seed === 'by-name' ? 'class.nameByName' : 'class.nameSame',
              )}
            />
          </section>
          <Items states={states} />
          {deeds.length === 0 ? (
            <p className={page.quiet}>{t('class.handInFirst')}</p>
          ) : (
            <section className={styles.part}>
              <HandIn name={name} deeds={deeds} />
              {left > 0 && <p>{t('class.handInLeft', { left, of: states.length })}</p>}
              <p className={page.quiet}>{t('class.handInHow')}</p>
            </section>
          )}
        </>
      )}
    </div>
  );
}

function UnknownNames({ unknown }: { readonly unknown: readonly Unknown[] }) {
  const { t } = useMessages();
  return (
    <div role="alert" className={page.missing}>
      <p>{t('class.unknown', { n: unknown.length })}</p>
      <ul className={styles.unknown}>
        {unknown.map(({ at, name, near }) => (
          <li key={name}>{t('class.unknown.one', { at, name, near: near ?? '' })}</li>
        ))}
      </ul>
      <p className={page.quiet}>{t('class.unknown.tell')}</p>
    </div>
  );
}

/** A mark for each standing: its shape tells it apart, not its colour. */
const MARKS = { new: '○', tried: '◐', right: '✓' } as const;

function Items({ states }: { readonly states: readonly ItemState[] }) {
  const { t } = useMessages();
  const next = nextOf(states, null);
  const isBegun = states.some(({ standing }) => standing !== 'new');
  return (
    <section className={styles.part} aria-labelledby="class-do">
      <div className={styles.head}>
        <h2 id="class-do" className={page.subtitle}>
          {t('class.do')}
        </h2>
        <p className={page.quiet} role="status">
          {t('class.progress', { done: doneIn(states), of: states.length })}
        </p>
      </div>
      <ol className={styles.items}>
        {states.map(({ id, kind, title, standing, opens }) => (
          <li key={id} className={styles.item} data-standing={standing}>
            <span className={styles.mark} aria-hidden="true">
              {MARKS[standing]}
            </span>
            <span className={styles.title}>{opens === null ? title : <a href={opens}>{title}</a>}</span>
            <span className={page.hint}>{t(`class.kind.${kind}`)}</span>
            <span className={page.hint}>{t(`class.standing.${standing}`)}</span>
          </li>
        ))}
      </ol>
      <p className={page.hint}>{t('class.counts')}</p>
      {next === null ? (
        <p className={page.strong}>{t('class.allDone')}</p>
      ) : (
        next.opens !== null && (
          <p>
            <a className={cx(buttons.button, buttons.primary, styles.begin)} href={next.opens}>
              {t(isBegun ? 'class.goOn' : 'class.begin', { title: next.title })}
            </a>
          </p>
        )
      )}
    </section>
  );
}
