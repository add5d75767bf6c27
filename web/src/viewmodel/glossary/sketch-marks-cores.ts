/** Cores with their copies of a line: the fill says the copy's state, as on the cache lines' page. */
import type { Sketch } from './sketch.ts';
import { arrow, type Mark, text } from './sketch-mark.ts';

const SIDE = 30;
const GAP = 34;
const BETWEEN = 22;

export function coreMarks({ sockets, links = [] }: Extract<Sketch, { readonly kind: 'cores' }>): readonly Mark[] {
  const places: number[] = [];
  let x = sockets.length > 1 ? 12 : 2;
  for (const cores of sockets) {
    for (const _ of cores) {
      places.push(x);
      x += SIDE + GAP;
    }
    x += BETWEEN;
  }
  const at = (i: number): number => places[i] ?? 0;
  let i = 0;
  return [
    ...sockets.flatMap((cores): readonly Mark[] => {
      const from = at(i);
      const marks = cores.flatMap(({ who, state, look = 'plain' }): readonly Mark[] => {
        const left = at(i++);
        const isOwn = look === 'lit';
        return [
          ...text(who, left + SIDE / 2, 12, { who }),
          {
            is: 'box',
            x: left,
            y: 22,
            width: SIDE,
            height: 22,
            look: state === 'I' ? 'invalid' : isOwn ? 'work' : 'plain',
            who,
          },
          ...text(state, left + SIDE / 2, 33, { tone: isOwn ? 'paper' : 'ink' }),
        ];
      });
      if (sockets.length === 1) return marks;
      const width = at(i - 1) + SIDE - from + 20;
      return [{ is: 'box', x: from - 10, y: 2, width, height: 50, look: 'plain', who: 'ink' }, ...marks];
    }),
    ...links.flatMap(({ from, to }) => {
      const way = Math.sign(to - from);
      const x0 = way > 0 ? at(from) + SIDE + 3 : at(from) - 3;
      const x1 = way > 0 ? at(to) - 3 : at(to) + SIDE + 3;
      return arrow(x0, 33, x1, 33);
    }),
  ];
}
