/** The cores of one design and the transfer between them. The note beside it says what is drawn. */
import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import styles from './cache-lines.module.css';
import { type CoresInput, coresLayout, paintCores, showsCopies } from './paint-cores.ts';
import { contextOf, useBox, useLook, usePalette } from './palette.ts';

type CoresCanvasProps = Omit<CoresInput, 'palette' | 'width' | 'em'> & {
  /** How far the states have come: they change in place. */
  readonly moved: string;
};

export const CoresCanvas = memo(function CoresCanvas(props: CoresCanvasProps) {
  const { scene, styles: cores } = props;
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const look = useLook();
  const box = useBox(host, look);
  const palette = usePalette(host, cores, scene.design, look);
  const height = useMemo(
    () => (box === null ? 0 : coresLayout(scene.active, box.width, box.em).height),
    [scene.active, box],
  );
  const painted = useRef('');
  const { states, moment, share } = props;
  // While hits follow each other nothing is to be seen here.
  const isMoving = moment.kind === 'miss' || moment.kind === 'upgrade';
  const copies = isMoving || showsCopies(scene) ? states.changes : '';
  const key = `${look} ${height} ${box?.width} ${copies} ${isMoving ? `${moment.access} ${share}` : ''}`;
  const of = useRef(scene);
  useLayoutEffect(() => {
    if (painted.current === key && of.current === scene) return;
    painted.current = key;
    of.current = scene;
    const colours = palette();
    if (canvas.current === null || box === null || colours === null) return;
    const found = contextOf(canvas.current, box.width, height);
    if (found !== null) paintCores(found.context, { ...props, palette: colours, width: box.width, em: box.em });
  });
  return (
    <div ref={host} aria-hidden="true" className={styles.cores} style={{ height: height || undefined }}>
      <canvas ref={canvas} style={{ width: box?.width ?? 0, height }} />
    </div>
  );
});
