/** Laws of who moves the slider, how often the lab gets requests, and when the race stops. */
import { beforeEach, describe, expect, it } from 'vitest';
import { ms } from '../../base/units.ts';
import { type FakeLab, fakeLab } from '../../viewmodel/race/race-lab.fake.ts';
import { activeFor, DEMO_AFTER_MS, RaceController } from './race-controller.ts';

let now = 0;
let lab: FakeLab;
let race: RaceController;
const run = (forMs: number) => {
  for (const end = now + forMs; now < end; now += 16) race.frame();
};
const begin = async (reduced = false) => {
  race = new RaceController({ cores: 4, reducedMotion: () => reduced, now: () => ms(now) });
  race.setAway(false);
  await race.start(async () => ({ ok: true, value: lab }));
};
/** To the moment at which the race begins to move the slider by itself. */
const runToMove = () => {
  while (!idles().includes(10_000) && now < 2 * DEMO_AFTER_MS) run(16);
};
const idles = () => lab.asked.map((config) => config.idle);

beforeEach(async () => {
  now = 0;
  lab = fakeLab(() => now);
  await begin();
});

describe('the slider', () => {
  it('is moved to the end by itself, once, as soon as the rates of both are known', () => {
    runToMove();
    expect(race.get().race.zero).toBeDefined();
    expect(now).toBeLessThan(DEMO_AFTER_MS);
    run(2500);
    expect(race.get().idle).toBe(10_000);
    expect(idles()).toEqual([0, 10_000]);
    run(20_000);
    expect(idles()).toEqual([0, 10_000]);
  });

  it('is never moved once a person has touched it', () => {
    run(1000);
    race.setIdle(100);
    run(15_000);
    expect(race.get().idle).toBe(100);
    race.setIdle(0);
    run(15_000);
    expect(race.get().idle).toBe(0);
    expect(idles()).toEqual([0, 100, 0]);
  });

  it('glides where it is asked to go, with one request to the lab, and stays there', () => {
    for (const to of [10_000, 0]) {
      const before = idles().length;
      const seen: number[] = [];
      race.glideTo(to);
      const stop = race.subscribe(() => seen.push(race.get().idle));
      expect(race.get().gliding).toBe(true);
      run(2000);
      stop();
      expect([race.get().idle, race.get().gliding]).toEqual([to, false]);
      expect(idles().slice(before)).toEqual([to]);
      expect(seen.filter((idle) => idle > 0 && idle < 10_000).length).toBeGreaterThan(10);
    }
    run(15_000);
    expect(race.get().idle).toBe(0);
  });

  it('without a lab or motion it is there at once', async () => {
    await begin(true);
    race.glideTo(10_000);
    expect(race.get()).toMatchObject({ idle: 10_000, gliding: false });
    race = new RaceController({ cores: 4, reducedMotion: () => false, now: () => ms(now) });
    race.glideTo(10_000);
    expect(race.get()).toMatchObject({ idle: 10_000, gliding: false });
  });

  it('stays in the hand that takes it while it moves by itself', () => {
    runToMove();
    run(500);
    race.setIdle(300);
    run(5000);
    expect(race.get().idle).toBe(300);
  });

  it('is never moved by itself on stage', () => {
    race.leaveToSpeaker();
    run(15_000);
    expect(race.get().idle).toBe(0);
    expect(idles()).toEqual([0]);
  });

  it('is at its end at once where the stage opens while it moves', () => {
    runToMove();
    run(200);
    race.leaveToSpeaker();
    expect(race.get().idle).toBe(10_000);
    run(5000);
    expect(race.get().idle).toBe(10_000);
  });

  it('jumps without travelling where motion is not wanted', async () => {
    lab = fakeLab(() => now);
    await begin(true);
    const seen = new Set<number>();
    race.subscribe(() => seen.add(race.get().idle));
    run(DEMO_AFTER_MS + 1500);
    expect(seen).toEqual(new Set([0, 10_000]));
  });

  it('dragged through many numbers asks the lab some times a second, and last for where it stands', () => {
    run(1000);
    const before = lab.asked.length;
    for (let idle = 100; idle <= 6000; idle += 100) {
      race.setIdle(idle);
      run(16);
    }
    run(300);
    expect(lab.asked.length - before).toBeLessThanOrEqual(10);
    expect(idles().at(-1)).toBe(6000);
  });
});

describe('the race', () => {
  it('stands still while it is away or paused, and a pause by the person outlives a look away', () => {
    expect(lab.state()).toBe('running');
    race.setAway(true);
    expect(lab.state()).toBe('paused');
    race.setAway(false);
    race.togglePause();
    race.setAway(true);
    race.setAway(false);
    expect([lab.state(), race.get().status]).toEqual(['paused', 'paused']);
    race.togglePause();
    expect([lab.state(), race.get().status]).toEqual(['running', 'running']);
  });

  it('tells React of at most four samples a second', () => {
    let told = 0;
    run(1000);
    race.subscribe(() => {
      told += 1;
    });
    run(2000);
    expect(told).toBeLessThanOrEqual(8);
    expect(told).toBeGreaterThanOrEqual(7);
  });

  it('leaves one core for the page and takes four threads at most', () => {
    expect([1, 2, 4, 16].map(activeFor)).toEqual([1, 1, 3, 4]);
  });

  it('that cannot start says why', async () => {
    race = new RaceController({ cores: 4, reducedMotion: () => false, now: () => ms(now) });
    await race.start(async () => ({ ok: false, error: { kind: 'unsupported', message: 'no threads' } }));
    expect(race.get()).toMatchObject({ status: 'failed', error: { message: 'no threads' } });
  });

  it('whose start throws says so too', async () => {
    race = new RaceController({ cores: 4, reducedMotion: () => false, now: () => ms(now) });
    await race.start(() => Promise.reject(new Error('fetch failed')));
    expect(race.get()).toMatchObject({ status: 'failed', error: { message: 'fetch failed' } });
  });

  it('that is left before it has started ends its threads', async () => {
    const late = fakeLab(() => now);
    race = new RaceController({ cores: 4, reducedMotion: () => false, now: () => ms(now) });
    const started = race.start(async () => ({ ok: true, value: late }));
    race.dispose();
    await started;
    expect(late.state()).toBe('stopped');
  });
});
