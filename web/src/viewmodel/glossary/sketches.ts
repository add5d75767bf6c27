/** Each term's small figure. The four kinds of provenance have none: their badges are their pictures. */

import type { Sketch } from './sketch.ts';
import { cell, cells, lane, mark, open, people, row, snap, wait, work, xids } from './sketch-parts.ts';
import { LOCKS_AND_MACHINE } from './sketches-machine.ts';
import type { Term } from './terms.ts';

const ROWS = {
  version: {
    kind: 'versions',
    chained: true,
    rows: [row('731', '732', '100', 'faint'), row('732', '', '150')],
  },
  stamp: { kind: 'versions', named: true, rows: [row('731', '732', '100')] },
  hint: { kind: 'versions', rows: [row('731 ✓', '732 ✓', '100')] },
  pgxact: xids(728, 'eeaererf'),
  vacuum: { kind: 'versions', rows: [row('', '', '', 'gone'), row('732', '', '150')] },
  pruning: {
    kind: 'versions',
    rows: [row('', '', '', 'gone'), row('', '', '', 'gone'), row('733', '', '170')],
  },
  pointer: {
    kind: 'links',
    left: cells(['(0,1)', '(0,2)'], [1]),
    right: [cell('731 732 100', 'faint'), cell('732     150')],
    links: [
      { from: 0, to: 0 },
      { from: 1, to: 1 },
    ],
  },
  hot: { kind: 'flow', boxes: [cell('index'), cell('100', 'faint'), cell('150', 'lit')] },
  infomask: { kind: 'arrays', rows: [{ cells: cells([...'010010110000'], [1, 4, 6, 7]) }] },
  multixact: {
    kind: 'links',
    left: [cell('t_xmax 5', 'lit')],
    right: cells(['731', '733']),
    links: [
      { from: 0, to: 0 },
      { from: 0, to: 1 },
    ],
  },
  rowlock: { kind: 'lanes', lanes: [lane('A', work(8, 22), open(22, 66)), lane('B', wait(30, 66), work(66, 86))] },
  frozen: { kind: 'flow', boxes: [cell('731'), cell('731 ✓', 'faint'), cell('frozen', 'lit')] },
} as const satisfies Readonly<Record<string, Sketch>>;

const SNAPSHOTS = {
  xid: xids(731, 'eerrff'),
  // xmax is one more than the highest id that had ended: 733.
  snapshot: xids(728, 'eerereff', { bracket: [730, 734] }),
  bounds: xids(728, 'eerereff', {
    bracket: [730, 734],
    bounds: [
      { at: 730, text: 'xmin 730' },
      { at: 734, text: 'xmax 734' },
    ],
  }),
  horizon: xids(728, 'eeererrf', { bounds: [{ at: 731, text: '731' }] }),
  visbounds: xids(728, 'eeererrf', {
    bounds: [
      { at: 731, text: 'maybe_needed' },
      { at: 732, text: 'definitely_needed' },
    ],
  }),
  readcommitted: {
    kind: 'lanes',
    lanes: [lane('A', snap(6, 40), work(12, 34), open(40, 56), snap(56, 90), work(62, 84))],
  },
  repeatableread: { kind: 'lanes', lanes: [lane('A', snap(6, 90), work(12, 34), open(34, 62), work(62, 84))] },
  serializable: { kind: 'lanes', lanes: [lane('A', work(6, 46)), lane('B', work(54, 94))] },
  prepared: {
    kind: 'lanes',
    lanes: [lane('A', work(6, 34), mark(34, 'PREPARE')), lane('ink', open(34, 82), mark(82, 'COMMIT'))],
  },
  idlein: { kind: 'lanes', lanes: [lane('A', work(8, 18), open(18, 94))] },
  recent: xids(728, 'eeererrf', { bounds: [{ at: 731, text: 'RecentGlobalXmin' }] }),
} as const satisfies Readonly<Record<string, Sketch>>;

const SUBTRANSACTIONS = {
  savepoint: { kind: 'lanes', lanes: [lane('A', work(6, 30), mark(34, 's1'), open(34, 46), work(46, 84))] },
  subtransaction: { kind: 'lanes', lanes: [lane('A', work(6, 94, '731')), lane('A', work(34, 66, '732'))] },
  suboverflowed: { kind: 'squares', columns: 32, count: 64, lit: Array.from({ length: 64 }, (_, i) => i), outside: 1 },
  pgsubtrans: {
    kind: 'links',
    left: cells(['733', '734']),
    right: [cell('731', 'lit')],
    links: [
      { from: 0, to: 0 },
      { from: 1, to: 0 },
    ],
  },
  slru: {
    kind: 'links',
    left: cells(['7', '3', '9'], [0, 1, 2]),
    right: cells(['3', '7', '8', '9']).map((own) => ({ ...own, look: 'faint' as const })),
    links: [
      { from: 0, to: 1 },
      { from: 1, to: 0 },
      { from: 2, to: 3 },
    ],
  },
} as const satisfies Readonly<Record<string, Sketch>>;

const SERIALIZABLE = {
  siread: {
    kind: 'links',
    left: [{ text: 'A', who: 'A' }],
    right: [cell('731    100', 'lit'), cell('731     50')],
    links: [{ from: 0, to: 0, dashed: true }],
  },
  rwconflict: { kind: 'graph', nodes: people('AB'), links: [{ from: 0, to: 1 }] },
  dangerous: {
    kind: 'graph',
    nodes: people('ABC').map((own, i) => (i === 1 ? { ...own, look: 'lit' as const } : own)),
    links: [
      { from: 0, to: 1 },
      { from: 1, to: 2 },
    ],
  },
  lostupdate: {
    kind: 'lanes',
    lanes: [
      lane('A', open(6, 60), mark(10, '100'), mark(54, '150')),
      lane('B', open(22, 92), mark(28, '100'), mark(86, '120')),
    ],
  },
  readskew: {
    kind: 'lanes',
    lanes: [
      lane('A', open(6, 92), mark(10, 'x = 1'), mark(84, 'y = 2')),
      lane('B', open(30, 66), mark(36, 'x = 2'), mark(58, 'y = 2')),
    ],
  },
  writeskew: {
    kind: 'links',
    left: people('AB'),
    right: cells(['x', 'y']),
    links: [
      { from: 0, to: 0 },
      { from: 0, to: 1, dashed: true },
      { from: 1, to: 0, dashed: true },
      { from: 1, to: 1 },
    ],
  },
  safesnapshot: xids(728, 'eeeeefff', { bracket: [731, 733] }),
} as const satisfies Readonly<Record<string, Sketch>>;

const STANDBY = {
  standby: { kind: 'flow', boxes: [cell('primary'), cell('WAL', 'lit'), cell('standby')] },
  wal: { kind: 'arrays', rows: [{ cells: cells(['INSERT', 'UPDATE', 'COMMIT'], [2]) }] },
  known: { kind: 'arrays', rows: [{ name: 'xids', cells: cells(['731', '733', '734', '', '']) }] },
  replslot: { kind: 'arrays', rows: [{ name: 'WAL', cells: cells(['', '', '', '', '', '', '', ''], [3]) }] },
  feedback: { kind: 'flow', boxes: [cell('standby'), cell('xmin 731', 'lit'), cell('primary')] },
} as const satisfies Readonly<Record<string, Sketch>>;

const NUMBERS = {
  otherwork: { kind: 'lanes', lanes: [lane('A', snap(6, 24), work(28, 94))] },
  middlehalf: { kind: 'squares', columns: 24, count: 24, lit: Array.from({ length: 12 }, (_, i) => i + 6) },
  thinktime: { kind: 'lanes', lanes: [lane('A', work(6, 24), open(24, 76), work(76, 94))] },
} as const satisfies Readonly<Record<string, Sketch>>;

/** The four have badges. */
export type Sketched = Exclude<Term, 'measured' | 'modelled' | 'published' | 'real'>;

export const SKETCHES: Readonly<Record<Sketched, Sketch>> = {
  ...ROWS,
  ...SNAPSHOTS,
  ...SUBTRANSACTIONS,
  ...LOCKS_AND_MACHINE,
  ...SERIALIZABLE,
  ...STANDBY,
  ...NUMBERS,
};

export const isSketched = (term: Term): term is Sketched => term in SKETCHES;
