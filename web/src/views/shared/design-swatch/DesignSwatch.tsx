/** Hue, dash and mark of a design, as in the charts. */
import { designStyle, type LadderId, markPath } from '../../../viewmodel/design-style.ts';
import styles from './design-swatch.module.css';

export function DesignSwatch({ design }: { readonly design: LadderId }) {
  const { hue, dash, mark } = designStyle(design);
  return (
    <svg className={styles.swatch} viewBox="0 0 28 12" aria-hidden="true">
      <path d="M0 6H28" style={{ stroke: hue, strokeDasharray: dash ?? 'none', strokeWidth: 2 }} />
      <path d={markPath(mark, 8)} transform="translate(14 6)" style={{ fill: hue }} />
    </svg>
  );
}
