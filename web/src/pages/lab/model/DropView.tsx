/** What makes a design slower when more connections are open: two points of the model, part by part. */

import '../../../base/messages/en/model.ts';
import { type ReactNode, useMemo } from 'react';
import { MODEL_DEFAULTS } from '../../../engine/simulation/model-config.ts';
import type { ModelRow } from '../../../engine/simulation/model-types.ts';
import { useMessages } from '../../../ui/messages.tsx';
import { designStyle } from '../../../viewmodel/design-style.ts';
import { type DropCase, dropConfigs, dropOf } from '../../../viewmodel/prediction/drop.ts';
import { bySeed } from '../../../viewmodel/prediction/model-rows.ts';
import { DropFigure } from '../../../views/drop/DropFigure.tsx';
import type { StartModel } from '../model-run.ts';
import { DROP_LIMITS, type ModelAddress } from './address.ts';
import { QuestionView, type Setting } from './QuestionView.tsx';

type Address = ModelAddress & { readonly view: 'drop' };

/** The table with idle connections, from its first point to its last. */
const FIRST: DropCase = { design: 'pg13', active: 48, few: 0, many: 10_000 };

/** From the design whose snapshots read most per connection to the one that reads nothing while nobody commits. */
const PRESETS: readonly DropCase[] = (['pg9.1', 'pg13', 'pg14'] as const).map((design) => ({ ...FIRST, design }));

const SETTINGS: readonly Setting<DropCase>[] = [
  { design: 'design', label: 'model.drop.field.design' },
  { count: 'active', label: 'model.drop.field.active', min: 1, max: DROP_LIMITS.active },
  { count: 'few', label: 'model.drop.field.few', min: 0, max: DROP_LIMITS.idle },
  { count: 'many', label: 'model.drop.field.many', min: 0, max: DROP_LIMITS.idle },
];

/** While somebody types, the ends may be the other way round. */
const inOrder = (asked: DropCase): DropCase => ({
  ...asked,
  few: Math.min(asked.few, asked.many),
  many: Math.max(asked.few, asked.many),
});
const configsOf = (asked: DropCase) => dropConfigs(inOrder(asked));

interface DropViewProps {
  readonly address: Address;
  readonly onAddress: (next: Address) => void;
  readonly startModel: StartModel;
  readonly head: (run: ReactNode) => ReactNode;
  readonly isWhole: boolean;
}

export function DropView({ address, onAddress, startModel, head, isWhole }: DropViewProps) {
  const { t } = useMessages();
  const { machine = MODEL_DEFAULTS.machine, design = FIRST.design, active = FIRST.active } = address;
  const { few = FIRST.few, many = FIRST.many } = address;
  const values: DropCase = { design, active, few, many };
  return (
    <QuestionView
      {...{ machine, values, configsOf, startModel, head, isWhole }}
      settings={SETTINGS}
      presets={PRESETS.map((own) => ({
        label: t('model.drop.preset', { design: t(designStyle(own.design).shortKey), many: own.many }),
        values: own,
      }))}
      onChange={(change) => onAddress({ ...values, machine, ...change, view: 'drop' })}
      figure={(rows, facts) => <Answer asked={inOrder(values)} {...{ rows, facts }} />}
    />
  );
}

interface AnswerProps {
  readonly asked: DropCase;
  readonly rows: readonly (ModelRow | null)[];
  readonly facts: readonly string[];
}

function Answer({ asked, rows, facts }: AnswerProps) {
  const drop = useMemo(() => {
    const [before = [], after = []] = bySeed(rows, 2);
    return dropOf(before, after);
  }, [rows]);
  return <DropFigure {...{ asked, drop, facts }} />;
}
