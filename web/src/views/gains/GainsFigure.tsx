/** The speed-ups that the commits state, each next to the model's and this machine's, with what that says of the model. */

import '../../base/messages/en/ladder.ts';
import '../../base/messages/en/provenance.ts';
import type { PlainKey } from '../../base/messages/index.ts';
import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import page from '../../ui/page.module.css';
import { designStyle } from '../../viewmodel/design-style.ts';
import { GAIN_ACTIVE, GAINS_HEADER, type GainRow, gainsCsv, isMeasurable } from '../../viewmodel/ladder/gains.ts';
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

function GainLines({ row }: { readonly row: GainRow }) {
  const { t } = useMessages();
  const verdict = useVerdict();
  const { design, before, gain, modelled, measured } = row;
  const range = (interval: GainRow['modelled'] | GainRow['measured'], without: PlainKey): string =>
    interval === null ? t(without) : t('ladder.gains.range', interval);
  return (
    <tbody className={styles.gain} data-design={design} data-load={row.load} data-verdict={row.verdict}>
      <tr>
        <th scope="rowgroup">
          <span className={styles.which}>
            <DesignSwatch design={design} />
            {t('ladder.gains.of', { design: t(designStyle(design).shortKey), before: t(designStyle(before).shortKey) })}
          </span>
          <span className={styles.workload}>{t('provenance.cited', { text: row.workload })}</span>
        </th>
        <td>{t('ladder.gains.published', { gain })}</td>
        <td>{range(modelled, row.load === null ? 'ladder.gains.noLoad' : 'ladder.gains.notModelled')}</td>
        <td title={isMeasurable(row) ? undefined : t('ladder.gains.notMeasurable')}>
          {range(measured, withoutMeasure(row))}
        </td>
      </tr>
      <tr>
        <td colSpan={4} className={styles.verdict}>
          {verdict(row)}
        </td>
      </tr>
    </tbody>
  );
}

function GainsTable({ rows, name }: { readonly rows: readonly GainRow[]; readonly name: string }) {
  const { t } = useMessages();
  return (
    <table className={styles.gains} data-testid="gains">
      <caption className="visually-hidden">{name}</caption>
      <thead>
        <tr>
          <th scope="col">{t('ladder.gains.head.commit')}</th>
          <th scope="col">{t('ladder.gains.head.published')}</th>
          <th scope="col">{t('ladder.gains.head.modelled')}</th>
          <th scope="col">{t('ladder.gains.head.measured')}</th>
        </tr>
      </thead>
      {rows.map((row) => (
        <GainLines key={`${row.commit} ${row.workload}`} row={row} />
      ))}
    </table>
  );
}

export function GainsFigure({ rows, machine, progress, threads, headingLevel = 2 }: GainsFigureProps) {
  const { t } = useMessages();
  const verdict = useVerdict();
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
      caption={t('ladder.gains.caption')}
      picture={false}
      data={() => ({ header: GAINS_HEADER, rows: gainsCsv(rows) })}
      description={t('ladder.gains.say', {
        rows: rows.map((row) => ({
          design: short(row.design),
          before: short(row.before),
          workload: t('provenance.cited', { text: row.workload }),
          verdict: verdict(row),
        })),
      })}
      provenance={
        <div className={page.badges}>
          <ProvenanceBadge kind="published" facts={[t('ladder.badge.commits')]} />
          <ProvenanceBadge
            kind="modelled"
            facts={[machine, ...(progress === null ? [] : [t('ladder.gains.modelling', progress)])]}
          />
          {threads !== null && <ProvenanceBadge kind="measured" facts={[t('ladder.gains.threads', { threads })]} />}
        </div>
      }
    >
      <GainsTable rows={rows} name={name} />
    </Figure>
  );
}
