/** The Lab's questions in the order in which its pages answer them, and the page of each. */

export const LAB_QUESTIONS = [
  'measure',
  'lines',
  'ladder',
  'model',
  'cliff',
  'server',
  'standby',
  'calculator',
] as const;
export type LabQuestion = (typeof LAB_QUESTIONS)[number];

export const QUESTION_LINKS: Readonly<Record<LabQuestion, string>> = {
  measure: '#/lab/measure',
  lines: '#/lab/lines',
  ladder: '#/lab/ladder',
  model: '#/lab/model',
  cliff: '#/lab/cliff',
  server: '#/play/server?v=1&sample=1',
  standby: '#/play/standby',
  calculator: '#/calculator',
};

/** Null after the last question. */
export const nextOf = (question: LabQuestion): LabQuestion | null =>
  LAB_QUESTIONS[LAB_QUESTIONS.indexOf(question) + 1] ?? null;
