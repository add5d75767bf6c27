/**
 * The teacher's page, drawn from the opened files: how to open files, the faults of some, the table, a code to check.
 */

import '../../base/messages/en/errors-texts.ts';
import '../../base/messages/en/teacher.ts';
import '../../base/messages/en/ui.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, TryAgain, Working } from '../../ui/Button.tsx';
import cards from '../../ui/card.module.css';
import controls from '../../ui/controls.module.css';
import filesStyles from '../../ui/files.module.css';
import { type useMessages as Use, useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import { type ClassColumn, type ClassTable, countVerdicts, type HandedIn } from '../../viewmodel/record/class-table.ts';
import type { Newest } from '../../viewmodel/record/newest.ts';
import type { QuestionRow } from '../../viewmodel/record/question-table.ts';
import type { Verdict } from '../../viewmodel/record/recheck.ts';
import { checkCode, missingOwn } from '../../viewmodel/record/recheck-all.ts';
import { CODE_LOOK, type CodeFault } from '../../viewmodel/record/record.ts';
import { CodeMeaning, type Titles } from '../shared/record/record-words.tsx';
import { ClassTableView } from './ClassTableView.tsx';
import { MAKE, MakeAssignment } from './MakeAssignment.tsx';
import type { Choice, FaultyFile, OpenedRecords, Recheck } from './open-records.ts';
import { QuestionsTable } from './QuestionsTable.tsx';
import styles from './teacher.module.css';

type T = ReturnType<typeof Use>['t'];

/** Compares a code that arrived separately with the open files. */
function CheckCode({ handedIn }: { readonly handedIn: readonly HandedIn[] }) {
  const { t } = useMessages();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<string | null>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(typed);
  };
  return (
    <form className={styles.check} onSubmit={submit}>
      <h2>{t('teacher.check')}</h2>
      <label>
        <span>{t('teacher.check.label')}</span>
        <input
          className={controls.input}
          type="text"
          value={typed}
          maxLength={80}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={CODE_LOOK}
          onChange={(event) => {
            setTyped(event.target.value);
            setAsked(null);
          }}
        />
      </label>
      <Button type="submit" disabled={typed.trim() === ''}>
        {t('teacher.check.do')}
      </Button>
      <p role="status" className={styles.answer}>
        {asked === null ? '' : answerTo(asked, handedIn, t)}
      </p>
    </form>
  );
}

/** @param typed as copied from a slip of paper */
function answerTo(typed: string, handedIn: readonly HandedIn[], t: T): string {
  const checked = checkCode(typed, handedIn);
  switch (checked.kind) {
    case 'fits':
      return t('teacher.check.fits', checked);
    case 'stale':
      return t('teacher.check.stale', checked);
    case 'noFile':
      return t('teacher.check.noFile', checked);
    case 'fault':
      return faultText(checked.fault, t);
  }
}

function faultText(fault: CodeFault, t: T): string {
  switch (fault.kind) {
    case 'length':
      return t('teacher.check.length', fault);
    case 'symbol':
      return t('teacher.check.symbol', fault);
    case 'check':
      return t('teacher.check.check');
  }
}

interface TeacherViewProps {
  readonly opened: OpenedRecords | null;
  /** Of the opened records those that are counted: each once. */
  readonly newest: Newest;
  readonly table: ClassTable;
  readonly questions: readonly QuestionRow[];
  readonly rechecked: Recheck;
  readonly titles: Titles;
  /** What the address says was assigned; empty: nothing is known of it. */
  readonly assigned: readonly ClassColumn[];
  /** The result of the last button. */
  readonly said: string;
  /** Files are over the page. */
  readonly isOver: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onForget: () => void;
  /** Reads again after the reader could not be fetched. */
  readonly onAgain: () => void;
  readonly onTable: () => void;
  readonly onQuestions: () => void;
  readonly onTries: () => void;
}

const NOTHING: Pick<OpenedRecords, 'faulty' | 'own' | 'isLost'> = {
  faulty: [],
  own: new Map(),
  isLost: false,
};

type DownloadsProps = Pick<TeacherViewProps, 'said' | 'onTable' | 'onQuestions' | 'onTries'> & {
  /** Not before the engine has judged: a saved table would not say that it is half done. */
  readonly isReady: boolean;
};

function Downloads({ said, isReady, onTable, onQuestions, onTries }: DownloadsProps) {
  const { t } = useMessages();
  return (
    <div className={page.row}>
      <Button icon="download" disabled={!isReady} onClick={onTable}>
        {t('teacher.csv')}
      </Button>
      <Button icon="download" disabled={!isReady} onClick={onQuestions}>
        {t('teacher.csvQuestions')}
      </Button>
      <Button icon="download" disabled={!isReady} onClick={onTries}>
        {t('teacher.csvTries')}
      </Button>
      <span role="status" className={styles.said}>
        {said}
      </span>
    </div>
  );
}

/** Other files that are named; for more it gives their number. */
const NAMED = 5;

/** What the last choice of files brought, and what of earlier ones stays. */
function WhatWasRead({ records, exercises, faulty, others, again, before }: Choice) {
  const { t } = useMessages();
  const all = [
    records + faulty + exercises === 0
      ? t('teacher.none', { folder: t(before === 0 ? 'teacher.folder' : 'teacher.addFolder') })
      : t('teacher.read', { records, faulty, exercises }),
    ...(again > 0 ? [t('teacher.again', { records: again })] : []),
    ...(others.length > 0
      ? [t('teacher.others', { files: others.slice(0, NAMED), more: Math.max(0, others.length - NAMED) })]
      : []),
    ...(before > 0 ? [t('teacher.before', { records: before })] : []),
  ];
  return <p>{t('ui.sentences', { all })}</p>;
}

/** Files that a student handed in before a newer one of the same record. */
function Older({ files }: { readonly files: Newest['older'] }) {
  const { t } = useMessages();
  return <p>{t('teacher.older', { files: files.slice(0, NAMED), more: Math.max(0, files.length - NAMED) })}</p>;
}

interface OpenersProps extends Pick<TeacherViewProps, 'onFiles'> {
  /** Some files are open: the next ones join them. */
  readonly isMore: boolean;
  readonly onForget: (() => void) | null;
}

function Openers({ isMore, onFiles, onForget }: OpenersProps) {
  const { t } = useMessages();
  return (
    <div className={page.row}>
      <Opener look="primary" label={t(isMore ? 'teacher.add' : 'teacher.open')} onFiles={onFiles} />
      <Opener isFolder label={t(isMore ? 'teacher.addFolder' : 'teacher.folder')} onFiles={onFiles} />
      {onForget !== null && (
        <Button look="quiet" onClick={onForget}>
          {t('teacher.forget')}
        </Button>
      )}
    </div>
  );
}

export function TeacherView(props: TeacherViewProps) {
  const { opened, newest, table, questions, rechecked, titles, assigned, said, isOver, onFiles, onForget, onAgain } =
    props;
  const { onTable, onQuestions, onTries } = props;
  const { t } = useMessages();
  const { faulty, own, isLost } = opened ?? NOTHING;
  const { counted: handedIn, older } = newest;
  const [isMaking, setMaking] = useState(false);
  const toTable = useTableShown(opened);
  /** Some files are open: the next ones join them. */
  const isMore = handedIn.length > 0;
  const assignedTo = assigned.length === 0 ? null : handedIn.length;
  const missing = missingOwn(handedIn, (id) => own.has(id));
  const isUnderWay = handedIn.length > 0 && !rechecked.isDone && !rechecked.isCancelled;
  const state = opened === null ? 'empty' : rechecked.isCancelled ? 'cancelled' : isUnderWay ? 'checking' : 'checked';
  return (
    <div className={page.page} data-state={state} data-records={handedIn.length}>
      <Head onMake={() => setMaking(true)} />
      <MakeAssignment isOpen={isMaking} onOpen={setMaking} />
      <section className={filesStyles.opens} id={RESULTS} tabIndex={-1} aria-labelledby="teacher-results">
        <h2 id="teacher-results" className={page.subtitle}>
          {t('teacher.results')}
        </h2>
        <p className={page.quiet}>{t('teacher.lead')}</p>
        <Openers isMore={isMore} onFiles={onFiles} onForget={opened === null ? null : onForget} />
        <AssignmentLink assigned={assigned} titles={titles} />
        {isMore && <p>{t('teacher.adds')}</p>}
        <p className={page.strong}>{t('teacher.private')}</p>
      </section>
      <div role="status" className={styles.status}>
        {opened !== null && <WhatWasRead {...opened.last} />}
        {older.length > 0 && <Older files={older} />}
      </div>
      {isLost && <TryAgain what={t('errors.notLoaded.reader')} onAgain={onAgain} />}
      {faulty.length > 0 && !isLost && <Faulty files={faulty} />}
      {handedIn.length > 0 && (
        <>
          <div ref={toTable} tabIndex={-1}>
            <HowFar handedIn={handedIn} rechecked={rechecked} />
          </div>
          {missing.length > 0 && <p className={page.hint}>{t('teacher.missing', { ids: missing })}</p>}
          <ClassTableView {...{ table, handedIn, rechecked, titles, assigned }} isJudging={isUnderWay} />
          <QuestionsTable rows={questions} titles={titles} assignedTo={assignedTo} isJudging={isUnderWay} />
          <Downloads said={said} isReady={!isUnderWay} {...{ onTable, onQuestions, onTries }} />
        </>
      )}
      <CheckCode handedIn={opened?.handedIn ?? handedIn} />
      <CodeMeaning isOwn={false} />
      <p className={page.hint}>
        <a href="#/record">{t('teacher.own')}</a>
      </p>
      <p className={page.hint}>{t('teacher.lms')}</p>
      {isOver && <DropHere />}
    </div>
  );
}

/** Files are held over the page. */
function DropHere() {
  const { t } = useMessages();
  return (
    <div className={filesStyles.drop}>
      <p className={filesStyles.dropText}>
        <b>{t('teacher.drop')}</b>
        <span>{t('teacher.dropHint')}</span>
      </p>
    </div>
  );
}

/** The parameters of an assignment's link, whichever page it opens. */
const IN_LINK = /[?&]set=([^&#\s]+)/;
const SEED_IN_LINK = /[?&]seed=([^&#\s]+)/;

/** The link that was handed out says what was assigned. It goes into this page's address: nothing is kept. */
function AssignmentLink({ assigned, titles }: Pick<TeacherViewProps, 'assigned' | 'titles'>) {
  const { t } = useMessages();
  if (assigned.length > 0)
    return (
      <p>
        {t('teacher.assigned', { titles: assigned.map(({ kind, id }) => titles.shown(kind, id)) })}{' '}
        <a href="#/teacher">{t('teacher.assigned.without')}</a>
      </p>
    );
  const onLink = (text: string): void => {
    const set = IN_LINK.exec(text)?.[1];
    if (set !== undefined) location.hash = `#/teacher?v=1&set=${set}&seed=${SEED_IN_LINK.exec(text)?.[1] ?? 'by-name'}`;
  };
  return (
    <label className={styles.assigned}>
      <span>{t('teacher.assigned.paste')}</span>
      <input
        className={controls.input}
        type="text"
        autoComplete="off"
        spellCheck={false}
        placeholder="#/class?set=…"
        onChange={(event) => onLink(event.target.value)}
      />
    </label>
  );
}

/** After files have been opened the page goes to what they made. */
function useTableShown(opened: OpenedRecords | null) {
  const at = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (opened === null || at.current === null) return;
    at.current.focus({ preventScroll: true });
    at.current.scrollIntoView({ block: 'start' });
  }, [opened]);
  return at;
}

const RESULTS = 'results';
/** An address's own `#` is taken: the ways within the page are buttons. */
function goTo(id: string): void {
  const part = document.getElementById(id);
  part?.focus({ preventScroll: true });
  part?.scrollIntoView({ block: 'start' });
}

function Head({ onMake }: { readonly onMake: () => void }) {
  const { t } = useMessages();
  return (
    <>
      <h1 className={page.title}>{t('teacher.title')}</h1>
      <ul className={styles.ways} aria-label={t('teacher.ways')}>
        <li>
          <a className={cards.card} href="#/teacher/plan">
            <span className={cards.cardTitle}>{t('teacher.plan')}</span>
            <span className={page.quiet}>{t('teacher.plan.says')}</span>
          </a>
        </li>
        <li>
          <button
            type="button"
            className={cards.card}
            onClick={() => {
              flushSync(onMake);
              goTo(MAKE);
            }}
          >
            <span className={cards.cardTitle}>{t('teacher.way.make')}</span>
            <span className={page.quiet}>{t('teacher.way.make.says')}</span>
          </button>
        </li>
        <li>
          <button type="button" className={cards.card} onClick={() => goTo(RESULTS)}>
            <span className={cards.cardTitle}>{t('teacher.way.results')}</span>
            <span className={page.quiet}>{t('teacher.way.results.says')}</span>
          </button>
        </li>
        <li>
          <a className={cards.card} href="#/lessons/two-stamps?step=1">
            <span className={cards.cardTitle}>{t('teacher.way.embed')}</span>
            <span className={page.quiet}>{t('teacher.way.embed.says')}</span>
          </a>
        </li>
      </ul>
    </>
  );
}

interface OpenerProps {
  readonly label: string;
  readonly isFolder?: boolean;
  readonly look?: 'plain' | 'primary';
  readonly onFiles: (files: readonly File[]) => void;
}

function Opener({ label, isFolder = false, look = 'plain', onFiles }: OpenerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look={look} icon="open" onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={(element) => {
          input.current = element;
          if (element !== null) element.webkitdirectory = isFolder;
        }}
        type="file"
        hidden
        multiple
        data-opens={isFolder ? 'folder' : 'files'}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // So that the same files can be opened again.
          event.target.value = '';
        }}
      />
    </>
  );
}

function Faulty({ files }: { readonly files: readonly FaultyFile[] }) {
  const { t } = useMessages();
  return (
    <section className={styles.faulty} aria-label={t('teacher.faulty')}>
      <h2>{t('teacher.faulty')}</h2>
      <ul>
        {files.map(({ file, path, problems }) => (
          <li key={path}>
            <b>{file}</b> <Problems problems={problems} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Faults of a file that are in sight; the others are folded away: one bad character may cause many. */
const SHOWN_FAULTS = 2;

/** One that is about the whole file is a sentence behind its name. */
function Problems({ problems }: Pick<FaultyFile, 'problems'>) {
  const { t } = useMessages();
  const [first] = problems;
  if (first === undefined) return null;
  if (problems.length === 1 && first.line === 1 && first.column === 1) return <span>{first.message}</span>;
  // A fold that hides a single line saves nothing.
  const isLong = problems.length > SHOWN_FAULTS + 1;
  const rest = isLong ? problems.slice(SHOWN_FAULTS) : [];
  return (
    <>
      <ProblemList problems={isLong ? problems.slice(0, SHOWN_FAULTS) : problems} />
      {isLong && (
        <details>
          <summary>{t('teacher.moreProblems', { more: rest.length })}</summary>
          <ProblemList problems={rest} />
        </details>
      )}
    </>
  );
}

function ProblemList({ problems }: Pick<FaultyFile, 'problems'>) {
  const { t } = useMessages();
  return (
    <ul>
      {problems.map((problem) => (
        <li key={`${problem.line} ${problem.column} ${problem.message}`}>{t('teacher.problem', problem)}</li>
      ))}
    </ul>
  );
}

/** The engine's progress, and its findings. */
function HowFar({
  handedIn,
  rechecked: { verdicts, done, of, isDone, isCancelled, cancel, again },
}: {
  readonly handedIn: readonly HandedIn[];
  readonly rechecked: Recheck;
}) {
  const { t } = useMessages();
  if (isCancelled) return <TryAgain what={t('teacher.cancelled', { done, of })} onAgain={again} />;
  if (!isDone)
    return (
      <div className={page.hint}>
        <Working what={t('teacher.checking', { done, of })} progress={{ done, of }} onCancel={cancel} />
      </div>
    );
  const counts = countVerdicts(handedIn, verdicts);
  const n = (verdict: Verdict): number => counts.get(verdict) ?? 0;
  return (
    <p role="status" className={page.hint}>
      {t('teacher.checked', {
        agrees: n('agrees'),
        differs: n('differs'),
        predictions: n('prediction'),
        unknown: n('unknown'),
        failed: n('failed') + n('cut'),
      })}
    </p>
  );
}
