/**
 * The Lab's settings. Stateless: shows a form, hands back the next one. A conflict between settings is shown at its
 * field.
 */

import '../../base/messages/en/lab.ts';
import {
  type LabField,
  type LabInputError,
  type LabWording,
  SECONDS_LIMITS,
  SLICE_MS_LIMITS,
} from '../../engine/lab/lab-config.ts';
import { LAB_LIMITS, WORKLOAD_IDS } from '../../engine/lab/lab-types.ts';
import { Segmented, Select, Toggle } from '../../ui/choice.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { formatPoints, type LabForm, otherWorkOf, parsePoints } from '../../viewmodel/lab/lab-form.ts';
import type { SweepAxis } from '../../viewmodel/lab/published-series.ts';
import { DesignsField, ListField } from './fields.tsx';
import styles from './lab.module.css';

interface LabSettingsProps {
  readonly form: LabForm;
  readonly onChange: (form: LabForm) => void;
  readonly cores: number;
  readonly problem: LabInputError | null;
  readonly wording: LabWording;
}

export function LabSettings({ form, onChange, cores, problem, wording }: LabSettingsProps) {
  const { t } = useMessages();
  const set = (change: Partial<LabForm>): void => onChange({ ...form, ...change });
  const errorAt = (field: LabField): string | undefined =>
    problem !== null && problem.field === field ? t('lab.refused', { why: problem.message }) : undefined;
  const fields: FieldsProps = { form, set, errorAt };
  return (
    <div className={styles.fields}>
      <DesignsField values={form.designs} onChange={(designs) => set({ designs })} error={errorAt('designs')} />
      <div className={styles.wide}>
        <Select
          label={t('lab.field.workload')}
          options={WORKLOAD_IDS.map((id) => ({ value: id, label: t(`lab.workload.${id}`) }))}
          value={form.workload}
          onChange={(workload) =>
            set({ workload, otherWorkUs: null, lock: workload === 'snapshot' ? form.lock : true })
          }
        />
      </div>
      {form.mode === 'sweep' && <SweptAxis {...fields} wording={wording} />}
      <Connections {...fields} cores={cores} />
      <Timing {...fields} />
      <div className={styles.wide}>
        <Toggle
          label={t('lab.field.lock')}
          hint={t('lab.field.lock.hint')}
          checked={form.lock}
          disabled={form.workload !== 'snapshot'}
          onChange={(lock) => set({ lock })}
        />
      </div>
    </div>
  );
}

interface FieldsProps {
  readonly form: LabForm;
  readonly set: (change: Partial<LabForm>) => void;
  readonly errorAt: (field: LabField) => string | undefined;
}

/** A sweep's axis, and its points on it. */
function SweptAxis({ form, set, errorAt, wording }: FieldsProps & { readonly wording: LabWording }) {
  const { t } = useMessages();
  return (
    <>
      <div className={styles.wide}>
        <AxisChoice value={form.axis} onChange={(axis) => set({ axis })} />
      </div>
      <div className={styles.wide}>
        <ListField
          key={form.axis}
          label={t('lab.field.points')}
          hint={t('lab.field.points.hint')}
          values={form.points}
          format={formatPoints}
          parse={(text) => parsePoints(text, form.axis, wording)}
          onChange={(points) => set({ points })}
          error={errorAt(form.axis)}
        />
      </div>
    </>
  );
}

interface AxisChoiceProps {
  readonly value: SweepAxis;
  readonly onChange: (axis: SweepAxis) => void;
}

export function AxisChoice({ value, onChange }: AxisChoiceProps) {
  const { t } = useMessages();
  return (
    <Segmented
      label={t('lab.field.axis')}
      options={[
        { value: 'idle', label: t('lab.field.axis.idle') },
        { value: 'mostlyIdle', label: t('lab.field.axis.mostlyIdle') },
      ]}
      value={value}
      onChange={onChange}
    />
  );
}

/** Connections of each kind, but for the kind that is swept. */
function Connections({ form, set, errorAt, cores }: FieldsProps & { readonly cores: number }) {
  const { t } = useMessages();
  const swept = form.mode === 'sweep' ? form.axis : null;
  return (
    <>
      <NumberField
        label={t('lab.field.active')}
        hint={t('lab.field.active.hint', { cores })}
        value={form.active}
        min={1}
        max={LAB_LIMITS.active}
        whole
        onChange={(active) => set({ active })}
        error={errorAt('active')}
      />
      {(['idle', 'mostlyIdle'] as const).map(
        (kind) =>
          kind !== swept && (
            <NumberField
              key={kind}
              label={t(`lab.field.${kind}`)}
              hint={t(`lab.field.${kind}.hint`)}
              value={form[kind]}
              min={0}
              max={LAB_LIMITS.connections}
              whole
              onChange={(count) => set({ [kind]: count })}
              error={errorAt(kind)}
            />
          ),
      )}
      {form.active > cores && (
        <p className={styles.warning} role="status">
          {t('lab.oversubscribed.warning', { active: form.active, cores })}
        </p>
      )}
    </>
  );
}

/** How long things take: a transaction's other work, a sweep's points, a design's turn. */
function Timing({ form, set, errorAt }: FieldsProps) {
  const { t } = useMessages();
  return (
    <>
      <NumberField
        label={t('lab.field.otherWork')}
        hint={t('lab.field.otherWork.hint')}
        unit={t('lab.unit.us')}
        value={otherWorkOf(form)}
        min={0}
        max={LAB_LIMITS.otherWorkUs}
        whole
        onChange={(otherWorkUs) => set({ otherWorkUs })}
        error={errorAt('otherWorkUs')}
      />
      {form.mode === 'sweep' && (
        <NumberField
          label={t('lab.field.seconds')}
          hint={t('lab.field.seconds.hint')}
          unit={t('lab.unit.s')}
          value={form.seconds}
          {...SECONDS_LIMITS}
          whole={false}
          onChange={(seconds) => set({ seconds })}
          error={errorAt('seconds')}
        />
      )}
      <NumberField
        label={t('lab.field.slice')}
        hint={t('lab.field.slice.hint')}
        unit={t('lab.unit.ms')}
        value={form.sliceMs}
        {...SLICE_MS_LIMITS}
        whole
        onChange={(sliceMs) => set({ sliceMs })}
        error={errorAt('sliceMs')}
      />
    </>
  );
}
