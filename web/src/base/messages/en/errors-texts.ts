/** Messages about parts that read files and exercises, and did not arrive: no lesson needs them. */
import { addTexts } from '../english.ts';
import type { Area } from '../types.ts';

export const errorsTexts = addTexts({
  'errors.notLoaded.reader':
    'The part of the page that reads files could not be loaded. Check the connection, then try again.',
  'errors.notLoaded.exercise': 'The exercise could not be loaded. Check the connection, then try again.',
} satisfies Area<'errors'>);
