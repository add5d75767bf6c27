/** Places a term's small figure. Pure: a sketch → marks in px, within `WIDTH` × `heightOf`. */
import type { Cell, Lane, Look, Moment, Sketch, Who } from './sketch.ts';
import { arrow, boxed, EM, type Mark, text, WIDTH, widthOf } from './sketch-mark.ts';
import { coreMarks } from './sketch-marks-cores.ts';

type Of<Kind extends Sketch['kind']> = Extract<Sketch, { readonly kind: Kind }>;

const ROW = 22;
const GAP = 6;
const COLUMNS = [64, 64, 70] as const;

function versionMarks({ rows, named = false, chained = false }: Of<'versions'>): readonly Mark[] {
  const top = named ? 20 : 2;
  const heads = named ? COLUMNS.slice(0, 2).map((_, i) => (i === 0 ? 't_xmin' : 't_xmax')) : [];
  const left = (column: number): number => 2 + COLUMNS.slice(0, column).reduce((sum, width) => sum + width, 0);
  return [
    ...heads.flatMap((head, i) => text(head, left(i) + (COLUMNS[i] ?? 0) / 2, 10, { tone: 'faint' })),
    ...rows.flatMap(({ cells, look = 'plain' }, i) =>
      cells.flatMap((own, column) =>
        boxed(
          { ...own, look: own.look === 'plain' ? look : (own.look ?? look) },
          left(column),
          top + i * (ROW + GAP),
          COLUMNS[column] ?? 0,
          ROW,
        ),
      ),
    ),
    ...(chained
      ? rows.slice(1).flatMap((_, i): readonly Mark[] => {
          const [x, from] = [left(3), top + i * (ROW + GAP) + ROW / 2];
          const to = from + ROW + GAP;
          return [
            { is: 'line', d: `M${x} ${from}h16V${to}h-8`, look: 'plain', who: 'ink' },
            { is: 'head', d: `M${x + 1} ${to}l8 -4v8Z`, who: 'ink' },
          ];
        })
      : []),
  ];
}

function xidMarks({ first, looks, bracket, bounds = [] }: Of<'xids'>): readonly Mark[] {
  const step = (WIDTH - 8) / looks.length;
  /** The middle of an id; a boundary lies half a step before it. */
  const at = (xid: number): number => 4 + (xid - first + 0.5) * step;
  const y = bounds.length > 0 || bracket !== undefined ? 38 : 14;
  const discs = looks.flatMap((look, i): readonly Mark[] => [
    { is: 'disc', x: at(first + i), y, r: 7, look, who: 'ink' },
    ...text(String(first + i), at(first + i), y + 18, { tone: 'faint' }),
  ]);
  const lines = bounds.flatMap(({ at: xid, text: said }, i): readonly Mark[] => {
    const x = at(xid) - step / 2;
    const goesLeft = bounds.length > 1 && i === 0;
    return [
      { is: 'line', d: `M${x} ${bracket === undefined ? 4 : 20}V${y + 10}`, look: 'bold', who: 'A' },
      ...text(said, x + (goesLeft ? -5 : 5), 9, { anchor: goesLeft ? 'end' : 'start', who: 'A' }),
    ];
  });
  if (bracket === undefined) return [...discs, ...lines];
  const [x0, x1] = [at(bracket[0]) - step / 2, at(bracket[1]) - step / 2];
  const shape = `M${x0 + 6} 20H${x0}V27M${x1 - 6} 20H${x1}V27M${x0} 20H${x1}`;
  const notches = looks.flatMap((look, i): readonly Mark[] =>
    look === 'running' && first + i >= bracket[0] && first + i < bracket[1]
      ? [{ is: 'line', d: `M${at(first + i)} 20v8`, look: 'bold', who: 'A' }]
      : [],
  );
  return [
    ...discs,
    { is: 'line', d: shape, look: 'bold', who: 'A' },
    ...notches,
    ...lines.filter(({ is }) => is === 'text'),
  ];
}

function arrayMarks({ rows }: Of<'arrays'>): readonly Mark[] {
  const named = Math.max(0, ...rows.map(({ name = '' }) => (name === '' ? 0 : widthOf(name) + 8)));
  return rows.flatMap(({ name = '', cells }, i) => {
    const y = 6 + i * (ROW + GAP);
    const unit = (WIDTH - 4 - named) / cells.reduce((sum, { share = 1 }) => sum + share, 0);
    let x = 2 + named;
    return [
      ...text(name, 2, y + ROW / 2, { anchor: 'start', tone: 'faint' }),
      ...cells.flatMap((own) => {
        const width = unit * (own.share ?? 1);
        const marks = boxed(own, x, y, width, ROW);
        x += width;
        return marks;
      }),
    ];
  });
}

function squareMarks({ columns, count, lit, outside = 0 }: Of<'squares'>): readonly Mark[] {
  const side = Math.min(16, (WIDTH - 4) / columns);
  const left = (WIDTH - side * columns) / 2;
  const filled = new Set(lit);
  const square = (i: number, look: Look): Mark => ({
    is: 'box',
    x: left + (i % columns) * side,
    y: 6 + Math.floor(i / columns) * side,
    width: side,
    height: side,
    look,
    who: 'ink',
  });
  const rows = Math.ceil(count / columns);
  return [
    ...Array.from({ length: count }, (_, i) => square(i, filled.has(i) ? 'lit' : 'plain')),
    ...Array.from(
      { length: outside },
      (_, i): Mark => ({
        ...square(i, 'plain'),
        is: 'box',
        y: 14 + rows * side,
        x: left + i * side,
        width: side,
        height: side,
        look: 'plain',
        who: 'A',
      }),
    ),
  ];
}

function linkMarks({ left, right, links }: Of<'links'>): readonly Mark[] {
  const [wideLeft, wideRight] = [left, right].map((all) =>
    Math.max(44, ...all.map(({ text: own }) => widthOf(own) + 14)),
  );
  const most = Math.max(left.length, right.length);
  const high = most > 3 ? 17 : 20;
  const yOf = (all: readonly Cell[], i: number): number => 4 + ((i + 0.5) * most * (high + 4)) / all.length - high / 2;
  const between = Math.min(90, WIDTH - (wideLeft ?? 0) - (wideRight ?? 0));
  const x0 = 2;
  const x1 = x0 + (wideLeft ?? 0) + between;
  return [
    ...left.flatMap((own, i) => boxed(own, x0, yOf(left, i), wideLeft ?? 0, high)),
    ...right.flatMap((own, i) => boxed(own, x1, yOf(right, i), wideRight ?? 0, high)),
    ...links.flatMap(({ from, to, dashed }) =>
      arrow(
        x0 + (wideLeft ?? 0) + 3,
        yOf(left, from) + high / 2,
        x1 - 3,
        yOf(right, to) + high / 2,
        dashed,
        left[from]?.who,
      ),
    ),
  ];
}

function flowMarks({ boxes }: Of<'flow'>): readonly Mark[] {
  const widths = boxes.map(({ text: own }) => Math.max(40, widthOf(own) + 14));
  const free = WIDTH - 4 - widths.reduce((sum, width) => sum + width, 0);
  const gap = Math.min(44, free / Math.max(1, boxes.length - 1));
  let x = 2;
  return boxes.flatMap((own, i) => {
    const width = widths[i] ?? 0;
    const marks = [...boxed(own, x, 10, width, 26), ...(i === 0 ? [] : arrow(x - gap + 3, 23, x - 3, 23))];
    x += width + gap;
    return marks;
  });
}

function graphMarks({ nodes, links }: Of<'graph'>): readonly Mark[] {
  const step = 86;
  const [y, r] = [29, 14];
  const x = (i: number): number => r + 6 + i * step;
  return [
    ...links.flatMap(({ from, to }): readonly Mark[] => {
      const up = to > from ? -1 : 1;
      const way = Math.sign(to - from);
      const [x0, x1] = [x(from) + way * 10, x(to) - way * 10];
      const [y0, y1] = [y + up * 11, y + up * 20];
      return [
        {
          is: 'line',
          d: `M${x0} ${y0}Q${(x0 + x1) / 2} ${y1} ${x1 - way * 5} ${y0 + up * 2}`,
          look: 'plain',
          who: 'ink',
        },
        { is: 'head', d: `M${x1} ${y0}l${-way * 8} ${up * 6}l${-way * 1} ${-up * 8}Z`, who: 'ink' },
      ];
    }),
    ...nodes.flatMap(({ text: said, who = 'ink', look }, i): readonly Mark[] => [
      ...(look === 'lit' ? [{ is: 'disc', x: x(i), y, r: r + 4, look: 'future', who } as const] : []),
      { is: 'disc', x: x(i), y, r, look: 'who', who },
      ...text(said, x(i), y, { tone: 'paper' }),
    ]),
  ];
}

const LANE = 22;
const BAR = 12;
const labelsLast = (a: Moment, b: Moment): number => Number(a.as === 'mark') - Number(b.as === 'mark');

function momentMarks(
  { from, to, as, text: said = '' }: Moment,
  who: Who,
  at: (share: number) => number,
  y: number,
): readonly Mark[] {
  const [x0, x1] = [at(from), at(to)];
  if (as === 'snapshot') {
    const end = (x: number, by: number): string => `M${x + by} ${y - 10}H${x}V${y + 10}h${by}`;
    return [{ is: 'line', d: end(x0, 5) + end(x1, -5), look: 'bold', who }];
  }
  if (as === 'mark') {
    const width = widthOf(said) + 8;
    const x = Math.max(at(0), Math.min(WIDTH - 2 - width, x0 - width / 2));
    return [
      { is: 'box', x, y: y - 9, width, height: 18, look: 'label', who },
      ...text(said, x + width / 2, y, { who }),
    ];
  }
  return [
    { is: 'box', x: x0, y: y - BAR / 2, width: x1 - x0, height: BAR, look: as, who },
    ...text(said, (x0 + x1) / 2, y, { tone: 'paper' }),
  ];
}

function laneMarks({ lanes }: Of<'lanes'>): readonly Mark[] {
  const left = 24;
  const at = (share: number): number => left + (share / 100) * (WIDTH - left - 4);
  return lanes.flatMap((lane: Lane, i): readonly Mark[] => {
    const y = 14 + i * LANE;
    return [
      ...(lane.who === 'ink' ? [] : text(lane.who, 4, y, { anchor: 'start', who: lane.who })),
      { is: 'line', d: `M${left} ${y}H${WIDTH - 4}`, look: 'dashed', who: 'ink' },
      ...[...lane.moments].sort(labelsLast).flatMap((moment) => momentMarks(moment, lane.who, at, y)),
    ];
  });
}

export function marksOf(sketch: Sketch): readonly Mark[] {
  switch (sketch.kind) {
    case 'versions':
      return versionMarks(sketch);
    case 'xids':
      return xidMarks(sketch);
    case 'arrays':
      return arrayMarks(sketch);
    case 'squares':
      return squareMarks(sketch);
    case 'links':
      return linkMarks(sketch);
    case 'flow':
      return flowMarks(sketch);
    case 'graph':
      return graphMarks(sketch);
    case 'lanes':
      return laneMarks(sketch);
    case 'cores':
      return coreMarks(sketch);
  }
}

const bottomOf = (mark: Mark): number =>
  mark.is === 'box'
    ? mark.y + mark.height
    : mark.is === 'disc'
      ? mark.y + mark.r
      : mark.is === 'text'
        ? mark.y + EM / 2
        : 0;

/** In px: what the marks need, and a little room for strokes. */
export const heightOf = (marks: readonly Mark[]): number => Math.ceil(Math.max(0, ...marks.map(bottomOf))) + 3;
