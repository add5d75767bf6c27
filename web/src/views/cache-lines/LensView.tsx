/** Twelve bytes at full text size. The painter draws them; this file has their room, and their description in words. */
import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import type { LineClock, WordTurn } from '../../viewmodel/cachelines/clock.ts';
import { lensOf } from '../../viewmodel/cachelines/lens.ts';
import { type LineSide, placeAt } from '../../viewmodel/cachelines/side.ts';
import { lensText, type Naming } from '../../viewmodel/cachelines/words.ts';
import styles from './cache-lines.module.css';
import type { SideName } from './figure-painter.ts';
import { PaintedPart } from './PaintedPart.tsx';
import type { PainterPort } from './painter-port.ts';
import { useBox } from './palette.ts';
import { useWordNs } from './use-word-ns.ts';

interface LensViewProps {
  readonly side: LineSide;
  readonly name: SideName;
  readonly port: PainterPort;
  readonly clock: LineClock;
  readonly turn: WordTurn;
  readonly look: number;
  readonly naming: Naming;
}

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
