/** A step's question in its lesson: the answer is kept, and a prediction's figure continues. */

import type { LessonQuestion } from '../../scenario/lesson.ts';
import type { Foreseen } from '../../ui/page.ts';
import { keepDeed } from '../shared/record/keep-deed.ts';
import { QuestionView } from './QuestionView.tsx';

interface StepQuestionProps {
  readonly id: string;
  readonly step: number;
  readonly begun: string;
  readonly question: LessonQuestion;
  readonly outcome: Foreseen | null;
  readonly onPredicted: () => void;
}

export function StepQuestion({ id, step, begun, question, outcome, onPredicted }: StepQuestionProps) {
  return (
    <QuestionView
      question={question}
      outcome={outcome}
      onAnswer={(answer, isRight) => {
        const at = new Date().toISOString();
        keepDeed({ kind: 'lesson', id, seed: 0, part: step, answer, isRight, hints: 0, begun, at });
        if (question.kind === 'predict') onPredicted();
      }}
    />
  );
}
