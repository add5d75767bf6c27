/**
 * A step's question. It asks before it explains: an option's reason comes with the choice, a prediction's answer from
 * the engine.
 */

import '../../base/messages/en/lessons-question.ts';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Inline, LessonQuestion, Predicted } from '../../scenario/lesson.ts';
import { Button } from '../../ui/Button.tsx';
import controls from '../../ui/controls.module.css';
import { useKeys } from '../../ui/keys.ts';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import type { Foreseen } from '../../ui/page.tsx';
import { answerText, isRight, WAYS, wayOf } from '../../viewmodel/lesson/predict.ts';
import { Inlines } from '../shared/lessons/LessonProse.tsx';
import { keepDeed } from '../shared/record/keep-deed.ts';
import styles from './lessons.module.css';

interface QuestionProps {
  readonly question: LessonQuestion;
  /** The engine's answer to a prediction; null: it is not known yet. */
  readonly outcome: Foreseen | null;
  /** Keys answer at once, because the question has just been put to a room. Each option shows its digit. */
  readonly takesFocus: boolean;
  /** The reader has answered; the figure may continue. */
  readonly onAnswer: (answer: string, right: boolean) => void;
}

function QuestionView({ question, outcome, takesFocus, onAnswer }: QuestionProps) {
  const { t } = useMessages();
  const id = useId();
  return (
    <section className={styles.question} aria-labelledby={id}>
      <p className={styles.ask} id={id}>
        <span className={styles.askMark}>{t('lessons.question.lead')}</span> <Inlines nodes={question.ask} />
      </p>
      {question.kind === 'choice' ? (
        <Choice question={question} {...{ takesFocus, onAnswer }} labelledBy={id} />
      ) : (
        <Prediction question={question} {...{ outcome, takesFocus, onAnswer }} labelledBy={id} />
      )}
    </section>
  );
}

/** On stage a digit is the answer with that number. */
function useDigits(options: number, choose: (i: number) => void, active: boolean): void {
  useKeys(Object.fromEntries(Array.from({ length: options }, (_, i) => [String(i + 1), () => choose(i)])), { active });
}

/** In a file a reason follows a dash; after “Not quite.” it begins a sentence. */
const asSentence = ([first, ...rest]: readonly Inline[]): readonly Inline[] =>
  first?.kind === 'text'
    ? [{ ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...rest]
    : first === undefined
      ? rest
      : [first, ...rest];

interface AnswerProps {
  readonly onAnswer: (answer: string, right: boolean) => void;
  readonly labelledBy: string;
}

interface ChoiceProps extends AnswerProps, Pick<QuestionProps, 'takesFocus'> {
  readonly question: Extract<LessonQuestion, { kind: 'choice' }>;
}

function Choice({ question, takesFocus, onAnswer, labelledBy }: ChoiceProps) {
  const { t } = useMessages();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const right = question.options.filter((option) => option.isRight).length;
  const found = chosen.filter((i) => question.options[i]?.isRight).length;
  const choose = (i: number): void => {
    if (chosen.includes(i)) return;
    const now = [...chosen, i];
    setChosen(now);
    const isRightNow = question.options[i]?.isRight === true;
    if (!isRightNow || found + 1 === right)
      onAnswer(
        now.join(','),
        now.every((one) => question.options[one]?.isRight),
      );
  };
  useDigits(question.options.length, choose, takesFocus);
  return (
    <>
      <ul className={styles.options} aria-labelledby={labelledBy}>
        {question.options.map(({ isRight: good, text, why }, i) => {
          const isChosen = chosen.includes(i);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a file's options never change places
            <li key={i}>
              <button
                type="button"
                className={styles.option}
                aria-pressed={isChosen}
                data-verdict={isChosen ? (good ? 'right' : 'wrong') : undefined}
                onClick={() => choose(i)}
              >
                <span>
                  <Inlines nodes={text} />
                </span>
                {takesFocus && <kbd>{i + 1}</kbd>}
              </button>
              <p className={styles.why} role="status">
                {isChosen && (
                  <>
                    <b>{t(good ? 'lessons.question.right' : 'lessons.question.wrong')}</b>{' '}
                    <Inlines nodes={asSentence(why)} />
                  </>
                )}
              </p>
            </li>
          );
        })}
      </ul>
      {right > 1 && found < right && <p className={page.quiet}>{t('lessons.question.choose', { count: right })}</p>}
    </>
  );
}

/** Outcomes that are chosen, not written. */
const isWay = (kind: Predicted): boolean => kind === 'waits' || kind === 'error';

interface PredictionProps extends AnswerProps, Pick<QuestionProps, 'outcome' | 'takesFocus'> {
  readonly question: Extract<LessonQuestion, { kind: 'predict' }>;
}

function Prediction({ question: { answer: kind, why }, outcome, takesFocus, onAnswer, labelledBy }: PredictionProps) {
  const { t } = useMessages();
  const [written, setWritten] = useState('');
  const [said, setSaid] = useState<Said | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (takesFocus) field.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const answer = (text: string, gaveUp = false): void => {
    if (outcome === null || said !== null) return;
    const right = !gaveUp && isRight(kind, text, outcome);
    setSaid({ right, gaveUp, text });
    onAnswer(gaveUp ? '' : text, right);
  };
  const submit = (event: FormEvent | KeyboardEvent): void => {
    event.preventDefault();
    answer(written);
  };
  /** A snapshot is one line: Enter gives the answer, as in every field of one line. */
  const onKeyDown = (event: KeyboardEvent): void => {
    if (kind === 'rows' || event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    submit(event);
  };
  const cannotAnswer = outcome === null || said !== null;
  return (
    <>
      {isWay(kind) ? (
        <Ways
          {...{ kind, labelledBy, takesFocus }}
          chosen={said?.text ?? null}
          right={outcome && wayOf(outcome)}
          disabled={cannotAnswer}
          onAnswer={answer}
        />
      ) : (
        <form onSubmit={submit} className={styles.written}>
          <textarea
            ref={field}
            className={controls.area}
            rows={kind === 'rows' ? 3 : 1}
            value={written}
            aria-labelledby={labelledBy}
            aria-describedby={`${labelledBy}-how`}
            spellCheck={false}
            autoComplete="off"
            disabled={said !== null}
            onChange={(event) => setWritten(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <p id={`${labelledBy}-how`} className={page.quiet}>
            {t(kind === 'rows' ? 'lessons.how.rows' : 'lessons.how.snapshot')}
          </p>
          <WrittenButtons
            kind={kind}
            disabled={cannotAnswer}
            onNoRows={() => answer('')}
            onShowMe={() => answer('', true)}
          />
        </form>
      )}
      <div className={styles.verdict} role="status">
        {said !== null && outcome !== null && <Verdict {...said} {...{ kind, outcome, why }} />}
      </div>
    </>
  );
}

interface WrittenButtonsProps {
  readonly kind: Predicted;
  readonly disabled: boolean;
  readonly onNoRows: () => void;
  readonly onShowMe: () => void;
}

/** Below a written prediction: check it by submitting the form, answer that no rows come, or give up. */
function WrittenButtons({ kind, disabled, onNoRows, onShowMe }: WrittenButtonsProps) {
  const { t } = useMessages();
  return (
    <div className={page.row}>
      <Button type="submit" look="primary" disabled={disabled}>
        {t('lessons.question.check')}
      </Button>
      {kind === 'rows' && (
        <Button disabled={disabled} onClick={onNoRows}>
          {t('lessons.question.noRows')}
        </Button>
      )}
      <Button look="quiet" disabled={disabled} onClick={onShowMe}>
        {t('lessons.question.showMe')}
      </Button>
    </div>
  );
}

interface WaysProps extends Pick<QuestionProps, 'takesFocus'> {
  readonly kind: Predicted;
  readonly labelledBy: string;
  readonly disabled: boolean;
  /** Null: not answered yet. */
  readonly chosen: string | null;
  readonly right: string | null;
  readonly onAnswer: (way: string) => void;
}

/** Whether a statement waits, runs or fails is chosen, not written. */
function Ways({ kind, labelledBy, disabled, chosen, right, takesFocus, onAnswer }: WaysProps) {
  const { t } = useMessages();
  const ways = WAYS.filter((way) => kind === 'error' || way !== 'fails');
  useDigits(ways.length, (i) => onAnswer(ways[i] ?? ''), takesFocus && !disabled);
  return (
    <ul className={page.row} aria-labelledby={labelledBy}>
      {ways.map((way, i) => (
        <li key={way}>
          <Button
            disabled={disabled}
            {...(chosen !== null && {
              'aria-pressed': way === chosen,
              'data-verdict': way === right && 'right',
            })}
            onClick={() => onAnswer(way)}
            {...(takesFocus && { keyHint: String(i + 1) })}
          >
            {t('lessons.question.way', { way, kind })}
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface Said {
  readonly text: string;
  readonly right: boolean;
  readonly gaveUp: boolean;
}
interface VerdictProps extends Omit<Said, 'text'> {
  readonly kind: Predicted;
  readonly outcome: Foreseen;
  readonly why: readonly Inline[];
}

/** The answer has a line of its own: run on into the reason, values and words read as one sentence. */
function Verdict({ right, gaveUp, kind, outcome, why }: VerdictProps) {
  const { t } = useMessages();
  return (
    <>
      <p>
        <b>
          {gaveUp ? t('lessons.question.theAnswer') : t(right ? 'lessons.question.right' : 'lessons.question.wrong')}
        </b>{' '}
        <Told kind={kind} outcome={outcome} />
      </p>
      <p>
        <Inlines nodes={why} />
      </p>
    </>
  );
}

function Told({ kind, outcome }: { readonly kind: Predicted; readonly outcome: Foreseen }) {
  const { t } = useMessages();
  const text = answerText(kind, outcome);
  if (kind === 'waits') return t('lessons.engine.waits', { waits: outcome.waits });
  if (kind === 'rows' && text === '') return t('lessons.engine.noRows');
  if (kind === 'error' && outcome.error === null) return t('lessons.question.way', { way: wayOf(outcome), kind });
  return (
    <>
      {t('lessons.engine.says')} <code className={styles.told}>{text}</code>
    </>
  );
}

interface StepQuestionProps {
  readonly id: string;
  readonly step: number;
  readonly begun: string;
  readonly question: LessonQuestion;
  readonly outcome: Foreseen | null;
  readonly takesFocus: boolean;
  readonly onPredicted: () => void;
}

/** A step's question in its lesson: the answer is kept, and a prediction's figure continues. */
export function StepQuestion({ id, step, begun, question, outcome, takesFocus, onPredicted }: StepQuestionProps) {
  return (
    <QuestionView
      question={question}
      outcome={outcome}
      takesFocus={takesFocus}
      onAnswer={(answer, isRight) => {
        const at = new Date().toISOString();
        keepDeed({ kind: 'lesson', id, seed: 0, part: step, answer, isRight, hints: 0, begun, at });
        if (question.kind === 'predict') onPredicted();
      }}
    />
  );
}
