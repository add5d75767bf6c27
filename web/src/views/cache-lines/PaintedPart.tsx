/** The room of one canvas. The canvas itself belongs to the port: its painter may be a worker. */
import { memo, useLayoutEffect, useRef } from 'react';
import styles from './cache-lines.module.css';
import type { PartName } from './figure-painter.ts';
import type { PainterPort } from './painter-port.ts';

interface PaintedPartProps {
  readonly port: PainterPort;
  readonly part: PartName;
  readonly testId: string;
  /** Its left edge, in CSS pixels. */
  readonly left?: number;
}

export const PaintedPart = memo(function PaintedPart({ port, part, testId, left = 0 }: PaintedPartProps) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (host.current === null ? undefined : port.host(part, host.current)), [port, part]);
  return <div ref={host} aria-hidden="true" className={styles.painted} style={{ left }} data-testid={testId} />;
});
