/** The stage's figures around a question. Before an answer they draw nothing that gives it away. */

import { mayBeSerializable } from '../../scenario/serializable.ts';
import type { Answer } from '../../viewmodel/exercise/answer.ts';
import { formOf, kindOf } from '../../viewmodel/exercise/kinds.ts';
import type { Variant } from '../../viewmodel/exercise/variant.ts';
import { partsOfMarks } from '../shared/play/stage-figure.ts';
import type { StageFigure } from '../shared/play/views.tsx';

/** Where a session is SERIALIZABLE, its conflicts are below the lanes. */
const conflictsOf = ({ compiled }: Variant): readonly StageFigure[] =>
  compiled !== null && mayBeSerializable(compiled.spec) ? ['conflicts'] : [];

/**
 * On the page, below the lanes. Before a prediction there are neither the eyes on rows nor the snapshots on the axis.
 * @param tried an answer was given, right or wrong
 */
export function figuresOnPage(variant: Variant, tried: boolean): readonly StageFigure[] {
  const { question, exercise } = variant;
  const conflicts = conflictsOf(variant);
  switch (formOf(question).shape) {
    case 'schedule':
      return [...new Set<StageFigure>(['lanes', ...conflicts, 'rows', 'why', ...partsOfMarks(exercise.decisive)])];
    case 'order':
      return tried ? ['lanes', ...conflicts, 'rows'] : ['lanes'];
    case 'choice':
    case 'versions':
    case 'snapshot':
      if (!tried) return ['lanes'];
      return kindOf(question).outcome === 'xids' ? ['lanes', 'xids'] : ['lanes', ...conflicts, 'rows', 'why'];
  }
}

/**
 * On stage, in the right half: next to a schedule that the learner is building, the figures with the decisive marks, and
 * for a hunt the rows. After a prediction, the figure that shows the outcome; the axis only where no facts need its room.
 */
export function figuresOnStage({ question, exercise }: Variant, answer: Answer | null): readonly StageFigure[] {
  const form = formOf(question);
  switch (form.shape) {
    case 'schedule': {
      const parts = partsOfMarks(exercise.decisive).filter((part) => part !== 'lanes');
      return parts.length === 0 && form.fault !== null ? ['rows'] : parts;
    }
    case 'order':
      return answer === null ? [] : ['rows'];
    case 'choice':
    case 'versions':
    case 'snapshot': {
      const { outcome, facts } = kindOf(question);
      if (answer === null || outcome === null) return [];
      return outcome === 'xids' && facts(question, answer, '').length > 0 ? [] : [outcome];
    }
  }
}
