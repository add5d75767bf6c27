/**
 * Ties a lab run to a component: created with it, ended with it, pumped once per frame, paused while the tab is hidden.
 */
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { StartLab } from '../../engine/lab/lab-types.ts';
import { usePageVisible } from '../../ui/hooks.ts';
import { useFrame } from '../../ui/use-frame.ts';
import { createLabRun, type LabRun, type LabView } from './lab-run.ts';

/** Every call goes to the present run: one that ended with the component is created again with it. */
export function useLabRun(startLab: StartLab): { readonly run: LabRun; readonly view: LabView } {
  const [run, setRun] = useState(() => createLabRun(startLab));
  const view = useSyncExternalStore(run.subscribe, run.view);
  const visible = usePageVisible();

  useEffect(() => {
    // Mounted again, as in development, it finds its run ended: it makes a new one, which this effect then ends.
    if (run.disposed()) {
      setRun(createLabRun(startLab));
      return undefined;
    }
    return () => run.dispose();
  }, [run, startLab]);
  useEffect(() => run.setHidden(!visible), [run, visible]);
  useFrame(({ now }) => run.pump(now), { active: view.phase === 'running' });

  return { run, view };
}
