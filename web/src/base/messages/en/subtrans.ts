/** Texts of pg_subtrans in its buffers: what readers look up there, page by page. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

const WHY = {
  snapshot: 'is it running for this snapshot?',
  'in-progress': 'is it running now?',
  wait: 'which transaction must it wait for?',
  'did-commit': 'did it commit?',
  set: '',
  make: '',
} as const;

interface Counts {
  readonly lookups: number;
  readonly hits: number;
  readonly reads: number;
  readonly writes: number;
  readonly evictions: number;
}
const counted = (p: Counts, f: Format): string =>
  `${f.integer(p.lookups)} ${f.plural(p.lookups, 'lookup', 'lookups')}, ${f.integer(p.hits)} ${f.plural(p.hits, 'hit', 'hits')}, ${f.integer(p.reads)} ${f.plural(p.reads, 'page read', 'pages read')}, ${f.integer(p.writes)} written, ${f.integer(p.evictions)} evicted`;

export const subtrans = addTexts({
  'subtrans.title': 'pg_subtrans in its buffers',
  'subtrans.hint': 'parents of subtransactions, 2,048 xids a page',
  'subtrans.shape': (p: { buffers: number; banks: number; rules: number }, f: Format) =>
    `${f.integer(p.buffers)} buffers of 8 kB, ${p.banks === 1 ? (p.rules < 17 ? 'one lock for all of them' : 'one bank with one lock') : `in ${f.integer(p.banks)} banks of 16 with a lock each: page p belongs to bank p mod ${f.integer(p.banks)}`}.`,
  'subtrans.used': (p: { used: number; buffers: number; latest: number | null }, f: Format) =>
    `${f.integer(p.used)} of ${f.integer(p.buffers)} buffers hold a page${p.latest === null ? '' : `; the newest is page ${f.integer(p.latest)}, and stays`}.`,
  'subtrans.written': (p: { made: number; set: number }, f: Format) =>
    `This step ${[
      ...(p.made === 0 ? [] : [`made ${f.integer(p.made)} ${f.plural(p.made, 'page', 'pages')}`]),
      ...(p.set === 0 ? [] : [`wrote the ${f.plural(p.set, 'parent', 'parents')} of ${f.integer(p.set)} xids`]),
    ].join(' and ')}.`,
  'subtrans.nobody': 'In this step nobody looked up a parent.',
  'subtrans.walker': (
    p: { session: string; walks: number; lookups: number; reads: number; evictions: number },
    f: Format,
  ) =>
    `${p.session} asked pg_subtrans about ${f.integer(p.walks)} ${f.plural(p.walks, 'xid', 'xids')}: ${f.integer(p.lookups)} ${f.plural(p.lookups, 'lookup', 'lookups')}, ${p.reads === 0 ? 'every page was in a buffer' : `${f.integer(p.reads)} ${f.plural(p.reads, 'page', 'pages')} had to be read${p.evictions === 0 ? '' : `, and ${f.integer(p.evictions)} evicted to make room`}`}.`,
  'subtrans.walk': (p: { session: string; xid: number; topmost: number; why: keyof typeof WHY }) =>
    `${p.session}, xid ${p.xid}: ${WHY[p.why]} ${p.xid === p.topmost ? 'It has no parent.' : `It belongs to ${p.topmost}.`}`,
  'subtrans.stop': (
    p: {
      place: number;
      page: number;
      slot: number;
      hit: boolean;
      evicted: number | null;
      wrote: boolean;
      lookups: number;
      from: number;
      to: number;
      parent: number | null;
    },
    f: Format,
  ) =>
    `${p.place}. Page ${f.integer(p.page)} ${
      p.hit
        ? `is in buffer ${p.slot + 1}`
        : `is not in a buffer: read into buffer ${p.slot + 1}${p.evicted === null ? '' : `, where page ${f.integer(p.evicted)} was evicted${p.wrote ? ' and written first' : ''}`}`
    }. ${
      p.lookups === 1
        ? `${p.from} ${p.parent === null ? 'has no parent' : `→ ${p.parent}`}.`
        : `${f.integer(p.lookups)} lookups, from ${p.from} up to ${p.to}${p.parent === null ? ', which has no parent' : ` → ${p.parent}`}.`
    }`,
  'subtrans.more': (p: { count: number }, f: Format) =>
    `${f.integer(p.count)} more ${f.plural(p.count, 'xid was', 'xids were')} asked about.`,
  'subtrans.cut': (p: { cut: number }, f: Format) =>
    `${f.integer(p.cut)} lookups of this step came before and are only counted.`,
  'subtrans.counted': (p: { session: string; subtrans: Counts; xact: Counts }, f: Format) =>
    `${p.session} since it connected: in pg_subtrans ${counted(p.subtrans, f)}; in pg_xact ${counted(p.xact, f)}.`,
  'subtrans.place': (p: { at: number; of: number }, f: Format) =>
    `Xid ${f.integer(p.at)} of ${f.integer(p.of)} that were asked about`,
  'subtrans.place.name': 'Which of the xids that were asked about',
  'subtrans.before': 'The xid before',
  'subtrans.next': 'The next xid',
  'subtrans.bank': (p: { bank: number }) => `bank ${p.bank}`,
  'subtrans.oneLock': 'one lock',
  'subtrans.banksLeft': (p: { left: number }, f: Format) =>
    `${f.integer(p.left)} more ${f.plural(p.left, 'bank is', 'banks are')} not drawn.`,
  'subtrans.picture': (p: { used: number; buffers: number; path: readonly number[] }, f: Format) =>
    `${f.integer(p.buffers)} buffers, ${f.integer(p.used)} with a page${p.path.length === 0 ? '' : `; the walk goes over ${f.plural(p.path.length, 'page', 'pages')} ${p.path.join(', ')}`}.`,
  'subtrans.slot': (p: { slot: number; page: number | null }) =>
    p.page === null ? `buffer ${p.slot + 1}: empty` : `buffer ${p.slot + 1}: page ${p.page}`,
  'subtrans.key.hit': 'hit: the page was there',
  'subtrans.key.read': 'read: 8 kB copied in; the page struck through was evicted',
  'subtrans.key.newest': 'the newest page stays',
  'subtrans.table': 'Since they connected',
  'subtrans.table.session': 'session',
  'subtrans.table.what': 'of',
  'subtrans.table.lookups': 'lookups',
  'subtrans.table.hits': 'hits',
  'subtrans.table.reads': 'read',
  'subtrans.table.writes': 'written',
  'subtrans.table.evictions': 'evicted',
  'subtrans.note':
    'Nobody waits here, because the stage has one thread. The Lab’s page “65 savepoints” measures what the locks on pages of pg_subtrans cost.',
} satisfies Area<'subtrans'>);
