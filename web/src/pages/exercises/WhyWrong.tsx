/**
 * Explains why an answer was wrong: the decision path for each misjudged version, or the fact that decides. From the
 * engine.
 */
import { useEffect, useState } from 'react';
import { useMessages } from '../../ui/messages.tsx';
import { type ChangedSince, whyError, whyPage, whyVersions } from '../../viewmodel/exercise/judge.ts';
import type { Answer, Question } from '../../viewmodel/exercise/question.ts';
import type { ShowMoves } from '../../viewmodel/exercise/world.ts';
import type { ExplainModel } from '../../viewmodel/stage/explain.ts';
import { ExplainView } from '../../views/explain/ExplainView.tsx';
import { countedText } from './AnswerForm.tsx';
import styles from './exercises.module.css';

interface WhyWrongProps {
  readonly question: Question;
  readonly answer: Answer;
  readonly show: ShowMoves | null;
  /** Name of the asked step. */
  readonly step: string;
}

export function WhyWrong({ question, answer, show, step }: WhyWrongProps) {
  const { t } = useMessages();
  const { models, changed } = useWhy(question, answer, show);
  const lines = [...linesOf(question, answer, step, t), ...(models.length > 0 ? errorLines(question, changed, t) : [])];
  return (
    <div className={styles.why}>
      {lines.length > 0 && (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {models.length > 0 && (
        <>
          {question.kind !== 'rows' && (
            <p>{t(question.kind === 'error' ? 'exercise.why.error.seen' : 'exercise.why.rows')}</p>
          )}
          <div className={styles.paths}>
            {models.map((model) => (
              <ExplainView key={model.ref.offset} model={model} headingLevel={3} />
            ))}
          </div>
        </>
      )}
    </div>
  );
}

interface Why {
  readonly models: readonly ExplainModel[];
  /** For an error: a visible version that has been changed since. */
  readonly changed: ChangedSince | null;
}
const NOTHING: Why = { models: [], changed: null };

async function whyOf(question: Question, answer: Answer, show: ShowMoves): Promise<Why> {
  if (question.kind === 'error') {
    const found = await whyError(question, show);
    return found.ok ? { models: found.value.seen, changed: found.value.changed } : NOTHING;
  }
  const found =
    question.kind === 'rows' && answer.kind === 'rows'
      ? await whyVersions(question, answer.seen, show)
      : question.kind === 'answer'
        ? await whyPage(question, show)
        : null;
  return found?.ok === true ? { models: found.value, changed: null } : NOTHING;
}

function useWhy(question: Question, answer: Answer, show: ShowMoves | null): Why {
  const [why, setWhy] = useState(NOTHING);
  useEffect(() => {
    let isWanted = true;
    if (show !== null)
      void whyOf(question, answer, show).then((found) => {
        if (isWanted) setWhy(found);
      });
    return () => {
      isWanted = false;
    };
  }, [question, answer, show]);
  return why;
}

/** How the visible versions lead to the step's outcome. */
function errorLines(
  question: Question,
  changed: ChangedSince | null,
  t: ReturnType<typeof useMessages>['t'],
): readonly string[] {
  if (question.kind !== 'error') return [];
  const error = question.options[question.key] ?? '';
  if (changed === null) return [t('exercise.why.error.newest', { error: error !== '' })];
  // If the step succeeds, or fails with another error, that change did not decide.
  if (!error.includes('could not serialize')) return [];
  const { version, xid } = changed;
  return [t('exercise.why.error.changed', { version: `(${version.block},${version.lp})`, xid })];
}

/** The deciding facts, one per line. */
function linesOf(
  question: Question,
  answer: Answer,
  step: string,
  t: ReturnType<typeof useMessages>['t'],
): readonly string[] {
  switch (question.kind) {
    case 'waits':
      return [t('exercise.why.waits', { who: question.session, step, other: question.options[question.key] ?? null })];
    case 'error':
      return [t('exercise.why.error', { error: question.options[question.key] ?? '' })];
    case 'lines':
      return question.options.map((option) =>
        t('exercise.why.lines', { design: countedText(option, t), lines: option.lines }),
      );
    case 'snapshot': {
      if (answer.kind !== 'snapshot') return [];
      const { key } = question;
      return [
        ...(answer.xmin === key.xmin ? [] : [t('exercise.why.xmin', { given: answer.xmin, key: key.xmin })]),
        ...(answer.xmax === key.xmax ? [] : [t('exercise.why.xmax', { given: answer.xmax, key: key.xmax })]),
        ...key.xip.filter((xid) => !answer.xip.includes(xid)).map((xid) => t('exercise.why.xipMissing', { xid })),
        ...answer.xip
          .filter((xid) => !key.xip.includes(xid))
          .map((xid) => t(xid >= key.xmax ? 'exercise.why.xipAbove' : 'exercise.why.xipEnded', { xid })),
      ];
    }
    case 'standby': {
      if (answer.kind !== 'snapshot') return [];
      const { key } = question;
      return [
        ...(answer.xmin === key.xmin ? [] : [t('exercise.why.standby.xmin', { given: answer.xmin, key: key.xmin })]),
        ...(answer.xmax === key.xmax ? [] : [t('exercise.why.standby.xmax', { given: answer.xmax, key: key.xmax })]),
        ...key.xip.filter((xid) => !answer.xip.includes(xid)).map((xid) => t('exercise.why.standby.missing', { xid })),
        ...answer.xip
          .filter((xid) => !key.xip.includes(xid))
          .map((xid) => t(xid >= key.xmax ? 'exercise.why.standby.above' : 'exercise.why.standby.ended', { xid })),
      ];
    }
    case 'suboverflowed': {
      const { given, lastOverflowedXid, xmin } = question.facts;
      const is = question.options[question.key] ?? 'neither';
      return [
        t('exercise.why.overflow.primary', { given, is: is === 'primary' || is === 'both' }),
        t('exercise.why.overflow.standby', { lastOverflowedXid, xmin, is: is === 'standby' || is === 'both' }),
      ];
    }
    default:
      return [];
  }
}
