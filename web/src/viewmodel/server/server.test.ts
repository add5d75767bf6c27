import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import { type ServerState, TABLE_KINDS } from '../../scenario/server-state.ts';
import { parseServerState } from '../../scenario/server-state-parse.ts';
import { asFullXid } from '../stage/xid-order.ts';
import { AXIS_DEAD, AXIS_ROWS, holdersAxis } from './holders-axis.ts';
import { keeperCount, serverHorizon } from './horizon.ts';
import { eyes, viewers } from './seen.ts';
import { fakeServer, fakeServerSession } from './server.fake.ts';
import { serverText, serverView } from './server-view.ts';
import { serverVersions } from './versions.ts';

const SAMPLE = readFileSync(new URL('../../../../scenarios/tools/sample-17.json', import.meta.url), 'utf8');
const sample = (): ServerState => {
  const read = parseServerState(SAMPLE);
  if (!read.ok) throw new Error('the sample is not read');
  return read.value;
};
const horizon = (state: ServerState, kind: (typeof TABLE_KINDS)[number] = 'data') => serverHorizon(state, kind).xid;
const XMIN_COMMITTED = 0x100;
const XMAX_INVALID = 0x800;
const item = (lp: number, xmin: number, xmax: number, infomask = 0) => ({
  lp,
  flags: 1,
  xmin,
  xmax,
  ctid: `(0,${lp})`,
  infomask,
  infomask2: 1,
  length: 32,
});

describe('the horizon of a real server', () => {
  test('without a holder is the next xid', () => expect(horizon(fakeServer())).toBe(1000));
  test('is held by the older of a session’s xid and xmin', () => {
    const state = fakeServer({ sessions: [fakeServerSession(7, { xid: 900, xmin: 880 })] });
    const { xid, holding } = serverHorizon(state, 'data');
    expect([xid, holding[0]?.kind, holding[0]?.other]).toEqual([880, 'xmin', 900]);
  });
  test('another database’s sessions and prepared transactions hold shared catalogs only', () => {
    const state = fakeServer({
      sessions: [fakeServerSession(7, { xmin: 800, database: 'other' })],
      prepared: [{ gid: 'p', database: 'other', xid: 700, seconds: 1 }],
    });
    expect(TABLE_KINDS.map((kind) => horizon(state, kind))).toEqual([1000, 1000, 700, 1000]);
  });
  test('a running VACUUM, and the look itself, hold nothing', () => {
    const sessions = [fakeServerSession(7, { xmin: 800, vacuums: true }), fakeServerSession(1, { xmin: 700 })];
    const { xid, holders } = serverHorizon(fakeServer({ sessions }), 'data');
    expect([xid, ...holders.map(({ exempt }) => exempt)]).toEqual([1000, 'this-look', 'vacuum']);
  });
  test('who sends logical changes holds nothing; in a transaction of its own before that, it does', () => {
    const sessions = [fakeServerSession(7, { kind: 'walsender', xmin: 800 })];
    const standby = { pid: 7, name: 'cdc', xmin: 800 };
    expect(horizon(fakeServer({ sessions, standbys: [{ ...standby, state: 'streaming' }] }))).toBe(1000);
    expect(horizon(fakeServer({ sessions, standbys: [{ ...standby, state: 'startup' }] }))).toBe(800);
  });
  test('slots hold for every database: xmin everything, catalog_xmin catalogs', () => {
    const slot = { name: 's', kind: 'logical' as const, database: 'other', active: false };
    expect(
      TABLE_KINDS.map((kind) => horizon(fakeServer({ slots: [{ ...slot, xmin: 900, catalogXmin: 850 }] }), kind)),
    ).toEqual([900, 850, 850, 1000]);
  });
  test('a standby’s feedback holds in every version; another process of no database does up to 14', () => {
    const none = { database: null, xmin: 800 };
    for (const server of [130_023, 140_023, 150_001, 180_004]) {
      expect(horizon(fakeServer({ server, sessions: [fakeServerSession(7, { ...none, kind: 'walsender' })] }))).toBe(
        800,
      );
      const worker = fakeServer({ server, sessions: [fakeServerSession(7, { ...none, kind: 'background worker' })] });
      expect(horizon(worker)).toBe(server < 150_000 ? 800 : 1000);
    }
  });
  test('vacuum_defer_cleanup_age comes off before slots, up to 15', () => {
    const settings = { vacuum_defer_cleanup_age: '100' };
    const sessions = [fakeServerSession(7, { xmin: 950 })];
    const slots = [
      { name: 's', kind: 'physical' as const, database: null, active: true, xmin: 900, catalogXmin: null },
    ];
    expect(horizon(fakeServer({ server: 150_001, settings, sessions, slots }))).toBe(850);
    expect(horizon(fakeServer({ server: 160_001, settings, sessions, slots }))).toBe(900);
  });
  test('what runs and is nobody’s holds too, and is called so', () => {
    const state = fakeServer({ snapshot: { xmin: 990, xmax: 1000, xip: [990] } });
    expect(serverHorizon(state, 'data').holding[0]?.kind).toBe('unseen');
    expect(serverView(state, 'data').unseen).toBe(1);
  });
  test('across 2³²: an xid before the turn is older than the next one after it', () => {
    const next = 2 ** 32 + 10;
    const sessions = [fakeServerSession(7, { xmin: 4_294_967_290 })];
    const held = serverHorizon(fakeServer({ snapshot: { xmin: next, xmax: next, xip: [] }, sessions }), 'data');
    expect([held.xid, held.full < next]).toEqual([4_294_967_290, true]);
  });
});

describe('row versions', () => {
  const state = fakeServer({
    sessions: [fakeServerSession(7, { xmin: 900 }), fakeServerSession(8, { xid: 950, xmin: 940 })],
    snapshot: { xmin: 950, xmax: 1000, xip: [950] },
    table: {
      name: 't',
      kind: 'data',
      blocks: 1,
      multixacts: [{ multi: 5, xid: 890, mode: 'nokeyupd' }],
      xids: [
        { xid: 850, status: 'committed' },
        { xid: 890, status: 'committed' },
        { xid: 920, status: 'committed' },
        { xid: 945, status: 'committed' },
        { xid: 930, status: 'aborted' },
        { xid: 950, status: 'in progress' },
        { xid: 700, status: null },
        { xid: 1001, status: null },
      ],
      pages: [
        {
          block: 0,
          items: [
            item(1, 850, 0, XMAX_INVALID),
            item(2, 850, 890),
            item(3, 850, 920),
            item(4, 930, 0, XMAX_INVALID),
            item(5, 950, 0, XMAX_INVALID),
            item(6, 850, 950),
            item(7, 700, 0, XMAX_INVALID),
            item(8, 700, 945, XMIN_COMMITTED),
            item(9, 850, 5, 0x1000),
            item(10, 1001, 0, XMAX_INVALID),
            item(11, 850, 930),
            item(12, 850, 890, 0x80),
            item(13, 850, 6, 0x1000),
            { ...item(14, 0, 0), flags: 3, xmin: null, xmax: null, infomask: null, infomask2: null },
          ],
        },
      ],
    },
  });
  const { versions, pointers } = serverVersions(state, serverHorizon(state, 'data'));
  test('go or stay as VACUUM would decide, with the name of who keeps them', () => {
    expect(versions.map(({ fate }) => fate.kind).join(' ')).toBe(
      'live removable kept never inserting deleting unknown kept removable inserting live live unknown',
    );
    expect(pointers).toEqual([{ block: 0, lp: 14, flags: 'dead' }]);
    const kept = versions.flatMap(({ fate }) => (fate.kind === 'kept' ? [[fate.oldest?.pid, fate.keepers]] : []));
    expect(kept).toEqual([
      [7, 1],
      [7, 2],
    ]);
  });
  test('the file’s snapshot always answers; another session’s only where xmin says enough', () => {
    const look = eyes(state);
    const [file, oldest] = viewers(state);
    if (file === undefined || oldest === undefined) throw new Error('no viewers');
    const of = (viewer: typeof file) => versions.slice(0, 8).map((version) => look(viewer, version).seen);
    expect(of(file).join(' ')).toBe('yes no no no no yes unknown no');
    expect(of(oldest).join(' ')).toBe('yes no unknown no no yes unknown unknown');
  });
  test('a version that some known snapshot sees, or may see, is never called removable', () => {
    const some = fc.integer({ min: 800, max: 1003 });
    const status = fc.constantFrom('committed' as const, 'aborted' as const, 'in progress' as const);
    fc.assert(
      fc.property(
        fc.array(fc.record({ xid: fc.option(some), xmin: fc.option(some) }), { maxLength: 5 }),
        fc.uniqueArray(fc.integer({ min: 800, max: 999 }), { maxLength: 6 }),
        fc.array(fc.tuple(some, some, status, status), { minLength: 1, maxLength: 20 }),
        (holders, running, rows) => {
          const xip = [...running].sort((a, b) => a - b);
          const made = fakeServer({
            snapshot: { xmin: xip[0] ?? 1000, xmax: 1000, xip },
            sessions: [
              fakeServerSession(1, { xmin: xip[0] ?? 1000 }),
              ...holders.map((each, i) => fakeServerSession(10 + i, each)),
            ],
            table: {
              name: 't',
              kind: 'data',
              blocks: 1,
              multixacts: null,
              xids: [...new Map(rows.flatMap(([a, b, x, y]) => [[a, x] as const, [b, y] as const]))].map(
                ([xid, is]) => ({ xid, status: is }),
              ),
              pages: [{ block: 0, items: rows.map(([xmin, xmax], i) => item(i + 1, xmin, xmax)) }],
            },
          });
          const look = eyes(made);
          for (const version of serverVersions(made, serverHorizon(made, 'data')).versions) {
            const seen = viewers(made).map((viewer) => look(viewer, version).seen);
            if (version.fate.kind === 'removable' || version.fate.kind === 'never')
              expect(new Set(seen)).toEqual(new Set(['no']));
          }
        },
      ),
    );
  });
});

describe('the axis of holders', () => {
  test('rows are oldest first; every pin, horizon and dead version has a mark, and marks ascend', () => {
    const xid = fc.integer({ min: 3, max: 60 }).map(asFullXid);
    fc.assert(
      fc.property(
        fc.array(fc.record({ full: xid, other: fc.option(xid), counts: fc.boolean() }), { maxLength: 30 }),
        fc.array(fc.record({ full: xid, answer: fc.constantFrom('kept' as const, 'removable' as const) }), {
          maxLength: 60,
        }),
        xid,
        (holders, dead, horizonAt) => {
          const axis = holdersAxis({
            horizon: horizonAt,
            next: asFullXid(60),
            bounds: { maybe: asFullXid(5), definitely: asFullXid(50), isOneNumber: false },
            holders: holders.map((each, i) => ({ ...each, id: String(i) })),
            dead: dead.map((each, i) => ({ ...each, versions: [String(i)] })),
          });
          const fulls = axis.marks.map(({ full }) => full);
          expect(fulls).toEqual([...new Set(fulls)].sort((a, b) => a - b));
          for (const row of axis.rows) expect(fulls[row.at]).toBe(row.full);
          for (const each of axis.dead) expect(fulls[each.at]).toBe(each.full);
          expect(fulls[axis.horizonAt]).toBe(horizonAt);
          expect(axis.rows.map(({ full }) => full)).toEqual(axis.rows.map(({ full }) => full).sort((a, b) => a - b));
          expect(axis.rows.length).toBeLessThanOrEqual(AXIS_ROWS);
          expect(axis.dead.length).toBeLessThanOrEqual(AXIS_DEAD);
          expect(axis.rows.length + axis.more).toBe(holders.length);
        },
      ),
    );
  });
});

describe('the sample, and what is made of it by chance', () => {
  test('names the horizon, every holder, and the keeper of every kept version', () => {
    const state = sample();
    const text = serverText(state, 'data', messagesIn('en')).join('\n');
    for (const { name } of state.slots) expect(text).toContain(name);
    expect(text).toContain('holds the horizon');
    expect(serverView(state, 'data').kept).toBeGreaterThan(0);
    const { counting } = serverHorizon(state, 'data');
    for (const { full } of counting) expect(counting[keeperCount({ counting }, full) - 1]?.full).toBe(full);
  });
  test('any damage to the file gives faults or views, never a throw', () => {
    const pieces = SAMPLE.split(/(?<=[,:{}[\]])/);
    const values = fc.constantFrom(
      'null',
      '""',
      '"0"',
      '"4294967295"',
      '-1',
      '1e99',
      '[]',
      '{}',
      'true',
      '"2"',
      '65535',
      ',',
      '',
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(pieces.length - 1), values), { minLength: 1, maxLength: 6 }), (edits) => {
        const damaged = [...pieces];
        for (const [at, value] of edits)
          damaged[at] = /^\s*("[^"]*"|[\w.-]+)/.test(damaged[at] ?? '')
            ? (damaged[at] ?? '').replace(/("[^"]*"|[\w.-]+)/, () => value)
            : value;
        const read = parseServerState(damaged.join(''));
        if (!read.ok) {
          expect(read.error.length).toBeGreaterThan(0);
          return;
        }
        for (const kind of TABLE_KINDS) serverText(read.value, kind, messagesIn('en'));
        const look = eyes(read.value);
        const { rows } = serverView(read.value, 'data');
        for (const viewer of viewers(read.value)) for (const version of rows.versions) look(viewer, version);
      }),
      { numRuns: 400 },
    );
  });
});
