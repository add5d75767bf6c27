/** Explains an answer: the facts that decide, and for a wrong one the decision paths of row versions. From the engine. */
import '../../base/messages/en/exercise.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { useMessages } from '../../ui/messages.tsx';
import type { Answer } from '../../viewmodel/exercise/answer.ts';
import type { ShowMoves } from '../../viewmodel/exercise/exercise-deps.ts';
import type { Bar, Paths } from '../../viewmodel/exercise/kind.ts';
import { kindOf, type Question } from '../../viewmodel/exercise/kinds.ts';
import { ExplainView } from '../../views/explain/ExplainView.tsx';
import styles from './exercises.module.css';

interface WhyWrongProps {
  readonly question: Question;
  readonly answer: Answer;
  /** Null: without the paths. */
  readonly show: ShowMoves | null;
  /** Name of the asked step. */
  readonly step: string;
  /** The author's explanation: after the facts, before the paths, which are long. */
  readonly children?: ReactNode;
}

export function WhyWrong({ question, answer, show, step, children }: WhyWrongProps) {
  const { t } = useMessages();
  const { models, facts, title } = usePaths(question, answer, show);
  const says = [...kindOf(question).facts(question, answer, step), ...(models.length > 0 ? facts : [])];
  const lines = says.map((one) => one(t));
  const bars = kindOf(question).bars?.(question) ?? [];
  if (lines.length === 0 && models.length === 0 && bars.length === 0) return children;
  return (
    <div className={styles.why}>
      {lines.length > 0 && (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {bars.length > 0 && <LinesBars bars={bars} />}
      {children}
      {models.length > 0 && (
        <>
          {title !== null && <p>{title(t)}</p>}
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

const NO_PATHS: Paths = { models: [], facts: [], title: null };

function usePaths(question: Question, answer: Answer, show: ShowMoves | null): Paths {
  const [paths, setPaths] = useState(NO_PATHS);
  useEffect(() => {
    let isWanted = true;
    if (show !== null)
      void kindOf(question)
        .paths(question, answer, show)
        ?.then((found) => {
          if (isWanted) setPaths(found.ok ? found.value : NO_PATHS);
        });
    return () => {
      isWanted = false;
    };
  }, [question, answer, show]);
  return paths;
}

/** The cache lines that were counted for each option, as bars of one scale. */
function LinesBars({ bars }: { readonly bars: readonly Bar[] }) {
  const { t } = useMessages();
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul className={styles.bars} aria-label={t('exercise.why.lines.bars')}>
      {bars.map(({ says, count, isKey }) => {
        const text = says(t);
        return (
          <li key={text} data-key={isKey}>
            <span>{text}</span>
            <span className={styles.bar}>
              <span style={{ width: `${(count / most) * 100}%` }} />
              <b>{t('exercise.why.lines.count', { lines: count })}</b>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
