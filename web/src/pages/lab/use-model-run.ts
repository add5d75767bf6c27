/** Ties a sweep of the model to a component: created with it, ended with it. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createModelRun, type ModelRun, type ModelRunView, type StartModel } from './model-run.ts';

export function useModelRun(startModel: StartModel): { readonly run: ModelRun; readonly view: ModelRunView } {
  const [run, setRun] = useState(() => createModelRun(startModel));
  const view = useSyncExternalStore(run.subscribe, run.view);
  useEffect(() => {
    // Mounted again, as in development, it finds its run ended: it makes a new one, which this effect then ends.
    if (run.disposed()) {
      setRun(createModelRun(startModel));
      return undefined;
    }
    return () => run.dispose();
  }, [run, startModel]);
  return { run, view };
}
