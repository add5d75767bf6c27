/** A cache's cells, and the marks of a step on them. */
import '../../base/messages/en/lines-story.ts';
import { memo } from 'react';
import { useMessages } from '../../ui/messages.tsx';
import { NOBODY, STATE } from '../../viewmodel/cachelines/scene.ts';
import { cornerOf, middleOf, pathOf, type StoryLayout, wayBetween } from '../../viewmodel/lines-story/layout.ts';
import type { LineEvent, SideStep } from '../../viewmodel/lines-story/story.ts';
import styles from './lines-story.module.css';

/** How a copy's state is drawn. */
export type CellLook = 'none' | 'clean' | 'alone' | 'changed';
export const lookOf = (state: number | undefined): CellLook => {
  if (state === undefined || state === STATE.I) return 'none';
  if (state === STATE.M || state === STATE.O) return 'changed';
  return state === STATE.E ? 'alone' : 'clean';
};

/** The looks of a core's cells, in one text: a step changes few, and the caches in which none changes are not drawn again. */
export const looksOf = (states: Uint8Array, core: number, { cores, cells }: { cores: number; cells: number }): string =>
  Array.from({ length: cells }, (_, i) => lookOf(states[i * cores + core])).join(' ');

interface CellsProps {
  readonly layout: StoryLayout;
  readonly core: number;
  readonly hue: string;
  /** From `looksOf`. */
  readonly looks: string;
}

export const Cells = memo(function Cells({ layout, core, hue, looks }: CellsProps) {
  const { cell } = layout;
  const each = looks.split(' ');
  return (
    <>
      {layout.cells.map(({ x, y }, i) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its line
          key={i}
          className={styles.cell}
          data-look={each[i]}
          data-cell={`${core} ${i}`}
          style={{ color: hue }}
          x={x + 0.75}
          y={y + 0.75}
          width={cell - 1.5}
          height={cell - 1.5}
        />
      ))}
    </>
  );
});

const KEY = ['changed', 'clean', 'none'] as const;

/** What the squares mean, in the room of the arcs while nothing travels there. */
export function LookKey() {
  const { t } = useMessages();
  return (
    <p className={styles.key} data-testid="story-key">
      {KEY.map((look) => (
        <span key={look}>
          <svg className={styles.keySquare} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
            <rect className={styles.cell} data-look={look} x={1} y={1} width={14} height={14} />
          </svg>{' '}
          {t(`linesStory.look.${look}`)}
        </span>
      ))}
    </p>
  );
}

interface MarksProps {
  readonly layout: StoryLayout;
  readonly step: SideStep;
  /** Whose deed it is. */
  readonly core: number;
  readonly hues: readonly string[];
}

/** News of a write: a disc with a cross, 16 px or more. */
export const newsRadius = ({ cell }: StoryLayout): number => Math.max(8, cell * 0.42);

/** What happens at the step, whole. */
export function Marks({ layout, step, core, hues }: MarksProps) {
  const { hits, event } = step;
  const { cell } = layout;
  const hue = hues[core] ?? 'currentColor';
  return (
    <>
      {hits.map((at) => {
        const { x, y } = middleOf(layout, core, at);
        return (
          <rect
            key={at}
            data-part="read"
            className={styles.read}
            style={{ color: hue }}
            x={x - cell / 2 + 1}
            y={y + cell / 2 - 3.5}
            width={cell - 2}
            height={3.5}
          />
        );
      })}
      {event !== null && <Event layout={layout} event={event} hues={hues} />}
    </>
  );
}

const crossOf = (arm: number): string => `M${-arm} ${-arm}L${arm} ${arm}M${arm} ${-arm}L${-arm} ${arm}`;

function Event({
  layout,
  event,
  hues,
}: {
  readonly layout: StoryLayout;
  readonly event: LineEvent;
  readonly hues: readonly string[];
}) {
  const { cell, core, from, isUpgrade, losers } = event;
  const own = middleOf(layout, core, cell);
  const source = from === NOBODY ? null : middleOf(layout, from, cell);
  const half = layout.cell / 2;
  return (
    <>
      {!isUpgrade && (
        <path
          data-part="way"
          className={styles.way}
          style={{ color: source === null ? 'var(--ink)' : hues[from] }}
          d={pathOf(wayBetween(layout, source, own))}
        />
      )}
      {losers.map((loser) => (
        <path
          key={`way ${loser}`}
          data-part={`news ${loser}`}
          className={styles.news}
          style={{ color: hues[core] }}
          d={pathOf(wayBetween(layout, own, cornerOf(layout, loser, cell)))}
        />
      ))}
      <rect
        data-part="own"
        className={styles.ring}
        x={own.x - half - 1.5}
        y={own.y - half - 1.5}
        width={layout.cell + 3}
        height={layout.cell + 3}
      />
      {losers.map((loser) => {
        const { x, y } = cornerOf(layout, loser, cell);
        return (
          <g key={loser} data-part={`lost ${loser}`} transform={`translate(${x} ${y})`}>
            <circle className={styles.disc} style={{ color: hues[core] }} r={newsRadius(layout)} />
            <path className={styles.cross} d={crossOf(newsRadius(layout) * 0.38)} />
          </g>
        );
      })}
    </>
  );
}
