/**
 * The transactions that are serializable, and their rw-conflicts: a drawing, and below it each arrow's read and write.
 * First the sentence about whoever had to roll back.
 */
import '../../base/messages/en/conflicts.ts';
import type { SerialFinding } from '../../engine/stage/serial-types.ts';
import { useMessages } from '../../ui/messages.tsx';
import { SSI_MARK } from '../../viewmodel/score/marks-ssi.ts';
import {
  GRAPH_WIDTH,
  graphPlaces,
  NODE_RADIUS,
  type Place,
  type PlacedEdge,
  placedEdges,
} from '../../viewmodel/stage/conflict-graph.ts';
import {
  alarmText,
  conflictsText,
  edgeShort,
  edgeText,
  nodeName,
  stateWord,
  type TickWord,
  verdictText,
} from '../../viewmodel/stage/conflict-words.ts';
import type { ConflictNode, ConflictsModel } from '../../viewmodel/stage/conflicts.ts';
import styles from './conflicts.module.css';

interface ConflictGraphProps {
  readonly model: ConflictsModel;
  /** Whether the failure was a false alarm; undefined: not known yet. */
  readonly finding?: SerialFinding | undefined;
  /** What a tick is called around it. */
  readonly word?: TickWord;
}

export function ConflictGraph({ model, finding, word = 'move' }: ConflictGraphProps) {
  const messages = useMessages();
  const { t } = messages;
  const { nodes, edges, verdicts, left } = model;
  if (nodes.length === 0) return <p className={styles.quiet}>{t('conflicts.none')}</p>;
  const { height, places } = graphPlaces(nodes.length);
  return (
    <div className={styles.box}>
      {verdicts.map((verdict) => (
        <p
          key={`${verdict.structure.step} ${verdict.victim.number} ${verdict.structure.out}`}
          className={styles.verdict}
          data-verdict={verdict.structure.failure ?? 'doomed'}
          data-mark={SSI_MARK.told(`verdict ${verdict.victim.number}`)}
        >
          {verdictText(verdict, messages, word)}
        </p>
      ))}
      <svg
        className={styles.drawing}
        viewBox={`0 0 ${GRAPH_WIDTH} ${height}`}
        role="img"
        aria-label={t('conflicts.picture', { nodes: nodes.length, edges: edges.length })}
        aria-description={conflictsText(model, messages, word).join(' ')}
      >
        {placedEdges(nodes, edges, places).map((placed) => (
          <Edge key={placed.edge.number} {...placed} />
        ))}
        {nodes.map((node, i) => {
          const at = places[i];
          return at === undefined ? null : <Node key={node.number} node={node} at={at} />;
        })}
      </svg>
      {verdicts.length > 0 && (
        <p className={styles.alarm} data-alarm={finding?.kind ?? 'asked'} aria-live="polite">
          {finding !== undefined && alarmText(finding, model, messages)}
        </p>
      )}
      <Edges {...model} word={word} />
      {left > 0 && <p className={styles.quiet}>{t('conflicts.left', { count: left })}</p>}
      {verdicts.length > 0 && (
        <p className={`${styles.quiet} hidden-on-stage`}>
          {t('conflicts.key.lit')} · {t('conflicts.key.victim')}
        </p>
      )}
    </div>
  );
}

/** What each arrow says; in short, if a sentence above tells what was read and written. */
function Edges({ edges, verdicts, word }: ConflictsModel & { readonly word: TickWord }) {
  const messages = useMessages();
  const told = new Set(verdicts.flatMap(({ inEdge, outEdge }) => [inEdge, outEdge]));
  if (edges.length === 0) return <p className={styles.quiet}>{messages.t('conflicts.noEdges')}</p>;
  return (
    <ol className={styles.edges}>
      {edges.map((edge) => (
        <li
          key={edge.number}
          data-mark={SSI_MARK.told(`conflict ${edge.number}`)}
          data-new={edge.isNew}
          style={{ ['--hue' as string]: edge.reader.session.hue }}
        >
          <span className={styles.listed} aria-hidden="true">
            {edge.number}
          </span>
          <span>{told.has(edge) ? edgeShort(edge, messages) : edgeText(edge, messages, word)}</span>
        </li>
      ))}
    </ol>
  );
}

/** On stage a letter has this size in the drawing's own units. */
const ON_STAGE = 20;

function Edge({ edge, curve }: PlacedEdge) {
  const { tip, mark, angle } = curve;
  return (
    <g
      className={styles.edge}
      style={{ ['--hue' as string]: edge.reader.session.hue }}
      data-lit={edge.isLit}
      data-new={edge.isNew}
      data-edge={edge.number}
      data-mark={SSI_MARK.conflict({ reader: edge.reader.number, writer: edge.writer.number })}
      fontSize={ON_STAGE}
    >
      <path className={styles.line} d={curve.path} />
      <path className={styles.head} d="M0 0L-9 -4.5V4.5Z" transform={`translate(${tip.x} ${tip.y}) rotate(${angle})`} />
      <circle className={styles.mark} cx={mark.x} cy={mark.y} r={9} />
      <text className={styles.number} x={mark.x} y={mark.y} dy="0.36em">
        {edge.number}
      </text>
    </g>
  );
}

/** The cross of a victim, behind its letter and beyond its circle. */
const CROSS = 'M-19 -19L19 19M-19 19L19 -19';

function Node({ node, at }: { readonly node: ConflictNode; readonly at: Place }) {
  const messages = useMessages();
  const { t } = messages;
  const { session, state, isPivot, isVictim, remembered, number } = node;
  const name = number === null ? '…' : nodeName(node, messages);
  const word = number === null ? t('conflicts.old') : stateWord(node, messages);
  return (
    <g
      className={styles.node}
      style={{ ['--hue' as string]: session.hue }}
      transform={`translate(${at.x} ${at.y})`}
      data-node={name}
      data-mark={SSI_MARK.transaction(number)}
      data-state={state}
      data-remembered={remembered}
      fontSize={ON_STAGE}
    >
      {isPivot && <circle className={styles.pivot} r={NODE_RADIUS + 4} />}
      <circle className={styles.disc} r={NODE_RADIUS} />
      {isVictim && <path className={styles.cross} d={CROSS} data-failed={state === 'rolled-back'} />}
      <text className={styles.letter} dy="0.36em">
        {name}
      </text>
      <text className={styles.state} x={at.label.x} y={at.label.y} textAnchor={at.label.anchor}>
        {isPivot && t('conflicts.pivot')}
        <tspan className={styles.word}>{isPivot ? ` · ${word}` : word}</tspan>
      </text>
    </g>
  );
}
