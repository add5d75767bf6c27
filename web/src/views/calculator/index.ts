/** The calculator's figures by part. */
import type { ComponentType } from 'react';
import type { CalculatorPart } from '../../viewmodel/calculator/settings.ts';
import { BusyFigure } from './BusyFigure.tsx';
import type { PartProps } from './CalculatorFigure.tsx';
import { CatalogFigure } from './CatalogFigure.tsx';
import { LittleFigure } from './LittleFigure.tsx';
import { MemoryFigure } from './MemoryFigure.tsx';
import { PoolerFigure } from './PoolerFigure.tsx';

export const PART_FIGURES: Readonly<Record<CalculatorPart, ComponentType<PartProps>>> = {
  busy: BusyFigure,
  little: LittleFigure,
  memory: MemoryFigure,
  catalog: CatalogFigure,
  pooler: PoolerFigure,
};
