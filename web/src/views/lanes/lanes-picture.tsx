/**
 * The lanes as one SVG, for a picture that leaves the page: heads, threads, cards, waits, now. All its lengths follow
 * from the model, the width and the text's size; nothing is measured, nothing can be clicked.
 */

import '../../base/messages/en/lanes.ts';
import { useMessages } from '../../ui/messages.tsx';
import { cutText, textWidth } from '../../viewmodel/picture-text.ts';
import { laneStateWord, lanesText } from '../../viewmodel/stage/lane-words.ts';
import type { Lane, LanesModel } from '../../viewmodel/stage/lanes-types.ts';
import { XidMarkShape } from '../shared/xid-mark/XidMark.tsx';
import { type Item, type LanesPictureLayout, LINE, PAD, type PlacedCard } from './lanes-picture-layout.ts';

interface LanesPictureProps {
  readonly model: LanesModel;
  readonly layout: LanesPictureLayout;
}

export function LanesPicture({ model, layout }: LanesPictureProps) {
  const messages = useMessages();
  const { width, height, em, axis, column, tops, now } = layout;
  const topOf = (row: number): number => tops[Math.min(row, tops.length - 1)] ?? 0;
  const xOf = (lane: number): number => axis + lane * column;
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} fontSize={em} fontFamily="var(--sans)">
      <title>{lanesText(model, messages)}</title>
      <Ticks model={model} layout={layout} />
      {model.lanes.map((lane) => (
        <g key={lane.place}>
          {lane.threads.map(({ row, span, state }) => {
            const to = row + span >= model.rows.length ? now : topOf(row + span);
            return (
              <path
                key={row}
                d={`M${xOf(lane.place) + 2} ${topOf(row)}V${to}`}
                fill="none"
                stroke={lane.style.hue}
                strokeOpacity={state === 'idle' ? 0.55 : 1}
                strokeWidth={state === 'idle' ? 1 : 4}
                strokeDasharray={state === 'waiting' ? '4 4' : state === 'aborted' ? '2 3' : undefined}
              />
            );
          })}
          <Head lane={lane} x={xOf(lane.place)} room={column - 2.7 * em} em={em} />
        </g>
      ))}
      <Bands model={model} layout={layout} />
      {layout.cards.map((placed) => (
        <Card
          key={`${placed.card.tick} ${placed.card.step} ${placed.card.kind}`}
          placed={placed}
          hue={model.lanes[placed.card.lane]?.style.hue ?? 'var(--ink)'}
          at={{ x: xOf(placed.card.lane), y: topOf(placed.card.row), width: column - 0.7 * em }}
          em={em}
        />
      ))}
      <Waits model={model} layout={layout} />
      <Now layout={layout} />
    </svg>
  );
}

function Ticks({ model, layout: { width, em, axis, tops } }: LanesPictureProps) {
  const { t } = useMessages();
  return (
    <g>
      {model.foldedTo !== null && (
        <text x={0} y={(tops[0] ?? 0) - 0.7 * em} fill="var(--muted)">
          {t('lanes.folded', { to: model.foldedTo })}
        </text>
      )}
      {model.rows.map(({ tick }, row) => {
        const y = (tops[row] ?? 0) + 1.1 * em;
        return tick === null ? null : (
          <g key={tick}>
            <path d={`M${axis} ${y - 0.35 * em}H${width}`} stroke="var(--hairline)" strokeDasharray="1 3" fill="none" />
            <text
              x={axis - 0.6 * em}
              y={y}
              textAnchor="end"
              fontFamily="var(--mono)"
              fontWeight={tick === model.tick ? 700 : 400}
              fill={tick === model.tick ? 'var(--ink)' : 'var(--muted)'}
            >
              {tick}
            </text>
          </g>
        );
      })}
    </g>
  );
}

function Head({
  lane,
  x,
  room,
  em,
}: {
  readonly lane: Lane;
  readonly x: number;
  readonly room: number;
  readonly em: number;
}) {
  const messages = useMessages();
  const { style, isolation } = lane;
  const chip = 1.8 * em;
  const lines: readonly (readonly [text: string, weight: number, fill: string])[] = [
    ...(style.ownName === null ? [] : [[style.ownName, 700, 'var(--ink)'] as const]),
    [isolation, style.ownName === null ? 600 : 400, 'var(--ink)'],
    [laneStateWord(lane, messages), 400, 'var(--muted)'],
  ];
  return (
    <g>
      <rect x={x} y={0} width={chip} height={chip} rx={2} fill={style.hue} />
      <text x={x + chip / 2} y={1.27 * em} textAnchor="middle" fontWeight={700} fill="var(--paper)">
        {style.letter}
      </text>
      {lines.map(([text, weight, fill], i) => (
        <text key={text} x={x + chip + 0.5 * em} y={(0.95 + i * 1.3) * em} fontWeight={weight} fill={fill}>
          {cutText(text, room, em, 'sans', weight > 400)}
        </text>
      ))}
    </g>
  );
}

interface CardProps {
  readonly placed: PlacedCard;
  readonly hue: string;
  readonly at: { readonly x: number; readonly y: number; readonly width: number };
  readonly em: number;
}
function Card({ placed: { card, sql, error, facts, height }, hue, at: { x, y, width }, em }: CardProps) {
  const left = x + 0.7 * em;
  const first = y + (PAD + 0.98) * em;
  const below = first + sql.length * LINE * em;
  const factsFrom = below + error.length * LINE * em + (error.length > 0 ? 0.4 * em : 0);
  return (
    <g>
      <rect
        x={x + 0.5}
        y={y + 0.5}
        width={width}
        height={height}
        fill="var(--paper-raised)"
        stroke={card.now ? 'var(--ink)' : 'var(--edge)'}
        strokeWidth={1}
      />
      <rect x={x} y={y} width={4} height={height + 1} fill={hue} />
      {sql.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text
        <text key={i} x={left} y={first + i * LINE * em} fontFamily="var(--mono)" fontWeight={500} fill="var(--ink)">
          {line}
        </text>
      ))}
      {error.length > 0 && (
        <rect
          x={left - 0.2 * em}
          y={below - 0.98 * em}
          width={width - 0.8 * em}
          height={(error.length * LINE + 0.1) * em}
          fill="var(--ink)"
        />
      )}
      {error.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text
        <text key={i} x={left + 0.1 * em} y={below + i * LINE * em} fontWeight={500} fill="var(--paper)">
          {line}
        </text>
      ))}
      {facts.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one card
        <Facts key={i} items={line} x={left} y={factsFrom + i * LINE * em} hue={hue} em={em} />
      ))}
    </g>
  );
}

interface FactsProps {
  readonly items: readonly Item[];
  readonly x: number;
  /** The base line. */
  readonly y: number;
  readonly hue: string;
  readonly em: number;
}
function Facts({ items, x, y, hue, em }: FactsProps) {
  let left = x;
  return items.map((item) => {
    const at = left;
    left += item.width + 0.6 * em;
    if (item.kind === 'text')
      return (
        <text
          key={item.text}
          x={at}
          y={y}
          fontFamily={item.face === 'mono' ? 'var(--mono)' : 'var(--sans)'}
          fontWeight={item.bold ? 700 : 400}
          fill={item.bold ? 'var(--ink)' : 'var(--muted)'}
        >
          {item.text}
        </text>
      );
    if (item.kind === 'snapshot')
      return (
        <g key="snapshot">
          <path
            transform={`translate(${at} ${y - 0.8 * em}) scale(${(1.3 * em) / 18})`}
            d="M4 1H1v10h3M14 1h3v10h-3M4 3.5h3v3h4v-3h3"
            fill="none"
            stroke={hue}
            strokeWidth={1.6}
          />
          <text x={at + 1.7 * em} y={y} fill="var(--muted)">
            {item.word}
          </text>
        </g>
      );
    const { xid, word } = item;
    return (
      <g key="xid">
        <XidMarkShape cx={at + 0.55 * em} cy={y - 0.35 * em} r={0.45 * em} status={xid.fill} hue={xid.owner.hue} />
        <text x={at + 1.4 * em} y={y} fontFamily="var(--mono)" fontWeight={700} fill={xid.owner.hue}>
          {xid.xid}
        </text>
        <text x={at + 1.4 * em + textWidth(`${xid.xid} `, em, 'mono')} y={y} fill="var(--muted)">
          {word}
        </text>
      </g>
    );
  });
}

/** Steps that belong to no session, and the places where other branches leave. */
function Bands({ model, layout: { width, em, axis, column, tops } }: LanesPictureProps) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <g>
      {model.bands.map(({ row, tick, kind, error }) => {
        const text = `${t('lanes.band', { kind })}${error === null ? '' : ` ${error}`}`;
        const cut = cutText(text, width - axis - 2.4 * em, em, 'sans');
        const room = textWidth(cut, em, 'sans') + em;
        return <Dashed key={`${tick} ${row}`} x={axis + 0.8 * em} y={tops[row] ?? 0} width={room} text={cut} em={em} />;
      })}
      {model.ghosts.map((ghost) => {
        const what =
          ghost.move === 'step' ? ghost.brief : t(ghost.move === 'time' ? 'lanes.ghost.time' : 'lanes.ghost.end');
        const text = `${what} ${t('lanes.ghost', { branches: ghost.branches })}`;
        const cut = cutText(text, column - 2 * em, em, 'sans');
        const x = axis + (ghost.lane ?? 0) * column + 0.5 * em;
        return <Dashed key={ghost.row} x={x} y={tops[ghost.row] ?? 0} width={column - 1.3 * em} text={cut} em={em} />;
      })}
    </g>
  );
}

interface DashedProps {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly text: string;
  readonly em: number;
}
const Dashed = ({ x, y, width, text, em }: DashedProps) => (
  <g>
    <rect
      x={x + 0.5}
      y={y + 0.5}
      width={width}
      height={1.6 * em}
      rx={3}
      fill="var(--paper)"
      stroke="var(--edge)"
      strokeDasharray="4 3"
    />
    <text x={x + 0.5 * em} y={y + 1.15 * em} fill="var(--muted)">
      {text}
    </text>
  </g>
);

/** Arrows from a waiting session to the one that it waits for. */
function Waits({ model, layout: { em, axis, column, tops } }: LanesPictureProps) {
  const { t } = useMessages();
  const from0 = tops.at(-1) ?? 0;
  return (
    <g>
      {model.waits.map(({ from, to, line, lock, xid }) => {
        const hue = model.lanes[from]?.style.hue ?? 'var(--ink)';
        const y = from0 + (line + 0.9) * 1.9 * em;
        const [a, b] = [axis + from * column + 2, axis + to * column + 2];
        const way = Math.sign(b - a);
        const word = cutText(t('lanes.arrow', { lock, xid }), Math.abs(b - a) - 0.5 * em, em, 'sans');
        return (
          <g key={`${from} ${to}`}>
            <path
              d={`M${a} ${y}H${b - way * 0.7 * em}`}
              fill="none"
              stroke={hue}
              strokeWidth={2}
              strokeDasharray="5 4"
            />
            <path d={`M${b - way * 3} ${y}l${-way * 0.7 * em} ${-0.4 * em}v${0.8 * em}z`} fill={hue} />
            <text x={(a + b) / 2} y={y - 0.45 * em} textAnchor="middle" fill="var(--ink)">
              {word}
            </text>
          </g>
        );
      })}
      {model.moreWaits > 0 && (
        <text x={axis} y={from0 + (model.waitLines * 1.9 + 1) * em} fill="var(--muted)">
          {t('lanes.moreWaits', { count: model.moreWaits })}
        </text>
      )}
    </g>
  );
}

function Now({ layout: { width, em, now } }: { readonly layout: LanesPictureLayout }) {
  const { t } = useMessages();
  const word = t('lanes.now');
  const room = textWidth(word, em, 'sans', true) + 0.6 * em;
  return (
    <g>
      <path d={`M0 ${now}H${width}`} stroke="var(--ink)" strokeWidth={1.5} fill="none" />
      <rect x={0} y={now - 0.75 * em} width={room} height={1.5 * em} fill="var(--ink)" />
      <text x={room / 2} y={now + 0.35 * em} textAnchor="middle" fontWeight={700} fill="var(--paper)">
        {word}
      </text>
    </g>
  );
}
