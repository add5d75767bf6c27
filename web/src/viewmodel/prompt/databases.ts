/** What *New* begins with: nothing, or one small table from life. */
import '../../base/messages/en/prompt.ts';
import { DEFAULT_LANG, type Messages, messagesIn } from '../../base/messages/index.ts';
import { type TypedFrame, writeTyped } from './typed.ts';

export const DATABASES = ['empty', 'accounts', 'seats', 'doctors', 'queue'] as const;
export type DatabaseName = (typeof DATABASES)[number];

const TABLES: Readonly<Record<Exclude<DatabaseName, 'empty'>, readonly [table: string, setup: string]>> = {
  accounts: [
    'accounts',
    `
  CREATE TABLE accounts (id int PRIMARY KEY, owner text NOT NULL, balance int NOT NULL);
  INSERT INTO accounts VALUES (1, 'Ada', 500), (2, 'Ben', 300), (3, 'Cho', 0);
`,
  ],
  seats: [
    'seats',
    `
  CREATE TABLE seats (no text PRIMARY KEY, taken_by text);
  INSERT INTO seats VALUES ('1A', NULL), ('1B', NULL), ('2A', 'Cho'), ('2B', NULL);
`,
  ],
  doctors: [
    'doctors',
    `
  CREATE TABLE doctors (name text PRIMARY KEY, on_call boolean NOT NULL);
  INSERT INTO doctors VALUES ('Alice', true), ('Bob', true), ('Carol', false);
`,
  ],
  queue: [
    'jobs',
    `
  CREATE TABLE jobs (id int PRIMARY KEY, task text NOT NULL, state text NOT NULL DEFAULT 'new');
  INSERT INTO jobs (id, task) VALUES (1, 'send mail'), (2, 'make thumbnail'), (3, 'clear cache');
`,
  ],
};

/** @param title shown until something has run, and `about` below it */
export function newFrame(name: DatabaseName, title: string, about: string): TypedFrame {
  const table = name === 'empty' ? null : TABLES[name];
  return {
    comments: [`#: title: ${title}`, `#: about: ${about}`],
    setups: table === null ? [] : [table[1]],
    teardown: table === null ? null : `DROP TABLE ${table[0]};`,
    sessions: ['A', 'B'].map((session) => ({ name: session, setup: null, teardown: null })),
  };
}

/**
 * The name as a file of a text from an address that is word for word what *New* begins with, as in Home's link to the
 * prompts: then its words are the site's own, whoever wrote the link. Null: they are somebody else's, if only by one
 * more letter.
 */
export function ownFile(text: string, messages: Messages): string | null {
  const isOwn = [messages, messagesIn(DEFAULT_LANG)].some(({ t }) =>
    DATABASES.some((name) => writeTyped(newFrame(name, t(`prompt.db.${name}`), t('prompt.about')), []) === text),
  );
  return isOwn ? messages.t('prompt.file') : null;
}
