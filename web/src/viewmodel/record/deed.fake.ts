/** An attempt for tests: a wrong one at an exercise. */
import type { Deed } from './progress.ts';

export const deed = (over: Partial<Deed> = {}): Deed => ({
  kind: 'exercise',
  id: 'who-sees-it',
  seed: 7,
  part: 0,
  answer: 'rows:2',
  isRight: false,
  hints: 0,
  begun: '2026-11-22T01:00:00.000Z',
  at: '2026-11-22T01:01:00.000Z',
  ...over,
});
