/** Explains in sentences why no variant could be made. */
import type { Messages } from '../../base/messages/index.ts';
import type { VariantProblem } from '../../viewmodel/exercise/variant.ts';

export function problemTexts(problem: VariantProblem, t: Messages['t']): readonly string[] {
  switch (problem.kind) {
    case 'spec':
      return problem.problems.map((one) => t('exercise.problem', one));
    case 'name':
      return [t('exercise.unknownName', problem)];
    case 'step':
      return [t('exercise.unknownStep', problem)];
    case 'session':
      return [t('exercise.unknownSession', problem)];
    case 'design':
      return [t('exercise.unknownDesign', problem)];
    case 'fault':
      return [t('exercise.unknownFault', problem)];
    case 'number':
      return [t('exercise.badNumber', problem)];
    case 'not-posed':
      return [t('exercise.notPosed', problem)];
    case 'engine':
      return [t('exercise.engine', { what: problem.message })];
  }
}
