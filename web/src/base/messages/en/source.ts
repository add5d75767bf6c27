/** Texts about a spec's source in the Playground: the editor, the gallery of scenarios, opening and saving files. */
import type { Area } from '../types.ts';

export const source = {
  'source.compile.noParser':
    'PostgreSQL’s parser could not be loaded, so this text cannot be read. Is the site still within reach? Try again.',
  'source.compile.tooSlow': 'this text takes too long to be read; it was given up after 10 seconds',
  'source.compile.broke': 'this text breaks the parser; please report it with the text',
} satisfies Area<'source'>;
