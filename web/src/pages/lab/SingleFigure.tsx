/** The figure of a single run: lines over time, the finding as its title, facts under it. */
import type { DesignId } from '../../engine/lab-types.ts';
import { designStyle } from '../../model/design-style.ts';
import type { LabForm } from '../../model/lab-form.ts';
import { type RunFacts, rowsTable } from '../../model/rows.ts';
import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { LiveChart } from '../../views/throughput/LiveChart.tsx';
import type { LabView } from './lab-run.ts';
import { MeasuredBadge } from './MeasuredBadge.tsx';

/** Seconds of the past that are drawn; the rows below speak of a minute. */
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
      : t('lab.live.title.ratio', { fast: short(ratio.a), slow: short(ratio.b), ratio: ratio.value.median });

  return (
    <Figure
      title={title}
      name={t('lab.live.title')}
      subtitle={
        ratio === null
          ? t('lab.live.subtitle')
          : t('lab.live.ratioN', { n: ratio.value.n, q1: ratio.value.q1, q3: ratio.value.q3 })
      }
      caption={t('lab.live.caption')}
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
        changes={
          single
            ? view.changes.map(({ atMs, config: c }) => ({
                atMs,
                text: t('lab.live.change', { active: c.active, idle: c.idle, mostlyIdle: c.mostlyIdle }),
              }))
            : []
        }
        windowMs={SHOWN_MS}
      />
    </Figure>
  );
}
