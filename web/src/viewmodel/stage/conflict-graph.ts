/** Where transactions and their conflicts are drawn: two side by side, a few in two columns, more around a circle. */
import type { ConflictEdge, ConflictNode } from './conflicts.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}
export const GRAPH_WIDTH = 390;
export const NODE_RADIUS = 21;
/** Of a node with its state below it, and the pivot's ring. */
const [ABOVE, BELOW] = [30, 46];
const PAIR_DISTANCE = 190;
/** Of up to four: their states are outside, where no arrow runs. Three are flatter, so that they are drawn as large as two. */
const GAPS = { 3: [110, 80], 4: [96, 112] } as const;

export interface Place extends Point {
  /** Where the node's state is, from its middle. */
  readonly label: Point & { readonly anchor: 'start' | 'middle' | 'end' };
}
export interface GraphPlaces {
  readonly height: number;
  /** As the nodes. */
  readonly places: readonly Place[];
}

const MIDDLE = GRAPH_WIDTH / 2;
const UNDER = NODE_RADIUS + 19;
/** An arrow leaves a node towards the others: the state begins on the far side of it. */
const under = (anchor: Place['label']['anchor']): Place['label'] => ({
  x: { start: -NODE_RADIUS, middle: 0, end: NODE_RADIUS }[anchor],
  y: UNDER,
  anchor,
});
const BESIDE = NODE_RADIUS + 9;

export function graphPlaces(count: number): GraphPlaces {
  if (count <= 2) return inRow(count);
  return count === 3 || count === 4 ? inColumns(count) : inCircle(count);
}

function inRow(count: number): GraphPlaces {
  const y = ABOVE + 24;
  const half = PAIR_DISTANCE / 2;
  const pair: readonly Place[] = [
    { x: MIDDLE - half, y, label: under('end') },
    { x: MIDDLE + half, y, label: under('start') },
  ];
  const places = count === 2 ? pair : [{ x: MIDDLE, y, label: under('middle') }].slice(0, count);
  return { height: y + BELOW + 8, places };
}

/** The first is on the left, as the first session is; the others follow clockwise. */
function inColumns(count: keyof typeof GAPS): GraphPlaces {
  const [across, down] = GAPS[count];
  const [left, right] = [MIDDLE - across / 2, MIDDLE + across / 2];
  const [top, bottom] = [ABOVE, ABOVE + down];
  const onLeft = (y: number): Place => ({ x: left, y, label: { x: -BESIDE, y: 4, anchor: 'end' } });
  const onRight = (y: number): Place => ({ x: right, y, label: { x: BESIDE, y: 4, anchor: 'start' } });
  const places =
    count === 3
      ? [onLeft((top + bottom) / 2), onRight(top), onRight(bottom)]
      : [onLeft(top), onRight(top), onRight(bottom), onLeft(bottom)];
  return { height: bottom + ABOVE, places };
}

function inCircle(count: number): GraphPlaces {
  const radius = 105;
  const center = ABOVE + radius;
  return {
    height: center + radius + BELOW,
    places: Array.from({ length: count }, (_, i) => {
      const angle = Math.PI + (2 * Math.PI * i) / count;
      const [x, y] = [MIDDLE + Math.cos(angle) * (radius + 20), center + Math.sin(angle) * radius];
      return { x, y, label: under('middle') };
    }),
  };
}

export interface EdgeCurve {
  readonly path: string;
  /** Where its number is. */
  readonly mark: Point;
  /** Of the arrow's head. */
  readonly tip: Point;
  readonly angle: number;
}

/** How far an arrow leaves the straight line, as a share of its length: two that lead back and forth stay apart. */
const BEND = 0.18;

/** From the reader to the writer; `nth`: how many arrows between the same two come before it. */
export function edgeCurve(from: Point, to: Point, nth: number): EdgeCurve {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const bend = BEND + 0.14 * nth;
  const bow = { x: (from.x + to.x) / 2 + dy * bend * 2, y: (from.y + to.y) / 2 - dx * bend * 2 };
  const start = towards(from, bow, NODE_RADIUS + 6);
  const tip = towards(to, bow, NODE_RADIUS + 7);
  const round = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return {
    path: `M${round(start)}Q${round(bow)} ${round(tip)}`,
    mark: {
      x: (start.x + 2 * bow.x + tip.x) / 4,
      y: (start.y + 2 * bow.y + tip.y) / 4,
    },
    tip,
    angle: (Math.atan2(tip.y - bow.y, tip.x - bow.x) * 180) / Math.PI,
  };
}

function towards(from: Point, to: Point, distance: number): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  return { x: from.x + (dx / length) * distance, y: from.y + (dy / length) * distance };
}

export interface PlacedEdge {
  readonly edge: ConflictEdge;
  readonly curve: EdgeCurve;
}

export function placedEdges(
  nodes: readonly ConflictNode[],
  edges: readonly ConflictEdge[],
  places: readonly Point[],
): readonly PlacedEdge[] {
  return edges.flatMap((edge, i) => {
    const from = places[nodes.indexOf(edge.reader)];
    const to = places[nodes.indexOf(edge.writer)];
    if (from === undefined || to === undefined) return [];
    const nth = edges.slice(0, i).filter(({ reader, writer }) => reader === edge.reader && writer === edge.writer);
    return [{ edge, curve: edgeCurve(from, to, nth.length) }];
  });
}
