/**
 * Ties the race to the page: one controller for the life of the page, one call per frame, a pause while it is
 * invisible.
 */
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { ms } from '../../base/units.ts';
import type { StartLab } from '../../engine/lab/lab-types.ts';
import type { Capabilities } from '../../engine/wasm/capabilities.ts';
import { useOnScreen, usePageVisible } from '../../ui/hooks.ts';
import { useFrame } from '../../ui/use-frame.ts';
import { SAMPLE_MS } from '../../viewmodel/race/race.ts';
import { RaceController, type RaceSnapshot } from './race-controller.ts';

interface RaceInput {
  readonly startLab: StartLab;
  readonly capabilities: Capabilities;
  /** The slider's value from the address. */
  readonly idle: number | undefined;
  readonly figure: RefObject<Element | null>;
}

/**
 * The page renders when this changes: at once for the reader's actions and when a new setting has its first numbers,
 * once a second for samples. All words and numbers come from one such moment, so that none contradicts another; the
 * lines, which ask the controller themselves, have the other frames to themselves.
 */
const calmKey = ({ status, idle, active, error, info, race, top }: RaceSnapshot): string =>
  [
    status,
    idle,
    active,
    error?.message,
    info?.clockResolutionNs,
    race.now?.idle,
    top,
    race.samples.length > 0,
    race.samples.at(-1)?.generation === race.now?.generation,
    race.blocks.length > 0,
    // The first medians change quickly: words and dots follow each sample until they are calm.
    Math.floor((race.samples.at(-1)?.atMs ?? 0) / (race.blocks.length < CALM_BLOCKS ? SAMPLE_MS : 1000)),
  ].join(' ');

const CALM_BLOCKS = 24;

const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export function useRace(input: RaceInput): { readonly snapshot: RaceSnapshot; readonly controller: RaceController } {
  const { startLab, capabilities, idle, figure } = input;
  const cores = capabilities.kind === 'ready' ? capabilities.cores : 1;
  const [controller, setController] = useState(() => newController(cores, idle));
  const calm = useRef<RaceSnapshot>(undefined);
  const snapshot = useSyncExternalStore(controller.subscribe, () => {
    const newest = controller.snapshot();
    if (calm.current === undefined || calmKey(calm.current) !== calmKey(newest)) calm.current = newest;
    return calm.current;
  });

  const ready = capabilities.kind === 'ready';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address places the slider once; later the slider writes the address
  useEffect(() => {
    if (!ready) return undefined;
    // Made here, so that leaving the page and coming back (also React's rehearsal of it) starts afresh.
    const own = newController(cores, idle);
    setController(own);
    void own.start(startLab);
    return () => own.dispose();
  }, [ready, cores, startLab]);

  const onScreen = useOnScreen(figure);
  const visible = usePageVisible();
  useEffect(() => controller.setAway(!(onScreen && visible)), [controller, onScreen, visible]);
  useFrame(() => controller.frame(), { active: onScreen && snapshot.status !== 'failed' });
  return { snapshot, controller };
}

const newController = (cores: number, idle: number | undefined): RaceController => {
  const controller = new RaceController({ cores, reducedMotion, now: () => ms(performance.now()) });
  if (idle !== undefined) controller.setIdle(idle);
  return controller;
};
