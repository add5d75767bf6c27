/** The badge that documents measured numbers: the machine, the number of threads and cores, N, the clock, isolation. */

import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import type { ResultRow, RunFacts } from '../../viewmodel/lab/rows.ts';

interface MeasuredBadgeProps {
  readonly rows: readonly ResultRow[];
  readonly active: number;
  readonly facts: RunFacts;
}

export function MeasuredBadge({ rows, active, facts }: MeasuredBadgeProps) {
  const { t } = useMessages();
  const turns = rows.reduce((sum, row) => sum + row.slices, 0);
  return (
    <ProvenanceBadge
      kind="measured"
      facts={[
        t('lab.facts.machine'),
        t('lab.facts.threads', { n: active, cores: facts.cores }),
        ...(active > facts.cores ? [t('lab.oversubscribed')] : []),
        t('lab.facts.turns', { n: turns }),
        t('lab.facts.clock', { ns: facts.clockResolutionNs }),
        t(facts.isolated ? 'lab.facts.isolated' : 'lab.facts.notIsolated'),
      ]}
    />
  );
}
