/** Texts around the pages that come after a first one: a new version's notice, the way around the Lab. */
import { addTexts } from '../english.ts';
import type { Area } from '../types.ts';

export const shellLater = addTexts({
  'shell.labNav': 'The Lab’s pages',
  'shell.labNav.lab': 'Overview',
  'shell.update.text': 'A new version of Xipscope is available.',
  'shell.update.load': 'Load it',
  'shell.update.later': 'Later',
} satisfies Area<'shell'>);
