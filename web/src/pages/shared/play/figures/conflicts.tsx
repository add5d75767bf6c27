/** SERIALIZABLE: the transactions, and who did not see whose change. */
import '../../../../base/messages/en/conflicts.ts';
import { useMemo } from 'react';
import { conflictsText } from '../../../../viewmodel/stage/conflict-words.ts';
import { conflictsModel } from '../../../../viewmodel/stage/conflicts.ts';
import { ConflictGraph } from '../../../../views/conflicts/ConflictGraph.tsx';
import type { Given, ViewProps, Words } from './view.ts';

const modelOf = ({ shown, compiled, events }: Pick<Given, 'shown' | 'compiled' | 'events'>) =>
  conflictsModel(shown.state, compiled.spec, events);

export function View({ shown, compiled, events }: ViewProps) {
  const model = useMemo(() => modelOf({ shown, compiled, events }), [shown, compiled, events]);
  return <ConflictGraph model={model} />;
}

export const title = 'conflicts.title';
export const hint = 'conflicts.hint';

export const words: Words = (given, messages) => conflictsText(modelOf(given), messages);
