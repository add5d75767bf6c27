/**
 * The cores of one design and the transfer between them, and whether its arc is true to its time. The note next to it
 * describes the drawing.
 */
import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import { useMessages } from '../../ui/messages.tsx';
import type { LineClock, WordTurn } from '../../viewmodel/cachelines/clock.ts';
import { momentOf } from '../../viewmodel/cachelines/finding.ts';
import { accessAtTime, type LineScene } from '../../viewmodel/cachelines/scene.ts';
import styles from './cache-lines.module.css';
import type { SideName } from './figure-painter.ts';
import { PaintedPart } from './PaintedPart.tsx';
import { arcTruth, type CoresLayout, coresLayout, transferOf } from './paint-cores.ts';
import type { PainterPort } from './painter-port.ts';
import { type Box, useBox } from './palette.ts';
import { useWordNs } from './use-word-ns.ts';

interface CoresViewProps {
  readonly scene: LineScene;
  readonly name: SideName;
  readonly port: PainterPort;
  readonly clock: LineClock;
  readonly turn: WordTurn;
  readonly look: number;
  readonly rulerShare: number;
}

export const CoresView = memo(function CoresView(props: CoresViewProps) {
  const { scene, name, port, look } = props;
  const host = useRef<HTMLDivElement>(null);
  const box = useBox(host, look);
  const layout = useMemo(() => (box === null ? null : coresLayout(scene.active, box.width, box.em)), [scene, box]);
  useLayoutEffect(() => {
    if (box === null || layout === null) return;
    port.place({ part: `cores ${name}`, width: box.width, height: layout.height, em: box.em });
  }, [port, name, box, layout]);
  return (
    <div ref={host} className={styles.cores} style={{ height: layout?.height }}>
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
function ArcNote({ scene, clock, turn, rulerShare, box, layout }: ArcNoteProps) {
  const { t } = useMessages();
  const ns = useWordNs(clock, turn);
  const moment = momentOf(scene, accessAtTime(scene, ns), ns);
  const arc = transferOf({ scene, moment, rulerShare, ...box }, layout);
  const truth = arc === null ? 'true' : arcTruth(arc);
  return truth === 'true' ? null : (
    <p className={styles.arcNote} data-testid={`arc-${scene.design}`}>
      {t(`lines.arc.${truth}`)}
    </p>
  );
}
