/**
 * The published pair: the rate with 90 savepoints per transaction as a share of the rate with 60, raw and per
 * savepoint, published, measured here and modelled; one line each, and the same as a table.
 */

import '../../base/messages/en/cliff.ts';
import '../../base/messages/en/provenance.ts';
import '../../base/messages/en/ui.ts';
import { scaleLinear } from 'd3';
import { type ReactNode, useRef } from 'react';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import page from '../../ui/page.module.css';
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
  const { t } = useMessages();
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
        <div className={page.badges}>
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
        <PairTable pairs={pairs} />
        <p className={styles.note}>{t('cliff.pair.fair')}</p>
      </div>
    </Figure>
  );
}

function PairTable({ pairs }: { readonly pairs: readonly Pair[] }) {
  const { t, format } = useMessages();
  const rate = (savepoints: 60 | 90): Column<Pair> => ({
    key: `tps${savepoints}`,
    head: t('cliff.pair.tps', { savepoints }),
    kind: 'number',
    cell: ({ tps }) => format.significant(tps[savepoints], 4),
  });
  return (
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
        rate(60),
        rate(90),
      ]}
      rows={pairs}
      rowKey={keyOf}
    />
  );
}

/** Names are in a separate column, left of the axis; if there is no room for one, each is in a line above its marks. */
function PairDrawing({ pairs, label }: { readonly pairs: readonly Pair[]; readonly label: string }) {
  const ref = useRef<HTMLDivElement>(null);
  const box = useDrawingBox(ref);
  const { t, format } = useMessages();
  const { em, width } = box ?? { em: 14, width: 0 };
  const beside = width / em > BESIDE_EM;
  const names = pairs.map((pair) => ({ name: t('cliff.pair.case', pair) }));
  const each = beside ? 2 : 2.8;
  const height = em * (4.4 + each * pairs.length);
  const texts = pairs.map((pair) => ({ name: t('cliff.pair.range', eachOf(pair)) }));
  const most = Math.max(1.05, ...pairs.map((pair) => perSavepoint(pair.raw)));
  // Right of the last mark, its number, which can be a range.
  const x = scaleLinear(
    [0, most],
    [(beside ? labelRoom(names, em) : 0) + em * 2.6, width - Math.max(em * 3.2, labelRoom(texts, em))],
  );
  const rowY = (i: number): number => em * (each / 2 + 0.4 + each * i);
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
                  y1={rowY(i) - em * (beside ? 1 : 0.6)}
                  y2={rowY(i) + em}
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
          {pairs.map((pair, i) => (
            <g key={keyOf(pair)} data-pair={keyOf(pair).trim()} transform={`translate(0 ${rowY(i)})`}>
              <text x={em * 0.5} y={beside ? 0 : -em} dy={beside ? '0.34em' : 0}>
                {t('cliff.pair.case', pair)}
              </text>
              <PairMarks pair={pair} x={x} em={em} named={i === 0 && width / em > 44} />
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}

interface PairMarksProps {
  readonly pair: Pair;
  readonly x: (ratio: number) => number;
  readonly em: number;
  /** The first pair also says what its two marks are. */
  readonly named: boolean;
}

function PairMarks({ pair, x, em, named }: PairMarksProps) {
  const { t } = useMessages();
  const [raw, each] = [x(pair.raw), x(pair.perSavepoint)];
  const r = em * 0.36;
  return (
    <>
      <line className={styles.link} x1={raw} x2={each} />
      <circle className={styles.raw} cx={raw} r={r} />
      <circle className={styles.each} cx={each} r={r} />
      <text className={styles.muted} x={raw - em * 0.7} dy="0.34em" textAnchor="end">
        {named ? t('cliff.pair.mark.raw', pair) : t('cliff.pair.range', rawOf(pair))}
      </text>
      <text x={each + em * 0.7} dy="0.34em">
        {named ? t('cliff.pair.mark.each', pair) : t('cliff.pair.range', eachOf(pair))}
      </text>
    </>
  );
}

const rawOf = ({ raw: ratio, least, most }: Pair) => ({ ratio, least, most });
const eachOf = ({ raw, least, most }: Pair) => ({
  ratio: perSavepoint(raw),
  least: perSavepoint(least),
  most: perSavepoint(most),
});
