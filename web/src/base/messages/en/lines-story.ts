/** Texts of the cache lines' story. Names of cores and designs come marked (`viewmodel/cachelines/words.ts`), so that they can be coloured. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const word = (n: number, f: Format): string => WORDS[n] ?? f.integer(n);
const ns = (n: number, f: Format): string => `${f.integer(Math.round(n))}\u202fns`;

type Deed = 'snapshot' | 'xid' | 'commit' | 'idle';
const DEEDS: Readonly<Record<Deed, string>> = {
  snapshot: 'takes a snapshot',
  xid: 'gets an xid',
  commit: 'commits',
  idle: 'releases its snapshot',
};
/** What cores share: a cluster's L2 where no core has one of its own. */
type Shared = 'L2' | 'L3';
/** The way from another core's cache. */
type Way = 'near' | 'apart' | 'socket';
const wayOf = (way: Way, shared: Shared): string => {
  if (way === 'socket') return 'other socket';
  if (shared === 'L3') return way === 'near' ? 'same L3' : 'another L3';
  return way === 'near' ? 'same cluster’s L2' : 'another cluster’s L2';
};
/** From no core. */
type Found = 'l1' | 'l2' | 'l3' | 'peer' | 'far' | 'memory' | 'far-memory';
const foundIn = (found: Found, shared: Shared): string => {
  const words: Readonly<Record<Found, string>> = {
    l1: 'from its own L1',
    l2: 'from its own L2',
    l3: shared === 'L3' ? 'from the shared L3' : 'from its cluster’s L2',
    peer: 'across the core mesh',
    far: `from ${wayOf('apart', shared)}`,
    memory: 'from memory',
    'far-memory': 'from the other socket’s memory',
  };
  return words[found];
};

/** What a copy's state means for its core. */
type Letter = 'M' | 'O' | 'E' | 'S' | 'F' | 'I';
const LETTERS: Readonly<Record<Letter, string>> = {
  M: 'wrote',
  O: 'owner',
  E: 'alone',
  S: 'copy',
  F: 'copy',
  I: 'none',
};

/** When the story's number happens. */
type When = 'end' | 'later' | 'now' | 'past';
/** All are as short as the slot. */
const WHEN: Readonly<Record<When, (who: string) => string>> = {
  end: (who) => `at ${who}’s next read`,
  later: (who) => `for ${who} later`,
  now: (who) => `for ${who} now`,
  past: (who) => `for ${who} earlier`,
};

interface Reads {
  readonly design: string;
  readonly lines: number;
  readonly waits: number;
}
/** Lines that the same cores lose; some may not be named. */
interface Taken {
  readonly lines: readonly string[];
  readonly more: number;
  readonly losers: readonly string[];
}
interface Writes {
  readonly design: string;
  readonly taken: readonly Taken[];
}
interface Line {
  readonly ns: number;
  readonly line: string;
}

const lose = (taken: readonly Taken[], f: Format): string =>
  taken.length === 0
    ? 'nobody loses anything'
    : f.list(
        taken.map(({ lines, more, losers }) => {
          const what = more === 0 ? lines : [...lines, `${word(more, f)} more ${f.plural(more, 'line', 'lines')}`];
          return `${f.list(losers)} ${f.plural(losers.length, 'loses', 'lose')} ${f.list(what)}`;
        }),
      );
const waits = ({ waits: n, lines }: Reads, f: Format): string =>
  `for ${n === 0 ? 'none' : word(n, f)} of ${f.integer(lines)}`;

export const linesStory = addTexts({
  'linesStory.question':
    'What does a write cost other cores? A square is a line, 64 bytes of memory, of which a core’s cache holds a copy.',
  'linesStory.title': 'Which core takes cache lines from the others?',

  'linesStory.acts': 'The story, act by act',
  'linesStory.act.reads': 'A reads',
  'linesStory.act.writes': 'B, C, D write',
  'linesStory.act.again': 'A reads again',
  'linesStory.act.own': 'Yours',
  'linesStory.act.same': 'The same with',

  'linesStory.head.hits': (p: { who: string; left: Reads; right: Reads }, f: Format) =>
    `${p.who} takes a snapshot. Everything it reads is in its own cache: ${f.integer(p.left.lines)} lines in ${p.left.design}, ${f.integer(p.right.lines)} in ${p.right.design}.`,
  'linesStory.head.waits': (p: { who: string; left: Reads; right: Reads }, f: Format) =>
    `${p.who} takes a snapshot. In ${p.left.design} it waits ${waits(p.left, f)} lines, in ${p.right.design} ${waits(p.right, f)}.`,
  'linesStory.head.writes': (
    p: { who: string; deed: Deed; fields: readonly string[]; left: Writes; right: Writes },
    f: Format,
  ) => {
    const what =
      p.fields.length === 0
        ? ''
        : ` and writes ${p.fields.length === 1 && p.fields[0] === 'xmin' ? 'its own xmin' : f.list(p.fields)}`;
    const [left, right] = [lose(p.left.taken, f), lose(p.right.taken, f)];
    return left === right
      ? `${p.who} ${DEEDS[p.deed]}${what}. In both designs ${left}.`
      : `${p.who} ${DEEDS[p.deed]}${what}. In ${p.left.design} ${left}; in ${p.right.design} ${right}.`;
  },

  'linesStory.note.start': 'Every core has taken snapshots before.',
  'linesStory.note.fetched': (
    p: Line & { from: string; way: Way; shared: Shared; losers: readonly string[] },
    f: Format,
  ) =>
    `${ns(p.ns, f)}: ${p.line} from ${p.from}, ${wayOf(p.way, p.shared)}${p.losers.length === 0 ? '' : `; ${f.list(p.losers)} ${f.plural(p.losers.length, 'loses', 'lose')} it`}`,
  'linesStory.note.outside': (p: Line & { found: Found; shared: Shared; losers: readonly string[] }, f: Format) =>
    `${ns(p.ns, f)}: ${p.line} ${foundIn(p.found, p.shared)}${p.losers.length === 0 ? '' : `; ${f.list(p.losers)} ${f.plural(p.losers.length, 'loses', 'lose')} it`}`,
  'linesStory.note.lost': (p: Line & { losers: readonly string[] }, f: Format) =>
    `${ns(p.ns, f)}: ${f.list(p.losers)} ${f.plural(p.losers.length, 'loses', 'lose')} ${p.line}`,
  'linesStory.note.own': (p: Line, f: Format) => `${ns(p.ns, f)}, to own ${p.line}`,
  'linesStory.note.hits': (p: { who: string; lines: number; ns: number }, f: Format) =>
    `Now: ${ns(p.ns, f)} for ${f.integer(p.lines)} ${f.plural(p.lines, 'line', 'lines')}, all in ${p.who}’s own cache`,
  'linesStory.note.alone': (p: { who: string }) => `Nothing happens: only ${p.who} has that line.`,
  'linesStory.note.done': (p: { who: string; ns: number }, f: Format) => `${p.who} was done after ${ns(p.ns, f)}.`,
  'linesStory.line': (p: { region: string; place: number }, f: Format) => `${p.region} line\u00a0${f.integer(p.place)}`,

  'linesStory.core': (p: { name: string }) => `core ${p.name}`,
  'linesStory.met': (p: { to: Letter; lost: boolean }) => (p.lost ? 'lost' : LETTERS[p.to]),
  /** Squares are drawn before these. */
  'linesStory.look.changed': 'written here',
  'linesStory.look.clean': 'copy',
  'linesStory.look.none': 'not here',

  'linesStory.total': (p: { who: string; when: When }) => `ns ${WHEN[p.when](p.who)}`,
  'linesStory.sofar': (p: { ns: number; total: number }, f: Format) =>
    `so far ${f.integer(Math.round(p.ns))} of ${ns(p.total, f)}`,
  'linesStory.causes': (p: { ns: number; others: number; own: number; cache: number }, f: Format) =>
    `${p.others + p.own > 0 ? `${f.integer(p.ns)} = ` : 'all '}${[
      p.others > 0 ? `${f.integer(p.others)} for others’ writes` : '',
      p.own > 0 ? `${f.integer(p.own)} to own` : '',
      `${f.integer(p.cache)} in its own cache`,
    ]
      .filter((part) => part !== '')
      .join(' + ')}`,

  'linesStory.do.label': (p: { name: string }) => `What core ${p.name} does next`,
  'linesStory.do.snapshot': 'take snapshot',
  'linesStory.do.xid': 'get an xid',
  'linesStory.do.commit': 'commit',
  'linesStory.do.idle': 'idle',
  'linesStory.hint.snapshot': 'Takes a snapshot; if it has one, it releases that first.',
  'linesStory.hint.idle': 'Releases its snapshot; its transaction stays open.',
  'linesStory.hint.xid': 'Gets an xid, as with a first write.',
  'linesStory.hint.commit': 'Ends its transaction; if it holds a snapshot, it releases that first.',
  'linesStory.do.choose': 'The core whose buttons these are',
  'linesStory.back': 'Undo',
  'linesStory.backLast': (p: { name: string; deed: Deed }) => `Undo what ${p.name} did last: it ${DEEDS[p.deed]}`,
  'linesStory.full': (p: { max: number }, f: Format) =>
    `No more than ${f.integer(p.max)} operations fit into an address.`,
  'linesStory.problem': (p: { where: string; given: string }) =>
    `${p.where}: “${p.given}” is nothing that cores can do one after the other. Write b.snapshot,c.idle: a to d, then snapshot, xid, commit or idle.`,

  'linesStory.control.label': 'The story’s steps',
  'linesStory.control.step': (p: { at: number; of: number }, f: Format) =>
    `step ${f.integer(p.at)} of ${f.integer(p.of)}`,
  'linesStory.control.by': 'A step is a miss, or an operation without one.',
  'linesStory.connections': (p: { n: number; active: number; isMost91: boolean }, f: Format) =>
    `${f.integer(p.n)} connections, ${p.isMost91 ? 'the most with 9.1' : `${f.integer(p.active)} active`}`,
  'linesStory.most91': (p: { max: number }, f: Format) =>
    `With 9.1, up to ${f.integer(p.max)} connections in all, in both designs: it reads two or three lines for each, and more cells have no room.`,
  'linesStory.added': (p: { sums: readonly number[] }, f: Format) =>
    `Here each access waits for the one before: ${f.list(p.sums.map((sum) => ns(sum, f)))} are sums of latencies; a real core overlaps reads that do not wait for each other, and so does the model behind the ladder’s snapshots.`,
  'linesStory.explains':
    'Snapshots wait for other cores like this. PostgreSQL 13 slows down with idle connections for another reason: a longer scan.',
  'linesStory.explains.link': 'What that drop is made of',
  'linesStory.settings': 'Settings',
  'linesStory.close': 'Close',
  'linesStory.every': 'Every access',
  'linesStory.key':
    'A square is a line of 64 bytes. Grey: the cache has a copy. In a core’s colour: it has written there, and nobody else has a copy. Empty: not in this cache. A stroke below: read in this step. Arrow keys step, Space plays, 1 to 3 play an act, 4 plays yours, 5 changes the design on the right.',
} satisfies Area<'linesStory'>);
