/**
 * Runs a schedule on one target and records the facts after every step.
 *
 * A waiting session is left alone: its steps are skipped. A schedule ends at a deadlock, and when more sessions wait
 * than it allows. With one waiter the answers are a matter of logic. Several sessions that wait for the same
 * transaction race on a server as soon as it ends, and the loser may have to wait again, for the winner; so the first
 * step that lets one of several continue ends the schedule, and only the set of the sessions that waited before it is
 * compared.
 */

import type { Answer, Sight, Target } from './facts.ts';
import type { SessionState } from './generate.ts';
import { SESSIONS, type Step, sqlOf, type Table } from './schedule.ts';

export interface Fact {
  /** The subject, e.g. `answer`, `session 2`, `heap`. */
  readonly about: string;
  /** Visible at a client; other facts are only visible from inside. */
  readonly isVisible: boolean;
  readonly lines: readonly string[];
  /** Those of them that the other side may have or not. */
  readonly optional?: readonly string[];
}

export interface Moment {
  /** Undefined for the facts at the end. */
  readonly step: Step | undefined;
  readonly facts: readonly Fact[];
}

export interface Run {
  readonly moments: readonly Moment[];
  /** The sessions' states after the last step. */
  readonly states: readonly SessionState[];
}

/** Chooses the next step from the sessions' states; undefined ends the schedule. */
export type Next = (states: readonly SessionState[]) => Step | undefined;

/** The steps of a fixed schedule, without those of waiting sessions. */
export function inTurn(steps: readonly Step[]): Next {
  let at = 0;
  return (states) => {
    while (at < steps.length) {
      const step = steps[at++];
      if (step !== undefined && states[step.session] !== 'waiting') return step;
    }
    return undefined;
  };
}

export interface DriveOptions {
  /** The number of sessions that may wait at a time; default 1. */
  readonly waiters?: number;
}

export async function drive(target: Target, table: Table, next: Next, options: DriveOptions = {}): Promise<Run> {
  const { waiters = 1 } = options;
  await target.begin(table);
  const states: SessionState[] = Array.from({ length: SESSIONS }, () => 'idle');
  const moments: Moment[] = [];
  let hasDdl = false;
  const safe = new SafeSnapshots();
  /** In the order in which they began to wait. */
  let waiting: number[] = [];
  for (let isOver = false; !isOver; ) {
    const step = next(states);
    if (step === undefined) break;
    safe.begins(step);
    const came = await target.submit(step.session, sqlOf(step));
    const facts: Fact[] = [answerFact('answer', came)];
    if (came !== 'waiting' && came.vacuum !== undefined)
      facts.push({ about: 'VACUUM', isVisible: false, lines: [came.vacuum] });
    if (came === 'waiting') {
      states[step.session] = 'waiting';
      isOver = waiting.length >= waiters;
    } else {
      states[step.session] = came.state;
      isOver = came.isDeadlock;
    }
    const wentOn: { readonly session: number; readonly answer: Answer }[] = [];
    // A session that continues may end its transaction, and so let the next one continue.
    for (let hasMoved = true; hasMoved && waiting.length > 0; ) {
      const left: number[] = [];
      for (const session of waiting) {
        const got = await target.settle(session);
        if (got === 'waiting') {
          left.push(session);
          continue;
        }
        wentOn.push({ session, answer: got });
        states[session] = got.state;
        isOver ||= got.isDeadlock;
      }
      hasMoved = left.length < waiting.length;
      waiting = left;
    }
    if (came === 'waiting') waiting.push(step.session);
    if (wentOn.length > 0 && wentOn.length + waiting.length > 1) {
      const who = [...wentOn.map(({ session }) => session), ...waiting].map((session) => `session ${session + 1}`);
      facts.push({ about: 'who waited and may race', isVisible: true, lines: who.sort() });
      moments.push({ step, facts });
      await target.finish();
      return { moments, states };
    }
    for (const { session, answer } of wentOn)
      facts.push(answerFact(`answer of session ${session + 1}, which waited`, answer));
    safe.wentOn(step, wentOn);
    hasDdl ||= step.statements.some((one) => one.startsWith('CREATE TABLE'));
    facts.push(...sightFacts(await target.observe(), hasDdl, safe));
    moments.push({ step, facts });
  }
  const end = await target.finish();
  moments.push({ step: undefined, facts: [{ about: 'next xid', isVisible: false, lines: [end] }] });
  return { moments, states };
}

const answerFact = (about: string, answer: Answer | 'waiting'): Fact => ({
  about,
  isVisible: true,
  lines: answer === 'waiting' ? ['waits'] : answer.lines,
});

/**
 * MODEL: a server’s CREATE TABLE takes combo command ids for rows of its catalogs; the engine numbers those of the tables alone. So
 * after one only their order is compared: a combo command id becomes its rank among those of its transaction.
 */
function combosByRank(heap: readonly string[]): string[] {
  const COMBO = /( xmin \S+ .*) cid (\d+) (.*\bCOMBOCID\b)/;
  const ids = new Map<string, number[]>();
  const ownerOf = (line: string): string => / xmin (\S+)/.exec(line)?.[1] ?? '';
  for (const line of heap) {
    const id = COMBO.exec(line)?.[2];
    if (id !== undefined) ids.set(ownerOf(line), [...(ids.get(ownerOf(line)) ?? []), Number(id)]);
  }
  const rank = (line: string, id: string): number => {
    const all = new Set(ids.get(ownerOf(line)) ?? []);
    return [...all].filter((other) => other < Number(id)).length;
  };
  return heap.map((line) =>
    line.replace(COMBO, (_, head: string, id: string, tail: string) => `${head} cid combo ${rank(line, id)} ${tail}`),
  );
}

/**
 * MODEL: ReleasePredicateLocks (predicate.c) wakes who waits for a safe snapshot before the transaction that ends is in
 * the list of finished ones. If the waiter is quicker, it clears that list without it, and its SIREAD locks stay until
 * the next time that the list is cleared. In the engine an end is one step. So they are not compared from then on.
 */
class SafeSnapshots {
  readonly #deferrable = new Set<number>();
  /** As sireadLine calls them: those whose end has let somebody have a safe snapshot. */
  readonly #late = new Set<string>();

  begins({ session, statements }: Step): void {
    for (const one of statements)
      if (/^BEGIN\b/.test(one)) this.#deferrable[/(?<!NOT )\bDEFERRABLE\b/.test(one) ? 'add' : 'delete'](session);
  }
  wentOn(step: Step, others: readonly { readonly session: number }[]): void {
    if (!others.some(({ session }) => this.#deferrable.has(session))) return;
    for (const { session } of [step, ...others]) this.#late.add(`session ${session + 1}`);
    // The locks of a prepared transaction have no process, nor have others' of the kind: none of them is compared then.
    if (step.statements.some((one) => /^(COMMIT|ROLLBACK) PREPARED\b/.test(one))) this.#late.add('nobody');
  }
  compared = (line: string): boolean => ![...this.#late].some((who) => line.startsWith(`${who}:`));
}

function sightFacts(sight: Sight, hasDdl: boolean, { compared }: SafeSnapshots): Fact[] {
  return [
    ...sight.sessions.map((line, i) => ({ about: `session ${i + 1}`, isVisible: false, lines: [line] })),
    { about: 'a snapshot taken now', isVisible: false, lines: [sight.snapshot] },
    { about: 'prepared transactions', isVisible: false, lines: [sight.prepared] },
    {
      about: 'SIREAD locks',
      isVisible: false,
      lines: sight.sireads.filter(compared),
      optional: sight.safeSireads ?? [],
    },
    { about: 'heap', isVisible: false, lines: hasDdl ? combosByRank(sight.heap) : sight.heap },
    ...(sight.holders === undefined ? [] : [{ about: 'holders', isVisible: false, lines: sight.holders }]),
  ];
}

export interface Difference {
  /** The moment's number, from 0. */
  readonly at: number;
  readonly step: Step | undefined;
  readonly about: string;
  readonly isVisible: boolean;
  /** The lines that one has and the other has not. */
  readonly left: readonly string[];
  readonly right: readonly string[];
}

export interface CompareOptions {
  /** Compares only facts that a client sees. */
  readonly visibleOnly?: boolean;
  /** Converts facts before they are compared, e.g. `acrossMajors`. */
  readonly reading?: (fact: Fact) => readonly string[];
}

/** The first difference between two runs. */
export function compare(left: Run, right: Run, options: CompareOptions = {}): Difference | undefined {
  const count = Math.max(left.moments.length, right.moments.length);
  for (let at = 0; at < count; at++) {
    const a = left.moments[at];
    const b = right.moments[at];
    if (a === undefined || b === undefined) {
      const shown = a ?? b;
      const lines = (moment: Moment | undefined): string[] => [moment === undefined ? 'has ended' : 'goes on'];
      return { at, step: shown?.step, about: 'schedule', isVisible: true, left: lines(a), right: lines(b) };
    }
    const difference = compareMoments(a, b, at, options);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function compareMoments(a: Moment, b: Moment, at: number, options: CompareOptions): Difference | undefined {
  const read = options.reading ?? ((fact: Fact) => fact.lines);
  const abouts = new Set([...a.facts, ...b.facts].map((fact) => fact.about));
  for (const about of abouts) {
    const one = a.facts.find((fact) => fact.about === about);
    const other = b.facts.find((fact) => fact.about === about);
    const isVisible = one?.isVisible ?? other?.isVisible ?? false;
    if (options.visibleOnly === true && !isVisible) continue;
    const optional = new Set([...(one?.optional ?? []), ...(other?.optional ?? [])]);
    const linesOf = (fact: Fact | undefined): readonly string[] =>
      fact === undefined ? ['nothing'] : read(fact).filter((line) => !optional.has(line));
    const [left, right] = [linesOf(one), linesOf(other)];
    if (left.length === right.length && left.every((line, i) => line === right[i])) continue;
    return {
      at,
      step: a.step ?? b.step,
      about,
      isVisible,
      left: left.filter((line, i) => line !== right[i]),
      right: right.filter((line, i) => line !== left[i]),
    };
  }
  return undefined;
}

/**
 * The facts that servers of different majors share. 14 and later cut line pointers off the end of a page that are
 * unused, and reuse snapshots, so that a subxid that came after the snapshot's xmax is not listed. (The engine follows
 * the rules of one major and is compared in full.)
 */
export function acrossMajors(fact: Fact): readonly string[] {
  if (fact.about === 'heap') {
    const lines: string[] = [];
    for (const line of fact.lines) {
      if (line.startsWith('page')) dropUnused(lines);
      lines.push(line.replace(/items \d+, free \d+, (prune [^,]+), flags \d+/, '$1'));
    }
    dropUnused(lines);
    return lines;
  }
  // 15 and later do not count versions that are being inserted.
  if (fact.about === 'VACUUM') return fact.lines.map((line) => line.replace(/removed, \d+ remain,/, 'removed,'));
  if (fact.about !== 'a snapshot taken now') return fact.lines;
  return fact.lines.map((line) => {
    const xmax = Number(/xmax ([+-]\d+)/.exec(line)?.[1]);
    return line.replace(/subxip \{(.*)\}/, (_, list: string) => {
      const below = list.split(',').filter((xid) => xid !== '' && Number(xid) < xmax);
      return `subxip {${below.join(',')}}`;
    });
  });
}

function dropUnused(lines: string[]): void {
  while (lines.at(-1)?.endsWith(': UNUSED') === true) lines.pop();
}
