/** The answers that were computed in advance, bundled with the model's page alone. */
import type { StoredAnswers } from '../../../viewmodel/prediction/stored.ts';
import answers from './answers.gen.json';

// The generator writes this type, and its test reads the file back.
export const STORED = answers as unknown as StoredAnswers;
