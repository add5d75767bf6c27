import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import { briefResult } from '../../viewmodel/stage/lane-words.ts';
import { momentInput } from '../../viewmodel/stage/lanes.fake.ts';
import { lanesModel } from '../../viewmodel/stage/lanes.ts';
import { LanesPicture } from './lanes-picture.tsx';
import { lanesPictureLayout } from './lanes-picture-layout.ts';

const messages = messagesIn('en');
const input = momentInput('lost-update');

describe('lanes as a picture', () => {
  for (const width of [380, 590, 1504])
    test(`cards of a lane stand below one another, above now, ${width} px wide`, () => {
      for (let rows = 1; rows < 20; rows++) {
        const model = lanesModel(input, rows);
        const layout = lanesPictureLayout(model, width, 16, messages);
        expect(layout.tops).toHaveLength(model.rows.length + 1);
        for (const lane of model.lanes) {
          const own = layout.cards.filter(({ card }) => card.lane === lane.place);
          const edges = own.map(({ card, height }) => {
            const top = layout.tops[card.row] ?? Number.NaN;
            return [top, top + height] as const;
          });
          for (const [i, [, bottom]] of edges.entries())
            expect(bottom).toBeLessThanOrEqual(edges[i + 1]?.[0] ?? layout.now);
        }
        expect(layout.height).toBeGreaterThan(layout.now);
      }
    });
  test('a result and a wait are there to their last letter, in as many lines as they take', () => {
    for (const width of [380, 590]) {
      const layout = lanesPictureLayout(lanesModel(input, 20), width, 16, messages);
      for (const { card, facts } of layout.cards) {
        const said = facts.flat().flatMap((item) => (item.kind === 'text' ? [item.text] : []));
        expect(said.join('')).not.toContain('…');
        const result = briefResult(card.results, messages);
        if (result !== null) expect(said.join('').replaceAll(' ', '')).toContain(result.replaceAll(' ', ''));
      }
    }
  });
  test('all of it is SVG, and a text is never markup', () => {
    const nasty = '<script>alert(1)</script> ]]> &';
    const steps = input.spec.steps.map((step) => ({ ...step, sql: `SELECT '${nasty}'`, name: nasty }));
    const model = lanesModel({ ...input, spec: { ...input.spec, steps } }, 20);
    const svg = renderToStaticMarkup(
      <LanesPicture model={model} layout={lanesPictureLayout(model, 590, 16, messages)} />,
    );
    expect(svg).toMatch(/^<svg /);
    expect(svg).not.toMatch(/<(script|foreignObject|image|style|button)\b/);
    expect(svg).toContain('&lt;script&gt;');
  });
});
