/**
 * The published pair: the rate with 90 savepoints per transaction as a share of the rate with 60, raw and per
 * savepoint, published, measured here and modelled; one line each, and the same as a table.
 */
import { scaleLinear } from 'd3';
import { type ReactNode, useRef } from 'react';
import { DataTable } from '../../ui/DataTable.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import { PAIR_HEADER, type Pair, pairsCsv, perSavepoint } from '../../viewmodel/cliff/cliff-pair.ts';
import { labelRoom, useDrawingBox } from '../shared/chart/parts.tsx';
import styles from './cliff.module.css';

/** The source of the published figures; the machine in the table's own words. */
export interface PublishedBy {
  readonly author: string;
  readonly year: number;
  readonly machineShort: string;
}

interface PairFigureProps {
  /** The published one first. */
  readonly pairs: readonly Pair[];
  readonly publishedBy: PublishedBy;
  readonly measured: ReactNode;
  readonly modelledOn: string | null;
}

const TICKS = [0, 0.25, 0.5, 0.75, 1];
/** In em: from this width on names have room next to the marks. */
const BESIDE_EM = 52;
const keyOf = ({ kind, otherWorkUs }: Pair): string => `${kind} ${otherWorkUs ?? ''}`;

export function PairFigure({ pairs, publishedBy, measured, modelledOn }: PairFigureProps) {
  const { t, format } = useMessages();
  const [published] = pairs;
  const say = t('ui.sentences', { all: pairs.map((pair) => t('cliff.pair.say', pair)) });
  return (
    <Figure
      title={published === undefined ? t('cliff.pair.name') : t('cliff.pair.title', published)}
      name={t('cliff.pair.name')}
      subtitle={t('cliff.pair.subtitle')}
      caption={t('cliff.pair.caption')}
      description={say}
      data={() => ({ header: PAIR_HEADER, rows: pairsCsv(pairs) })}
      provenance={
        <div className={styles.badges}>
          {measured}
          {modelledOn !== null && <ProvenanceBadge kind="modelled" facts={[modelledOn]} />}
          <ProvenanceBadge
            kind="published"
            facts={[
              `${publishedBy.author} ${publishedBy.year}`,
              t('provenance.cited', { text: publishedBy.machineShort }),
            ]}
          />
        </div>
      }
    >
      <PairDrawing pairs={pairs} label={say} />
      <div className={styles.atDesk}>
        <DataTable
          caption={t('cliff.pair.table')}
          columns={[
            { key: 'who', head: t('cliff.pair.who'), cell: (pair: Pair) => t('cliff.pair.case', pair) },
            {
              key: 'raw',
              head: t('cliff.pair.raw'),
              kind: 'number',
              cell: (pair) => t('cliff.pair.range', rawOf(pair)),
            },
            {
              key: 'each',
              head: t('cliff.pair.each'),
              kind: 'number',
              cell: (pair) => <b>{t('cliff.pair.range', eachOf(pair))}</b>,
            },
            {
              key: 'tps60',
              head: t('cliff.pair.tps', { savepoints: 60 }),
              kind: 'number',
              cell: ({ tps }) => format.significant(tps[60], 4),
            },
            {
              key: 'tps90',
              head: t('cliff.pair.tps', { savepoints: 90 }),
              kind: 'number',
              cell: ({ tps }) => format.significant(tps[90], 4),
            },
          ]}
          rows={pairs}
          rowKey={keyOf}
        />
        <p className={styles.note}>{t('cliff.pair.fair')}</p>
      </div>
    </Figure>
  );
}

function PairDrawing({ pairs, label }: { readonly pairs: readonly Pair[]; readonly label: string }) {
  const ref = useRef<HTMLDivElement>(null);
  const box = useDrawingBox(ref);
  const { t, format } = useMessages();
  const em = box?.em ?? 14;
  const width = box?.width ?? 0;
  // Names are in a separate column, left of the axis; if there is no room for one, each is in a line above its marks.
  const names = pairs.map((pair) => t('cliff.pair.case', pair));
  const beside = width / em > BESIDE_EM;
  const column = beside
    ? labelRoom(
        names.map((name) => ({ name })),
        em,
      )
    : 0;
  const each = beside ? 2 : 2.8;
  const height = em * (4.4 + each * pairs.length);
  const x = scaleLinear([0, 1.05], [column + em * 2.6, width - em * 3.2]);
  return (
    <div ref={ref} className={styles.drawing} style={{ height }}>
      {box !== null && (
        <svg className={styles.pair} width={width} height={height} role="img" aria-label={label}>
          {TICKS.map((tick) => (
            <g key={tick} transform={`translate(${x(tick)} 0)`}>
              {pairs.map((pair, i) => (
                // Drawn between two lines of words, never through one.
                <line
                  key={keyOf(pair)}
                  className={styles.grid}
                  y1={rowY(i, each, em) - em * (beside ? 1 : 0.6)}
                  y2={rowY(i, each, em) + em}
                />
              ))}
              <text className={styles.muted} y={height - em * 2.2} textAnchor="middle">
                {format.fixed(tick, tick === 0 || tick === 1 ? 0 : 2)}
              </text>
            </g>
          ))}
          <text className={styles.muted} x={x(0)} y={height - em * 0.8}>
            {t('cliff.pair.axis')}
          </text>
          {pairs.map((pair, i) => {
            const y = rowY(i, each, em);
            const r = em * 0.36;
            return (
              <g key={keyOf(pair)} data-pair={keyOf(pair).trim()}>
                <text x={em * 0.5} y={beside ? y : y - em} dy={beside ? '0.34em' : 0}>
                  {names[i]}
                </text>
                <line className={styles.link} x1={x(pair.raw)} x2={x(pair.perSavepoint)} y1={y} y2={y} />
                <circle className={styles.raw} cx={x(pair.raw)} cy={y} r={r} />
                <circle className={styles.each} cx={x(pair.perSavepoint)} cy={y} r={r} />
                <text className={styles.muted} x={x(pair.raw) - em * 0.7} y={y} dy="0.34em" textAnchor="end">
                  {i === 0 && width / em > 44 ? t('cliff.pair.mark.raw', pair) : t('cliff.pair.range', rawOf(pair))}
                </text>
                <text x={x(pair.perSavepoint) + em * 0.7} y={y} dy="0.34em">
                  {i === 0 && width / em > 44 ? t('cliff.pair.mark.each', pair) : t('cliff.pair.range', eachOf(pair))}
                </text>
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}

const rawOf = ({ raw: ratio, least, most }: Pair) => ({ ratio, least, most });
const eachOf = ({ raw, least, most }: Pair) => ({
  ratio: perSavepoint(raw),
  least: perSavepoint(least),
  most: perSavepoint(most),
});

/** The position of a pair's marks. */
const rowY = (i: number, each: number, em: number): number => em * (each / 2 + 0.4 + each * i);
