/** Laws of the parts that are on stage together: no requested part is lost, and the decisive parts come first. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnsOf } from './StageParts.tsx';
import { stageGroups } from './stage-figure.ts';
import { STAGE_FIGURES } from './views.tsx';

const parts = fc.uniqueArray(fc.constantFrom(...STAGE_FIGURES), { minLength: 1 });
const marks = fc.uniqueArray(
  fc.constantFrom('row (0,1)', 'xid 732', 'snapshot A', 'reason', 'horizon', 'slots A', 'figure'),
);

test('each part but the lanes stands in exactly one group, and the parts with decisive marks in the first', () => {
  fc.assert(
    fc.property(parts, marks, (shown, decisive) => {
      const groups = stageGroups(shown, decisive);
      expect(groups.flat().toSorted()).toEqual(shown.filter((part) => part !== 'lanes').toSorted());
      if (decisive.includes('row (0,1)') && shown.includes('rows')) expect(groups[0]).toContain('rows');
      if (decisive.includes('reason') && shown.includes('why')) expect(groups[0]).toContain('why');
    }),
  );
});

test('cause and effect stand together: rows and reasons side by side, and so do lanes and rows', () => {
  expect(stageGroups(['lanes', 'xids', 'rows'], ['row (0,1)', 'session A'])).toEqual([['rows'], ['xids']]);
  expect(stageGroups(['xids', 'rows', 'why'], ['snapshot C', 'row (0,1)', 'reason'])).toEqual([
    ['xids', 'rows', 'why'],
  ]);
  expect(columnsOf(['rows', 'why'])).toEqual([['rows'], ['why']]);
  expect(columnsOf(['lanes', 'rows'])).toEqual([['lanes'], ['rows']]);
  expect(columnsOf(['xids', 'rows'])).toEqual([['xids', 'rows']]);
});

test('columns hold every part once, in at most two columns', () => {
  fc.assert(
    fc.property(parts, (shown) => {
      const columns = columnsOf(shown);
      expect(columns.length).toBeLessThanOrEqual(2);
      expect(columns.flat().toSorted()).toEqual(shown.toSorted());
    }),
  );
});
