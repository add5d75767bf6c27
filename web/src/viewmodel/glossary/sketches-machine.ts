/** The small figures of shared memory, its locks, and the processors. */
import type { Sketch } from './sketch.ts';
import { cell, cells, lane, open, own, wait, work } from './sketch-parts.ts';

const MEMORY = {
  backend: {
    kind: 'links',
    left: [own('A'), own('B')],
    right: cells(['postgres', 'postgres'], [0, 1]),
    links: [
      { from: 0, to: 0 },
      { from: 1, to: 1 },
    ],
  },
  procarray: { kind: 'arrays', rows: [{ cells: cells(['731', '', '', '733', '', ''], [0, 3]) }] },
  slot: { kind: 'arrays', rows: [{ cells: cells(['0', '1', '2', '3', '4', '5'], [2]) }] },
  pgproc: { kind: 'arrays', rows: [{ cells: cells(['xid', 'xmin', 'pid', 'lock', '…'], [0, 1]) }] },
  pgxactstruct: {
    kind: 'arrays',
    rows: [{ cells: [cell('xid', 'lit', 4), cell('xmin', 'plain', 4), cell('flags', 'plain', 4)] }],
  },
  dense: {
    kind: 'arrays',
    rows: [
      { name: 'xids[]', cells: cells(['731', '0', '733', '0'], [0, 2]) },
      { name: 'statusFlags[]', cells: cells(['0', '0', '0', '0']) },
    ],
  },
  counter: { kind: 'flow', boxes: [cell('41'), cell('41', 'lit'), cell('42', 'faint')] },
  pooler: {
    kind: 'links',
    left: [own('A'), own('B'), own('C')],
    right: cells(['postgres'], [0]),
    links: [
      { from: 0, to: 0 },
      { from: 1, to: 0, dashed: true },
      { from: 2, to: 0, dashed: true },
    ],
  },
} as const satisfies Readonly<Record<string, Sketch>>;

const LOCKS = {
  procarraylock: {
    kind: 'lanes',
    lanes: [lane('A', open(6, 40)), lane('B', open(18, 52)), lane('C', wait(30, 52), work(52, 72))],
  },
  groupclear: {
    kind: 'links',
    left: cells(['731', '733', '734']),
    right: [own('A', 'A')],
    links: [
      { from: 0, to: 0 },
      { from: 1, to: 0 },
      { from: 2, to: 0 },
    ],
  },
  xidgenlock: {
    kind: 'lanes',
    lanes: [
      lane('A', work(6, 32, '734')),
      lane('B', wait(14, 36), work(36, 62, '735')),
      lane('C', wait(22, 66), work(66, 92, '736')),
    ],
  },
  lwlock: { kind: 'lanes', lanes: [lane('A', work(14, 30)), lane('B', wait(20, 30), work(30, 46))] },
  deadlock: {
    kind: 'graph',
    nodes: [own('A'), own('B')],
    links: [
      { from: 0, to: 1 },
      { from: 1, to: 0 },
    ],
  },
  advisory: {
    kind: 'links',
    left: [own('A'), own('B')],
    right: cells(['42'], [0]),
    links: [
      { from: 0, to: 0 },
      { from: 1, to: 0, dashed: true },
    ],
  },
} as const satisfies Readonly<Record<string, Sketch>>;

const MACHINE = {
  core: { kind: 'cores', sockets: [[{ who: 'A', state: '', look: 'lit' }]] },
  hwthread: { kind: 'arrays', rows: [{ name: 'A', cells: cells(['0', '1'], [0, 1]) }] },
  socket: {
    kind: 'cores',
    sockets: [
      [
        { who: 'A', state: '' },
        { who: 'B', state: '' },
      ],
      [
        { who: 'C', state: '' },
        { who: 'D', state: '' },
      ],
    ],
  },
  cacheline: { kind: 'squares', columns: 32, count: 64, lit: [20, 21, 22, 23] },
  miss: {
    kind: 'cores',
    sockets: [
      [
        { who: 'A', state: 'I' },
        { who: 'B', state: 'M', look: 'lit' },
      ],
    ],
    links: [{ from: 1, to: 0 }],
  },
  invalidation: {
    kind: 'cores',
    sockets: [
      [
        { who: 'A', state: 'I' },
        { who: 'B', state: 'M', look: 'lit' },
        { who: 'C', state: 'I' },
      ],
    ],
    links: [
      { from: 1, to: 0 },
      { from: 1, to: 2 },
    ],
  },
  truesharing: { kind: 'arrays', rows: [{ cells: [cell(''), own('ink', 'A B'), cell(''), cell(''), cell('')] }] },
  falsesharing: { kind: 'arrays', rows: [{ cells: [cell(''), own('A'), cell(''), own('B'), cell('')] }] },
  mesi: {
    kind: 'cores',
    sockets: [
      [
        { who: 'A', state: 'M', look: 'lit' },
        { who: 'B', state: 'E' },
        { who: 'C', state: 'S' },
        { who: 'D', state: 'I' },
      ],
    ],
  },
  storebuffer: { kind: 'flow', boxes: [own('A'), cell('x = 1', 'lit'), cell('L1')] },
  fence: { kind: 'arrays', rows: [{ cells: [cell('x = 1'), cell('mfence', 'lit'), cell('r = y')] }] },
} as const satisfies Readonly<Record<string, Sketch>>;

export const LOCKS_AND_MACHINE = { ...MEMORY, ...LOCKS, ...MACHINE };
