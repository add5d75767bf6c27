/**
 * Memory as rows of 64 bytes, the counters next to it, and behind them the cone from the lens to the bytes that it
 * shows.
 */
import { memo, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { useMediaQuery } from '../../ui/hooks.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { LineClock, WordTurn } from '../../viewmodel/cachelines/clock.ts';
import type { CoreStyle } from '../../viewmodel/cachelines/cores.ts';
import { type LayoutInput, memoryLayout, noteEmFor } from '../../viewmodel/cachelines/layout.ts';
import { type LineSide, placeAt } from '../../viewmodel/cachelines/side.ts';
import { apartText } from '../../viewmodel/cachelines/words.ts';
import styles from './cache-lines.module.css';
import type { SideName } from './figure-painter.ts';
import { Marked } from './Marked.tsx';
import { PaintedPart } from './PaintedPart.tsx';
import type { PainterPort } from './painter-port.ts';
import { useBox } from './palette.ts';
import { useWordNs } from './use-word-ns.ts';

interface MemoryViewProps {
  readonly side: LineSide;
  readonly name: SideName;
  readonly port: PainterPort;
  readonly clock: LineClock;
  /** The turn in which the note updates its words. */
  readonly turn: WordTurn;
  readonly look: number;
  readonly cores: readonly CoreStyle[];
  /** The height of a row, equal for both designs. */
  readonly pitch: (input: LayoutInput) => number;
  /** Placed on the right. */
  readonly children: ReactNode;
}

/** On a narrow page: the height of a row, and the number of rows up to which the page grows. */
const ROW_EM = 0.62;
const MAX_ROWS = 60;

export const MemoryView = memo(function MemoryView(props: MemoryViewProps) {
  const { side, name, port, look, pitch } = props;
  const panel = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const box = useBox(host, look);
  const whole = useBox(panel, look);
  const isNarrow = useMediaQuery('(max-width: 55.99rem)');
  const layout = useMemo(() => {
    if (box === null) return null;
    const growsWith = isNarrow ? { pitch: Math.round(box.em * ROW_EM), maxRows: MAX_ROWS } : undefined;
    const input = { ...box, growsWith, noteEm: noteEmFor(side.scene.active) };
    return memoryLayout(side.groups, pitch(input), input);
  }, [box, side, pitch, isNarrow]);
  useLayoutEffect(() => {
    if (box !== null && layout !== null) port.place({ part: `memory ${name}`, layout, em: box.em });
  }, [port, name, box, layout]);
  useLayoutEffect(() => {
    if (whole !== null) port.place({ part: `cone ${name}`, ...whole });
  }, [port, name, whole]);
  const apart = layout?.blocks.find((block) => block.kind === 'apart');
  const hasCells = layout?.blocks.some(({ kind }) => kind === 'cells') === true;
  return (
    <div ref={panel} className={styles.body} data-cells={hasCells || undefined}>
      <PaintedPart port={port} part={`cone ${name}`} testId={`cone-${side.scene.design}`} />
      <div ref={host} className={styles.memory} style={isNarrow && !hasCells ? { height: layout?.height } : undefined}>
        <PaintedPart port={port} part={`memory ${name}`} testId={`memory-${side.scene.design}`} />
        {apart?.kind === 'apart' && layout !== null && (
          <p
            className={styles.apartNote}
            data-short={apart.isShort || undefined}
            style={{ top: apart.noteY, left: layout.textLeft }}
          >
            <ApartNote {...props} hidden={apart.isShort ? apart.more : null} />
          </p>
        )}
      </div>
      {props.children}
    </div>
  );
});

/** The note that answers "did nobody write?": others did write, but not where the snapshot looks. */
type ApartNoteProps = Pick<MemoryViewProps, 'side' | 'clock' | 'turn' | 'cores'> & {
  /** Lines that the short note has no room next to; null: the note is the long one. */
  readonly hidden: number | null;
};

const ApartNote = memo(function ApartNote({ side, clock, turn, cores, hidden }: ApartNoteProps) {
  const messages = useMessages();
  const ns = useWordNs(clock, turn);
  const text = useMemo(() => {
    placeAt(side, ns);
    return apartText(side, hidden, { styles: cores, messages });
  }, [side, ns, cores, hidden, messages]);
  return <Marked text={text} styles={cores} designs={[]} />;
});
