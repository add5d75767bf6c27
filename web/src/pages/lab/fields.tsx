/** Fields that the Lab's pages share: a machine, the designs, lists of counts, and settings that may be folded. */

import '../../base/messages/en/lab.ts';
import '../../base/messages/en/model.ts';
import '../../base/messages/en/ui.ts';
import { type ReactNode, useId, useState } from 'react';
import { DESIGN_IDS, type DesignId } from '../../base/designs.ts';
import type { Messages } from '../../base/messages/index.ts';
import type { Result } from '../../base/result.ts';
import { MACHINE_IDS, type Machine, type MachineId } from '../../scenario/machine.ts';
import { CheckboxGroup, Select } from '../../ui/choice.tsx';
import listFieldStyles from '../../ui/controls.module.css';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import { designStyle } from '../../viewmodel/design-style.ts';
import { DesignSwatch } from '../../views/shared/chart/parts.tsx';
import styles from './lab.module.css';
import { shippedMachine } from './lines/machines.ts';

interface MachineSelectProps {
  readonly value: string;
  readonly label?: string;
  readonly hint?: string;
  readonly onChange: (machine: MachineId) => void;
}

/** Of the model, whatever the machine. */
const LINE = 64;

/** What a page with lines says of a machine whose hardware keeps other ones coherent; nothing of most. */
export const linesNote = ({ lineBytes }: Machine, { t }: Pick<Messages, 't'>): readonly string[] =>
  lineBytes.value === LINE ? [] : [t('model.field.machine.lines', { bytes: lineBytes.value })];

/** One of the shipped machines; a machine whose hardware keeps other lines coherent than the model says so. */
export function MachineSelect({ value, label, hint, onChange }: MachineSelectProps) {
  const { t } = useMessages();
  const id = MACHINE_IDS.find((one) => one === value);
  const lines = id === undefined ? [] : linesNote(shippedMachine(id), { t });
  const ended = hint === undefined ? [] : [t('ui.ended', { text: hint })];
  return (
    <Select
      label={label ?? t('model.field.machine')}
      hint={lines.length === 0 ? hint : t('ui.sentences', { all: [...ended, ...lines] })}
      options={MACHINE_IDS.map((id) => ({ value: id, label: shippedMachine(id).short }))}
      value={value}
      onChange={(chosen) => {
        const machine = MACHINE_IDS.find((id) => id === chosen);
        if (machine !== undefined) onChange(machine);
      }}
    />
  );
}

interface DesignsFieldProps {
  readonly values: readonly DesignId[];
  readonly onChange: (designs: readonly DesignId[]) => void;
  readonly error: string | undefined;
}

export function DesignsField({ values, onChange, error }: DesignsFieldProps) {
  const { t } = useMessages();
  return (
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
        values={values}
        onChange={onChange}
        error={error}
      />
    </div>
  );
}

interface SettingsSectionProps {
  readonly open: boolean;
  /** The settings in words, while they are folded. */
  readonly summary: string;
  readonly children: ReactNode;
}

interface FoldProps {
  readonly title: string;
  /** The settings inside, in a few words. */
  readonly about?: string;
  readonly testId?: string;
  /** Drawn when it is first opened: a chart asks how much room it has. */
  readonly lazy?: boolean;
  readonly children: ReactNode;
}

/** What a reader may want, one press away. */
export function Fold({ title, about, children, testId, lazy = false }: FoldProps) {
  const [wasOpen, setWasOpen] = useState(false);
  return (
    <details
      className={styles.fold}
      data-testid={testId}
      onToggle={(event) => {
        if (event.currentTarget.open) setWasOpen(true);
      }}
    >
      <summary className={styles.summary}>
        {title}
        {about !== undefined && <span className={page.hint}>{about}</span>}
      </summary>
      {(wasOpen || !lazy) && children}
    </details>
  );
}

/** The settings next to the result, or folded below it. */
export function SettingsSection({ open, summary, children }: SettingsSectionProps) {
  const { t } = useMessages();
  return (
    <section className={styles.settings} aria-label={t('lab.settings')}>
      {open ? (
        children
      ) : (
        <Fold title={t('lab.settings')} about={summary}>
          {children}
        </Fold>
      )}
    </section>
  );
}

interface ListFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly values: readonly number[];
  readonly format: (values: readonly number[]) => string;
  readonly parse: (text: string) => Result<readonly number[], { readonly message: string }>;
  readonly onChange: (values: readonly number[]) => void;
  /** A fault that only the page can see. */
  readonly error?: string | undefined;
}

/** A field for a list of counts. As with single numbers: a valid list counts at once, an invalid one is explained. */
export function ListField({ label, hint, values, format, parse, onChange, error }: ListFieldProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? format(values);
  const parsed = parse(text);
  const fault = parsed.ok ? error : parsed.error.message;
  return (
    <div className={listFieldStyles.field}>
      <label className={listFieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        className={listFieldStyles.input}
        value={text}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        onChange={(event) => {
          setDraft(event.target.value);
          const next = parse(event.target.value);
          if (next.ok && format(next.value) !== format(values)) onChange(next.value);
        }}
        onBlur={() => setDraft(parsed.ok ? null : draft)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setDraft(null);
        }}
      />
      <p id={`${id}-hint`} className={listFieldStyles.hint}>
        {hint}
      </p>
      <p id={`${id}-error`} className={listFieldStyles.error} role="alert">
        {fault}
      </p>
    </div>
  );
}
