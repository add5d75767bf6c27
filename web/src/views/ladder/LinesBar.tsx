/** The lines that one snapshot touches, as a bar. */
import '../../base/messages/en/ladder.ts';
import { useMessages } from '../../ui/messages.tsx';
import { type BarScale, barCells, LINE_BYTES, type TouchedRegion } from '../../viewmodel/ladder/ladder.ts';
import styles from './ladder.module.css';

interface LinesBarProps {
  readonly regions: readonly TouchedRegion[];
  readonly scale: BarScale;
  readonly em: number;
  readonly hue: string;
}

/**
 * The lines that one snapshot touches, byte-true: one cell per 64-byte line, on one scale for all designs. A cell is
 * filled as far as its bytes are touched; pale if read, full if written. If there are more lines than cells fit, a bar
 * to scale replaces them.
 */
export function LinesBar({ regions, scale, em, hue }: LinesBarProps) {
  const { t } = useMessages();
  const name = t('ladder.bar', { regions });
  const total = regions.reduce((sum, { lines }) => sum + lines, 0);
  if (scale.kind === 'length') {
    const height = Math.round(em * 0.8);
    const width = Math.max(1, Math.ceil(total * scale.perLine));
    return (
      <svg className={styles.bar} width={width} height={height} role="img" aria-label={name} style={{ color: hue }}>
        {placed(regions).map(({ region, lines, bytes, written, from }) => {
          const filled = (height * bytes) / (lines * LINE_BYTES);
          const across = (n: number): number => Math.max(1, n * scale.perLine);
          return (
            <g key={region} transform={`translate(${from * scale.perLine} 0)`}>
              <rect className={styles.line} width={across(lines)} height={height} />
              <rect className={styles.read} y={height - filled} width={across(lines)} height={filled} />
              {written > 0 && (
                <rect className={styles.written} y={height - filled} width={across(written)} height={filled} />
              )}
            </g>
          );
        })}
      </svg>
    );
  }
  const { pitch, perRow } = scale;
  const rows = Math.ceil(total / perRow);
  const side = pitch - 1;
  return (
    <svg
      className={styles.bar}
      width={Math.min(total, perRow) * pitch}
      height={rows * pitch}
      role="img"
      aria-label={name}
      style={{ color: hue }}
    >
      {barCells(regions).map(({ index, share, written }) => (
        <g key={index} transform={`translate(${(index % perRow) * pitch} ${Math.floor(index / perRow) * pitch})`}>
          <rect className={styles.line} width={side} height={side} />
          <rect
            className={written ? styles.written : styles.read}
            y={side - Math.max(1, side * share)}
            width={side}
            height={Math.max(1, side * share)}
          />
        </g>
      ))}
    </svg>
  );
}

/** Each region with the lines before it. */
function placed(regions: readonly TouchedRegion[]): readonly (TouchedRegion & { readonly from: number })[] {
  let from = 0;
  return regions.map((region) => {
    const here = { ...region, from };
    from += region.lines;
    return here;
  });
}
