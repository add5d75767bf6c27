/** Texts of the cache-line view and its page. Names of cores and designs come marked (`viewmodel/cachelines/words.ts`), so that they can be coloured. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
/** Small numbers as words, as in a sentence. */
const word = (n: number, f: Format): string => WORDS[n] ?? f.integer(n);
const lineCount = (n: number, f: Format): string => `${word(n, f)} ${f.plural(n, 'line', 'lines')}`;
const ns = (n: number, f: Format): string => `${f.integer(Math.round(n))}\u202fns`;
const cores = (n: number, f: Format): string => `${word(n, f)} other ${f.plural(n, 'core', 'cores')}`;

type Operation = 'begin' | 'snapshot' | 'release' | 'assign' | 'end';
type Found = 'l1' | 'l2' | 'l3' | 'cluster' | 'peer' | 'far' | 'memory' | 'far-memory';
type Sharing = 'not-shared' | 'true' | 'false' | 'for-horizon';

const OPERATIONS: Readonly<Record<Operation, string>> = {
  begin: 'begins',
  snapshot: 'takes a snapshot',
  release: 'releases its snapshot',
  assign: 'gets an xid',
  end: 'commits',
};
const FOUND: Readonly<Record<Found, string>> = {
  l1: 'from its L1',
  l2: 'from its L2',
  l3: 'from the shared L3',
  cluster: 'from its cluster’s L2',
  peer: 'across the core mesh',
  far: 'from the other socket',
  memory: 'from memory',
  'far-memory': 'from the other socket’s memory',
};
const SHARINGS: Readonly<Record<Sharing, string>> = {
  'not-shared': '',
  true: 'true sharing',
  false: 'false sharing',
  'for-horizon': 'for the horizon',
};

export const lines = addTexts({
  'lines.title': 'Whose cache line is it?',
  'lines.loading': 'The engine takes its first snapshots …',
  'lines.failed': (p: { what: string }) => `The engine stopped: ${p.what}`,
  'lines.beyond': (p: { operation: number }, f: Format) =>
    `Core A has no operation ${f.integer(p.operation)} in this scene, which ends before it. Another one is shown.`,
  'lines.link.story': 'The story, with all cores',

  'lines.core': (p: { name: string; lettered: boolean }) => (p.lettered ? p.name : `core ${p.name}`),

  'lines.finding.neighbours': (
    p: {
      design: string;
      who: string;
      writers: number;
      fields: readonly string[];
      lines: number;
      /** Of these lines: fetched for xmins, which the design reads for the horizon alone. */
      forHorizon: number;
    },
    f: Format,
  ) => {
    const why =
      p.forHorizon === 0
        ? ', but none of the bytes that it reads'
        : p.forHorizon === p.lines
          ? ', which the horizon needs'
          : ', but no xid';
    const again = `In ${p.design}, ${p.who} refetches ${lineCount(p.lines, f)}`;
    if (p.writers === 0) return `${again}: others wrote there${why}.`;
    const neighbours = `${word(p.writers, f)} ${f.plural(p.writers, 'neighbour', 'neighbours')}`;
    const wrote =
      p.fields.length === 0 ? 'wrote there' : `wrote ${f.plural(p.writers, 'its', 'their')} ${f.list(p.fields)}`;
    return `${again}: ${neighbours} ${wrote}${why}.`;
  },
  /** Below the finding: what the times are of, and what is drawn. */
  'lines.told': (
    p: {
      kind: Operation;
      who: string;
      design: string;
      ns: number;
      other: string;
      otherNs: number;
      connections: number;
      active: number;
    },
    f: Format,
  ) =>
    `${p.kind === 'snapshot' ? `One snapshot of core ${p.who}` : `Core ${p.who} ${OPERATIONS[p.kind]}`}, access by access, among ${f.integer(p.connections)} connections, ${f.integer(p.active)} of them active: ${ns(p.ns, f)} in ${p.design}, ${ns(p.otherNs, f)} in ${p.other}${p.kind === 'snapshot' ? '; more than in the story, where one core acts at a time.' : '. Each box on the ruler is one wait for a line.'}`,
  'lines.finding.reused': (
    p: { design: string; both: boolean; lines: number; ns: number; other: string; otherLines: number; otherNs: number },
    f: Format,
  ) =>
    p.both
      ? `${p.design} and ${p.other} need no walk: ${lineCount(p.lines, f)} and ${lineCount(p.otherLines, f)}.`
      : `${p.design} needs no walk: ${lineCount(p.lines, f)} in ${ns(p.ns, f)}; ${p.other} walks ${f.integer(p.otherLines)} in ${ns(p.otherNs, f)}.`,
  'lines.finding.changed': (
    p: { design: string; both: boolean; who: string; what: readonly string[]; lines: number },
    f: Format,
  ) =>
    `${p.both ? 'Both designs' : p.design}: ${p.who} fetches ${lineCount(p.lines, f)}, because other cores have written what it reads in ${f.list(p.what)}; the rest were still in its caches.`,
  'lines.finding.cold': (p: { design: string; who: string; lines: number }, f: Format) =>
    `${p.design}: ${lineCount(p.lines, f)} ${f.plural(p.lines, 'is', 'are')} not in ${p.who}’s own caches, and nobody took them away.`,
  'lines.finding.hits': (
    p: { who: string; design: string; lines: number; ns: number; other: string; otherLines: number; otherNs: number },
    f: Format,
  ) =>
    `Everything is in ${p.who}’s own caches: ${f.integer(p.lines)} lines in ${ns(p.ns, f)} for ${p.design}, ${f.integer(p.otherLines)} in ${ns(p.otherNs, f)} for ${p.other}.`,
  'lines.finding.takes': (
    p: {
      who: string;
      kind: Operation;
      fields: readonly string[];
      design: string;
      copies: number;
      other: string;
      otherCopies: number;
    },
    f: Format,
  ) => {
    const lose = (n: number) =>
      n === 0 ? 'nobody loses anything' : `${cores(n, f)} ${f.plural(n, 'loses its copy', 'lose their copies')}`;
    const writes = `${p.who} ${OPERATIONS[p.kind]} and writes ${f.list(p.fields)}`;
    return p.copies === p.otherCopies
      ? `${writes}: in both designs ${lose(p.copies)}.`
      : `${writes}: in ${p.design} ${lose(p.copies)}, in ${p.other} ${lose(p.otherCopies)}.`;
  },
  /** The headline of a figure that only counts. */
  'lines.finding.count': (
    p: { who: string; design: string; lines: number; other: string; otherLines: number },
    f: Format,
  ) =>
    `One snapshot of ${p.who} reads ${f.integer(p.lines)} lines in ${p.design}, ${f.integer(p.otherLines)} in ${p.other}.`,
  'lines.finding.quiet': (p: { who: string; kind: Operation }) =>
    `${p.who} ${OPERATIONS[p.kind]}, and nobody loses a copy.`,

  'lines.panel.title': (p: { design: string; what: string }) => `${p.design}: ${p.what}`,
  'lines.panel.left': 'Left design',
  'lines.panel.right': 'Right design',

  'lines.note.waited': (p: { ns: string; wait: number }, f: Format) =>
    `${p.ns} (${f.integer(Math.round(p.wait))} waiting)`,
  'lines.note.miss': (p: { ns: string; found: Found; sharing: Sharing }) =>
    `${p.ns}, ${FOUND[p.found]}${SHARINGS[p.sharing] === '' ? '' : ` · ${SHARINGS[p.sharing]}`}`,
  'lines.note.upgrade': (p: { ns: string; losers: number; sharing: Sharing }, f: Format) =>
    p.losers === 0
      ? `${p.ns}, to own the line`
      : `${p.ns}, to own the line: ${cores(p.losers, f)} ${f.plural(p.losers, 'loses it', 'lose it')}`,
  'lines.note.hit': (p: { found: Found; who: string; region: string }) =>
    `${p.region}: already with ${p.who}, ${FOUND[p.found]}`,
  'lines.note.overHits': (p: { lines: number; who: string }, f: Format) =>
    `${p.lines === 1 ? 'its line was' : `all ${f.integer(p.lines)} lines were`} in ${p.who}’s L1 or L2`,
  'lines.note.over': (p: { lines: number; misses: number; who: string }, f: Format) =>
    `done: ${f.integer(p.lines - p.misses < 0 ? 0 : p.lines - p.misses)} of ${f.integer(p.lines)} lines were in ${p.who}’s L1 or L2`,
  'lines.note.none': 'nothing in shared memory is touched',

  'lines.status.waitsFor': (p: { ns: number; who: string; from: string }, f: Format) =>
    `${ns(p.ns, f)}: ${p.who} waits for ${p.from}’s line`,
  'lines.status.waits': (p: { ns: number; who: string; found: Found }, f: Format) =>
    `${ns(p.ns, f)}: ${p.who} waits for a line ${FOUND[p.found]}`,
  'lines.status.owns': (p: { ns: number; who: string }, f: Format) => `${ns(p.ns, f)}: ${p.who} waits to own the line`,
  'lines.status.does': (p: { ns: number; who: string; writes: boolean; field: string }, f: Format) =>
    `${ns(p.ns, f)}: ${p.who} ${p.writes ? 'writes' : 'reads'} ${p.field}`,
  'lines.status.over': (p: { ns: number; kind: Operation; who: string }, f: Format) =>
    `${ns(p.ns, f)}: ${p.who} ${p.kind === 'snapshot' ? 'has its snapshot' : 'is done'}`,

  'lines.lens.reads': 'reads',
  'lines.lens.writes': 'writes',
  'lines.lens.wrote': 'wrote',
  'lines.lens.torn': 'torn: the line ends here',
  'lines.lens.label': (p: { region: string; entry: number | null; from: number }, f: Format) =>
    p.entry === null
      ? `Twelve bytes of ${p.region}, from byte ${f.integer(p.from)} of its line`
      : `Twelve bytes of ${p.region}, entry ${f.integer(p.entry)}`,

  'lines.count.ns': 'ns',
  'lines.count.lines': (p: { n: number }, f: Format) => f.plural(p.n, 'line', 'lines'),
  'lines.count.misses': (p: { n: number }, f: Format) => f.plural(p.n, 'miss', 'misses'),
  'lines.count.true': 'true sharing',
  'lines.count.false': 'false sharing',
  'lines.count.horizon': 'for the horizon',
  'lines.count.waited': (p: { ns: number }, f: Format) => `${f.integer(Math.round(p.ns))} waiting`,
  'lines.count.of': (p: { total: number }, f: Format) => `of ${f.integer(p.total)}`,
  'lines.count.label': (p: { design: string }) => `What ${p.design} has met so far in this operation`,

  'lines.apart.note': (
    p: { who: readonly string[]; more: number; field: string; region: string; watched: string },
    f: Format,
  ) => {
    const who = p.more > 0 ? [...p.who, `${f.integer(p.more)} more`] : p.who;
    return `${f.list(who)} wrote ${p.field} too: in ${p.region}, off ${p.watched}’s path`;
  },
  'lines.apart.nobody': (p: { region: string; watched: string }) =>
    `Nobody else has written yet. xmin is in ${p.region}, off ${p.watched}’s path`,
  'lines.apart.unknown': (p: { who: readonly string[]; more: number; region: string; watched: string }, f: Format) =>
    `${f.list(p.more > 0 ? [...p.who, `${f.integer(p.more)} more`] : p.who)} wrote in ${p.region}, off ${p.watched}’s path`,

  'lines.apart.short': (p: { region: string; hidden: number }, f: Format) =>
    `${p.region}, not read${p.hidden > 0 ? ` +${f.integer(p.hidden)}` : ':'}`,

  'lines.picture.modelled': (p: { machine: string }) => `modelled · ${p.machine}`,

  'lines.arc.longer': 'arc longer than to scale',
  'lines.arc.shorter': 'arc shorter than to scale',

  'lines.ruler.label': 'Where the clock stands',
  'lines.ruler.miss': (p: { from: string }) => `miss, ${p.from}`,
  'lines.ruler.missPlain': 'miss',
  'lines.ruler.own': 'own',
  'lines.ruler.memory': 'memory',
  'lines.ruler.ns': (p: { ns: number }, f: Format) => ns(p.ns, f),
  'lines.ruler.close': 'close up',
  'lines.ruler.tick': (p: { ns: number }, f: Format) =>
    p.ns >= 10_000 ? `${f.integer(p.ns / 1000)} µs` : f.integer(p.ns),
  'lines.ruler.lastTick': (p: { ns: number }, f: Format) =>
    p.ns >= 10_000 ? `${f.integer(p.ns / 1000)}\u202fµs` : ns(p.ns, f),

  'lines.control.label': 'The clock of both designs',
  'lines.control.first': 'To the beginning of this operation',
  'lines.control.back': 'Back',
  'lines.control.play': 'Play',
  'lines.control.pause': 'Pause',
  'lines.control.on': 'Step',
  'lines.control.by': 'step by',
  'lines.control.unit': (p: { unit: 'access' | 'miss' | 'snapshot' | 'transaction' }) => p.unit,
  'lines.control.speed': 'Speed',
  'lines.control.details': 'Details',
  'lines.control.keys': 'Arrow keys step, Space plays, D shows the details, 1 to 4 choose what a step is.',
  'lines.control.link': 'Copy link',
  'lines.control.linkCopied': 'The link to this state is on the clipboard.',
  'lines.control.linkFailed': 'The browser did not allow copying: take the link from the address bar.',

  /** In sight with the figure; a sign or letter is drawn before each but the last. */
  'lines.key.changed': 'changed by this core',
  'lines.key.copy': 'copy',
  'lines.key.none': 'not in its cache',
  'lines.key.arc': 'line on its way',
  'lines.key.lost': 'loses its copy',
  'lines.key.m': 'changed, only here',
  'lines.key.e': 'unchanged, only here',
  'lines.key.f': 'copy that answers',
  'lines.key.o': 'changed, with copies',
  'lines.key.dot': 'a core with a copy',
  'lines.key.torn': 'notched edge: the entry goes on in the next line',

  'lines.settings.label': 'Settings',
  'lines.settings.machine': 'Machine',
  'lines.settings.active': 'Active cores',
  'lines.settings.activeHint': (p: { max: number }, f: Format) => `2 to ${f.integer(p.max)}: one backend each`,
  'lines.settings.idle': 'Idle connections',
  'lines.settings.idleHint': (p: { max: number }, f: Format) => `up to ${f.integer(p.max)} in all`,
  'lines.settings.workload': 'Workload',
  'lines.settings.workload.readonly': 'read only',
  'lines.settings.workload.readwrite': 'read and write',
  'lines.settings.place': 'Active backends sit',
  'lines.settings.place.spread': 'spread out',
  'lines.settings.place.middle': 'side by side',
  'lines.settings.place.first': 'first in the array',
  'lines.settings.brief': (p: { active: number; connections: number }, f: Format) =>
    `${f.integer(p.active)} ${f.plural(p.active, 'core', 'cores')}, ${f.integer(p.connections)} connections`,
  'lines.settings.summary': (p: { machine: string; active: number; connections: number }, f: Format) =>
    `${p.machine}, ${f.integer(p.active)} cores, ${f.integer(p.connections)} connections`,
  'lines.terms.title': 'What is counted',
  'lines.terms.miss': 'Miss',
  'lines.terms.missText':
    'an access that the core’s own L1 and L2 could not answer, or a write to a line that others have, too.',
  'lines.terms.true': 'True sharing',
  'lines.terms.trueText':
    'the operation touched bytes that another core had written since this core last had the line, even if the value is the same: until the flags moved to a separate array, each transaction that ended wrote vacuumFlags again, mostly 0 over 0.',
  'lines.terms.false': 'False sharing',
  'lines.terms.falseText':
    'it needed none of the changed bytes. The core lost the line because another core wrote a neighbouring field.',
  'lines.terms.horizon': 'xmin for the horizon',
  'lines.terms.horizonText':
    '9.1 to 13 read everybody’s xmin in each snapshot, only to compute the cleanup horizon. Only those bytes had changed; the snapshot itself needed only the xids.',
  'lines.terms.own': 'Ownership only',
  'lines.terms.ownText':
    'the core had the line, but so did others, and a write needs the only copy. The farthest of them decides how long that takes, however many there are. A locked instruction, as on a lock’s word, takes longer than a plain write.',
  'lines.terms.wait': 'Waiting',
  'lines.terms.waitText':
    'time until another core’s access to the same line has ended. It depends on the moment at which the operation begins: leave it out when you compare two single operations.',
  'lines.terms.states': 'Letters',
  'lines.terms.statesText':
    'M modified, here alone; E exclusive, here alone and clean; O modified, others have copies; F clean, this copy answers; dots: who has a copy.',
  'lines.terms.arcs': 'Arcs',
  'lines.terms.arcsText':
    'each box on the ruler is one wait for a line. An arc’s length is the time of the transfer, the same as its box, unless the arc is marked “not to scale”.',
  'lines.average.title': 'Per snapshot so far, all backends',
  'lines.average.design': 'Design',
  'lines.average.snapshots': 'Snapshots',
  'lines.average.ns': 'ns',
  'lines.average.misses': 'Misses',
  'lines.average.none': '–',
  'lines.average.note':
    'Counted from the beginning of the replay, without each backend’s first snapshot, which finds hardly anything in its caches. In the same time a faster design takes more snapshots. All other misses are for ownership only, or cold.',
  'lines.simplified': 'What the model leaves out',

  'lines.text.memory': (p: { design: string; lines: number; name: string; owned: readonly string[] }, f: Format) =>
    `${p.name}: ${lineCount(p.lines, f)}${p.owned.length === 0 ? '' : `; ${f.list(p.owned)}`}`,
  'lines.text.owned': (p: { who: string; state: string; n: number }, f: Format) =>
    `${p.who} has ${f.integer(p.n)} in ${p.state}`,
  'lines.text.side': (
    p: {
      design: string;
      ns: number;
      wait: number;
      lines: number;
      misses: number;
      truly: number;
      falsely: number;
      horizon: number;
      upgrades: number;
      other: number;
    },
    f: Format,
  ) =>
    `${p.design}: ${ns(p.ns, f)}${p.wait >= 1 ? ` (${f.integer(Math.round(p.wait))} of them waiting)` : ''}, ${f.integer(p.lines)} ${f.plural(p.lines, 'line', 'lines')}, ${f.integer(p.misses)} ${f.plural(p.misses, 'miss', 'misses')} (${f.integer(p.truly)} true sharing, ${f.integer(p.falsely)} false sharing, ${f.integer(p.horizon)} xmin for the horizon, ${f.integer(p.upgrades)} ownership only, ${f.integer(p.other)} cold).`,
  'lines.words': 'In words',
} satisfies Area<'lines'>);
