/** What makes a design slower when more connections are open: two points of the model, part by part. */

import '../../../base/messages/en/model.ts';
import { type ReactNode, useMemo } from 'react';
import { MODEL_DEFAULTS } from '../../../engine/simulation/model-config.ts';
import { useMessages } from '../../../ui/messages.tsx';
import { designStyle } from '../../../viewmodel/design-style.ts';
import { type DropCase, dropConfigs, dropOf } from '../../../viewmodel/prediction/drop.ts';
import { bySeed } from '../../../viewmodel/prediction/model-rows.ts';
import { type AnswerRow, DROP_FIRST, DROP_QUESTIONS, storedDrop } from '../../../viewmodel/prediction/stored.ts';
import { DropFigure } from '../../../views/drop/DropFigure.tsx';
import type { StartModel } from '../model-run.ts';
import { DROP_LIMITS, type ModelAddress } from './address.ts';
import { STORED } from './answers.ts';
import { QuestionView, type Setting } from './QuestionView.tsx';

type Address = ModelAddress & { readonly view: 'drop' };

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
  const { machine = MODEL_DEFAULTS.machine, design = DROP_FIRST.design, active = DROP_FIRST.active } = address;
  const { few = DROP_FIRST.few, many = DROP_FIRST.many } = address;
  const values: DropCase = { design, active, few, many };
  const rowsInAdvance = useMemo(() => storedDrop(STORED, { design, active, few, many }), [design, active, few, many]);
  return (
    <QuestionView
      {...{ machine, values, configsOf, startModel, head, isWhole }}
      settings={SETTINGS}
      presets={DROP_QUESTIONS.map((own) => ({
        label: t('model.drop.preset', { design: t(designStyle(own.design).shortKey), many: own.many }),
        values: own,
      }))}
      onChange={(change) => onAddress({ ...values, machine, ...change, view: 'drop' })}
      figure={(rows, facts) => <Answer asked={inOrder(values)} {...{ rows, facts }} />}
      stored={rowsInAdvance === null ? null : (facts) => <Answer asked={values} rows={rowsInAdvance} facts={facts} />}
    />
  );
}

interface AnswerProps {
  readonly asked: DropCase;
  readonly rows: readonly (AnswerRow | null)[];
  readonly facts: readonly string[];
}

function Answer({ asked, rows, facts }: AnswerProps) {
  const drop = useMemo(() => {
    const [before = [], after = []] = bySeed(rows, 2);
    return dropOf(before, after);
  }, [rows]);
  return <DropFigure {...{ asked, drop, facts }} />;
}
