/** The finding above the stage: what the last step did, in a sentence or two. Each is said only where it is so. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

export const headline = addTexts({
  'headline.error': (p: { who: string; error: string }) => `${p.who}: ${p.error}.`,
  'headline.ready': 'The set-up is done. Who moves first?',
  'headline.readyLine': 'Nobody has moved yet.',
  'headline.failed': 'The run ended here',
  'headline.end': 'The end: the teardown has run',
  'headline.endLine': 'It took away what the set-up made.',
  'headline.verdict.finished': 'Everyone has finished.',
  'headline.verdict.waits': (p: { who: string; on: string }) =>
    `No step is left, and ${p.who} still waits for ${p.on}.`,
  'headline.verdict.open': (p: { who: string; n: number }, f: Format) =>
    `No step is left. The ${f.plural(p.n, 'transaction', 'transactions')} of ${p.who} ${f.plural(p.n, 'is', 'are')} still open.`,
  'headline.verdict.rows': (p: { table: string; rows: readonly (readonly (string | null)[])[] }) =>
    p.rows.length === 0
      ? `${p.table} has no rows.`
      : `Committed in ${p.table}: ${p.rows.map((row) => `(${row.map((value) => value ?? 'null').join(', ')})`).join(' ')}.`,
  'headline.time': 'The deadlock check found no deadlock',
  'headline.timeLine': (p: { tick: number }, f: Format) =>
    `Step ${f.integer(p.tick)}: no session moved; deadlock_timeout passed.`,
  'headline.line': (p: { tick: number; who: string; sql: string }, f: Format) =>
    `Step ${f.integer(p.tick)}, ${p.who}: ${p.sql}`,

  'headline.value': (p: { who: string; value: string }) => `${p.who}’s ${p.value}`,
  'headline.row': (p: { who: string; values: string }) => `${p.who}’s row (${p.values})`,
  'headline.version': (p: { who: string }) => `${p.who}’s row version`,

  'headline.begin': (p: { who: string }) => `${p.who} begins a transaction. It has no snapshot yet.`,
  'headline.beginPlain': (p: { who: string }) => `${p.who} begins a transaction.`,
  'headline.savepoint': (p: { who: string }) => `${p.who} sets a savepoint.`,
  'headline.release': (p: { who: string }) => `${p.who} releases a savepoint.`,
  'headline.rollbackTo': (p: { who: string }) => `${p.who} goes back to a savepoint.`,
  'headline.reads': (p: { who: string; values: string }) => `${p.who} reads ${p.values}.`,
  'headline.readsRows': (p: { who: string; count: number }, f: Format) =>
    p.count === 0
      ? `${p.who} finds no row.`
      : `${p.who} reads ${f.integer(p.count)} ${f.plural(p.count, 'row', 'rows')}.`,
  'headline.hidden': (p: { what: string; who: string }) => `${p.what} is written, but ${p.who} cannot see it.`,
  'headline.locks': (p: { who: string; count: number }, f: Format) =>
    p.count === 0
      ? `${p.who} finds no row to lock.`
      : `${p.who} locks ${f.integer(p.count)} ${f.plural(p.count, 'row', 'rows')}.`,
  'headline.onlyOwn': (p: { what: string }) => `${p.what} is written. Nobody else sees it yet.`,
  'headline.onlyOwnAlone': (p: { what: string }) => `${p.what} is written.`,
  'headline.atOnce': (p: { what: string }) => `${p.what} is written, and committed.`,
  'headline.unchanged': (p: { who: string }) => `${p.who} has changed nothing.`,
  'headline.deletes': (p: { who: string; others: string; count: number }, f: Format) =>
    `${f.integer(p.count)} ${f.plural(p.count, 'row on the page is', 'rows on the page are')} marked as deleted by ${p.who}.${p.others === '' ? '' : ` For ${p.others}, nothing is deleted yet.`}`,
  'headline.vacuum': (p: { who: string }) => `${p.who} has run VACUUM.`,
  'headline.prepared': (p: { who: string }) => `${p.who}’s transaction is prepared: it lives on without a session.`,
  'headline.preparedEnds': (p: { committed: boolean }) =>
    `The prepared transaction has ${p.committed ? 'committed' : 'rolled back'}.`,
  'headline.ran': (p: { who: string; step: string }) => `${p.who} has run ${p.step}${p.step.endsWith('…') ? '' : '.'}`,

  'headline.commit': (p: { who: string }) => `${p.who} has committed.`,
  'headline.commitNothing': (p: { who: string }) => `${p.who} has committed. It had changed nothing.`,
  'headline.commitFailed': (p: { who: string }) => `${p.who}’s COMMIT rolls back: its transaction had failed.`,
  'headline.commitAll': (p: { who: string; what: string }) => `${p.who} has committed: everybody sees ${p.what} now.`,
  'headline.commitSome': (p: { who: string; what: string; see: string; blind: string; many: boolean }) =>
    `${p.who} has committed. ${p.see} can see ${p.what} now; ${p.blind} cannot.`,
  'headline.commitNone': (p: { who: string; what: string; blind: string }) =>
    `${p.who} has committed, and still ${p.blind} cannot see ${p.what}.`,
  'headline.rollback': (p: { who: string }) => `${p.who} has rolled back.`,
  'headline.rollbackNothing': (p: { who: string }) => `${p.who} has rolled back. It had changed nothing.`,
  'headline.rollbackVersions': (p: { who: string; count: number }, f: Format) =>
    `${p.who} has rolled back. ${f.plural(p.count, 'Its row version on the page is dead: nobody will ever see it.', 'Its row versions on the page are dead: nobody will ever see them.')}`,

  'headline.waits': (p: { who: string; on: string }) =>
    p.on === '' ? `${p.who} waits.` : `${p.who} waits for ${p.on}.`,
  'headline.waitsHidden': (p: { what: string; who: string; on: string }) =>
    `${p.what} is written. ${p.who} cannot see it, and waits for ${p.on}.`,
  'headline.waitsInLine': (p: { who: string; on: string }) => `${p.who} waits in line for a row, behind ${p.on}.`,
  'headline.race': (p: { holder: string; who: string }) =>
    `When ${p.holder} commits, PostgreSQL may let any of ${p.who} get to the new version first; here it is always the one that has waited longest.`,
  'headline.waitsSafely': (p: { who: string; on: string }) =>
    `${p.who} waits for a safe snapshot: first ${p.on} must end.`,
  'headline.waitsTable': (p: { who: string; on: string }) => `${p.who} waits for ${p.on}, for a lock on a table.`,
  'headline.circle': (p: { who: readonly string[] }, f: Format) => `${f.list(p.who)} wait for one another: a deadlock.`,
  'headline.goesOn': (p: { who: string }) => `${p.who} goes on.`,

  'headline.error.concurrent': (p: { who: string; verb: string }) =>
    `${p.who}’s ${p.verb} is refused: the row has changed since ${p.who}’s snapshot was taken.`,
  'headline.error.deadlock': (p: { who: string }) => `Deadlock: ${p.who} gives up.`,
  'headline.error.aborted': (p: { who: string }) =>
    `${p.who}’s transaction has failed: every command is refused until it ends, or goes back to a savepoint.`,
  'headline.error.unique': (p: { who: string }) => `${p.who}’s row is refused: that key already exists.`,
  'headline.error.nowait': (p: { who: string }) =>
    `${p.who} does not wait: the row is locked, and NOWAIT makes it an error.`,
  'headline.error.other': (p: { who: string; verb: string }) => `${p.who}’s ${p.verb} ends with an error.`,
  'headline.step': 'step',
} satisfies Area<'headline'>);
