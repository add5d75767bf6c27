/**
 * The scrubber: ticks from left to right with a mark for each (or for several, if there are many), the cursor, and the
 * other branches below, each a button. Drag, tap, or the keys of a slider.
 */

import '../../base/messages/en/lanes.ts';
import { type KeyboardEvent, memo, type PointerEvent, useMemo, useRef } from 'react';
import { useSize } from '../../ui/hooks.ts';
import { useMessages } from '../../ui/messages.tsx';
import { letterCount } from '../../viewmodel/picture-text.ts';
import { whoWord } from '../../viewmodel/stage/lane-words.ts';
import {
  type MarkKind,
  type TimelineBranch,
  type TimelineModel,
  timelineColumns,
  timelineKey,
} from '../../viewmodel/stage/timeline.ts';
import styles from './timeline.module.css';

interface MarkShapeProps {
  /** `many`: several ticks, and nothing special. */
  readonly kind: MarkKind | 'many';
  readonly cx: number;
  readonly cy: number;
  readonly hue: string;
  /** On hover. */
  readonly title?: string;
}

/** The shape of a tick's mark: it shows the kind of event without hue. */
function MarkShape({ kind, cx, cy, hue, title = '' }: MarkShapeProps) {
  return (
    <g transform={`translate(${Math.round(cx * 2) / 2} ${cy})`} data-mark={kind}>
      {title !== '' && <title>{title}</title>}
      <Shape kind={kind} hue={hue} />
    </g>
  );
}

function Shape({ kind, hue }: Pick<MarkShapeProps, 'kind' | 'hue'>) {
  const line = { fill: 'none', stroke: hue, strokeWidth: 2 } as const;
  switch (kind) {
    case 'snapshot':
      return <path d="M-1.5 -7H-4V7H-1.5M1.5 -7H4V7H1.5" {...line} />;
    case 'commit':
      return <circle r="5" fill={hue} />;
    case 'wait':
      return <path d="M0 -8V8" {...line} strokeWidth="4" strokeDasharray="3 2.6" />;
    case 'error':
      return <path d="M-4.5 -5L4.5 5M4.5 -5L-4.5 5" {...line} strokeWidth="2.6" />;
    case 'deadlock':
      return (
        <>
          <circle r="6" fill="var(--paper)" stroke={hue} strokeWidth="2" />
          <path d="M-2.6 -2.6L2.6 2.6M2.6 -2.6L-2.6 2.6" {...line} />
        </>
      );
    case 'time':
      return <path d="M-4 -6H4L-4 6H4Z" fill="var(--ink)" />;
    case 'end':
      return <path d="M-4 -6H4V6H-4Z" fill="var(--ink)" />;
    case 'many':
      return <path d="M0 -5V5" {...line} />;
    case 'plain':
      return <path d="M0 -7V7" {...line} strokeWidth="4" />;
  }
}

interface BranchRowProps {
  readonly branch: TimelineBranch;
  readonly width: number;
  readonly x: (tick: number) => number;
  /** The position where a branch leaves after a tick. */
  readonly leave: (at: number) => number;
  /** The positions where the lines of the branches below pass. */
  readonly through: readonly number[];
  readonly pitch: number;
  readonly onSeek: (tick: number, branch?: number) => void;
}

const ROW_HEIGHT = 26;
/** The height of its line. */
const Y = 13;
/** The approximate width of a character of the name, in px: decides the side of the name. */
const CHAR_PX = 7.2;

/** Another branch below the scrubber: it leaves at its tick, and its name is its first step. */
function BranchRow({ branch, width, x, leave, through, pitch, onSeek }: BranchRowProps) {
  const messages = useMessages();
  const { t } = messages;
  const { id, at, length, start, marks } = branch;
  const who = 'session' in start ? whoWord(start.session, messages) : '';
  const name = t('lanes.timeline.branch', {
    id,
    start: start.kind,
    who,
    step: 'step' in start ? start.step : '',
  });
  const [from, to] = [leave(at), Math.max(x(length), leave(at) + 12)];
  const needed = letterCount(name) * CHAR_PX + 16;
  const isRight = width - to >= needed || width - to >= from;
  return (
    <li className={styles.row}>
      <button
        type="button"
        className={styles.branch}
        onClick={() => onSeek(Math.min(at + 1, length), id)}
        aria-label={t('lanes.timeline.goTo', { name, at })}
      >
        <svg width={width} height={ROW_HEIGHT} aria-hidden="true" focusable="false">
          {[...new Set(through)].map((at) => (
            <path key={at} className={styles.way} d={`M${at} 0V${ROW_HEIGHT}`} />
          ))}
          <path className={styles.way} d={`M${from} 0V${Y - 5}Q${from} ${Y} ${from + 5} ${Y}H${to}`} />
          {pitch >= 7 &&
            marks.map(({ tick, kind, whose }) => (
              <MarkShape key={tick} kind={kind} cx={x(tick)} cy={Y} hue={whose.hue} />
            ))}
        </svg>
        <span
          className={styles.name}
          style={
            isRight
              ? { left: to + 10, maxWidth: Math.max(0, width - to - 10) }
              : { right: width - from + 8, maxWidth: Math.max(0, from - 8) }
          }
        >
          {name}
        </span>
      </button>
    </li>
  );
}

export interface TimelineProps {
  readonly model: TimelineModel;
  /** Go to a tick; of another branch, if there is a second argument. */
  readonly onSeek: (tick: number, branch?: number) => void;
  /** Says in a few words what the tick at the cursor did; read out as the slider's value. */
  readonly what?: string;
}

/** If several ticks share a place, these kinds show only the mark for many. */
const QUIET: ReadonlySet<MarkKind> = new Set(['plain', 'snapshot', 'commit']);
/** Room at both ends, so that a mark there is whole. */
const PAD = 12;
/** Marks closer than this are drawn as one. */
const LEAST_PX = 7;
/** Letters need this much. */
const LETTER_PX = 13;
const HEIGHT = 40;
const LINE_Y = 27;

/** Seeks by pointer and by keys. */
function useSeek(model: TimelineModel, pitch: number, onSeek: (tick: number) => void) {
  const { tick, length } = model;
  const seekTo = (event: PointerEvent<HTMLElement>): void => {
    const left = event.currentTarget.getBoundingClientRect().left;
    const to = Math.max(0, Math.min(length, Math.round((event.clientX - left - PAD) / pitch)));
    if (to !== tick) onSeek(to);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    seekTo(event);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const to = timelineKey(event.key, model);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (to !== tick) onSeek(to);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTo(event);
  };
  return { onPointerDown, onPointerMove, onKeyDown };
}

export function Timeline({ model, onSeek, what = '' }: TimelineProps) {
  const { t } = useMessages();
  const root = useRef<HTMLDivElement>(null);
  const width = useSize(root)?.width ?? 320;
  const pitch = (width - 2 * PAD) / model.longest;
  const x = (tick: number): number => PAD + tick * pitch;
  /** Branches leave between two ticks. */
  const leave = (at: number): number => x(at) + Math.min(pitch / 2, 14);
  const { tick, length } = model;
  // The branch that leaves last is in the nearest row: the lines of the others pass on its left.
  const rows = useMemo(() => model.branches.toSorted((a, b) => b.at - a.at || a.id - b.id), [model.branches]);

  const branch = model.branches.length > 0 ? ` · ${t('lanes.ghost', { branches: [model.branch] })}` : '';
  const rest = `${t('lanes.timeline.of', { length })}${branch}`;

  const seek = useSeek(model, pitch, onSeek);
  return (
    <div className={styles.timeline}>
      <p
        className={styles.caption}
        data-widest={`${t('lanes.timeline.at', { tick: length })} ${rest}`}
        aria-hidden="true"
      >
        <b>{t('lanes.timeline.at', { tick })}</b> {rest}
      </p>
      <div ref={root} className={styles.tracks}>
        <div
          role="slider"
          tabIndex={0}
          className={styles.track}
          aria-label={t('lanes.timeline.label')}
          aria-valuemin={0}
          aria-valuemax={length}
          aria-valuenow={tick}
          aria-valuetext={t('lanes.timeline.value', { tick, length, what })}
          {...seek}
        >
          <Track model={model} width={width} x={x} pitch={pitch} leave={leave} />
        </div>
        {model.branches.length > 0 && (
          <ul className={styles.branches} aria-label={t('lanes.timeline.branches')}>
            {rows.map((branch, i) => (
              <BranchRow
                key={branch.id}
                branch={branch}
                width={width}
                x={x}
                leave={leave}
                through={rows.slice(i + 1).map(({ at }) => leave(at))}
                pitch={pitch}
                onSeek={onSeek}
              />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

interface TrackProps {
  readonly model: TimelineModel;
  readonly width: number;
  readonly x: (tick: number) => number;
  readonly pitch: number;
  readonly leave: (at: number) => number;
}

/** Done and planned ticks with their marks, pale behind the cursor, and the places where branches leave. */
function Track({ model, width, x, pitch, leave }: TrackProps) {
  const { tick, length } = model;
  const behind = x(tick) + Math.min(pitch / 2, 9);
  return (
    <svg width={width} height={HEIGHT} aria-hidden="true" focusable="false">
      <line className={styles.done} x1={x(0)} x2={x(tick)} y1={LINE_Y} y2={LINE_Y} />
      <line className={styles.planned} x1={x(tick)} x2={x(length)} y1={LINE_Y} y2={LINE_Y} />
      <line className={styles.start} x1={x(0)} x2={x(0)} y1={LINE_Y - 8} y2={LINE_Y + 8} />
      <Marks marks={model.marks} pitch={pitch} />
      {tick < length && (
        <rect
          className={styles.future}
          x={behind}
          y={0}
          width={Math.max(0, x(length) - behind + PAD)}
          height={HEIGHT}
        />
      )}
      <Leaves branches={model.branches} leave={leave} />
      <rect className={styles.cursor} x={x(tick) - 7} y={LINE_Y - 11} width={14} height={22} />
    </svg>
  );
}

/** The current branch's marks: they stay the same while the cursor moves. */
const Marks = memo(function Marks({ marks, pitch }: Pick<TimelineModel, 'marks'> & { readonly pitch: number }) {
  const messages = useMessages();
  const columns = useMemo(() => timelineColumns(marks, pitch, LEAST_PX), [marks, pitch]);
  return columns.map(({ from, to, kind, session, whose }) => {
    const cx = PAD + ((from + to) / 2) * pitch;
    return (
      <g key={from}>
        {pitch >= LETTER_PX && session !== null && session.letter !== '' && (
          <text className={styles.letter} x={cx} y={11} fill={session.hue}>
            {session.letter}
          </text>
        )}
        <MarkShape
          kind={to > from && QUIET.has(kind) ? 'many' : kind}
          cx={cx}
          cy={LINE_Y}
          hue={whose === null ? 'var(--ink)' : whose.hue}
          title={whose === null ? '' : whoWord(whose, messages)}
        />
      </g>
    );
  });
});

function Leaves({
  branches,
  leave,
}: {
  readonly branches: readonly TimelineBranch[];
  readonly leave: (at: number) => number;
}) {
  const places = [...new Set(branches.map(({ at }) => at))];
  return places.map((at) => (
    <path key={at} className={styles.leaves} d={`M${leave(at)} ${LINE_Y - 5}l5 5l-5 5l-5 -5z`} />
  ));
}
