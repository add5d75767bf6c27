/** What moves beside a standby: its own score, whatever the primary's figures would play. */
import { standbyScoreOf } from '../../../viewmodel/score/score-standby.ts';
import { STANDBY } from '../../../views/film/acts-standby.ts';
import type { MotionPart } from './motion-part.ts';

export const part: MotionPart = {
  scoreOf: ({ before, after }) => standbyScoreOf(before, after),
  acts: STANDBY,
};
