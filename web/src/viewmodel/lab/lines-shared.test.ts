/** Laws of what a result file says: the truth where the data carry it, and nothing where they do not. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import { fakeLines } from '../../scenario/lines-shared.fake.ts';
import {
  linesRows,
  linesSaid,
  linesVerdict,
  queuesAlone,
  seriesRows,
  sharedServerBand,
  threadsOf,
} from './lines-shared.ts';

const messages = messagesIn('en');
type PerS = Parameters<typeof fakeLines>[0];
/** A queue for each line and nothing shared. */
const queues: PerS = (point) => (1e7 * point.lines * threadsOf(point)) / (threadsOf(point) + point.lines - 1);
/** One server of 50 ns. */
const server: PerS = (point) => Math.min(queues(point, 0), 2e7);
/** Each thread asks once in 2 µs, whatever the lines. */
const slowThreads: PerS = (point) => threadsOf(point) * 5e5;
/** Rounds scatter by this part, without order. */
const scattered =
  (perS: PerS, part: number): PerS =>
  (point, round) =>
    perS(point, round) * (1 + part * Math.sin(point.lines * 7 + threadsOf(point) + round * 2.4));

describe('on two sockets', () => {
  test('transfers that grow with the lines mean a queue for each line', () => {
    const file = fakeLines(scattered(queues, 0.02));
    const verdict = linesVerdict(file);
    expect(verdict).toMatchObject({ kind: 'grows', from: 10, to: 20 });
    expect(verdict.kind === 'grows' && verdict.ratio).toBeCloseTo(1.66, 1);
    expect(linesSaid(file, messages)).toMatch(
      /20 lines carried 1\.\d\d times as many as 10 \(.* lets through 13\d\sM transfers\/s or more/,
    );
  });

  test('transfers that do not grow, with all threads or fewer, mean a shared server', () => {
    const file = fakeLines(scattered(server, 0.02));
    const verdict = linesVerdict(file);
    expect(verdict).toMatchObject({ kind: 'shared', from: 10, to: 20, threads: 30 });
    expect(linesSaid(file, messages)).toMatch(/limits the transfers to (20\.\d|19\.\d)\sM transfers\/s, one in .*\sns/);
  });

  test('threads that cannot ask for more are no server', () => {
    expect(linesVerdict(fakeLines(scattered(slowThreads, 0.02)))).toMatchObject({ kind: 'threads', threads: 30 });
  });

  test('without the control a lack of growth says nothing', () => {
    const points = [10, 20].map((lines) => ({ lines, writers: 20, readers: 20 }));
    expect(linesVerdict(fakeLines(scattered(server, 0.02), { points })).kind).toBe('open');
  });

  test('nothing is said of few rounds, nor of rounds whose interval has both in it', () => {
    expect(linesVerdict(fakeLines(queues, { rounds: 8 }))).toMatchObject({ kind: 'open', range: null });
    const unsure: PerS = (point, round) => (point.lines === 20 && round % 8 < 4 ? 1.2e7 : 1e7);
    const file = fakeLines(unsure);
    expect(linesVerdict(file).kind).toBe('open');
    expect(linesSaid(file, messages)).toMatch(/cannot tell|Too few rounds/);
  });

  test('nothing is said of a busy machine', () => {
    const busy: PerS = (point, round) => queues(point, round) * (round % 2 === 0 ? 1 : 0.5);
    expect(linesVerdict(fakeLines(busy))).toEqual({ kind: 'busy', reasons: ['spread'] });
  });

  test('threads that share processors find no growth of the machine’s', () => {
    expect(linesVerdict(fakeLines(queues, { share: 0.5 }))).toEqual({ kind: 'busy', reasons: ['processor'] });
    expect(linesVerdict(fakeLines(queues, { share: 0.9 })).kind).toBe('grows');
    expect(linesSaid(fakeLines(queues, { share: 0.5, machine: { sockets: 1 } }), messages)).toMatch(
      /one queue\. The machine was busy: threads had to wait/,
    );
  });

  test('one number of lines has no growth', () => {
    const points = [{ lines: 20, writers: 20, readers: 20 }];
    expect(linesVerdict(fakeLines(queues, { points })).kind).toBe('noStep');
  });
});

test.each([
  ['one socket', { sockets: 1 }, 'oneSocket'],
  ['unknown sockets', { sockets: null }, 'unknownSockets'],
  ['more threads than hardware threads', { cores: 39 }, 'oversubscribed'],
  ['threads that fit into one socket', { cores: 80 }, 'fitsOne'],
  ['threads of which few need the second socket', { cores: 62 }, 'fitsOne'],
  ['threads of which a quarter need it', { cores: 60 }, 'grows'],
] as const)('%s: %j is %s', (_, machine, kind) => {
  expect(linesVerdict(fakeLines(queues, { machine })).kind).toBe(kind);
});

test('any file has rows and a sentence', () => {
  const point = fc.record({
    lines: fc.integer({ min: 1, max: 64 }),
    writers: fc.nat(9),
    readers: fc.integer({ min: 1, max: 9 }),
  });
  const given = fc.record({
    points: fc.array(point, { minLength: 1, maxLength: 8 }),
    rounds: fc.integer({ min: 1, max: 60 }),
    machine: fc.record({ sockets: fc.option(fc.integer({ min: 1, max: 4 })), cores: fc.integer({ min: 1, max: 40 }) }),
    rates: fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1e9 })), { minLength: 1, maxLength: 20 }),
  });
  fc.assert(
    fc.property(given, ({ rates, ...options }) => {
      let at = 0;
      const file = fakeLines(() => rates[at++ % rates.length] ?? 0, options);
      expect(linesRows(file)).toHaveLength(options.points.length);
      const said = linesSaid(file, messages);
      expect(said).toMatch(/\.$/);
      expect(said).not.toMatch(/NaN|undefined|Infinity|∞/);
    }),
  );
});

test('the model’s queues begin where the measurement begins, and stay below a line through the origin', () => {
  const rows = seriesRows(fakeLines(queues));
  expect(rows.map(({ lines }) => lines)).toEqual([1, 2, 5, 10, 20]);
  for (const [i, { lines, perS }] of queuesAlone(rows).entries()) {
    expect(perS / (rows[i]?.transfersPerS.median ?? 0)).toBeCloseTo(1, 5);
    expect(perS).toBeLessThanOrEqual(lines * 1e7);
  }
});

test('the shared server’s band is that of two sockets only', () => {
  const band = sharedServerBand(fakeLines(queues));
  // Of 39 others, 20 are on the other socket.
  expect(band?.low).toBeCloseTo((1e9 / 110) * (39 / 20), 0);
  expect(band?.high).toBeCloseTo((1e9 / 45) * (39 / 20), 0);
  expect(sharedServerBand(fakeLines(queues, { machine: { sockets: 1 } }))).toBeNull();
});
