/** One variant of an exercise: the question, the stage, the answer, and what the engine says to it. */
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Move } from '../../engine/stage-types.ts';
import { judgeMoves, type MovesVerdict } from '../../model/exercise/judge.ts';
import { withAddresses } from '../../model/exercise/outside-links.ts';
import { isOwnId } from '../../model/exercise/own.ts';
import { type Answer, answerText, isMadeOfMoves, isRight } from '../../model/exercise/question.ts';
import type { Variant } from '../../model/exercise/variant.ts';
import { isTold, readProgress } from '../../model/record/progress.ts';
import { tickText } from '../../model/stage/lane-words.ts';
import { currentBranch } from '../../model/stage/playback.ts';
import { sessionStyles, styleOf } from '../../model/stage/session-style.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import { Button } from '../../ui/Button.tsx';
import { kept } from '../../ui/kept.ts';
import { LiveRegion } from '../../ui/LiveRegion.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { Working } from '../../ui/Working.tsx';
import { Prose } from '../lessons/LessonProse.tsx';
import { PlayParts } from '../playground/PlayParts.tsx';
import { NOTHING_OPEN } from '../playground/play-state.ts';
import type { StageFigure } from '../playground/stage-figure.ts';
import { keepDeed } from '../record/keep-deed.ts';
import { AnswerForm } from './AnswerForm.tsx';
import { whyNot } from './broken-claim.ts';
import styles from './exercises.module.css';
import { Goals, HuntState } from './Goals.tsx';
import { HuntEvidence, useEvidence } from './HuntEvidence.tsx';
import { OrderForm } from './OrderForm.tsx';
import { StepPalette, shortSql } from './StepPalette.tsx';
import { writtenIn } from './shipped.ts';
import type { Asked } from './use-variant.ts';
import { WhyWrong } from './WhyWrong.tsx';

const idle = (): (() => void) => () => undefined;
const nothing = () => NOTHING_OPEN;
const JUDGING_TOLD_MS = 500;

interface ExerciseViewProps {
  readonly asked: Asked;
  /** Asks for another variant. */
  readonly onAnother: () => void;
}

export function ExerciseView({ asked, onAnother }: ExerciseViewProps) {
  const messages = useMessages();
  const { t, lang } = messages;
  const { variant, store, show, sound, begun, stop } = asked;
  const { question, compiled } = variant;
  const state = useSyncExternalStore(store?.subscribe ?? idle, store?.get ?? nothing);
  const [hints, setHints] = useState(0);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [solved, setSolved] = useState(false);
  const [verdict, setVerdict] = useState<MovesVerdict | null>(null);
  const [judging, setJudging] = useState<'no' | 'under-way' | 'cancelled'>('no');
  /** Which judging is the newest. */
  const turn = useRef(0);
  const judge = async (given: readonly Move[]): Promise<MovesVerdict | null> => {
    if (show === null || sound === null) return null;
    const own = ++turn.current;
    setJudging('no');
    // Said where it takes a moment: a line that came and went at each step would move all below it.
    setTimeout(() => own === turn.current && setJudging('under-way'), JUDGING_TOLD_MS);
    const judged = await judgeMoves(variant, given, show, sound);
    if (own !== turn.current) return null;
    turn.current++;
    setJudging('no');
    return judged.ok ? judged.value : null;
  };
  const cancel = (): void => {
    turn.current++;
    setJudging('cancelled');
    stop();
    // The picture of an order is played by a server of its own, which the same order may keep busy.
    if (!isFree) void store?.stop();
  };
  // Of somebody else's file nothing that can be clicked hides where it leads.
  const shownProse = (nodes: Variant['prose']): Variant['prose'] =>
    isOwnId(variant.id) ? withAddresses(nodes) : nodes;
  const isFree = question.kind === 'make' || question.kind === 'hunt';

  const keep = (given: Answer, right: boolean): void => {
    const deed = { kind: 'exercise', id: variant.id, seed: variant.seed, part: 0, begun, hints } as const;
    keepDeed({ ...deed, answer: answerText(given), isRight: right, at: new Date().toISOString() });
  };
  // What a wrong prediction was told is the answer: from then on this variant is practice, and no mark comes of it.
  const [wasTold, setTold] = useState(() => isTold(readProgress(kept()), { ...variant, kind: 'exercise' }));
  const answered = (given: Answer): void => {
    const right = isRight(question, given) === true;
    setAnswer(given);
    if (!right || !wasTold) keep(given, right);
    if (!right) {
      setTold(true);
      return;
    }
    setSolved(true);
    if ('step' in question) void store?.run([...question.played, question.step]);
  };
  const ran = async (moves: readonly Move[]): Promise<void> => {
    void store?.run(moves);
    const judged = await judge(moves);
    if (judged === null) return;
    setVerdict(judged);
    setAnswer({ kind: 'moves', moves });
    keep({ kind: 'moves', moves }, judged.isRight);
    if (judged.isRight) setSolved(true);
  };

  // What is made by pressing steps is judged after each of them.
  const { playback, phase, shown, at, events } = state;
  const moves = useMemo(() => currentBranch(playback).moves.slice(0, playback.tick), [playback]);
  const judgeNow = useRef(judge);
  useEffect(() => {
    judgeNow.current = judge;
  });
  useEffect(() => {
    // A variant comes with its servers, and nothing else of this ever changes: so it is judged when the moves are others.
    if (!isFree || phase !== 'ready' || show === null || sound === null) return;
    void judgeNow.current(moves).then((judged) => {
      if (judged !== null) setVerdict(judged);
    });
  }, [isFree, phase, moves, show, sound]);
  const isFound = isFree && verdict?.isRight === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept once, when it comes about
  useEffect(() => {
    if (!isFound || solved) return;
    setSolved(true);
    keep({ kind: 'moves', moves }, true);
  }, [isFound]);

  const difference = verdict?.kind === 'hunt' ? verdict.difference : null;
  const evidence = useEvidence(difference, moves, show, sound);
  // The figure asks about the very version that the fault is about.
  useEffect(() => {
    if (evidence !== null) store?.select({ session: evidence.session, tuple: evidence.version });
  }, [evidence, store]);

  const stepName = (step: number | null): string => compiled?.spec.steps[step ?? -1]?.name ?? '';
  const parts = partsFor(variant, solved, answer !== null);
  const now = compiled === null || shown === null ? '' : tickText(compiled.spec, events, at.tick, messages);
  const reason =
    verdict === null || compiled === null ? '' : whyNot(verdict, compiled.spec, question.kind === 'order', t);
  const wrong = isMadeOfMoves(question) ? reason || t('exercise.wrongMoves') : t('exercise.wrong');
  const isPractice = wasTold && !isMadeOfMoves(question);
  const right = t(isPractice ? 'exercise.practice' : 'exercise.right');
  const said = solved
    ? right
    : answer === null
      ? isFree
        ? reason
        : isPractice
          ? t('exercise.practising')
          : ''
      : wrong;
  const isPrediction = 'played' in question;
  const figure = store !== null && (
    <div className={styles.figure}>
      {isFree && <StepPalette store={store} state={state} isSolved={solved} />}
      <section aria-label={t('exercise.stage')} className={styles.stage}>
        <h2 className="visually-hidden">{t('exercise.stage')}</h2>
        <PlayParts store={store} {...state} parts={parts} still={!isFree} />
      </section>
      <LiveRegion text={now} everyMs={600} />
    </div>
  );
  return (
    <div
      className={styles.exercise}
      data-kind={question.kind}
      data-solved={solved}
      data-phase={store === null ? 'ready' : phase}
    >
      <div className={styles.words}>
        <div className={styles.prose} lang={writtenIn(variant.id, lang)}>
          <Prose nodes={shownProse(variant.prose)} />
        </div>
        {'played' in question && compiled !== null && (
          <SoFar
            spec={compiled.spec}
            played={question.played}
            replayed={'replayed' in question ? question.replayed : null}
          />
        )}
        {'step' in question && compiled !== null && (
          <p className={styles.next}>
            <span className={styles.small}>{t('exercise.toDo')}</span>
            <b>{t('exercise.nextStep', { who: question.session, step: stepName(question.step) })}</b>
            <code>{shortSql(compiled.spec.steps[question.step]?.sql ?? '')}</code>
          </p>
        )}
      </div>
      {/* What has been done so far comes before what is asked of it: on a phone it stands between. */}
      {isPrediction && figure}
      <div className={styles.answers}>
        {'goal' in question && <Goals goals={question.goal} states={verdict?.kind === 'goal' ? verdict.states : []} />}
        {question.kind === 'hunt' && <HuntState difference={difference} stepName={stepName} />}
        {question.kind !== 'order' && question.kind !== 'make' && question.kind !== 'hunt' && (
          <AnswerForm
            question={question}
            sessions={compiled?.spec.sessions.map(({ name }) => name) ?? []}
            xids={shown?.state.xids ?? []}
            isDone={solved}
            onAnswer={answered}
          />
        )}
        {question.kind === 'order' && compiled !== null && (
          <OrderForm spec={compiled.spec} steps={question.steps} isDone={solved} onRun={(order) => void ran(order)} />
        )}
        {judging === 'under-way' && <Working what={t('exercise.judging')} onCancel={cancel} />}
        <p role="status" className={styles.verdict} data-right={solved}>
          {judging === 'cancelled' ? t('exercise.judgingCancelled') : said}
        </p>
        {judging === 'cancelled' && isFree && (
          <Button onClick={() => void judge(moves).then((judged) => judged !== null && setVerdict(judged))}>
            {t('ui.tryAgain')}
          </Button>
        )}
        {isPractice && (
          <p>
            <Button look="primary" onClick={onAnother}>
              {t('exercise.newVariant')}
            </Button>
          </p>
        )}
        {!solved && answer !== null && answer.kind !== 'moves' && (
          <WhyWrong
            key={answerText(answer)}
            question={question}
            answer={answer}
            show={show}
            step={'step' in question ? stepName(question.step) : ''}
          />
        )}
        {(solved || (answer !== null && !isMadeOfMoves(question))) && (
          <div className={styles.because} lang={writtenIn(variant.id, lang)}>
            {solved && (question.kind === 'lines' || question.kind === 'suboverflowed') && answer !== null && (
              <WhyWrong question={question} answer={answer} show={null} step="" />
            )}
            <Prose nodes={shownProse(variant.why)} />
          </div>
        )}
        {evidence !== null && (
          <HuntEvidence evidence={evidence} sessions={compiled?.spec.sessions.map(({ name }) => name) ?? []} />
        )}
        <Hints variant={variant} shown={hints} onMore={() => setHints(hints + 1)} />
      </div>
      {!isPrediction && figure}
    </div>
  );
}

interface SoFarProps {
  readonly spec: Spec;
  readonly played: readonly Move[];
  /** Of how many of them a standby has replayed what they wrote; null: there is none. */
  readonly replayed: number | null;
}

/** Narrow lanes show each session's last step alone: there the schedule is a list. Where a standby is behind, everywhere. */
function SoFar({ spec, played, replayed }: SoFarProps) {
  const { t } = useMessages();
  const all = sessionStyles(spec.sessions.map(({ name }) => name));
  const list = (steps: readonly Move[], start: number) =>
    steps.length > 0 && (
      <ol start={start}>
        {steps.map((step) => {
          const { sql = '', session = 0 } = spec.steps[step] ?? {};
          const { letter, hue } = styleOf(all, spec.sessions[session]?.name ?? null);
          return (
            <li key={step}>
              <b style={{ color: hue }}>{letter}</b> <code>{shortSql(sql)}</code>
            </li>
          );
        })}
      </ol>
    );
  return (
    <section className={styles.soFar} data-standby={replayed !== null} aria-label={t('exercise.soFar')}>
      <p className={styles.small}>{t('exercise.soFar')}</p>
      {replayed === null ? (
        list(played, 1)
      ) : (
        <>
          {list(played.slice(0, replayed), 1)}
          <p className={styles.replayed}>{t(replayed === 0 ? 'exercise.replayedNone' : 'exercise.replayed')}</p>
          {list(played.slice(replayed), replayed + 1)}
        </>
      )}
    </section>
  );
}

/** Before a prediction nothing is drawn that gives it away: eyes on rows, snapshots on the axis. */
function partsFor({ question }: Variant, solved: boolean, tried: boolean): readonly StageFigure[] {
  if (question.kind === 'make' || question.kind === 'hunt') return ['lanes', 'rows', 'why'];
  if (question.kind === 'order') return tried ? ['lanes', 'rows'] : ['lanes'];
  if (!solved) return ['lanes'];
  return question.kind === 'snapshot' || 'replayed' in question ? ['lanes', 'xids'] : ['lanes', 'rows', 'why'];
}

interface HintsProps {
  readonly variant: Variant;
  readonly shown: number;
  readonly onMore: () => void;
}

function Hints({ variant, shown, onMore }: HintsProps) {
  const { t, lang } = useMessages();
  const { hints } = variant;
  if (hints.length === 0) return null;
  return (
    <section className={styles.hints} aria-label={t('exercise.hintsTitle')}>
      <div aria-live="polite">
        {hints.slice(0, shown).map((hint, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: hints never change places
          <div key={i} className={styles.hint} lang={writtenIn(variant.id, lang)}>
            <Prose nodes={isOwnId(variant.id) ? withAddresses(hint) : hint} />
          </div>
        ))}
      </div>
      <Button look="quiet" disabled={shown >= hints.length} onClick={onMore}>
        {shown >= hints.length ? t('exercise.noHints') : t('exercise.hint', { next: shown + 1, of: hints.length })}
      </Button>
    </section>
  );
}
