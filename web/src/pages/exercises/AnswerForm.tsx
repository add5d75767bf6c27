/**
 * The form for answering a prediction or a count: native checkboxes, radios and selects, so that any keyboard and
 * finger can use it.
 */
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { DESIGN_IDS, REUSING_IDS } from '../../base/designs.ts';
import type { StageXid } from '../../engine/stage/stage-types.ts';
import { Button } from '../../ui/Button.tsx';
import { useKeys } from '../../ui/keys.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { Answer, Question, Version } from '../../viewmodel/exercise/question.ts';
import { sessionStyles, styleOf } from '../../viewmodel/stage/selection.ts';
import styles from './exercises.module.css';

/** The first options have their own keys. */
const DIGITS = 9;

type Asked = Exclude<Question, { kind: 'order' | 'make' | 'hunt' }>;

interface AnswerFormProps {
  readonly question: Asked;
  /** Names of the sessions, in the spec's order. */
  readonly sessions: readonly string[];
  readonly xids: readonly StageXid[];
  readonly isDone: boolean;
  /** The answer that was given before the form appeared, on stage or on the page. */
  readonly given?: Answer | null;
  /** Each option has its digit, and Enter checks. */
  readonly onStage?: boolean;
  readonly onAnswer: (answer: Answer) => void;
}

const NONE = { xmin: 0, xmax: 0 };
/** Rows that the learner marked as visible, or xids that the learner listed. */
const markedIn = (given: Answer | null): readonly number[] =>
  given?.kind === 'rows' ? given.seen : given?.kind === 'snapshot' ? given.xip : [];

export function AnswerForm(props: AnswerFormProps) {
  const { question, sessions, xids, isDone, given: before = null, onStage = false, onAnswer } = props;
  const { t } = useMessages();
  const [seen, setSeen] = useState(() => markedIn(before));
  const [at, setAt] = useState(before?.kind === 'choice' ? before.at : null);
  const [bounds, setBounds] = useState<{ readonly xmin: number; readonly xmax: number }>(
    before?.kind === 'snapshot' ? before : NONE,
  );
  const name = useId();
  const answer = ((): Answer | null => {
    if (question.kind === 'rows') return { kind: 'rows', seen };
    if (question.kind === 'snapshot' || question.kind === 'standby')
      return bounds.xmin === 0 || bounds.xmax === 0 ? null : { kind: 'snapshot', ...bounds, xip: seen };
    return at === null ? null : { kind: 'choice', at };
  })();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    check();
  };
  const toggle = (one: number): void =>
    setSeen(seen.includes(one) ? seen.filter((other) => other !== one) : [...seen, one].sort((a, b) => a - b));
  const given =
    question.kind === 'rows'
      ? question.versions.map(({ lp }) => lp)
      : 'options' in question
        ? question.options.map((_, i) => i)
        : question.xids.slice(0, -1);
  const press = (i: number): void => {
    const one = given[i];
    if (one === undefined) return;
    if ('options' in question) setAt(one);
    else toggle(one);
  };
  const check = (): void => {
    if (answer !== null && !isDone) onAnswer(answer);
  };
  useKeys(
    { ...Object.fromEntries(Array.from({ length: DIGITS }, (_, i) => [String(i + 1), () => press(i)])), Enter: check },
    { active: onStage && !isDone },
  );
  const digit = (i: number): ReactNode => onStage && i < DIGITS && <kbd className={styles.digit}>{i + 1}</kbd>;
  const whoHas = (xid: number): string => {
    const owner = xids.find((one) => one.xid === xid)?.owner ?? null;
    const who = owner === null ? '' : styleOf(sessionStyles(sessions), owner).letter;
    return t('exercise.xidOf', { xid, who });
  };
  const legend =
    question.kind === 'lines' ? t('exercise.ask.lines', { pick: question.pick }) : t(`exercise.ask.${question.kind}`);
  return (
    <form
      className={styles.form}
      data-stage={onStage || undefined}
      onSubmit={submit}
      aria-label={legend}
      data-mark="answers"
    >
      <fieldset className={styles.options} disabled={isDone}>
        <legend>{legend}</legend>
        {question.kind === 'rows' &&
          question.versions.map((version, i) => (
            <label key={version.lp} className={styles.option}>
              <input type="checkbox" checked={seen.includes(version.lp)} onChange={() => toggle(version.lp)} />
              <VersionText version={version} whoHas={whoHas} />
              {digit(i)}
            </label>
          ))}
        {(question.kind === 'snapshot' || question.kind === 'standby') && (
          <>
            <div className={styles.bounds}>
              {(['xmin', 'xmax'] as const).map((bound) => (
                <label key={bound}>
                  <code>{bound}</code>
                  <select
                    value={bounds[bound]}
                    onChange={(event) => setBounds({ ...bounds, [bound]: Number(event.target.value) })}
                  >
                    <option value={0}>{t('exercise.choose')}</option>
                    {question.xids.map((xid) => (
                      <option key={xid} value={xid}>
                        {whoHas(xid)}
                      </option>
                    ))}
                  </select>
                </label>
              ))}
            </div>
            <p className={styles.small}>
              {t('ui.sentences', {
                all: [
                  t('ui.ended', { text: t(question.kind === 'standby' ? 'exercise.listed' : 'exercise.xip') }),
                  t('exercise.xipNone'),
                ],
              })}
            </p>
            {question.xids.slice(0, -1).map((xid, i) => (
              <label key={xid} className={styles.option}>
                <input type="checkbox" checked={seen.includes(xid)} onChange={() => toggle(xid)} />
                <span className={styles.mono}>{whoHas(xid)}</span>
                {digit(i)}
              </label>
            ))}
          </>
        )}
        {'options' in question &&
          optionTexts(question, t).map((text, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a variant's options never change places
            <label key={i} className={styles.option}>
              <input type="radio" name={name} checked={at === i} onChange={() => setAt(i)} />
              <span>{text}</span>
              {digit(i)}
            </label>
          ))}
      </fieldset>
      <Button type="submit" look="primary" disabled={answer === null || isDone} {...(onStage ? { keyHint: '↵' } : {})}>
        {t('exercise.check')}
      </Button>
    </form>
  );
}

function VersionText({ version, whoHas }: { readonly version: Version; readonly whoHas: (xid: number) => string }) {
  const { t } = useMessages();
  const { block, lp, values, xmin, xmax } = version;
  return (
    <span>
      <span className={styles.mono}>
        {t('exercise.version', {
          ctid: `(${block},${lp})`,
          values: values.map((value) => value ?? 'NULL').join(' · '),
        })}
      </span>
      <span className={styles.stamps}>
        {t('exercise.stamps', { xmin: whoHas(xmin), xmax: xmax === 0 ? null : whoHas(xmax) })}
      </span>
    </span>
  );
}

/** The reader's name for a design: the same as on the ladder. */
export function designText(design: string, t: ReturnType<typeof useMessages>['t']): string {
  const id = DESIGN_IDS.find((known) => known === design);
  return id === undefined ? design : t('ui.labelled', { label: t(`design.${id}.short`), text: t(`design.${id}.what`) });
}

type CountedOption = Extract<Question, { kind: 'lines' }>['options'][number];
/** A snapshot to count; for a design that can keep a snapshot, the text says whether it does. */
export const countedText = ({ design, reuse, idle }: CountedOption, t: ReturnType<typeof useMessages>['t']): string => {
  const keeps = REUSING_IDS.some((id) => id === design);
  return t('exercise.option.lines', { design: designText(design, t), reuse: keeps ? reuse : null, idle });
};

function optionTexts(
  question: Extract<Asked, { readonly options: unknown }>,
  t: ReturnType<typeof useMessages>['t'],
): readonly ReactNode[] {
  switch (question.kind) {
    case 'lines':
      return question.options.map((option) => countedText(option, t));
    case 'suboverflowed':
      return question.options.map((where) => t('exercise.option.overflowed', { where }));
    case 'waits':
      return question.options.map((who) =>
        who === null ? t('exercise.option.goesOn') : t('exercise.option.waitsFor', { who }),
      );
    default:
      return question.options.map((text) =>
        text === '' ? (
          t(question.kind === 'error' ? 'exercise.option.noError' : 'exercise.option.noRows')
        ) : (
          <span key={text} className={styles.mono}>
            {text}
          </span>
        ),
      );
  }
}
