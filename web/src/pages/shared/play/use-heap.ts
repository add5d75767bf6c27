/** The model of a table's page, rebuilt when there is an answer and not when a question is on its way. */
import { useMemo } from 'react';
import type { Shown } from '../../../engine/stage/stage-types.ts';
import { useSame } from '../../../ui/hooks.ts';
import { type HeapModel, heapModel } from '../../../viewmodel/stage/heap.ts';
import type { PlayState } from './play-state.ts';

export const useHeap = (shown: Shown, question: PlayState['question']): HeapModel =>
  useSame(useMemo(() => heapModel(shown.state, question), [shown, question]));
