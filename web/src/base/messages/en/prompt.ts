/** Prompts: SQL typed under the lanes of the Playground, and the small databases that *New* begins with. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

export const prompt = addTexts({
  'prompt.new.title': 'Type your own SQL',
  'prompt.new.lead': 'Two sessions on a new server. Choose what is in its database.',
  'prompt.paste.label': 'Or paste what you have: SQL, a psql transcript, an isolation spec',
  'prompt.paste.hint':
    'A prompt (A=#) or a comment (-- session 2, -- T1) says which session runs a statement. What comes before the first one is the set-up.',
  'prompt.paste.open': 'Make it runnable',
  'prompt.paste.title': 'Pasted',
  'prompt.paste.about': 'Your statements, in their order: Play runs them all, → the next one.',
  'prompt.paste.file': 'pasted.spec',
  'prompt.paste.nothing': 'There is no statement in this text.',
  'prompt.paste.notSql': 'This is not SQL: no line begins with a statement such as SELECT or BEGIN.',
  'prompt.paste.mixed':
    'All prompts have the same name, so this becomes one session; but a transaction begins inside another. If these were two windows, write -- session 1 or -- session 2 above what each one ran. Press again to open it as one session.',
  'prompt.paste.faults': 'This text does not run yet',
  'prompt.db.empty': 'Empty database',
  'prompt.db.empty.about': 'Create your own tables.',
  'prompt.db.accounts': 'Accounts',
  'prompt.db.accounts.about': 'Three people and their money: transfers, lost updates.',
  'prompt.db.seats': 'Seats',
  'prompt.db.seats.about': 'Four seats, one of them taken: two buyers want the same one.',
  'prompt.db.doctors': 'Doctors on call',
  'prompt.db.doctors.about': 'Two are on call, and one must stay: write skew.',
  'prompt.db.queue': 'Job queue',
  'prompt.db.queue.about': 'Three new jobs for several workers: SKIP LOCKED.',
  'prompt.about': 'Type SQL under a session and press Enter: it runs there, now.',
  'prompt.file': 'typed.spec',
  'prompt.group': 'Prompts',
  'prompt.of': (p: { session: string }) => `SQL for session ${p.session}`,
  'prompt.answer': (p: { session: string }) => `Answer to session ${p.session}`,
  'prompt.keys': 'Enter runs it, ↑ recalls, \\? tells more.',
  'prompt.keysTouch': 'Go or Enter on your keyboard runs it, \\? tells more.',
  'prompt.add': 'Add a session',
  'prompt.remove': (p: { session: string }) => `Remove session ${p.session}`,
  'prompt.edit': 'Change',
  'prompt.cancel': 'Cancel',
  'prompt.editing':
    'Enter changes this statement, or takes it out if nothing is left; all that comes after it runs again. Esc leaves it as it was.',
  'prompt.running': 'Running…',
  'prompt.fetching': 'Fetching PostgreSQL’s own query engine (5 MB). This happens only once…',
  'prompt.queued': (p: { sql: string }) => `Next: ${p.sql}`,
  'prompt.waiting': (p: { others: readonly string[] }, f: Format) =>
    p.others.length === 0 ? 'It waits.' : `It waits for ${f.list(p.others)}.`,
  'prompt.then': (p: { sql: string }) => `Then it runs: ${p.sql}`,
  'prompt.later': 'runs when the wait is over',
  'prompt.stops': (p: { session: string; tick: number }, f: Format) =>
    `It stops here: ${p.session} waits now, so step ${f.integer(p.tick)} cannot run. End the wait, or change that step.`,
  'prompt.dropped': 'It has not run: you went back to before it was typed.',
  'prompt.turn.ready': 'Type the next statement.',
  'prompt.turn.open': (p: { who: readonly string[] }, f: Format) =>
    `The ${f.plural(p.who.length, 'transaction', 'transactions')} of ${f.list(p.who)} ${f.plural(p.who.length, 'is', 'are')} open. Type the next statement.`,
  'prompt.turn.failed': (p: { who: readonly string[]; open: readonly string[] }, f: Format) =>
    `The ${f.plural(p.who.length, 'transaction', 'transactions')} of ${f.list(p.who)} ${f.plural(p.who.length, 'has', 'have')} failed: ROLLBACK ends ${f.plural(p.who.length, 'it', 'them')}.${
      p.open.length === 0
        ? ''
        : ` The ${f.plural(p.open.length, 'transaction', 'transactions')} of ${f.list(p.open)} ${f.plural(p.open.length, 'is', 'are')} open.`
    }`,
  'prompt.turn.waits': (p: { who: readonly string[]; free: readonly string[] }, f: Format) =>
    `${f.list(p.who)} ${f.plural(p.who.length, 'waits', 'wait')}. Type the next statement ${p.free.length === 1 ? `for ${f.list(p.free)}` : 'in another session'}.`,
  'prompt.turn.stuck': (p: { canTimePass: boolean }) =>
    `Every session waits. ${p.canTimePass ? 'Let time pass, or cancel one.' : 'Cancel one.'}`,
  'prompt.brace': 'A statement with } cannot be a step of an isolation spec: the brace would end it.',
  'prompt.help.run': 'Enter runs the SQL in this session; Shift Enter makes a new line.',
  'prompt.help.history': '↑ and ↓ recall what this session ran.',
  'prompt.help.tab':
    'Tab completes a keyword, a table or a column; with nothing to complete it goes to the next prompt, Shift Tab to the one before. Esc first, and Tab reaches the buttons. After a second Esc the page’s shortcuts work.',
  'prompt.help.cancel':
    'Ctrl-C cancels a statement that waits, and what was typed to run after it; otherwise it clears the line.',
  'prompt.help.later': 'What you enter while a session waits runs there when the wait is over.',
  'prompt.help.tables': '\\dt lists the tables; \\d NAME shows the columns of one.',
  'prompt.help.back':
    'Click a card to go back to it. What you type there runs there, and what followed stays after it.',
  'prompt.help.unknown': (p: { command: string }) => `invalid command ${p.command}. Try \\? for help.`,
  'prompt.noTable': (p: { name: string }) => `Did not find any relation named "${p.name}".`,
  'prompt.noTables': 'Did not find any relations.',
} satisfies Area<'prompt'>);
