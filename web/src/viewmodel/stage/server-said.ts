/** An error as the reader's language has it: PostgreSQL's own stay as they are, the simulation's limits are our words. */
import '../../base/messages/en/lanes.ts';
import type { Messages } from '../../base/messages/index.ts';

const LIMIT = /^(ERROR: +)limit of the simulation reached: ([\s\S]*)$/;

export const serverSaid = (error: string, { t }: Pick<Messages, 't'>): string =>
  error.replace(LIMIT, (_, head: string, what: string) => head + t('lanes.limit', { what }));
