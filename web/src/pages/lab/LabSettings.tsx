/**
 * The Lab's settings. Stateless: shows a form, hands back the next one. A conflict between settings is shown at its
 * field.
 */

import { DESIGN_IDS } from '../../base/designs.ts';
import {
  type LabField,
  type LabInputError,
  type LabWording,
  SECONDS_LIMITS,
  SLICE_MS_LIMITS,
} from '../../engine/lab/lab-config.ts';
import { LAB_LIMITS, WORKLOAD_IDS } from '../../engine/lab/lab-types.ts';
import { CheckboxGroup, Segmented, Select, Toggle } from '../../ui/choice.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { designStyle } from '../../viewmodel/design-style.ts';
import { formatPoints, type LabForm, otherWorkOf, parsePoints } from '../../viewmodel/lab/lab-form.ts';
import { DesignSwatch } from '../../views/shared/chart/parts.tsx';
import styles from './lab.module.css';
import { ListField } from './panels.tsx';

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
  const sweep = form.mode === 'sweep';
  const swept = sweep ? form.axis : null;
  const errorAt = (...fields: readonly LabField[]): string | undefined =>
    problem !== null && fields.includes(problem.field) ? t('lab.refused', { why: problem.message }) : undefined;
  const connections = { min: 0, max: LAB_LIMITS.connections, whole: true };

  return (
    <div className={styles.fields}>
      <div className={styles.wide}>
        <CheckboxGroup
          label={t('lab.field.designs')}
          options={DESIGN_IDS.map((design) => ({
            value: design,
            label: (
              <span className={styles.choice} title={t(designStyle(design).whatKey)}>
                <DesignSwatch design={design} />
                {t(designStyle(design).shortKey)}
              </span>
            ),
          }))}
          values={form.designs}
          onChange={(designs) => set({ designs })}
          error={errorAt('designs')}
        />
      </div>
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
      {sweep && (
        <div className={styles.wide}>
          <Segmented
            label={t('lab.field.axis')}
            options={[
              { value: 'idle', label: t('lab.field.axis.idle') },
              { value: 'mostlyIdle', label: t('lab.field.axis.mostlyIdle') },
            ]}
            value={form.axis}
            onChange={(axis) => set({ axis })}
          />
        </div>
      )}
      {sweep && (
        <div className={styles.wide}>
          <ListField
            key={form.axis}
            label={t('lab.field.points')}
            hint={t('lab.field.points.hint')}
            values={form.points}
            format={formatPoints}
            parse={(text) => parsePoints(text, form.axis, wording)}
            onChange={(points) => set({ points })}
            error={swept === null ? undefined : errorAt(swept)}
          />
        </div>
      )}
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
      {swept !== 'idle' && (
        <NumberField
          label={t('lab.field.idle')}
          hint={t('lab.field.idle.hint')}
          value={form.idle}
          {...connections}
          onChange={(idle) => set({ idle })}
          error={errorAt('idle')}
        />
      )}
      {swept !== 'mostlyIdle' && (
        <NumberField
          label={t('lab.field.mostlyIdle')}
          hint={t('lab.field.mostlyIdle.hint')}
          value={form.mostlyIdle}
          {...connections}
          onChange={(mostlyIdle) => set({ mostlyIdle })}
          error={errorAt('mostlyIdle')}
        />
      )}
      {form.active > cores && (
        <p className={styles.warning} role="status">
          {t('lab.oversubscribed.warning', { active: form.active, cores })}
        </p>
      )}
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
      {sweep ? (
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
      ) : null}
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
