/** Messages about parts of the page that did not arrive. */
import { addTexts } from '../english.ts';
import type { Area } from '../types.ts';

export const errorsNotLoaded = addTexts({
  'errors.notLoaded.engine':
    'The part of the page that does the work could not be loaded: a file did not arrive. Check the connection, then try again.',
  'errors.notLoaded.file': 'a file of this page did not arrive',
} satisfies Area<'errors'>);
