/** Why an answer was wrong: the decision path for each version that was misjudged, or the fact that decides. From the engine. */
import { useEffect, useState } from 'react';
import { whyPage, whyVersions } from '../../model/exercise/judge.ts';
import type { Answer, Question } from '../../model/exercise/question.ts';
import type { ShowMoves } from '../../model/exercise/world.ts';
import type { ExplainModel } from '../../model/stage/explain.ts';
import { useMessages } from '../../ui/messages.tsx';
import { ExplainView } from '../../views/explain/ExplainView.tsx';
import { designText } from './AnswerForm.tsx';
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
  const models = useModels(question, answer, show);
  const lines = linesOf(question, answer, step, t);
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
          {question.kind !== 'rows' && <p>{t('exercise.why.rows')}</p>}
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

function useModels(question: Question, answer: Answer, show: ShowMoves | null): readonly ExplainModel[] {
  const [models, setModels] = useState<readonly ExplainModel[]>([]);
  useEffect(() => {
    let isWanted = true;
    if (show === null) return undefined;
    const asked =
      question.kind === 'rows' && answer.kind === 'rows'
        ? whyVersions(question, answer.seen, show)
        : question.kind === 'answer'
          ? whyPage(question, show)
          : null;
    void asked?.then((found) => {
      if (isWanted && found.ok) setModels(found.value);
    });
    return () => {
      isWanted = false;
    };
  }, [question, answer, show]);
  return models;
}

/** Facts that decide, one a line. */
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
      return question.options.map(({ design, reuse, idle, lines }) =>
        t('exercise.why.lines', {
          design: t('exercise.option.lines', { design: designText(design, t), reuse, idle }),
          lines,
        }),
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
