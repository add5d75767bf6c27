/** A schedule as an isolation spec that anybody can run under isolationtester, here or on a server. */
import type { SessionState } from './generate.ts';
import { createTable, fillTable, type Schedule, sqlOf, TABLES } from './schedule.ts';

/**
 * @param title lines of comment before it
 * @param states the sessions' states after the last step: open transactions are ended, or the spec would never end
 */
export function asSpec(schedule: Schedule, title: readonly string[], states: readonly SessionState[]): string {
  const table = TABLES[schedule.table];
  const counts = new Map<number, number>();
  const steps = schedule.steps.map((step) => {
    const count = (counts.get(step.session) ?? 0) + 1;
    counts.set(step.session, count);
    return { session: step.session, name: `s${step.session + 1}_${count}`, sql: sqlOf(step) };
  });
  // A waiting session can continue once the others have ended.
  const order = { idle: 0, 'in transaction': 1, failed: 1, waiting: 2 } as const;
  const open = [...counts.keys()]
    .filter((session) => (states[session] ?? 'idle') !== 'idle')
    .sort((a, b) => order[states[a] ?? 'idle'] - order[states[b] ?? 'idle']);
  const ends = open.map((session) => ({ session, name: `s${session + 1}_end`, sql: 'ROLLBACK' }));
  const gids = preparedAtEnd(schedule);
  // Run by a session that does not wait for the prepared transaction itself.
  const free = [...counts.keys()].find((session) => states[session] !== 'waiting') ?? 0;
  const prepared = gids.map((gid, i) => ({
    session: free,
    name: `prepared_end_${i + 1}`,
    sql: `ROLLBACK PREPARED '${gid}'`,
  }));
  const waitingEnds = ends.filter(({ session }) => states[session] === 'waiting');
  const all = [...steps, ...ends.filter((end) => !waitingEnds.includes(end)), ...prepared, ...waitingEnds];
  const lines = [
    ...title.map((line) => `# ${line}`.trimEnd()),
    `setup { ${createTable(table)}; }`,
    `setup { ${fillTable(table)}; }`,
    `teardown { DROP TABLE ${table.name}; }`,
  ];
  for (const session of [...new Set(all.map((step) => step.session))].sort((a, b) => a - b)) {
    lines.push('', `session s${session + 1}`);
    for (const step of all) if (step.session === session) lines.push(`step ${step.name} { ${step.sql}; }`);
  }
  lines.push('', `permutation ${all.map((step) => step.name).join(' ')}`, '');
  return lines.join('\n');
}

/**
 * Transactions that, by the statements, are prepared and not finished. A missing one only causes an error in its step.
 */
function preparedAtEnd(schedule: Schedule): string[] {
  const gids = new Set<string>();
  for (const statement of schedule.steps.flatMap((step) => step.statements)) {
    const made = /^PREPARE TRANSACTION '(.*)'$/.exec(statement)?.[1];
    const done = /^(?:COMMIT|ROLLBACK) PREPARED '(.*)'$/.exec(statement)?.[1];
    if (made !== undefined) gids.add(made);
    if (done !== undefined) gids.delete(done);
  }
  return [...gids];
}
