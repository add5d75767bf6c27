/** Texts of the command line. */
import type { Area } from '../types.ts';

export const cli = {
  'cli.description': 'An interactive microscope on PostgreSQL’s snapshots',
} satisfies Area<'cli'>;
