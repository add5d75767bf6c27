/** Where transactions and their conflicts are drawn: two side by side, more of them around a circle. */
import type { ConflictEdge, ConflictNode } from './conflicts.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}
export const GRAPH_WIDTH = 340;
export const NODE_RADIUS = 21;
/** Of a node with its state below it, and the pivot's ring. */
const [ABOVE, BELOW] = [30, 46];
const PAIR_DISTANCE = 190;

export interface GraphPlaces {
  readonly height: number;
  /** As the nodes. */
  readonly places: readonly Point[];
}

export function graphPlaces(count: number): GraphPlaces {
  const middle = GRAPH_WIDTH / 2;
  if (count <= 2) {
    const half = count === 2 ? PAIR_DISTANCE / 2 : 0;
    const y = ABOVE + 24;
    return { height: y + BELOW + 8, places: [middle - half, middle + half].slice(0, count).map((x) => ({ x, y })) };
  }
  const radius = count <= 4 ? 78 : 105;
  const center = ABOVE + radius;
  return {
    height: center + radius + BELOW,
    places: Array.from({ length: count }, (_, i) => {
      // The first is on the left, as the first session is; the others follow clockwise.
      const angle = Math.PI + (2 * Math.PI * i) / count;
      return { x: middle + Math.cos(angle) * (radius + 20), y: center + Math.sin(angle) * radius };
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
