/** The figure of a single run: lines over time, the finding as its title, facts under it. */

import type { DesignId } from '../../base/designs.ts';
import type { Messages } from '../../base/messages/index.ts';
import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { designStyle, hidesPrice } from '../../viewmodel/design-style.ts';
import type { LabForm } from '../../viewmodel/lab/lab-form.ts';
import { type RunFacts, reuseAgainstScan, rowsTable } from '../../viewmodel/lab/rows.ts';
import { LiveChart } from '../../views/throughput/LiveChart.tsx';
import type { LabView, SettingChange } from './lab-run.ts';
import { MeasuredBadge } from './MeasuredBadge.tsx';

/** The figure draws this much of the past; the rows below cover a minute. */
const SHOWN_MS = 30_000;

interface SingleFigureProps {
  readonly view: LabView;
  readonly form: LabForm;
  readonly facts: RunFacts;
}

export function SingleFigure({ view, form, facts }: SingleFigureProps) {
  const { t } = useMessages();
  const single = view.kind === 'single';
  const rows = single ? view.rows : [];
  const { config } = view;
  const short = (design: DesignId): string => t(designStyle(design).shortKey);
  const ratio = single ? view.ratio : null;
  const title =
    ratio === null
      ? t('lab.live.title')
      : ratio.claim.kind === 'measuring'
        ? t('lab.live.title.measuring')
        : t('lab.live.title.ratio', {
            ...(ratio.claim.kind === 'slower'
              ? { fast: short(ratio.b), slow: short(ratio.a) }
              : { fast: short(ratio.a), slow: short(ratio.b) }),
            ratio: ratio.claim.ratio,
            alike: ratio.claim.kind === 'alike',
            reuse: reuseAgainstScan(
              rows.find(({ design }) => design === ratio.a),
              rows.find(({ design }) => design === ratio.b),
            ),
          });
  const busy = rows.some((row) => row.disturbed.length > 0);

  return (
    <Figure
      title={title}
      name={t('lab.live.title')}
      subtitle={
        busy
          ? t('lab.busy')
          : ratio === null || ratio.claim.range === null
            ? t('lab.live.subtitle')
            : t('lab.live.ratioN', { n: ratio.n, ...ratio.claim.range })
      }
      caption={t('ui.sentences', {
        all: [t('lab.live.caption'), ...(hidesPrice(config?.designs ?? form.designs) ? [t('lab.price')] : [])],
      })}
      provenance={<MeasuredBadge rows={rows} active={config?.active ?? form.active} facts={facts} />}
      description={t('lab.live.words', {
        values: rows.map((row) => ({ design: short(row.design), tps: row.tps })),
        active: config?.active ?? form.active,
        idle: config?.idle ?? form.idle,
        mostlyIdle: config?.mostlyIdle ?? form.mostlyIdle,
      })}
      announce={single}
      {...(rows.length > 0 ? { data: () => rowsTable(rows, facts) } : {})}
    >
      <LiveChart
        series={view.series}
        designs={single && config !== null ? config.designs : []}
        changes={single ? view.changes.map((change) => ({ atMs: change.atMs, text: changeText(change, t) })) : []}
        windowMs={SHOWN_MS}
      />
    </Figure>
  );
}

/** Only the settings that changed: a line in the figure has little room. */
function changeText({ from, to }: SettingChange, t: Messages['t']): string {
  const parts: string[] = [];
  for (const key of ['active', 'idle', 'mostlyIdle', 'otherWorkUs'] as const) {
    if (from[key] !== to[key]) parts.push(t(`lab.live.change.${key}`, { from: from[key], to: to[key] }));
  }
  if (from.workload !== to.workload) parts.push(t('lab.live.change.workload', { to: to.workload }));
  if (from.lock !== to.lock) parts.push(t('lab.live.change.lock', { to: to.lock }));
  return t('ui.items', { all: parts });
}
