/** What SERIALIZABLE knows in words. A failed transaction's sentence comes from its reason code and its roles alone. */
import '../../base/messages/en/conflicts.ts';
import type { Messages } from '../../base/messages/index.ts';
import type { SerialFinding } from '../../engine/stage/serial-types.ts';
import type { ConflictEdge, ConflictNode, ConflictsModel, ConflictVerdict } from './conflicts.ts';

/** The session's letter; with a number if several of its transactions are there. */
export function nodeName(node: ConflictNode | null, { t }: Messages): string {
  if (node === null || node.number === null) return t('conflicts.old');
  const { session, ordinal, number } = node;
  if (session.letter === '') return t('conflicts.outside', { number });
  return ordinal === null ? session.letter : `${session.letter}${ordinal}`;
}

export const stateWord = ({ state, place }: ConflictNode, { t }: Messages): string =>
  t('conflicts.state', { state, place: state === 'committed' ? place : null });

/** What the reader calls a tick: a lesson has steps of its own, and a figure’s are moves there. */
export type TickWord = 'move' | 'step';

const clauseOf = ({ reader, writer, read, write, atWrite }: ConflictEdge, m: Messages, word: TickWord): string =>
  m.t('conflicts.clause', {
    word,
    reader: nodeName(reader, m),
    writer: nodeName(writer, m),
    read,
    write,
    isLater: atWrite,
  });

/** Names what was read. A lock on a whole table is called that, so that nobody takes it for a lock on one row. */
const targetOf = ({ target }: ConflictEdge, m: Messages): string =>
  target.index === null && target.page === null ? m.t('conflicts.whole', target) : m.t('conflicts.target', target);

export const edgeText = (edge: ConflictEdge, m: Messages, word: TickWord = 'move'): string =>
  m.t('conflicts.edge', {
    clause: clauseOf(edge, m, word),
    target: targetOf(edge, m),
  });

/** Below a sentence that tells what was read and written. */
export const edgeShort = (edge: ConflictEdge, m: Messages): string =>
  m.t('conflicts.edgeShort', {
    reader: nodeName(edge.reader, m),
    writer: nodeName(edge.writer, m),
    target: targetOf(edge, m),
  });

/** A conflict of the structure; a server that has summarized one of the two no longer knows how they met. */
const half = (
  edge: ConflictEdge | null,
  reader: ConflictNode | null,
  writer: ConflictNode | null,
  m: Messages,
  word: TickWord,
): string =>
  edge === null
    ? m.t('conflicts.clauseBare', { reader: nodeName(reader, m), writer: nodeName(writer, m) })
    : clauseOf(edge, m, word);

export function verdictText(verdict: ConflictVerdict, m: Messages, word: TickWord = 'move'): string {
  const { structure, in: tin, pivot, out, inEdge, outEdge, victim } = verdict;
  const reason = structure.failure ?? 'doomed';
  if (reason === 'no-room') return '';
  const clauses = [
    // Of a summarized pivot nobody knows any more what it read.
    ...(structure.pivot === null ? [] : [half(outEdge, pivot, out, m, word)]),
    half(inEdge, tin, pivot, m, word),
  ];
  const why = m.t('conflicts.why', {
    reason,
    in: nodeName(tin, m),
    pivot: nodeName(pivot, m),
    out: nodeName(out, m),
    isPivot: victim.number === structure.pivot,
    isPrepared: out?.state === 'prepared',
  });
  return m.t('conflicts.verdict', { clauses: [...new Set(clauses)], why });
}

/** Whether a real circle was there, or the cautious rule struck. */
export function alarmText(finding: SerialFinding, { nodes }: ConflictsModel, m: Messages): string {
  if (finding.kind === 'undecided') return m.t('conflicts.alarm.undecided', { why: finding.why });
  const nameOf = (number: number): string => {
    const node = nodes.find((one) => one.number === number);
    return node === undefined ? m.t('conflicts.outside', { number }) : nodeName(node, m);
  };
  const victim = nameOf(finding.victim);
  return finding.kind === 'fits'
    ? m.t('conflicts.alarm.fits', { victim, order: finding.order.map(nameOf) })
    : m.t('conflicts.alarm.none', { victim, of: finding.of.map(nameOf), orders: finding.orders });
}

/** Everything that the figure shows, a sentence each. */
export function conflictsText(model: ConflictsModel, m: Messages, word: TickWord = 'move'): readonly string[] {
  const { nodes, edges, verdicts, left } = model;
  if (nodes.length === 0) return [m.t('conflicts.none')];
  return [
    ...verdicts.map((verdict) => verdictText(verdict, m, word)),
    ...nodes.map((node) =>
      m.t('conflicts.node', { name: nodeName(node, m), state: stateWord(node, m), isPivot: node.isPivot }),
    ),
    ...(edges.length === 0 ? [m.t('conflicts.noEdges')] : edges.map((edge) => edgeText(edge, m, word))),
    ...(left === 0 ? [] : [m.t('conflicts.left', { count: left })]),
  ];
}
