/** Laws of the calculator: Little's law, its bounds, and the published figures that it must match or state its distance from. */
import '../../base/messages/en/calculator.ts';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import { us } from '../../base/units.ts';
import { parsePublished } from '../../scenario/published.ts';
import {
  busyShare,
  circleOf,
  clientsToFill,
  FULL_GROWTH,
  fullTps,
  PUBLISHED_CATALOG,
  PUBLISHED_MACHINE,
  PUBLISHED_MEMORY,
  PUBLISHED_PEAK_ETHERNET,
  PUBLISHED_PEAKS,
  PUBLISHED_SERVICE_US,
  poolerState,
  serviceAt,
} from './clients.ts';
import { catalogCacheMiB, PER_ALLOWED_MIB, serverMemory } from './memory.ts';
import { awayUsOf, machineOf, publishedPeak, valuesOf } from './settings.ts';

const folder = new URL('../../../../scenarios/published/', import.meta.url);
const readme = readFileSync(new URL('README.md', folder), 'utf8');
const n = (value: number): string => value.toLocaleString('en');

const clients = fc.integer({ min: 1, max: 20_000 });
const threads = fc.integer({ min: 1, max: 256 });
const service = fc.double({ min: 1, max: 10_000, noNaN: true }).map(us);
const pause = fc.oneof(fc.constant(us(0)), fc.double({ min: 0, max: 1e6, noNaN: true }).map(us));
const machine = fc.record({ threads, serviceUs: service });
/** Tolerance for sums of doubles. */
const near = (a: number, b: number): void =>
  expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-6 * Math.max(1, Math.abs(a), Math.abs(b)));
const published = { threads: PUBLISHED_MACHINE.threads, serviceUs: PUBLISHED_SERVICE_US };

describe('the published figures', () => {
  it('are those of the CSV file', () => {
    const table = parsePublished('idleConnections', readFileSync(new URL('idle-connections.csv', folder), 'utf8'));
    if (!table.ok) throw new Error(table.error.message);
    for (const { clients: active, tps } of [PUBLISHED_MACHINE.one, PUBLISHED_MACHINE.full])
      expect(table.value.rows.find((row) => row.idle === 0 && row.active === active)?.tps_post).toBe(tps);
    expect(table.value.source.machine).toContain(`${PUBLISHED_MACHINE.threads} threads`);
  });
  it('and of the README beside it', () => {
    const { few, many, perConnectionMiB } = PUBLISHED_MEMORY;
    for (const text of [
      `under ${perConnectionMiB} MiB`,
      `${n(few.setAsideMiB)} MiB with \`max_connections=${few.allowed}\``,
      `${n(many.setAsideMiB)} MiB with ${n(many.allowed)}`,
      `touched ${n(PUBLISHED_CATALOG.tables)} tables holds ${PUBLISHED_CATALOG.touchedMiB} MB`,
      `${PUBLISHED_CATALOG.freshKiB} kB before`,
      `near ${PUBLISHED_PEAKS[0].clients} clients on ${PUBLISHED_MACHINE.threads} hardware threads`,
      `near ${n(PUBLISHED_PEAKS[1].clients)}`,
      `10 GbE near ${PUBLISHED_PEAK_ETHERNET}`,
    ])
      expect(readme).toContain(text);
  });
});

describe('clients that go round', () => {
  it('are all somewhere: running, waiting or away', () => {
    fc.assert(
      fc.property(clients, machine, pause, (count, server, away) => {
        const circle = circleOf(count, server, away);
        near(circle.running + circle.waiting + circle.away, count);
      }),
    );
  });
  it('obey Little’s law at each place: as many as arrive a second × how long they stay', () => {
    fc.assert(
      fc.property(clients, machine, pause, (count, server, away) => {
        const { tps, running, waiting, serviceUs, waitUs, circleUs } = circleOf(count, server, away);
        near(running, (tps * serviceUs) / 1e6);
        near(waiting, (tps * waitUs) / 1e6);
        near(count, (tps * circleUs) / 1e6);
      }),
    );
  });
  it('never pass either bound: what they would do without waiting, and what the machine can do', () => {
    fc.assert(
      fc.property(clients, machine, pause, (count, server, away) => {
        const { tps } = circleOf(count, server, away);
        expect(tps).toBeLessThanOrEqual(((count * 1e6) / (server.serviceUs + away)) * (1 + 1e-9));
        expect(tps).toBeLessThanOrEqual(fullTps(server) * (1 + 1e-9));
      }),
    );
  });
  it('one more client never lowers throughput, a longer pause never raises it', () => {
    fc.assert(
      fc.property(clients, machine, pause, pause, (count, server, a, b) => {
        const few = circleOf(count, server, a).tps;
        expect(circleOf(count + 1, server, a).tps).toBeGreaterThanOrEqual(few * (1 - 1e-9));
        expect(circleOf(count, server, us(a + b)).tps).toBeLessThanOrEqual(few * (1 + 1e-9));
      }),
    );
  });
  it('nobody waits until the machine is full, and from then on all threads run', () => {
    fc.assert(
      fc.property(clients, machine, pause, (count, server, away) => {
        const fill = clientsToFill(server, away);
        const circle = circleOf(count, server, away);
        if (count < fill * (1 - 1e-9)) expect(circle.waiting).toBe(0);
        if (count > fill * (1 + 1e-9)) {
          near(circle.running, server.threads);
          near(circle.waiting, count - fill);
        }
      }),
    );
  });
  it('both ends of the published machine are met: one client, and all threads', () => {
    near(circleOf(1, published, us(0)).tps, PUBLISHED_MACHINE.one.tps);
    near(fullTps(published), PUBLISHED_MACHINE.full.tps);
    near(circleOf(48, published, us(0)).tps, PUBLISHED_MACHINE.full.tps);
    expect(PUBLISHED_SERVICE_US).toBeCloseTo(29.93, 2);
    expect(serviceAt(published, 40)).toBeCloseTo(35.55, 2);
    expect(FULL_GROWTH).toBeCloseTo(1.19, 2);
  });
  it('alone, with 1 ms of network and 1 ms of pause, a connection is busy 1.47 % of its time', () => {
    expect(busyShare(circleOf(1, { threads: 40, serviceUs: us(29.9) }, us(2000)))).toBeCloseTo(0.01473, 5);
  });
  it('the least number that fills the machine lies below the published peaks: 40 and about 2,290', () => {
    for (const { networkMs, thinkMs, clients: peak } of PUBLISHED_PEAKS)
      expect(clientsToFill(published, us((networkMs + thinkMs) * 1000))).toBeLessThan(peak);
    expect(clientsToFill(published, us(0))).toBeCloseTo(40, 6);
    expect(Math.round(clientsToFill(published, us(2000)))).toBe(2290);
  });
  it('the first values reckon with the published time, not its rounded one: the places’ whole clients add up', () => {
    const first = valuesOf('little', {});
    const { tps, running, waiting } = circleOf(first.clients, machineOf(first), awayUsOf(first));
    expect(tps).toBeCloseTo(PUBLISHED_MACHINE.full.tps, 3);
    const each = [running, waiting, tps * first.network * 1e-3, tps * first.think * 1e-3].map(Math.round);
    expect(each.reduce((sum, one) => sum + one)).toBe(first.clients);
    expect(machineOf({ ...first, service: 30 }).serviceUs).toBe(30);
  });
  it('the marks of an axis have one unit, its largest one’s', () => {
    const { t } = messagesIn('en');
    expect([10_000, 60_000].map((mib) => t('calculator.value.size', { mib, top: 60_000 }))).toEqual(
      ['9.77', '58.6'].map((n) => `${n}\u202fGiB`),
    );
  });
  it('a published peak is shown for its own case alone', () => {
    const at = { network: 1, think: 1, service: 29.9, threads: 40 };
    expect(publishedPeak(valuesOf('little', at))).toBe(3000);
    for (const other of [{ network: 0.9 }, { think: 2 }, { service: 35 }, { threads: 32 }])
      expect(publishedPeak(valuesOf('little', { ...at, ...other }))).toBeNull();
  });
});

describe('a pooler', () => {
  const pool = fc.integer({ min: 1, max: 500 });
  const any = fc.record({ clients, machine, outsideUs: pause, heldUs: pause, pool });
  it('has every client somewhere, and never lends more than it has', () => {
    fc.assert(
      fc.property(any, (asked) => {
        const state = poolerState(asked);
        near(state.outside + state.queued + state.lent, asked.clients);
        near(state.running + state.held + state.readyToRun, state.lent);
        expect(state.lent).toBeLessThanOrEqual(asked.pool);
        expect(state.queued).toBeGreaterThanOrEqual(0);
        expect(state.outside).toBeLessThanOrEqual(asked.clients * (1 + 1e-9));
      }),
    );
  });
  it('never makes more of the machine than its clients would without it', () => {
    fc.assert(
      fc.property(any, (asked) => {
        const alone = circleOf(asked.clients, asked.machine, us(asked.outsideUs + asked.heldUs));
        expect(poolerState(asked).tps).toBeLessThanOrEqual(alone.tps * (1 + 1e-9));
      }),
    );
  });
  it('lets nobody queue while a connection is free', () => {
    fc.assert(
      fc.property(any, (asked) => {
        const { queued, lent } = poolerState(asked);
        if (lent < asked.pool * (1 - 1e-9)) near(queued, 0);
      }),
    );
  });
  it('with a connection for each client is as good as none', () => {
    fc.assert(
      fc.property(any, (asked) => {
        const alone = circleOf(asked.clients, asked.machine, us(asked.outsideUs + asked.heldUs));
        near(poolerState({ ...asked, pool: asked.clients }).tps, alone.tps);
      }),
    );
  });
  it('1 ms of idling inside the transaction takes 48 connections from a full machine to a twentieth of it', () => {
    const asked = { clients: 3000, machine: published, outsideUs: us(2000), pool: 48 };
    const short = poolerState({ ...asked, heldUs: us(0) });
    const long = poolerState({ ...asked, heldUs: us(1000) });
    expect(short.limit).toBe('machine');
    expect(long.limit).toBe('pool');
    expect(short.tps / long.tps).toBeGreaterThan(20);
  });
});

describe('memory', () => {
  it('is what was published where it was published', () => {
    const { few, many, sharedBuffersMiB } = PUBLISHED_MEMORY;
    for (const { allowed, setAsideMiB } of [few, many])
      near(serverMemory(allowed, 2, sharedBuffersMiB).setAsideMiB, setAsideMiB);
    expect(Math.round(PER_ALLOWED_MIB * 1024)).toBe(48);
    near(catalogCacheMiB(0), 0.5);
    near(catalogCacheMiB(100_000), 593);
  });
  it('is the sum of its parts', () => {
    fc.assert(
      fc.property(
        clients,
        fc.double({ min: 0.1, max: 50, noNaN: true }),
        fc.integer({ min: 128, max: 1e6 }),
        (count, own, buffers) => {
          const all = serverMemory(count, own, buffers);
          near(all.sharedBuffersMiB + all.besideMiB + all.allowedMiB, all.setAsideMiB);
          near(all.setAsideMiB + all.ownMiB, all.totalMiB);
        },
      ),
    );
  });
});
