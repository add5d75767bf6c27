/**
 * The header's fields of a row version: t_xmin and t_xmax with the mark of the session that has the xid, a padlock on an
 * xmax that only locks, the members of a multixact, and the other fields as numbers.
 */
import { cx } from '../../ui/Button.tsx';
import { MARK } from '../../viewmodel/score/marks.ts';
import type { HeapVersion } from '../../viewmodel/stage/heap.ts';
import type { XidNote } from '../../viewmodel/stage/heap-facts.ts';
import { type Box, cutMono, type HeapLayout, middle, sharp } from '../../viewmodel/stage/heap-layout.ts';
import { hex } from '../../viewmodel/stage/heap-words.ts';
import { XidMarkShape } from '../shared/xid-mark/XidMark.tsx';
import styles from './heap-page.module.css';

interface FieldsProps {
  readonly version: HeapVersion;
  readonly layout: HeapLayout;
  readonly xid: number | null;
  /** The word for an xmax that only locks. */
  readonly lock: string;
}
export function Fields({ version, layout, xid, lock }: FieldsProps) {
  const { em, pitch, row, fields } = layout;
  const { tuple, xmin } = version;
  const y = middle(layout);
  const roomy = pitch >= 1.5 * em;
  const text = (name: string, box: Box): string => {
    switch (name) {
      case 't_cid':
        return cutMono(String(tuple.cid), box.width, em);
      case 't_ctid':
        return cutMono(tuple.next, box.width, em);
      case 't_infomask2':
        return roomy ? hex(tuple.infomask2) : '';
      case 't_infomask':
        return hex(tuple.infomask);
      case 't_hoff':
        return roomy ? String(tuple.hoff) : '';
      default:
        return '';
    }
  };
  return (
    <>
      {fields.map(({ name, x, width }, i) => (
        <g key={name}>
          {i > 0 && <path className={styles.hair} d={`M${sharp(x)} 2V${row.boxHeight - 1}`} />}
          {name === 't_xmin' && (
            <g data-mark={MARK.xmin(version.ctid)}>
              <XidCell note={xmin} xid={tuple.xmin} at={{ x, width }} layout={layout} chosen={xid} />
            </g>
          )}
          {name === 't_xmax' && (
            <XmaxCell version={version} at={{ x, width }} layout={layout} chosen={xid} lock={lock} />
          )}
          {name === 'nulls' && (
            <rect
              className={styles.sunken}
              x={x + 1}
              y={1.5}
              width={Math.max(0, width - 1.5)}
              height={row.boxHeight - 5}
            />
          )}
          {name !== 't_xmin' && name !== 't_xmax' && text(name, { x, width }) !== '' && (
            <text className={styles.number} x={x + width / 2} y={y} textAnchor="middle">
              {text(name, { x, width })}
            </text>
          )}
        </g>
      ))}
    </>
  );
}

interface XmaxCellProps extends Pick<XidCellProps, 'at' | 'layout' | 'chosen'> {
  readonly version: HeapVersion;
  /** The word for one that only locks. */
  readonly lock: string;
}
function XmaxCell({ version, at, layout, chosen, lock }: XmaxCellProps) {
  const { tuple, xmax, ctid } = version;
  return (
    <g data-mark={MARK.xmax(ctid)}>
      <XidCell
        note={markOf(version)}
        xid={tuple.xmax}
        at={at}
        layout={layout}
        chosen={chosen}
        members={membersOf(version)}
        void={xmax.kind === 'none' && tuple.xmax !== 0}
        {...(xmax.kind === 'lock' ? { lock } : {})}
      />
    </g>
  );
}

/** The mark in t_xmax: the session that changes the row, else its only lock holder; several holders have no mark. */
function markOf({ xmax }: HeapVersion) {
  if (xmax.kind === 'change') return xmax.multi ? null : xmax.by;
  if (xmax.kind === 'lock') return xmax.multi ? null : (xmax.holders[0] ?? null);
  return xmax.note;
}

const membersOf = ({ xmax }: HeapVersion): readonly XidNote[] =>
  xmax.kind === 'none' || !xmax.multi ? [] : xmax.kind === 'change' ? [xmax.by, ...xmax.holders] : xmax.holders;

interface XidCellProps {
  readonly note: XidNote | null;
  readonly xid: number;
  readonly at: Box;
  readonly layout: HeapLayout;
  readonly chosen: number | null;
  /** The members, for a multixact. */
  readonly members?: readonly XidNote[];
  readonly void?: boolean;
  /** The lock only protects the row: the word that says so. */
  readonly lock?: string;
}

/** Below this height, in em, a box has no room for a word below its xid. */
const TWO_LINES_FROM = 2.2;

/** An xid in its cell; if it only locks, above the word, or without room next to the padlock. */
function XidCell(props: XidCellProps) {
  const { lock, at, layout } = props;
  if (lock === undefined) return <Xid {...props} />;
  const { em, row } = layout;
  if (row.boxHeight < TWO_LINES_FROM * em)
    return (
      <>
        <g transform={`translate(${-0.42 * em} 0)`}>
          <Xid {...props} />
        </g>
        <LockMark word="" x={at.x + at.width - 0.35 * em} y={row.boxHeight / 2 + 0.34 * em} em={em} />
      </>
    );
  return (
    <>
      <g transform={`translate(0 ${-0.5 * em})`}>
        <Xid {...props} />
      </g>
      <LockMark word={lock} x={at.x + at.width / 2} y={row.boxHeight / 2 + 0.98 * em} em={em} />
    </>
  );
}

/** A padlock and its word, if there is room for one, centred at x; y: the word's base line. */
function LockMark({ word, x, y, em }: { word: string; x: number; y: number; em: number }) {
  const size = 0.8 * em;
  const wide = [...word].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 1 : 0.6), 0) * size;
  const [w, h] = [0.62 * em, 0.42 * em];
  const left = x - (w + 0.25 * em + wide) / 2;
  return (
    <g data-lock="">
      <rect className={styles.lockBody} x={left} y={y - h} width={w} height={h} />
      <path
        className={styles.lockBow}
        d={`M${left + 0.13 * em} ${y - h}v${-0.12 * em}a${0.18 * em} ${0.18 * em} 0 0 1 ${0.36 * em} 0v${0.12 * em}`}
      />
      {word !== '' && (
        <text className={styles.lockWord} x={left + w + 0.25 * em} y={y} fontSize={size}>
          {word}
        </text>
      )}
    </g>
  );
}

function Xid(props: Omit<XidCellProps, 'lock'>) {
  const { note, xid, at, layout, chosen, members = [], void: isVoid = false } = props;
  const { x, width } = at;
  const { em, row } = layout;
  const y = middle(layout);
  if (members.length > 0) return <MultiCell xid={xid} members={members} at={{ x, width }} layout={layout} />;
  if (note === null)
    return (
      <text className={cx(styles.number, isVoid && styles.isVoid)} x={x + width / 2} y={y} textAnchor="middle">
        {cutMono(String(xid), width, em)}
      </text>
    );
  const r = 0.42 * em;
  const digits = cutMono(String(xid), width - 1.7 * em, em);
  const from = x + Math.max(0.25 * em, (width - (digits.length * 0.6 + 1.35) * em) / 2);
  return (
    <>
      {chosen === xid && (
        <rect
          x={x + 1}
          y={1}
          width={Math.max(0, width - 2)}
          height={row.boxHeight - 2}
          fill="none"
          stroke={note.owner.hue}
          strokeWidth="2"
        />
      )}
      <XidMarkShape cx={from + r * 1.15} cy={row.boxHeight / 2} r={r} status={note.fill} hue={note.owner.hue} />
      <text className={cx(styles.xid, isVoid && styles.isVoid)} x={from + 1.35 * em} y={y} fill={note.owner.hue}>
        {digits}
      </text>
    </>
  );
}

/** A multixact: the marks of its members, as many as fit, and its own number. */
function MultiCell(props: { xid: number; members: readonly XidNote[]; at: Box; layout: HeapLayout }) {
  const { xid, members, at, layout } = props;
  const { em, row } = layout;
  const r = 0.36 * em;
  const step = 2.5 * r;
  const number = cutMono(String(xid), at.width - 0.3 * em, em);
  const room = Math.floor((at.width - (number.length * 0.6 + 0.7) * em) / step);
  const shown = members.slice(0, Math.max(0, room));
  const from = at.x + (at.width - shown.length * step - (number.length * 0.6 + 0.2) * em) / 2;
  return (
    <>
      {shown.map((member, i) => (
        <XidMarkShape
          key={member.xid}
          cx={from + i * step + r}
          cy={row.boxHeight / 2}
          r={r}
          status={member.fill}
          hue={member.owner.hue}
        />
      ))}
      <text className={styles.number} x={from + shown.length * step + 0.2 * em} y={middle(layout)}>
        {number}
      </text>
    </>
  );
}
