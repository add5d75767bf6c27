/** What moves beside a standby: a module of its own, so that no other page fetches it. */
import { standbyScoreOf } from '../../viewmodel/score/score-standby.ts';
import { STANDBY } from '../../views/film/acts-standby.ts';
import type { StandbyMotion } from '../shared/play/play-motion.ts';

export const motion: StandbyMotion = { scoreOf: standbyScoreOf, acts: STANDBY };
