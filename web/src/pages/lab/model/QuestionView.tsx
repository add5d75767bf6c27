/** A question that one line of settings asks of the model, answered as soon as it is asked: settings, run, figure. */

import '../../../base/messages/en/model.ts';
import { type ReactNode, useEffect, useMemo } from 'react';
import { DESIGN_IDS, type DesignId } from '../../../base/designs.ts';
import type { PlainKey } from '../../../base/messages/index.ts';
import { MODEL_DEFAULTS } from '../../../engine/simulation/model-config.ts';
import type { ModelConfig, ModelRow } from '../../../engine/simulation/model-types.ts';
import type { Machine, MachineId } from '../../../scenario/machine.ts';
import { Select } from '../../../ui/choice.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { designStyle } from '../../../viewmodel/design-style.ts';
import { SURE_SEEDS, seeded } from '../../../viewmodel/prediction/model-rows.ts';
import { STORED_MACHINE } from '../../../viewmodel/prediction/stored.ts';
import { MachineSelect, SettingsSection } from '../fields.tsx';
import { shippedMachine } from '../lines/machines.ts';
import { type StartModel, useModelRun } from '../model-run.ts';
import { ModelRunPanel } from '../panels.tsx';
import { ModelPresets } from './ModelPresets.tsx';
import styles from './model.module.css';

/** The names of a question's fields by their kind. */
type Designs<Q> = { [K in keyof Q]: Q[K] extends DesignId ? K : never }[keyof Q] & string;
type Counts<Q> = { [K in keyof Q]: Q[K] extends number ? K : never }[keyof Q] & string;

/** A line of the table of settings, in the order of the form. */
export type Setting<Q> =
  | { readonly design: Designs<Q>; readonly label: PlainKey }
  | { readonly count: Counts<Q>; readonly label: PlainKey; readonly min: number; readonly max: number };

interface SettingsProps<Q> {
  readonly machine: MachineId;
  readonly settings: readonly Setting<Q>[];
  readonly values: Q;
  readonly onMachine: (machine: MachineId) => void;
  readonly onChange: (change: Partial<Q>) => void;
}

function Settings<Q extends object>({ machine, settings, values, onMachine, onChange }: SettingsProps<Q>) {
  const { t } = useMessages();
  const change = (field: keyof Q, value: DesignId | number): void =>
    // The table's types say which fields are designs and which are counts.
    onChange({ [field]: value } as Partial<Q>);
  return (
    <div className={styles.settings}>
      <MachineSelect value={machine} onChange={onMachine} />
      {settings.map((setting) =>
        'design' in setting ? (
          <Select
            key={setting.design}
            label={t(setting.label)}
            options={DESIGN_IDS.map((id) => ({ value: id, label: t(designStyle(id).shortKey) }))}
            value={values[setting.design] as DesignId}
            onChange={(id) => change(setting.design, id)}
          />
        ) : (
          <NumberField
            key={setting.count}
            label={t(setting.label)}
            value={values[setting.count] as number}
            min={setting.min}
            max={setting.max}
            whole
            onChange={(n) => change(setting.count, n)}
          />
        ),
      )}
    </div>
  );
}

const NONE: readonly (ModelRow | null)[] = [];

interface QuestionViewProps<Q> extends Omit<SettingsProps<Q>, 'machine' | 'onMachine' | 'onChange'> {
  readonly machine: MachineId | undefined;
  readonly onChange: (change: Partial<Q> & { readonly machine?: MachineId }) => void;
  /** The points of the question; the same function at each render. */
  readonly configsOf: (question: Q) => readonly ModelConfig[];
  readonly startModel: StartModel;
  readonly head: (run: ReactNode) => ReactNode;
  /** Alone on its page: the settings are folded, and some questions have a button. */
  readonly isWhole: boolean;
  /** Asked most, each with its words. */
  readonly presets: readonly { readonly label: string; readonly values: Q }[];
  /** `rows`: in the order of `seeded(configsOf(values))`, null for those to come. */
  readonly figure: (rows: readonly (ModelRow | null)[], facts: readonly string[]) => ReactNode;
  /** The answer that was computed in advance; null: there is none, and the model is asked at once. */
  readonly stored: ((facts: readonly string[]) => ReactNode) | null;
}

/** The question's points, and their run: at once, unless the answer was computed in advance. */
function useAsked<Q>({ values, configsOf, startModel }: QuestionViewProps<Q>, machine: Machine, isStored: boolean) {
  const { run, view } = useModelRun(startModel);
  // A question is compared by content: a render makes a new one.
  const question = JSON.stringify(values);
  const jobs = useMemo(
    () =>
      seeded(
        configsOf(JSON.parse(question) as Q).map((config) => ({ machine, config })),
        SURE_SEEDS,
      ),
    [machine, question, configsOf],
  );
  useEffect(() => {
    if (isStored) run.clear();
    else run.start(jobs);
  }, [run, jobs, isStored]);
  const isOwn = view.points === jobs;
  return { run, view, question, jobs, rows: isOwn ? view.rows : NONE, isAnswered: isOwn && view.phase === 'done' };
}

export function QuestionView<Q extends object>(props: QuestionViewProps<Q>) {
  const { machine: id = MODEL_DEFAULTS.machine, settings, values, onChange, head, isWhole, presets, figure } = props;
  const { t } = useMessages();
  const machine = shippedMachine(id);
  const stored = id === STORED_MACHINE ? props.stored : null;
  const { run, view, question, jobs, rows, isAnswered } = useAsked(props, machine, stored !== null);
  const n = machine.fitted?.constants.length ?? 0;
  const facts = [machine.short, t(machine.fitted === null ? 'model.facts.assumed' : 'model.facts.fitted', { n })];
  const form = (
    <Settings
      {...{ settings, values, onChange }}
      machine={id}
      onMachine={(chosen) => onChange({ machine: chosen } as Partial<Q> & { machine: MachineId })}
    />
  );
  return (
    <>
      {head(
        <ModelRunPanel
          view={view}
          label={t(view.phase === 'ready' ? 'model.run.start' : 'model.run.again')}
          points={jobs.length}
          onStart={() => run.start(jobs)}
          onStop={run.stop}
        />,
      )}
      <div className={`${styles.result} ${styles.alone}`}>
        {stored !== null && !isAnswered
          ? // It stays until this machine's own answer is there.
            stored([...facts, t('model.facts.stored')])
          : figure(rows, isAnswered ? [...facts, t('model.facts.here')] : facts)}
      </div>
      {isWhole ? <Folded {...{ presets, question, onChange }} machine={machine.short} form={form} /> : form}
    </>
  );
}

interface FoldedProps<Q> extends Pick<QuestionViewProps<Q>, 'presets' | 'onChange'> {
  /** The one that is asked, as text. */
  readonly question: string;
  readonly machine: string;
  readonly form: ReactNode;
}

/** Questions with a button each; the settings, one press away. */
function Folded<Q extends object>({ presets, question, onChange, machine, form }: FoldedProps<Q>) {
  return (
    <>
      <ModelPresets
        presets={presets.map(({ label, values }) => ({
          label,
          isNow: JSON.stringify(values) === question,
          onChoose: () => onChange(values),
        }))}
      />
      <SettingsSection open={false} summary={machine}>
        {form}
      </SettingsSection>
    </>
  );
}
