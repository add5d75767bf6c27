/** Ties a sweep of the model to a component: made with it, ended with it. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createModelRun, type ModelRun, type ModelRunView, type StartModel } from './model-run.ts';

export function useModelRun(startModel: StartModel): { readonly run: ModelRun; readonly view: ModelRunView } {
  const [run, setRun] = useState(() => createModelRun(startModel));
  const view = useSyncExternalStore(run.subscribe, run.view);
  useEffect(() => {
    // Development mounts twice: the first mount's run is disposed and replaced.
    let own = run;
    if (run.disposed()) {
      own = createModelRun(startModel);
      setRun(own);
    }
    return () => own.dispose();
  }, [run, startModel]);
  return { run, view };
}
