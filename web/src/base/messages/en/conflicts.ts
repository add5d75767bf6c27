/** Texts of the figure of SERIALIZABLE: transactions, rw-conflicts, dangerous structures; and SIREAD locks on a page. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

const STATES = {
  runs: 'running',
  safe: 'safe: nothing can harm it',
  unsafe: 'trying again',
  doomed: 'doomed',
  prepared: 'prepared',
  committed: 'committed',
  'rolled-back': 'rolled back',
} as const;
export type ConflictState = keyof typeof STATES;

/** The reason codes of PostgreSQL, and `doomed`: the victim does not know it yet. */
export type ConflictReason =
  | 'doomed'
  | 'pivot-out'
  | 'pivot-in'
  | 'pivot-write'
  | 'to-pivot'
  | 'pivot-commit'
  | 'prepared-pivot'
  | 'to-old-pivot'
  | 'pivot-to-old'
  | 'to-pivot-of-old';

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];
/** A lesson has steps of its own: a figure’s are moves, as the line below it calls them. */
const inMove = (word: 'move' | 'step', tick: number | null): string => (tick === null ? '' : ` in ${word} ${tick}`);

/** A pivot that fails itself: what it was doing. */
const NOTICED = {
  doomed: 'it will fail at its next read, write or commit',
  'pivot-out': 'it noticed at its next read',
  'pivot-in': 'it noticed at its next write',
  'pivot-write': 'its own write completed the structure',
  'pivot-commit': 'it noticed when it tried to commit',
} as const;

export interface WhyParams {
  readonly reason: ConflictReason;
  readonly in: string;
  readonly pivot: string;
  readonly out: string;
  /** The victim is the pivot. */
  readonly isPivot: boolean;
  /** Tout has not committed yet, and can no longer fail. */
  readonly isPrepared: boolean;
}

function why(p: WhyParams): string {
  const first = p.isPrepared ? `${p.out} is prepared and commits first` : `${p.out} committed first`;
  switch (p.reason) {
    case 'to-pivot':
      return p.isPivot
        ? `${first}, so ${p.pivot} must roll back: its own read completed the structure`
        : `${first} and ${p.pivot} can no longer fail, so ${p.in}, the last to read, must roll back`;
    case 'prepared-pivot':
      return `${p.out} would commit first, but ${p.pivot} is prepared and can no longer fail, so ${p.out} must roll back`;
    case 'to-old-pivot':
      return `the older one had itself read what a transaction that committed first changed, so ${p.in} must roll back`;
    case 'pivot-to-old':
      return `the older one committed first, so ${p.pivot} must roll back`;
    case 'to-pivot-of-old':
      return `the older one committed first and ${p.pivot} can no longer fail, so ${p.in} must roll back`;
    default:
      return `${first}, so ${p.pivot} must roll back: ${NOTICED[p.reason]}`;
  }
}

/** Why nobody says whether it was a false alarm. */
const DOUBTS = {
  many: 'more than four transactions are too many to try all orders',
  outside: 'a transaction took its snapshot before the first step',
  'shared-step': 'one step ends a transaction and begins the next one',
  'others-wrote': 'a transaction that is not serializable wrote, too',
  'one-session': 'two of the transactions are one session’s, and only its own order was tried',
  places: 'a statement asks for something that depends on the order alone, such as places of rows, ids or the time',
  skips: 'SKIP LOCKED skips other rows in every order',
  prepared: 'there is a prepared transaction',
  'not-repeated': 'without SSI the same steps do not give the same results',
  limit: 'trying the orders takes more work than one step may use',
} as const;
export type ConflictDoubt = keyof typeof DOUBTS;

interface Target {
  readonly table: string;
  readonly index: string | null;
  readonly page: number | null;
  readonly offset: number | null;
}
function target({ table, index, page, offset }: Target): string {
  const of = index === null ? table : `index ${index}`;
  if (page === null) return index === null ? `table ${table}` : of;
  return offset === null ? `page ${page} of ${of}` : `row (${page},${offset}) of ${of}`;
}

export const conflicts = addTexts({
  'conflicts.title': 'Which transaction must come before which',
  'conflicts.hint': 'an arrow leads from a reader to the writer whose change it did not see',
  'conflicts.none': 'No serializable transaction has read anything yet.',
  'conflicts.noEdges': 'No rw-conflict yet.',
  'conflicts.old': 'an older transaction',
  'conflicts.outside': (p: { number: number }) => `transaction ${p.number}`,
  'conflicts.state': (p: { state: ConflictState; place: number | null }) =>
    p.place === null ? STATES[p.state] : `committed ${ORDINALS[p.place - 1] ?? `as number ${p.place}`}`,
  'conflicts.pivot': 'pivot',
  'conflicts.target': target,
  'conflicts.whole': (p: { table: string }) => `all of ${p.table}`,
  'conflicts.clause': (p: {
    word: 'move' | 'step';
    reader: string;
    writer: string;
    read: number | null;
    write: number | null;
    isLater: boolean;
  }) =>
    p.isLater
      ? `${p.reader} read${inMove(p.word, p.read)} what ${p.writer} later changed${inMove(p.word, p.write)}`
      : `${p.reader} did not see${inMove(p.word, p.read)} what ${p.writer} had changed${inMove(p.word, p.write)}`,
  'conflicts.clauseBare': (p: { reader: string; writer: string }) =>
    `${p.reader} read from before a change of ${p.writer}`,
  'conflicts.edge': (p: { clause: string; target: string }) => `${p.clause}: ${p.target}.`,
  /** Its steps are told elsewhere. */
  'conflicts.edgeShort': (p: { reader: string; writer: string; target: string }) =>
    `${p.reader} read ${p.target}; ${p.writer} wrote there.`,
  'conflicts.why': why,
  'conflicts.verdict': (p: { clauses: readonly string[]; why: string }) => `${p.clauses.join(', and ')}; ${p.why}.`,
  'conflicts.alarm.fits': (p: { victim: string; order: readonly string[] }) =>
    `A false alarm: had ${p.victim} gone on, everybody’s results would fit the order ${p.order.join(', ')}.`,
  'conflicts.alarm.none': (p: { victim: string; of: readonly string[]; orders: number }, f: Format) =>
    `No false alarm: had ${p.victim} gone on, no order of ${f.list(p.of)} would fit the results (${f.integer(p.orders)} tried).`,
  'conflicts.alarm.undecided': (p: { why: ConflictDoubt }) =>
    `Not known whether it was a false alarm: ${DOUBTS[p.why]}.`,
  'conflicts.node': (p: { name: string; state: string; isPivot: boolean }) =>
    `${p.name}: ${p.state}${p.isPivot ? ', the pivot of a dangerous structure' : ''}.`,
  'conflicts.left': (p: { count: number }, f: Format) =>
    `${f.integer(p.count)} older ${f.plural(p.count, 'transaction is', 'transactions are')} not drawn.`,
  'conflicts.picture': (p: { nodes: number; edges: number }, f: Format) =>
    `${f.integer(p.nodes)} ${f.plural(p.nodes, 'transaction', 'transactions')}, ${f.integer(p.edges)} ${f.plural(p.edges, 'rw-conflict', 'rw-conflicts')}`,
  'conflicts.key.lit': 'thick: a dangerous structure',
  'conflicts.key.victim': 'crossed: must roll back',
  'conflicts.lock': (p: { who: string; what: string; isKept: boolean }) =>
    `${p.who} has read ${p.what}${p.isKept ? ', and has committed' : ''}`,
  'conflicts.locks': 'SIREAD locks',
  'conflicts.locks.key': 'a letter in a frame: this session has read here (dashed: it has committed)',
} satisfies Area<'conflicts'>);
