/** What moves at a step of a SERIALIZABLE session: all that moves at any step, then its locks and conflicts. */
import { ssiPhases } from '../../../viewmodel/score/score-ssi.ts';
import { SSI } from '../../../views/film/acts-ssi.ts';
import type { MotionPart } from './motion-part.ts';

export const part: MotionPart = {
  scoreOf: ({ before, after, events }, plain) => ({
    phases: [...plain.phases, ...ssiPhases({ before: before.state, after: after.state, events })],
  }),
  acts: SSI,
};
