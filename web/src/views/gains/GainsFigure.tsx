/** The speed-ups that the commits state, each next to the model's and this machine's, with what that says of the model. */

import '../../base/messages/en/ladder.ts';
import '../../base/messages/en/provenance.ts';
import '../../base/messages/en/ui.ts';
import type { PlainKey } from '../../base/messages/index.ts';
import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import page from '../../ui/page.module.css';
import { designStyle } from '../../viewmodel/design-style.ts';
import {
  GAIN_ACTIVE,
  GAINS_HEADER,
  type GainRow,
  gainAxis,
  gainsCsv,
  isInBand,
  isMeasurable,
} from '../../viewmodel/ladder/gains.ts';
import { SHARED_BAND_NS } from '../../viewmodel/prediction/shared-server.ts';
import { DesignSwatch } from '../shared/chart/parts.tsx';
import styles from './gains.module.css';

interface GainsFigureProps {
  readonly rows: readonly GainRow[];
  /** The modelled machine. */
  readonly machine: string;
  /** Runs of the model so far; null: it does not run. */
  readonly progress: { readonly at: number; readonly points: number } | null;
  /** Threads that measured; null: nothing is measured. */
  readonly threads: number | null;
  /** The band of the shared server is asked for. */
  readonly band?: boolean;
  readonly headingLevel?: 2 | 3;
}

/** What the model's answer says. */
function useVerdict() {
  const { t } = useMessages();
  return ({ gain, modelled, verdict, isNone, load }: GainRow): string =>
    t('ladder.gains.verdict', { gain, modelled, verdict, isNone, hasLoad: load !== null });
}

/** Why there is no measured figure. */
function withoutMeasure(row: GainRow): PlainKey {
  if (!isMeasurable(row)) return 'ladder.gains.noLoad';
  return row.isTried ? 'ladder.gains.tooFew' : 'ladder.gains.notMeasured';
}

interface StripProps {
  readonly row: GainRow;
  readonly at: (gain: number) => number;
}

/** All that is known of a gain, on one scale: the band behind, what was published in front. */
function Strip({ row: { design, gain, modelled, band, measured, verdict }, at }: StripProps) {
  const span = (low: number, high: number) => ({ left: `${at(low)}%`, right: `${100 - at(high)}%` });
  return (
    <span className={styles.strip} style={{ color: designStyle(design).hue }} aria-hidden="true">
      <span className={styles.none} style={{ left: `${at(1)}%` }} />
      {band !== null && <span className={styles.band} data-mark="band" style={span(band.low, band.high)} />}
      {verdict === 'gap' && modelled !== null && (
        <span className={styles.missing} data-mark="gap" style={span(modelled.high, gain)} />
      )}
      {modelled !== null && <span className={styles.modelled} style={span(modelled.low, modelled.high)} />}
      {measured !== null && <span className={styles.measured} style={span(measured.low, measured.high)} />}
      <span className={styles.published} style={{ left: `${at(gain)}%` }} />
    </span>
  );
}

/** What the model says, and, if asked for, what the shared server would say. */
function useSentences(hasBand: boolean) {
  const { t } = useMessages();
  const verdict = useVerdict();
  return (row: GainRow): string => {
    if (!hasBand || row.load === null) return verdict(row);
    const { band, gain } = row;
    const own =
      band === null ? t('ladder.gains.bandWait') : t('ladder.gains.band', { band, holds: isInBand(gain, band) });
    return t('ui.sentences', { all: [verdict(row), own] });
  };
}

/** Results that have come for at least one row: a column of nothing says nothing. */
interface Has {
  readonly modelled: boolean;
  readonly measured: boolean;
}

interface GainLinesProps extends StripProps {
  readonly hasBand: boolean;
  readonly has: Has;
}

function GainLines({ row, at, hasBand, has }: GainLinesProps) {
  const { t } = useMessages();
  const said = useSentences(hasBand);
  const { design, before, gain, modelled, measured, band } = row;
  const range = (interval: GainRow['modelled'] | GainRow['measured'], without: PlainKey): string =>
    interval === null ? t(without) : t('ladder.gains.range', interval);
  return (
    <tbody
      className={styles.gain}
      data-design={design}
      data-load={row.load}
      data-verdict={row.verdict}
      data-held={band === null ? undefined : isInBand(gain, band)}
    >
      <tr>
        <th scope="rowgroup">
          <span className={styles.which}>
            <DesignSwatch design={design} />
            {t('ladder.gains.of', { design: t(designStyle(design).shortKey), before: t(designStyle(before).shortKey) })}
          </span>
          <span className={styles.workload}>{t('provenance.cited', { text: row.workload })}</span>
        </th>
        <td>{t('ladder.gains.published', { gain })}</td>
        {has.modelled && (
          <td>{range(modelled, row.load === null ? 'ladder.gains.noLoad' : 'ladder.gains.notModelled')}</td>
        )}
        {has.measured && (
          <td title={isMeasurable(row) ? undefined : t('ladder.gains.notMeasurable')}>
            {range(measured, withoutMeasure(row))}
          </td>
        )}
      </tr>
      <tr>
        <td colSpan={4} className={styles.verdict}>
          <Strip {...{ row, at }} />
          {/* Its line is there before its words. */}
          {has.modelled ? said(row) : '\u00a0'}
        </td>
      </tr>
    </tbody>
  );
}

interface GainsTableProps {
  readonly rows: readonly GainRow[];
  readonly name: string;
  readonly hasBand: boolean;
}

function GainsTable({ rows, name, hasBand }: GainsTableProps) {
  const { t } = useMessages();
  const at = gainAxis(rows);
  const has: Has = {
    modelled: rows.some(({ modelled }) => modelled !== null),
    measured: rows.some(({ measured }) => measured !== null),
  };
  return (
    <table className={styles.gains} data-testid="gains">
      <caption className="visually-hidden">{name}</caption>
      <thead>
        <tr>
          <th scope="col">{t('ladder.gains.head.commit')}</th>
          <th scope="col">{t('ladder.gains.head.published')}</th>
          {has.modelled && <th scope="col">{t('ladder.gains.head.modelled')}</th>}
          {has.measured && <th scope="col">{t('ladder.gains.head.measured')}</th>}
        </tr>
      </thead>
      {rows.map((row) => (
        <GainLines key={`${row.commit} ${row.workload}`} {...{ row, at, hasBand, has }} />
      ))}
    </table>
  );
}

export function GainsFigure({ rows, machine, progress, threads, band = false, headingLevel = 2 }: GainsFigureProps) {
  const { t } = useMessages();
  const said = useSentences(band);
  const short = (design: GainRow['design']): string => t(designStyle(design).shortKey);
  const modelled = rows.filter((row) => row.verdict !== 'open');
  const name = t('ladder.gains.name');
  return (
    <Figure
      headingLevel={headingLevel}
      title={t('ladder.gains.title', {
        modelled: modelled.length,
        reached: modelled.filter((row) => row.verdict === 'reached' && !row.isNone).length,
        gaps: modelled.filter((row) => row.verdict === 'gap').length,
      })}
      growingTitle
      name={name}
      subtitle={t('ladder.gains.subtitle', { active: GAIN_ACTIVE, machine })}
      caption={t('ui.sentences', { all: [t('ladder.gains.strip', { band }), t('ladder.gains.caption')] })}
      picture={false}
      data={() => ({ header: GAINS_HEADER, rows: gainsCsv(rows) })}
      description={t('ladder.gains.say', {
        rows: rows.map((row) => ({
          design: short(row.design),
          before: short(row.before),
          workload: t('provenance.cited', { text: row.workload }),
          verdict: said(row),
        })),
      })}
      provenance={
        <div className={page.badges}>
          <ProvenanceBadge kind="published" facts={[t('ladder.badge.commits')]} />
          <ProvenanceBadge
            kind="modelled"
            facts={[
              machine,
              ...(band ? [t('ladder.gains.bandFact', { band: SHARED_BAND_NS })] : []),
              ...(progress === null ? [] : [t('ladder.gains.modelling', progress)]),
            ]}
          />
          {threads !== null && <ProvenanceBadge kind="measured" facts={[t('ladder.gains.threads', { threads })]} />}
        </div>
      }
    >
      <GainsTable rows={rows} name={name} hasBand={band} />
    </Figure>
  );
}
