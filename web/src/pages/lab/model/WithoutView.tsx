/** What explains what: two designs, modelled again with one mechanism left out at a time. */

import '../../../base/messages/en/model.ts';
import '../../../base/messages/en/without.ts';
import { type ReactNode, useMemo } from 'react';
import { MODEL_DEFAULTS } from '../../../engine/simulation/model-config.ts';
import type { ModelRow } from '../../../engine/simulation/model-types.ts';
import { useMessages } from '../../../ui/messages.tsx';
import { designStyle } from '../../../viewmodel/design-style.ts';
import { storedWithout, WITHOUT_FIRST, WITHOUT_QUESTIONS } from '../../../viewmodel/prediction/stored.ts';
import { variantsOf, type WithoutCase, withoutConfigs, withoutOf } from '../../../viewmodel/prediction/without.ts';
import { WithoutFigure } from '../../../views/without/WithoutFigure.tsx';
import type { StartModel } from '../model-run.ts';
import { DROP_LIMITS, type ModelAddress } from './address.ts';
import { STORED } from './answers.ts';
import { QuestionView, type Setting } from './QuestionView.tsx';

type Address = ModelAddress & { readonly view: 'without' };

const SETTINGS: readonly Setting<WithoutCase>[] = [
  { design: 'before', label: 'without.field.before' },
  { design: 'after', label: 'without.field.after' },
  { count: 'active', label: 'model.drop.field.active', min: 1, max: DROP_LIMITS.active },
  { count: 'idle', label: 'without.field.idle', min: 0, max: DROP_LIMITS.idle },
];

/** A design that is chosen on one side and stands on the other makes both change places. */
function swapped(values: WithoutCase, change: Partial<WithoutCase>): Partial<WithoutCase> {
  if (change.before === values.after) return { ...change, after: values.before };
  return change.after === values.before ? { ...change, before: values.after } : change;
}

interface WithoutViewProps {
  readonly address: Address;
  readonly onAddress: (next: Address) => void;
  readonly startModel: StartModel;
  readonly head: (run: ReactNode) => ReactNode;
  readonly isWhole: boolean;
}

export function WithoutView({ address, onAddress, startModel, head, isWhole }: WithoutViewProps) {
  const { t } = useMessages();
  const { machine = MODEL_DEFAULTS.machine } = address;
  const { before, after, active, idle } = { ...WITHOUT_FIRST, ...address };
  const values: WithoutCase = { before, after, active, idle };
  const rowsInAdvance = useMemo(
    () => storedWithout(STORED, { before, after, active, idle }),
    [before, after, active, idle],
  );
  return (
    <QuestionView
      {...{ machine, values, startModel, head, isWhole }}
      settings={SETTINGS}
      presets={WITHOUT_QUESTIONS.map((own) => ({
        label: t('without.preset', {
          ...own,
          before: t(designStyle(own.before).shortKey),
          after: t(designStyle(own.after).shortKey),
        }),
        values: own,
      }))}
      configsOf={withoutConfigs}
      onChange={(change) => onAddress({ ...values, machine, ...change, ...swapped(values, change), view: 'without' })}
      figure={(rows, facts) => <Answer asked={values} {...{ rows, facts }} />}
      stored={rowsInAdvance === null ? null : (facts) => <Answer asked={values} rows={rowsInAdvance} facts={facts} />}
    />
  );
}

interface AnswerProps {
  readonly asked: WithoutCase;
  readonly rows: readonly (Pick<ModelRow, 'tps'> | null)[];
  readonly facts: readonly string[];
}

function Answer({ asked, rows, facts }: AnswerProps) {
  const { idle } = asked;
  const ablations = useMemo(() => withoutOf(rows, variantsOf({ idle })), [rows, idle]);
  return <WithoutFigure {...{ asked, ablations, facts }} />;
}
