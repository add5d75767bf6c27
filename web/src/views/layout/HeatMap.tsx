/** The lines with the most misses, in the manner of `perf c2c`: within each, who reads and writes which bytes, and where. */
import '../../base/messages/en/layout.ts';
import { useMessages } from '../../ui/messages.tsx';
import { LINE_BYTES, shortName } from '../../viewmodel/layout/layout.ts';
import type { HeatCell, HeatLine } from '../../viewmodel/layout/results.ts';
import styles from './heat.module.css';

interface HeatMapProps {
  readonly lines: readonly HeatLine[];
  readonly selected: string | null;
  /** The engine's operations are replayed: they have names. */
  readonly isReplay: boolean;
}

/** Bytes of a line that matter: who is blamed or misses, or shares at all. */
const HEADS = ['bytes', 'field', 'reads', 'writes', 'misses', 'blamed', 'where'] as const;
const MOST_CELLS = 6;
const weight = ({ misses, blamed }: HeatCell): number => misses + blamed;

export function HeatMap({ lines, selected, isReplay }: HeatMapProps) {
  const { t } = useMessages();
  const most = lines[0]?.misses ?? 1;
  return (
    <ol className={styles.heat} aria-label={t('layout.heat.title')}>
      {lines.map(({ line, structs, misses, margin, cells }) => {
        const ranked = [...cells].sort((a, b) => weight(b) - weight(a)).slice(0, MOST_CELLS);
        return (
          <li key={line} className={styles.line} data-line={line}>
            <div className={styles.head}>
              <b>{t('layout.heat.line', { line, structs })}</b>
              <span className={styles.much}>
                <span style={{ width: `${(misses / most) * 100}%` }} />
              </span>
              <span className={styles.number}>{t('layout.heat.misses.of', { value: misses, margin })}</span>
            </div>
            <div className={styles.strip} aria-hidden="true">
              {cells.map((cell) => (
                <span
                  key={`${cell.from} ${cell.size}`}
                  data-written={cell.writes > 0 || undefined}
                  data-selected={cell.field === selected || undefined}
                  style={{
                    left: `${(cell.from / LINE_BYTES) * 100}%`,
                    width: `${(cell.size / LINE_BYTES) * 100}%`,
                    opacity: 0.25 + 0.75 * Math.min(1, weight(cell) / misses),
                  }}
                />
              ))}
            </div>
            <CellTable cells={ranked} selected={selected} isReplay={isReplay} />
          </li>
        );
      })}
    </ol>
  );
}

interface CellTableProps extends Omit<HeatMapProps, 'lines'> {
  readonly cells: readonly HeatCell[];
}

/** Who reads and writes which bytes of a line. */
function CellTable({ cells, selected, isReplay }: CellTableProps) {
  const { t } = useMessages();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {HEADS.filter((head) => isReplay || head !== 'where').map((head) => (
            <th key={head} scope="col" data-kind={head}>
              {t(`layout.heat.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cells.map((cell) => (
          <tr key={`${cell.from} ${cell.size}`} data-selected={cell.field === selected || undefined}>
            <td data-kind="bytes">{`${cell.from}–${cell.from + cell.size - 1}`}</td>
            <th scope="row">{t('layout.heat.entry', { field: shortName(cell.field), entry: cell.entry })}</th>
            <td data-kind="reads">
              {t('layout.heat.by', { n: cell.reads, margin: cell.margin.reads, cores: cell.readers.length })}
            </td>
            <td data-kind="writes">
              {t('layout.heat.by', { n: cell.writes, margin: cell.margin.writes, cores: cell.writers.length })}
            </td>
            <td data-kind="misses">{t('layout.heat.number', { value: cell.misses, margin: cell.margin.misses })}</td>
            <td data-kind="blamed">{t('layout.heat.number', { value: cell.blamed, margin: cell.margin.blamed })}</td>
            {isReplay && (
              <td data-kind="where">{cell.operations.map((kind) => t(`layout.operation.${kind}`)).join(', ')}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
