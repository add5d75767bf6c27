/** Texts of the Home page and of its figures. */
import type { Area } from '../types.ts';

export const home = {
  'home.title': 'Ten thousand idle connections. One of these two doesn’t notice.',
} satisfies Area<'home'>;
