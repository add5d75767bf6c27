/**
 * The painted parts of the figure: cores, memory and the lens, each a canvas with what a reader hears or points at.
 */
import '../../base/messages/en/lines.ts';
import { memo, type ReactNode, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useMediaQuery, WINDOWS } from '../../ui/hooks.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { CoreStyle } from '../../viewmodel/cachelines/counters.ts';
import { momentOf } from '../../viewmodel/cachelines/finding.ts';
import { type LayoutInput, memoryLayout, noteEmFor } from '../../viewmodel/cachelines/layout.ts';
import { lensOf } from '../../viewmodel/cachelines/lens.ts';
import type { LineClock, WordTurn } from '../../viewmodel/cachelines/position.ts';
import { accessAtTime, type LineScene } from '../../viewmodel/cachelines/scene.ts';
import { type LineSide, placeAt } from '../../viewmodel/cachelines/side.ts';
import { apartText, lensText, type Naming } from '../../viewmodel/cachelines/words.ts';
import { Marked } from '../shared/marked/Marked.tsx';
import styles from './cache-lines.module.css';
import type { FigureCanvas } from './figure-canvas.ts';
import type { PartName, SideName } from './figure-painter.ts';
import { arcTruth, type CoresLayout, coresLayout, transferOf } from './paint-cores.ts';
import { type Box, useBox } from './pen.ts';

interface PaintedPartProps {
  readonly port: FigureCanvas;
  readonly part: PartName;
  readonly testId: string;
  /** Its left edge, in CSS pixels. */
  readonly left?: number;
}

/** The room of one canvas. The canvas itself belongs to the port: its painter may be a worker. */
export const PaintedPart = memo(function PaintedPart({ port, part, testId, left = 0 }: PaintedPartProps) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (host.current === null ? undefined : port.host(part, host.current)), [port, part]);
  return <div ref={host} aria-hidden="true" className={styles.painted} style={{ left }} data-testid={testId} />;
});

/** The time that words describe: the present time, or during play the time of their last turn. */
export function useWordNs(clock: LineClock, whose: WordTurn): number {
  const kept = useRef<{ readonly of: LineClock; readonly turn: string; readonly ns: number } | null>(null);
  return useSyncExternalStore(clock.subscribe, () => {
    const turn = clock.turn(whose);
    if (kept.current?.of !== clock || kept.current.turn !== turn) kept.current = { of: clock, turn, ns: clock.ns };
    return kept.current.ns;
  });
}

interface CoresViewProps {
  readonly scene: LineScene;
  readonly name: SideName;
  readonly port: FigureCanvas;
  readonly clock: LineClock;
  readonly turn: WordTurn;
  readonly look: number;
  readonly rulerShare: number;
  /** The cores are the whole picture, as high as the style sheet says. */
  readonly isTall: boolean;
}

/**
 * The cores of one design and the transfer between them, and whether its arc is true to its time. The note next to it
 * describes the drawing.
 */
export const CoresView = memo(function CoresView(props: CoresViewProps) {
  const { scene, name, port, look, isTall } = props;
  const host = useRef<HTMLDivElement>(null);
  const box = useBox(host, look);
  const layout = useMemo(
    () => (box === null ? null : coresLayout(scene.active, box.width, box.em, isTall ? box.height : undefined)),
    [scene, box, isTall],
  );
  useLayoutEffect(() => {
    if (box === null || layout === null) return;
    port.place({ part: `cores ${name}`, width: box.width, height: layout.height, em: box.em, isTall });
  }, [port, name, box, layout, isTall]);
  return (
    <div ref={host} className={styles.cores} style={isTall ? undefined : { height: layout?.height }}>
      <PaintedPart port={port} part={`cores ${name}`} testId={`cores-${scene.design}`} />
      {box !== null && layout !== null && <ArcNote {...props} box={box} layout={layout} />}
    </div>
  );
});

interface ArcNoteProps extends CoresViewProps {
  readonly box: Box;
  readonly layout: CoresLayout;
}

/** An arc should be as long as its box on the ruler; if it cannot be, the note says so. */
function ArcNote({ scene, clock, turn, rulerShare, isTall, box, layout }: ArcNoteProps) {
  const { t } = useMessages();
  const ns = useWordNs(clock, turn);
  const moment = momentOf(scene, accessAtTime(scene, ns), ns);
  const arc = transferOf({ scene, moment, rulerShare, ...box, tall: isTall ? box.height : undefined }, layout);
  const truth = arc === null ? 'true' : arcTruth(arc);
  return truth === 'true' ? null : (
    <p className={styles.arcNote} data-testid={`arc-${scene.design}`}>
      {t(`lines.arc.${truth}`)}
    </p>
  );
}

interface LensViewProps {
  readonly side: LineSide;
  readonly name: SideName;
  readonly port: FigureCanvas;
  readonly clock: LineClock;
  readonly turn: WordTurn;
  readonly look: number;
  readonly naming: Naming;
}

/** Twelve bytes at full text size. The painter draws them; this file has their room, and their description in words. */
export const LensView = memo(function LensView({ side, name, port, clock, turn, look, naming }: LensViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const box = useBox(host, look);
  useLayoutEffect(() => {
    if (box !== null) port.place({ part: `lens ${name}`, ...box });
  }, [port, name, box]);
  const ns = useWordNs(clock, turn);
  const text = useMemo(() => {
    const lens = lensOf(side.scene, side.states, placeAt(side, ns).access);
    return lens === null ? '' : lensText(lens, naming);
  }, [side, ns, naming]);
  return (
    <div ref={host} className={styles.lens} role="img" aria-label={text} data-testid="lens">
      <PaintedPart port={port} part={`lens ${name}`} testId={`lens-${side.scene.design}`} />
    </div>
  );
});

interface MemoryViewProps {
  readonly side: LineSide;
  readonly name: SideName;
  readonly port: FigureCanvas;
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

/**
 * Memory as rows of 64 bytes, the counters next to it, and behind them the cone from the lens to the bytes that it
 * shows.
 */
export const MemoryView = memo(function MemoryView(props: MemoryViewProps) {
  const { side, name, port, look, pitch } = props;
  const panel = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const box = useBox(host, look);
  const whole = useBox(panel, look);
  const isNarrow = !useMediaQuery(WINDOWS.desk);
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
