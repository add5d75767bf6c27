/**
 * Who holds the removal horizon, and what a session believes about it: for each kind of relation a bar on the scale of
 * xids. Thin: removable. Dashed: has to be found out. Full: needed. 13 knows one number, so nothing is open there.
 */
import { useRef } from 'react';
import type { StageState } from '../../engine/stage-types.ts';
import {
  type HorizonBar,
  type HorizonsView as Horizons,
  horizonsView,
  placeOf,
  type SessionKnowledge,
} from '../../model/stage/horizons.ts';
import type { Selection } from '../../model/stage/selection.ts';
import { type SessionStyles, sessionStyles, styleOf } from '../../model/stage/session-style.ts';
import { shortXid } from '../../model/stage/xid-order.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { useRoom } from '../shared/room/use-room.ts';
import styles from './horizons.module.css';

export interface HorizonsProps {
  readonly state: StageState;
  /** The chosen session's beliefs are drawn, else the first one's. */
  readonly selection: Selection;
}

export function HorizonsView({ state, selection }: HorizonsProps) {
  const ref = useRef<HTMLDivElement>(null);
  const room = useRoom(ref);
  const { t } = useMessages();
  const view = horizonsView(state, selection);
  const sessions = sessionStyles(state.sessions.map(({ session }) => session));
  const { shown } = view;
  const letter = (name: string) => styleOf(sessions, name).letter || name;
  return (
    <div className={styles.box}>
      <Holders view={view} sessions={sessions} />
      {shown !== null && (
        <p className={styles.knows}>
          {shown.bars.length === 0
            ? t('axis.horizons.knowsNothing', { session: letter(shown.session) })
            : t('axis.horizons.knows', { session: letter(shown.session), computed: shown.computed })}
        </p>
      )}
      <div ref={ref}>
        {room !== null && shown !== null && shown.bars.length > 0 && (
          <Bars view={view} shown={shown} width={Math.min(room.width, room.em * GREATEST_WIDTH)} em={room.em} />
        )}
      </div>
      <p className={styles.note}>
        {t(view.era === 'recent' ? 'axis.horizons.note.recent' : 'axis.horizons.note.bounds')}
      </p>
      <Table view={view} letter={letter} />
    </div>
  );
}

/** Of the scale, in em. */
const GREATEST_WIDTH = 56;

function Holders({ view, sessions }: { readonly view: Horizons; readonly sessions: SessionStyles }) {
  const { t } = useMessages();
  return (
    <div className={styles.holders}>
      <strong className={styles.tag}>{t('axis.horizon', { xid: view.oldestNonRemovable })}</strong>
      {view.holders.length === 0 ? (
        <span>{t('axis.horizons.nobody')}</span>
      ) : (
        <>
          <span className={styles.quiet}>{t('axis.horizons.holders')}</span>
          <ul className={styles.who}>
            {view.holders.map(({ kind, who, xid }) => {
              const { letter, hue } = styleOf(sessions, who);
              return (
                <li key={`${kind} ${who} ${xid}`} style={{ borderColor: hue }}>
                  {t('axis.horizons.holder', { kind, who: letter || who, xid })}
                </li>
              );
            })}
          </ul>
        </>
      )}
    </div>
  );
}

interface BarsProps {
  readonly view: Horizons;
  readonly shown: SessionKnowledge;
  readonly width: number;
  readonly em: number;
}

/** Marks stand equally far apart: the order counts, not the distance, which may be millions. */
function Bars({ view, shown, width, em }: BarsProps) {
  const { t } = useMessages();
  const { marks, oldestAt, nextAt } = view;
  const x = (place: number) => ((place + 1) * width) / (marks.length + 1);
  const top = em * 3.6;
  const rowHeight = em * 2.9;
  const height = top + shown.bars.length * rowHeight + em * 0.4;
  const letters = Math.max(...marks.map(({ xid }) => String(xid).length));
  const isTight = width / (marks.length + 1) < em * (letters * 0.62 + 0.6);
  const words = shown.bars.map((bar) => barText(bar, t)).join('; ');
  return (
    <svg className={styles.scale} width={width} height={height} role="img" aria-label={words}>
      {marks.map(({ xid, full }, i) => (
        <g key={full}>
          <line
            className={i === nextAt ? styles.next : styles.grid}
            x1={x(i)}
            x2={x(i)}
            y1={top - em * 0.9}
            y2={height}
          />
          {(!isTight || i === oldestAt || i === nextAt || i === 0) && (
            <text className={styles.xid} x={x(i)} y={top - em * 1.3} textAnchor="middle">
              {xid}
            </text>
          )}
        </g>
      ))}
      <text className={styles.role} x={x(oldestAt)} y={em * 0.95} textAnchor={anchorAt(oldestAt, marks.length)}>
        {t('axis.horizons.isHorizon', { both: oldestAt === nextAt })}
      </text>
      {oldestAt !== nextAt && (
        <text className={styles.role} x={x(nextAt)} y={em * 0.95} textAnchor={anchorAt(nextAt, marks.length)}>
          {t('axis.next')}
        </text>
      )}
      {shown.bars.map((bar, i) => (
        <BarShape key={bar.kind} {...{ bar, view, x, width, em }} top={top + i * rowHeight} />
      ))}
      <line className={styles.horizon} x1={x(oldestAt)} x2={x(oldestAt)} y1={top - em * 0.9} y2={height} />
      {shown.bars.map((bar, i) => (
        <BarWords key={bar.kind} {...{ bar, view, x, width, em }} top={top + i * rowHeight} />
      ))}
    </svg>
  );
}

const anchorAt = (place: number, count: number): 'start' | 'middle' | 'end' =>
  count === 1 ? 'middle' : place === count - 1 ? 'start' : 'middle';

type T = ReturnType<typeof useMessages>['t'];
const barText = ({ kind, from, to }: HorizonBar, t: T): string =>
  t('axis.horizons.barText', { kind, from: shortXid(from), to: shortXid(to), same: from === to });

interface BarProps {
  readonly bar: HorizonBar;
  readonly view: Horizons;
  readonly x: (place: number) => number;
  readonly width: number;
  readonly em: number;
  readonly top: number;
}

/** Where its three parts lie. */
function barPlaces({ bar, view, x, em, top }: BarProps) {
  const barTop = top + em * 1.3;
  const barHeight = em * 1.25;
  const [from, to] = [x(placeOf(view.marks, bar.from)), x(placeOf(view.marks, bar.to))];
  return { from, to, barTop, barHeight, middle: barTop + barHeight / 2 };
}

function BarShape(props: BarProps) {
  const { from, to, barTop, barHeight, middle } = barPlaces(props);
  return (
    <g>
      <line className={styles.thread} x1={0} x2={from} y1={middle} y2={middle} />
      {to > from && <rect className={styles.unknown} x={from} y={barTop} width={to - from} height={barHeight} />}
      <rect className={styles.solid} x={to} y={barTop} width={props.width - to} height={barHeight} />
    </g>
  );
}

function BarWords(props: BarProps) {
  const { bar, view, x, width, em, top } = props;
  const { from, to, middle } = barPlaces(props);
  // Beside the horizon's line, not across it.
  const line = x(view.oldestAt);
  const { t } = useMessages();
  const inside = (key: 'gone' | 'open' | 'needed', left: number, right: number) => {
    const text = t(`axis.horizons.${key}`);
    return right - left < text.length * em * 0.55 + em * 0.6 ? null : (
      <text className={styles[key]} x={(left + right) / 2} y={middle} dy="0.35em" textAnchor="middle">
        {text}
      </text>
    );
  };
  return (
    <g>
      <text className={styles.kind} y={top + em * 0.9}>
        {t('axis.horizons.bar', { kind: bar.kind })}
      </text>
      {inside('gone', 0, line < from ? line : from)}
      {inside('open', from, to)}
      {inside('needed', to, width)}
    </g>
  );
}

function Table({ view, letter }: { readonly view: Horizons; readonly letter: (name: string) => string }) {
  const { t } = useMessages();
  if (view.sessions.length < 2) return null;
  const of = (row: SessionKnowledge, kind: HorizonBar['kind'], end: 'from' | 'to') => {
    const bar = row.bars.find((each) => each.kind === kind);
    return bar === undefined ? '–' : shortXid(bar[end]);
  };
  const name = {
    key: 'session',
    head: t('axis.horizons.table.session'),
    cell: (row: SessionKnowledge) =>
      letter(row.session) === row.session ? row.session : `${letter(row.session)} ${row.session}`,
  };
  const number = (key: string, head: string, cell: (row: SessionKnowledge) => number | string) => ({
    key,
    head,
    kind: 'number' as const,
    cell,
  });
  const columns =
    view.era === 'recent'
      ? [
          name,
          number('data', t('axis.horizons.table.recentData'), (row) => of(row, 'recentData', 'from')),
          number('all', t('axis.horizons.table.recent'), (row) => of(row, 'recent', 'from')),
        ]
      : [
          name,
          number('maybe', t('axis.horizons.table.maybe'), (row) => of(row, 'data', 'from')),
          number('definitely', t('axis.horizons.table.definitely'), (row) => of(row, 'data', 'to')),
          number('computed', t('axis.horizons.table.computed'), (row) => row.computed ?? '–'),
        ];
  return (
    <DataTable
      caption={t(view.era === 'recent' ? 'axis.horizons.table.recentCaption' : 'axis.horizons.table')}
      columns={columns}
      rows={view.sessions}
      rowKey={(row) => row.session}
    />
  );
}
