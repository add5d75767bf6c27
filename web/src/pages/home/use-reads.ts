/** The memory that one snapshot reads at the slider's position, counted once the slider has stopped. */
import { useEffect, useState } from 'react';
import type { EngineError } from '../../base/engine-error.ts';
import type { Result } from '../../base/result.ts';
import type { CountReads, Reads } from '../shared/observe/reads.ts';

/** The slider must be still for this long: the race should not share its cores with counts that nobody will see. */
const STILL_MS = 160;

export function useReads(count: CountReads, idle: number, active: number): Result<Reads, EngineError> | undefined {
  const [state, setState] = useState<Result<Reads, EngineError>>();
  useEffect(() => {
    let gone = false;
    const timer = setTimeout(() => {
      void count(idle, active).then((reads) => {
        if (!gone) setState(reads);
      });
    }, STILL_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [count, idle, active]);
  return state;
}
