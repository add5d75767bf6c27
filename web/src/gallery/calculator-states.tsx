/** States of the calculator's pictures, in the numbers of lesson 4. Input has no effect. */
import { type CalculatorPart, type CalculatorValues, valuesOf } from '../viewmodel/calculator/settings.ts';
import { PART_FIGURES } from '../views/calculator/index.ts';
import type { GalleryState } from './Gallery.tsx';

const state = (id: string, shows: string, part: CalculatorPart, given: Partial<CalculatorValues>): GalleryState => {
  const Figure = PART_FIGURES[part];
  return {
    id: `calculator-${id}`,
    shows,
    element: () => <Figure values={valuesOf(part, given)} onChange={() => undefined} />,
  };
};

export const calculatorStates: readonly GalleryState[] = [
  state('busy', 'One client with 1 ms of network and 1 ms of think time.', 'busy', {}),
  state('busy-full', 'More clients than the machine can serve: they wait.', 'busy', { clients: 4000 }),
  state('little-near', 'No pauses: full from 40 clients on, crosses at the published points.', 'little', {
    clients: 48,
    network: 0,
    think: 0,
  }),
  state('little', 'The published peak lies to the right of where the line bends.', 'little', {}),
  state('little-few', 'Far from full, settings that nobody published.', 'little', {
    clients: 100,
    threads: 8,
    think: 20,
  }),
  state('memory', 'Published for two settings, and 5,000 connections.', 'memory', {}),
  state('catalog', 'The published session, a hundred times.', 'catalog', {}),
  state('catalog-one', 'One session, few tables.', 'catalog', { connections: 1, tables: 1000 }),
  state('pooler', 'The machine is full; 48 are lent, 8 of them wait for a thread.', 'pooler', {}),
  state('pooler-held', 'Transactions idle, so the pool is the limit.', 'pooler', { held: 1 }),
  state('pooler-many', 'A pool so large that a cell stands for several.', 'pooler', { pool: 3000 }),
];
