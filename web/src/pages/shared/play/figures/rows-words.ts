/** The rows in words. A lesson's first figure shows none, so they are fetched where they are read. */
import { heapModel } from '../../../../viewmodel/stage/heap.ts';
import { heapText } from '../../../../viewmodel/stage/heap-text.ts';
import type { Words } from './view.ts';

export const words: Words = ({ shown, question }, messages) =>
  heapText(heapModel(shown.state, question), messages).split('\n');
