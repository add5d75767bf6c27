/**
 * Why a session sees a version, or does not: the engine's questions one below the other, the deciding one in the only
 * inverse block, and one concluding sentence. A settled part, an insertion that counts, is one line until it is opened.
 */
import '../../base/messages/en/heap-explain.ts';
import { type CSSProperties, memo, useState } from 'react';
import { cx } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { MARK } from '../../viewmodel/score/marks.ts';
import type { ExplainLine, ExplainModel, ExplainPart } from '../../viewmodel/stage/explain.ts';
import {
  answerWords,
  conclusionWords,
  explainTitle,
  functionWords,
  meaningWords,
  partTitle,
  questionWords,
  settledWords,
} from '../../viewmodel/stage/explain-words.ts';
import { ctidText } from '../../viewmodel/stage/heap-words.ts';
import type { Selection } from '../../viewmodel/stage/selection.ts';
import { Eye, XidMark } from '../shared/xid-mark/XidMark.tsx';
import styles from './explain.module.css';

export interface ExplainViewProps {
  /** Null: no version and session are chosen, or there is no such version. */
  readonly model: ExplainModel | null;
  /** For the invitation when there is nothing to explain; `letter` is the chosen session's. */
  readonly chosen?: { readonly letter: string | null; readonly tuple: Selection['tuple'] };
  readonly onXid?: (xid: number) => void;
  readonly headingLevel?: 2 | 3;
  /** Next to another server's path: the number of the first question whose answers differ. It is never folded away. */
  readonly parting?: number | null;
}

/** Redrawn when the model or the choice is another object. */
export const ExplainView = memo(function ExplainView({
  model,
  chosen,
  onXid,
  headingLevel = 2,
  parting = null,
}: ExplainViewProps) {
  const messages = useMessages();
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  if (model === null) return <Invitation chosen={chosen} heading={Heading} />;
  const { ref, session } = model;
  return (
    <section className={styles.explain} style={{ '--hue': session.hue } as CSSProperties} data-mark={MARK.why}>
      <Heading className={styles.title}>{explainTitle(model, messages)}</Heading>
      {/* Another question starts folded. */}
      <Path key={`${session.name} ${ref.table} ${ctidText(ref)}`} model={model} parting={parting} />
      <Conclusion model={model} onXid={onXid} />
    </section>
  );
});

function Invitation({ chosen, heading: Heading }: { chosen: ExplainViewProps['chosen']; heading: 'h2' | 'h3' }) {
  const { t } = useMessages();
  const letter = chosen?.letter ?? null;
  const tuple = chosen?.tuple ?? null;
  const hint =
    tuple !== null && letter === null
      ? t('heap.explain.needSession', { ctid: ctidText(tuple) })
      : tuple === null && letter !== null
        ? t('heap.explain.needTuple', { who: letter })
        : t('heap.explain.emptyHint');
  return (
    <section className={styles.explain}>
      <Heading className={styles.title}>{t('heap.explain.emptyTitle')}</Heading>
      <p className={styles.why}>{hint}</p>
    </section>
  );
}

function Path({ model, parting }: { readonly model: ExplainModel; readonly parting: number | null }) {
  const messages = useMessages();
  const { t } = messages;
  const [open, setOpen] = useState(false);
  const all = model.parts.flatMap((part) => part.lines);
  const before = all.filter(({ deciding }) => !deciding);
  const last = before.at(-1)?.number ?? 0;
  const allNo = before.every(({ answer }) => !answer);
  const toggle = () => setOpen((was) => !was);
  return (
    <div className={styles.path} data-open={open || undefined}>
      {before.length > 0 && (
        // Only on a narrow figure: there the deciding question comes first.
        <button type="button" className={cx(styles.fold, styles.foldAll)} aria-expanded={open} onClick={toggle}>
          {t(allNo ? 'heap.explain.stepsNo' : 'heap.explain.steps', { from: 1, to: last })}
        </button>
      )}
      {model.parts.map((part) => (
        <Part
          key={part.name}
          part={part}
          model={model}
          open={open}
          onToggle={toggle}
          alone={model.parts.length === 1}
          parting={parting}
        />
      ))}
    </div>
  );
}

interface PartProps {
  readonly part: ExplainPart;
  readonly model: ExplainModel;
  readonly open: boolean;
  readonly onToggle: () => void;
  /** No other part: it needs no heading. */
  readonly alone: boolean;
  readonly parting: number | null;
}
function Part({ part, model, open, onToggle, alone, parting }: PartProps) {
  const messages = useMessages();
  const lines = part.settled && !open ? part.lines.filter(({ number }) => number === parting) : part.lines;
  const first = part.lines[0]?.number ?? 0;
  const steps = messages.t('heap.explain.steps', { from: first, to: part.lines.at(-1)?.number ?? first });
  return (
    <div>
      {part.settled ? (
        <button type="button" className={cx(styles.fold, styles.foldPart)} aria-expanded={open} onClick={onToggle}>
          <span>{settledWords(model, messages)}</span>
          <span className={styles.steps}>{steps}</span>
        </button>
      ) : (
        !alone && <p className={styles.partTitle}>{partTitle(part, messages)}</p>
      )}
      {lines.length > 0 && (
        <ol className={styles.lines} start={lines[0]?.number}>
          {lines.map((line) => (
            <Line key={line.number} line={line} model={model} parts={line.number === parting} />
          ))}
        </ol>
      )}
    </div>
  );
}

interface LineProps {
  readonly line: ExplainLine;
  readonly model: ExplainModel;
  /** From here on the other server's path is another one. */
  readonly parts: boolean;
}

function Line({ line, model, parts }: LineProps) {
  const messages = useMessages();
  return (
    <li
      className={cx(styles.line, line.deciding && styles.deciding)}
      data-question={line.question ?? undefined}
      data-deciding={line.deciding || undefined}
      data-parting={parts || undefined}
      data-mark={line.deciding ? 'reason' : undefined}
    >
      <span className={styles.number} aria-hidden="true">
        {line.number}
      </span>
      <span className={styles.question}>{questionWords(line, model, messages)}</span>
      <span className={styles.answer}>{answerWords(line, messages)}</span>
      <span className={styles.foot}>
        <code className={styles.functionName}>{functionWords(line, model)}</code>
        {line.deciding && <span className={styles.meaning}>{meaningWords(model, messages)}</span>}
      </span>
    </li>
  );
}

function Conclusion({ model, onXid }: { readonly model: ExplainModel; readonly onXid: ExplainViewProps['onXid'] }) {
  const messages = useMessages();
  const { head, why } = conclusionWords(model, messages);
  const { about, session, visible, failed } = model;
  return (
    <div className={styles.conclusion}>
      <Eye sees={visible && !failed} hue={session.hue} />
      <div>
        <p className={styles.head}>{head}</p>
        <p className={styles.why}>{why}</p>
        {about !== null && onXid !== undefined && (
          <button type="button" className={styles.xid} onClick={() => onXid(about.xid)}>
            <XidMark status={about.fill} owner={about.owner} />
            {messages.t('heap.explain.xid', { xid: about.xid, fill: about.fill })}
          </button>
        )}
      </div>
    </div>
  );
}
