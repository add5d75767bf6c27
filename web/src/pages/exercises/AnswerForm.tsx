/**
 * The form for answering a prediction or a count: native checkboxes, radios and selects, so that any keyboard and
 * finger can use it. It branches over the shape of the form; what the options say comes from the question.
 */
import '../../base/messages/en/exercise.ts';
import '../../base/messages/en/ui.ts';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { StageXid } from '../../engine/stage/stage-types.ts';
import { Button } from '../../ui/Button.tsx';
import { useKeys } from '../../ui/keys.ts';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import type { Answer } from '../../viewmodel/exercise/answer.ts';
import type { FormOf, Version } from '../../viewmodel/exercise/kind.ts';
import { sessionStyles, styleOf } from '../../viewmodel/stage/selection.ts';
import styles from './exercises.module.css';

/** The first options have their own keys. */
const DIGITS = 9;

export type AnswerFields = FormOf<'choice' | 'versions' | 'snapshot'>;

interface AnswerFormProps {
  readonly form: AnswerFields;
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

export function AnswerForm(props: AnswerFormProps) {
  const { form, sessions, xids, isDone, given = null, onStage = false, onAnswer } = props;
  const { t } = useMessages();
  const [draft, setDraft] = useState(() => startOf(form, given));
  const answer = completed(draft);
  const press = (i: number): void => setDraft(pressed(form, draft, i));
  const check = (): void => {
    if (answer !== null && !isDone) onAnswer(answer);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    check();
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
  const legend = form.ask(t);
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
        <Options
          form={form}
          isDone={isDone}
          draft={draft}
          onDraft={setDraft}
          onPress={press}
          digit={digit}
          whoHas={whoHas}
        />
      </fieldset>
      <Button type="submit" look="primary" disabled={answer === null || isDone} {...(onStage ? { keyHint: '↵' } : {})}>
        {t('exercise.check')}
      </Button>
    </form>
  );
}

// --- what is chosen so far ------------------------------------------------------------------------------------------------

/** An answer that may be incomplete: bounds that are 0, or the option -1, have not been chosen. */
type Draft = Exclude<Answer, { kind: 'moves' | 'typed' }>;

const EMPTY: { readonly [S in AnswerFields['shape']]: Draft } = {
  choice: { kind: 'choice', at: -1 },
  versions: { kind: 'rows', seen: [] },
  snapshot: { kind: 'snapshot', xmin: 0, xmax: 0, xip: [] },
};

const startOf = ({ shape }: AnswerFields, given: Answer | null): Draft =>
  given !== null && given.kind !== 'moves' && given.kind !== 'typed' && given.kind === EMPTY[shape].kind
    ? given
    : EMPTY[shape];

/** Null: something has to be chosen before it can be judged. */
function completed(draft: Draft): Answer | null {
  switch (draft.kind) {
    case 'choice':
      return draft.at < 0 ? null : draft;
    case 'rows':
      return draft;
    case 'snapshot':
      return draft.xmin === 0 || draft.xmax === 0 ? null : draft;
  }
}

/** The draft after the option with this number was pressed: a choice is chosen, an item of a list is put in or out. */
function pressed(form: AnswerFields, draft: Draft, i: number): Draft {
  const toggled = (all: readonly number[], one: number | undefined): readonly number[] =>
    one === undefined
      ? all
      : all.includes(one)
        ? all.filter((other) => other !== one)
        : [...all, one].sort((a, b) => a - b);
  switch (form.shape) {
    case 'choice':
      return i < form.options.length ? { kind: 'choice', at: i } : draft;
    case 'versions':
      return draft.kind === 'rows' ? { ...draft, seen: toggled(draft.seen, form.versions[i]?.lp) } : draft;
    case 'snapshot':
      return draft.kind === 'snapshot' ? { ...draft, xip: toggled(draft.xip, listable(form)[i]) } : draft;
  }
}

/** The next xid is a bound, and cannot be in a list. */
const listable = ({ xids }: FormOf<'snapshot'>): readonly number[] => xids.slice(0, -1);

// --- the options -----------------------------------------------------------------------------------------------------------

/** A list's right option that was not ticked is neither right nor wrong: it was missed. */
type Marked = 'right' | 'wrong' | 'missed';

/** Once the answer is given the options that are right are marked, also after a wrong answer, and so is what was ticked wrongly. */
function Mark({ is }: { readonly is: Marked }) {
  const { t } = useMessages();
  if (is === 'missed') return <b>{t('exercise.isMissed')}</b>;
  return (
    <b>
      <span aria-hidden="true">{is === 'right' ? '✓' : '✗'}</span>
      <span className="visually-hidden">{t(is === 'right' ? 'exercise.isRight' : 'exercise.isWrong')}</span>
    </b>
  );
}

interface Standing {
  readonly isDone: boolean;
  readonly isKey: boolean;
  readonly isTicked: boolean;
}
/** An option's mark; null if it was right to leave it out. */
const markOf = ({ isDone, isKey, isTicked }: Standing): Marked | null => {
  if (!isDone || !(isKey || isTicked)) return null;
  return !isKey ? 'wrong' : isTicked ? 'right' : 'missed';
};
/** As the option's styles ask for it. */
const markedBy = (mark: Marked | null) => ({
  'data-right': mark === 'right' || undefined,
  'data-wrong': mark === 'wrong' || undefined,
  'data-missed': mark === 'missed' || undefined,
});

interface OptionsProps {
  readonly form: AnswerFields;
  readonly isDone: boolean;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  /** Gets the number of an option, from 0. */
  readonly onPress: (i: number) => void;
  readonly digit: (i: number) => ReactNode;
  /** The xid, and the letter of the session that has it. */
  readonly whoHas: (xid: number) => string;
}

function Options({ form, isDone, draft, onDraft, onPress, digit, whoHas }: OptionsProps) {
  switch (form.shape) {
    case 'choice':
      return <Choice form={form} at={draft.kind === 'choice' ? draft.at : -1} {...{ isDone, onPress, digit }} />;
    case 'versions':
      return form.versions.map((version, i) => {
        const isTicked = draft.kind === 'rows' && draft.seen.includes(version.lp);
        const mark = markOf({ isDone, isTicked, isKey: form.key.includes(version.lp) });
        return (
          <label key={version.lp} className={styles.option} {...markedBy(mark)}>
            <input type="checkbox" checked={isTicked} onChange={() => onPress(i)} />
            <VersionText version={version} whoHas={whoHas} />
            {mark === null ? digit(i) : <Mark is={mark} />}
          </label>
        );
      });
    case 'snapshot':
      return draft.kind === 'snapshot' && <Snapshot {...{ form, isDone, draft, onDraft, onPress, digit, whoHas }} />;
  }
}

interface ChoiceProps extends Pick<OptionsProps, 'isDone' | 'onPress' | 'digit'> {
  readonly form: FormOf<'choice'>;
  readonly at: number;
}

function Choice({ form, isDone, at, onPress, digit }: ChoiceProps) {
  const { t } = useMessages();
  const name = useId();
  return form.options.map(({ says, isCode }, i) => {
    // Of several options one is right: it is shown as that, whichever was chosen.
    const mark = markOf({ isDone, isTicked: at === i || i === form.key, isKey: i === form.key });
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a variant's options never change places
      <label key={i} className={styles.option} {...markedBy(mark)}>
        <input type="radio" name={name} checked={at === i} onChange={() => onPress(i)} />
        <span className={isCode ? styles.mono : undefined}>{says(t)}</span>
        {mark === null ? digit(i) : <Mark is={mark} />}
      </label>
    );
  });
}

interface SnapshotProps extends OptionsProps {
  readonly form: FormOf<'snapshot'>;
  readonly draft: Extract<Draft, { kind: 'snapshot' }>;
}

function Snapshot({ form, isDone, draft, onDraft, onPress, digit, whoHas }: SnapshotProps) {
  const { t } = useMessages();
  return (
    <>
      <div className={styles.bounds}>
        {(['xmin', 'xmax'] as const).map((bound) => (
          <label key={bound}>
            <span>
              <code>{bound}</code> {isDone && <Mark is={draft[bound] === form.key[bound] ? 'right' : 'wrong'} />}
            </span>
            <select
              value={draft[bound]}
              onChange={(event) => onDraft({ ...draft, [bound]: Number(event.target.value) })}
            >
              <option value={0}>{t('exercise.choose')}</option>
              {form.xids.map((xid) => (
                <option key={xid} value={xid}>
                  {whoHas(xid)}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <p className={page.quiet}>
        {t('ui.sentences', { all: [t('ui.ended', { text: form.listed(t) }), t('exercise.xipNone')] })}
      </p>
      {listable(form).map((xid, i) => {
        const isTicked = draft.xip.includes(xid);
        const mark = markOf({ isDone, isTicked, isKey: form.key.xip.includes(xid) });
        return (
          <label key={xid} className={styles.option} {...markedBy(mark)}>
            <input type="checkbox" checked={isTicked} onChange={() => onPress(i)} />
            <span className={styles.mono}>{whoHas(xid)}</span>
            {mark === null ? digit(i) : <Mark is={mark} />}
          </label>
        );
      })}
    </>
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
