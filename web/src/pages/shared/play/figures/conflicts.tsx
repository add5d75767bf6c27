/** SERIALIZABLE: the transactions, and who did not see whose change. */
import '../../../../base/messages/en/conflicts.ts';
import { useEffect, useMemo, useState } from 'react';
import type { SerialFinding } from '../../../../engine/stage/serial-types.ts';
import type { Move } from '../../../../engine/stage/stage-types.ts';
import { conflictsText } from '../../../../viewmodel/stage/conflict-words.ts';
import { conflictsModel } from '../../../../viewmodel/stage/conflicts.ts';
import { currentBranch } from '../../../../viewmodel/stage/playback.ts';
import { ConflictGraph } from '../../../../views/conflicts/ConflictGraph.tsx';
import type { PlayStore } from '../play-store.ts';
import type { Given, ViewProps, Words } from './view.ts';

export function View({ shown, events, at, store, place }: ViewProps) {
  const model = useMemo(() => conflictsModel(shown.state, events), [shown, events]);
  const finding = useFinding(model.verdicts.length > 0, at, store);
  return (
    <ConflictGraph model={model} finding={finding} word={place === 'page' || place === 'stage' ? 'step' : 'move'} />
  );
}

/** Asked once the figure shows a failure, and again at another step; undefined: not answered yet. */
function useFinding(isAsked: boolean, at: Given['at'], store: PlayStore): SerialFinding | undefined {
  const [answer, setAnswer] = useState<(Asked & { readonly finding: SerialFinding }) | null>(null);
  const { moves } = currentBranch(at);
  const { tick } = at;
  useEffect(() => {
    if (!isAsked) return;
    let isWanted = true;
    const { permutation } = store.get();
    void store.world.client
      .serial({ moves, tick, permutation: permutation === 0 ? null : permutation })
      .then((finding) => isWanted && finding !== null && setAnswer({ moves, tick, finding }));
    return () => {
      isWanted = false;
    };
  }, [isAsked, moves, tick, store]);
  return isAsked && answer?.moves === moves && answer.tick === tick ? answer.finding : undefined;
}
interface Asked {
  readonly moves: readonly Move[];
  readonly tick: number;
}

export const title = 'conflicts.title';
export const hint = 'conflicts.hint';

/** The Playground alone has words for its figures. */
export const words: Words = ({ shown, events }, messages) =>
  conflictsText(conflictsModel(shown.state, events), messages, 'step');
