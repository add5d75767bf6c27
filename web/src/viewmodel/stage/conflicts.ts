/**
 * What SERIALIZABLE knows, as a graph: a node for each transaction, an arrow for each rw-conflict from the reader to the
 * writer. Lit: the arrows of a dangerous structure. Pure, from the stage's state and its events.
 */
import type { SsiConflict, SsiState, SsiStructure, SsiTarget, StageSsi } from '../../engine/server/ssi-types.ts';
import type { StageEvent, StageState } from '../../engine/stage/stage-types.ts';
import { type SessionStyle, type SessionStyles, sessionStyles, styleOf } from './selection.ts';

export interface ConflictNode {
  /** A transaction's number; null: all that were summarized. */
  readonly number: number | null;
  readonly session: SessionStyle;
  /** Which of its session's transactions, from 1; null: there is only one here. */
  readonly ordinal: number | null;
  readonly state: SsiState;
  /** Among those that have committed, from 1. */
  readonly place: number | null;
  readonly remembered: boolean;
  readonly isPivot: boolean;
  readonly isVictim: boolean;
}
export interface ConflictEdge {
  /** From 1, in the order in which they arose. */
  readonly number: number;
  readonly reader: ConflictNode;
  readonly writer: ConflictNode;
  /** The steps that read and that wrote, by their ticks; null: unknown. */
  readonly read: number | null;
  readonly write: number | null;
  readonly target: SsiTarget;
  /** The write came second. */
  readonly atWrite: boolean;
  readonly tick: number | null;
  /** It arose in the step at the cursor. */
  readonly isNew: boolean;
  readonly isLit: boolean;
}
export interface ConflictVerdict {
  readonly structure: SsiStructure;
  readonly victim: ConflictNode;
  /** Tin, Tpivot, Tout; null: summarized. */
  readonly in: ConflictNode | null;
  readonly pivot: ConflictNode | null;
  readonly out: ConflictNode | null;
  readonly inEdge: ConflictEdge | null;
  readonly outEdge: ConflictEdge | null;
}
export interface ConflictsModel {
  readonly nodes: readonly ConflictNode[];
  /** Older transactions that are not drawn. */
  readonly left: number;
  readonly edges: readonly ConflictEdge[];
  readonly verdicts: readonly ConflictVerdict[];
}

/** So many nodes can be told apart around a circle. */
const MOST_NODES = 8;

interface Known {
  readonly ssi: StageSsi;
  readonly styles: SessionStyles;
  readonly events: readonly StageEvent[];
  readonly tick: number;
}

export function conflictsModel(state: StageState, events: readonly StageEvent[]): ConflictsModel {
  const { ssi } = state;
  if (ssi === undefined) return { nodes: [], left: 0, edges: [], verdicts: [] };
  const styles = sessionStyles(state.sessions.map(({ session }) => session));
  const known: Known = { ssi, styles, events, tick: state.tick };
  const transactions = nodesOf(known);
  const drawn = transactions.slice(-MOST_NODES);
  const old = ssi.conflicts.some(({ reader, writer }) => reader === null || writer === null) ? [OLD] : [];
  const nodes = [...old, ...drawn];
  const byNumber = new Map(nodes.map((node) => [node.number, node]));
  const edges = ssi.conflicts.flatMap((conflict, i) => edgeOf(known, conflict, i + 1, byNumber));
  const verdicts = ssi.structures.flatMap((structure) => verdictOf(structure, byNumber, edges));
  return { nodes, left: transactions.length - drawn.length, edges, verdicts };
}

const OLD: ConflictNode = {
  number: null,
  session: styleOf(new Map(), null),
  ordinal: null,
  state: 'committed',
  place: null,
  remembered: true,
  isPivot: false,
  isVictim: false,
};

/** A DEFERRABLE transaction that tries again is one here: its earlier attempts are left out. */
function nodesOf({ ssi, styles }: Known): readonly ConflictNode[] {
  const kept = ssi.transactions.filter(({ state }) => state !== 'unsafe');
  const committed = kept
    .filter(({ commitOrder }) => commitOrder !== null)
    .sort((a, b) => (a.commitOrder ?? 0) - (b.commitOrder ?? 0));
  return kept.map((one): ConflictNode => {
    const own = kept.filter(({ session }) => session === one.session);
    const place = committed.indexOf(one);
    return {
      number: one.number,
      session: styleOf(styles, one.session),
      ordinal: own.length < 2 ? null : own.indexOf(one) + 1,
      state: one.state,
      place: place < 0 ? null : place + 1,
      remembered: one.remembered,
      isPivot: ssi.structures.some(({ pivot }) => pivot === one.number),
      isVictim: ssi.structures.some(({ victim }) => victim === one.number),
    };
  });
}

function edgeOf(
  known: Known,
  conflict: SsiConflict,
  number: number,
  nodes: ReadonlyMap<number | null, ConflictNode>,
): readonly ConflictEdge[] {
  const reader = nodes.get(conflict.reader);
  const writer = nodes.get(conflict.writer);
  if (reader === undefined || writer === undefined) return [];
  const { target, atWrite, step } = conflict;
  const read = stepOf(known, reader, conflict.readStep);
  const write = stepOf(known, writer, conflict.writeStep);
  const isLit = known.ssi.structures.some((one) => isOut(one, conflict) || isIn(one, conflict));
  return [{ number, reader, writer, read, write, target, atWrite, tick: step, isNew: step === known.tick, isLit }];
}

const isOut = ({ pivot, out }: SsiStructure, { reader, writer }: Pick<SsiConflict, 'reader' | 'writer'>): boolean =>
  reader === pivot && writer === out;
const isIn = (one: SsiStructure, { reader, writer }: Pick<SsiConflict, 'reader' | 'writer'>): boolean =>
  reader === one.in && writer === one.pivot;

/** If that session ran something in the tick: a step that waited before goes on in the tick that completes it. */
const stepOf = ({ events }: Known, { session }: ConflictNode, tick: number | null): number | null =>
  events.some((one) => one.tick === tick && one.session === session.name && one.step !== null) ? tick : null;

function verdictOf(
  structure: SsiStructure,
  nodes: ReadonlyMap<number | null, ConflictNode>,
  edges: readonly ConflictEdge[],
): readonly ConflictVerdict[] {
  const victim = nodes.get(structure.victim);
  const roles = [structure.in, structure.pivot, structure.out];
  if (victim === undefined || roles.some((role) => role !== null && !nodes.has(role))) return [];
  const nodeOf = (number: number | null): ConflictNode | null => (number === null ? null : (nodes.get(number) ?? null));
  const numbers = ({ reader, writer }: ConflictEdge) => ({ reader: reader.number, writer: writer.number });
  return [
    {
      structure,
      victim,
      in: nodeOf(structure.in),
      pivot: nodeOf(structure.pivot),
      out: nodeOf(structure.out),
      inEdge: edges.findLast((edge) => isIn(structure, numbers(edge))) ?? null,
      outEdge: edges.findLast((edge) => isOut(structure, numbers(edge))) ?? null,
    },
  ];
}
