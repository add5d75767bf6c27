/**
 * A result file of `lines-shared`: transfers per second by number of lines, next to what queues of the lines alone would
 * let through, and a shared server.
 */
import '../../base/messages/en/lines-shared.ts';
import '../../base/messages/en/ui.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import page from '../../ui/page.module.css';
import {
  LINES_HEADER,
  type LinesFile,
  type LinesRow,
  linesCsv,
  linesFacts,
  linesRows,
  linesSaid,
  queuesAlone,
  SHARED_SERVER_NS,
  seriesRows,
  sharedServerBand,
} from '../../viewmodel/lab/lines-shared.ts';
import { connectionsScale } from '../../viewmodel/lab/throughput-layout.ts';
import type { SeriesLook } from '../shared/chart/marks.tsx';
import { countTicks, rateAxis } from '../shared/chart/parts.tsx';
import { type Plot, SeriesChart } from '../shared/chart/SeriesChart.tsx';
import styles from './lines-shared.module.css';

const MEASURED: SeriesLook = { hue: 'var(--ink)', dash: null, mark: 'circle' };
const MODELLED: SeriesLook = { hue: 'var(--muted)', dash: null, mark: 'circle' };

/** The part of the band that the plot has. */
function Band({ plot, low, high }: { readonly plot: Plot; readonly low: number; readonly high: number }) {
  const [top, bottom] = [plot.y(Math.min(high, plot.y.domain()[1] ?? high)), plot.y(low)];
  return (
    <rect
      className={styles.band}
      x={plot.left}
      width={plot.right - plot.left}
      y={top}
      height={Math.max(0, bottom - top)}
    />
  );
}

function Chart({ file }: { readonly file: LinesFile }) {
  const messages = useMessages();
  const { t, format } = messages;
  const rows = seriesRows(file);
  const queues = queuesAlone(rows);
  const band = sharedServerBand(file);
  const counts = rows.map(({ lines }) => lines);
  const largest = Math.max(
    ...rows.map(({ transfersPerS }) => transfersPerS.q3),
    ...queues.map(({ perS }) => perS),
    band?.high ?? 0,
  );
  return (
    <SeriesChart
      spec={({ width, em }) => ({
        label: t('linesShared.figure.name'),
        series: [
          {
            ...{ key: 'queues', look: MODELLED, line: 'dashed', mark: 'hollow' },
            points: queues.map(({ lines, perS }) => ({ x: lines, y: perS })),
            label: { name: t('linesShared.figure.queues'), faint: true },
          },
          {
            ...{ key: 'measured', look: MEASURED, line: 'solid', mark: 'full' },
            points: rows.map(({ lines, transfersPerS: { q1, median, q3 } }) => ({
              ...{ x: lines, y: median, whisker: [q1, q3] as const },
            })),
            label: { name: t('linesShared.figure.measured') },
          },
        ],
        margin: { top: 2.2, bottom: 3.4, left: 3.6 },
        namesBelow: width / em < NAMES_BESIDE_EM,
        x: {
          title: t('linesShared.axis.lines'),
          scale: (frame) => connectionsScale(frame, Math.max(1, ...counts), 'linear'),
          ticks: countTicks(counts, format),
          text: format.integer,
        },
        y: { ...rateAxis(messages, largest), title: t('linesShared.axis.transfers') },
        under: (plot) => band !== null && <Band plot={plot} low={band.low} high={band.high} />,
      })}
    />
  );
}
/** From this width on, the lines' names have room at their ends. */
const NAMES_BESIDE_EM = 36;

function RowsTable({ rows }: { readonly rows: readonly LinesRow[] }) {
  const { t, format } = useMessages();
  const number = (key: string, head: string, cell: (row: LinesRow) => string): Column<LinesRow> => ({
    ...{ key, head, cell, kind: 'number' },
  });
  const columns = [
    number('lines', t('linesShared.head.lines'), (row) => format.integer(row.lines)),
    number('writers', t('linesShared.head.writers'), (row) => format.integer(row.writers)),
    number('readers', t('linesShared.head.readers'), (row) => format.integer(row.readers)),
    number('transfers', t('linesShared.head.transfers'), (row) => format.si(row.transfersPerS.median)),
    number('middle', t('linesShared.head.middle'), ({ transfersPerS: { q1, q3 } }) =>
      t('linesShared.cell.range', { from: format.si(q1), to: format.si(q3) }),
    ),
    number('writes', t('linesShared.head.writes'), (row) => format.si(row.writesPerS.median)),
    number('reads', t('linesShared.head.reads'), (row) => format.si(row.readsPerS.median)),
    number('walk', t('linesShared.head.walk'), ({ nsPerWalk }) =>
      nsPerWalk === null ? t('linesShared.cell.none') : format.significant(nsPerWalk, 3),
    ),
  ];
  return (
    <DataTable
      caption={t('linesShared.figure.name')}
      columns={columns}
      rows={rows}
      rowKey={({ lines, writers, readers }) => `${lines} ${writers} ${readers}`}
    />
  );
}

interface LinesSharedFigureProps {
  readonly file: LinesFile;
  readonly headingLevel?: 2 | 3;
}

export function LinesSharedFigure({ file, headingLevel = 3 }: LinesSharedFigureProps) {
  const messages = useMessages();
  const { t } = messages;
  const rows = linesRows(file);
  const [first = { writers: 0, readers: 0 }] = seriesRows(file);
  const said = linesSaid(file, messages);
  const name = t('linesShared.figure.name');
  return (
    <Figure
      headingLevel={headingLevel}
      title={name}
      name={name}
      growingTitle
      subtitle={t('linesShared.figure.subtitle', { ...first, rounds: file.rounds.length })}
      description={t('linesShared.figure.say', {
        rows: seriesRows(file).map(({ lines, transfersPerS }) => ({ lines, ...transfersPerS })),
        said,
      })}
      caption={t('ui.sentences', {
        all: [
          t('linesShared.figure.caption'),
          ...(sharedServerBand(file) === null ? [] : [t('linesShared.figure.band', SHARED_SERVER_NS)]),
        ],
      })}
      data={() => ({ header: LINES_HEADER, rows: linesCsv(file) })}
      table={<RowsTable rows={rows} />}
      provenance={
        <div className={page.badges}>
          <ProvenanceBadge kind="measured" facts={[file.machine.cpu, ...linesFacts(file, messages)]} />
          <ProvenanceBadge kind="modelled" facts={[t('linesShared.figure.queues')]} />
        </div>
      }
    >
      <p className={styles.said} data-testid="lines-said">
        {said}
      </p>
      <Chart file={file} />
    </Figure>
  );
}
