/**
 * Shrinks a schedule that shows something: removes steps, statements within a step, then special parts of a statement,
 * as long as it still shows it. The result cannot lose one more step or statement.
 */
import type { SessionState } from './generate.ts';
import { createTable, fillTable, namesOf, type Schedule, type Step, sqlOf, TABLES } from './schedule.ts';

/** A schedule as an isolation spec that anybody can run under isolationtester, here or on a server. */

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
    `teardown { DROP TABLE ${namesOf(table)}; }`,
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

/** Whether a smaller schedule still shows the same as the first one. */
export type StillShows = (steps: readonly Step[]) => Promise<boolean>;

export async function shrink(steps: readonly Step[], shows: StillShows): Promise<readonly Step[]> {
  let best = steps;
  for (;;) {
    const before = best;
    best = await without(best, shows);
    for (let at = 0; at < best.length; at++) {
      const step = best[at];
      if (step === undefined || step.statements.length < 2) continue;
      const now: readonly Step[] = best;
      const inPlace = (statements: readonly string[]): Step[] =>
        now.map((one, i) => (i === at ? { ...one, statements } : one));
      const fewer = await without(step.statements, (statements) =>
        statements.length === 0 ? Promise.resolve(false) : shows(inPlace(statements)),
      );
      best = inPlace(fewer);
    }
    best = await plainer(best, shows);
    if (best === before) return best;
    if (sizeOf(best) === sizeOf(before) && textOf(best) === textOf(before)) return best;
  }
}

const sizeOf = (steps: readonly Step[]): number => steps.reduce((sum, { statements }) => sum + statements.length, 0);
const textOf = (steps: readonly Step[]): string => JSON.stringify(steps);

/** Removes chunks, large ones first, down to single items; ends when no single one can be removed. */
async function without<T>(
  items: readonly T[],
  shows: (items: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let best = items;
  let size = Math.max(1, best.length >> 1);
  for (;;) {
    let hasShrunk = false;
    for (let at = best.length - size; at >= 0; at -= size) {
      const fewer = [...best.slice(0, at), ...best.slice(at + size)];
      if (await shows(fewer)) {
        best = fewer;
        hasShrunk = true;
      }
    }
    if (!hasShrunk && size === 1) return best;
    if (!hasShrunk) size >>= 1;
    size = Math.max(1, Math.min(size, best.length));
    if (best.length === 0) return best;
  }
}

const PLAINER: readonly (readonly [RegExp, string])[] = [
  [/^BEGIN ISOLATION LEVEL REPEATABLE READ$/, 'BEGIN'],
  [/ WHERE (?!id = \d+( |$)).*?(?= FOR |$)/, ''],
  [/ (NOWAIT|SKIP LOCKED)$/, ''],
  [/, ctid, cmin, cmax /, ' '],
];

async function plainer(steps: readonly Step[], shows: StillShows): Promise<readonly Step[]> {
  let best = steps;
  for (let at = 0; at < best.length; at++) {
    for (const [what, by] of PLAINER) {
      const step = best[at];
      if (step === undefined || !step.statements.some((one) => what.test(one))) continue;
      const changed = { ...step, statements: step.statements.map((one) => one.replace(what, by)) };
      const candidate = best.map((one, i) => (i === at ? changed : one));
      if (textOf(candidate) !== textOf(best) && (await shows(candidate))) best = candidate;
    }
  }
  return best;
}
