/** Around the picture: the settings, a struct's buttons, the selected field's, and the counts as a table. */
import '../../../base/messages/en/layout.ts';
import '../../../base/messages/en/lines.ts';
import type { Messages } from '../../../base/messages/index.ts';
import { SCENE_PLACES, SCENE_WORKLOADS } from '../../../engine/replay/scene-types.ts';
import { PROTOCOLS } from '../../../scenario/machine.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/choice.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import page from '../../../ui/page.module.css';
import { designStyle } from '../../../viewmodel/design-style.ts';
import type { Direction } from '../../../viewmodel/layout/edit.ts';
import { everyField, LAYOUT_CODES, LINE_BYTES } from '../../../viewmodel/layout/layout.ts';
import { RESULT_COUNTS, type ResultCount } from '../../../viewmodel/layout/results.ts';
import type { StructRows } from '../../../viewmodel/layout/rows.ts';
import { LAYOUT_SETTINGS, mostActive } from '../../../viewmodel/layout/settings.ts';
import type { ResultRow } from '../../../views/layout/ResultBars.tsx';
import { Fold, MachineSelect } from '../fields.tsx';
import styles from './layout-page.module.css';
import type { LayoutState } from './layout-state.ts';
import type { LayoutStore } from './layout-store.ts';

interface PanelProps {
  readonly store: LayoutStore;
  readonly state: LayoutState;
}

/** The value in a list that stands for the machine's own protocol, or for a table of the reader's own. */
const OWN = 'own';

/** The settings in a line. */
export const settingsWords = ({ settings, machine, layout }: LayoutState, t: Messages['t']): string =>
  t('layout.settings.summary', {
    machine: machine.short,
    active: settings.active,
    connections: settings.active + settings.idle,
    protocol: settings.protocol ?? machine.protocol.value,
    // A table has accesses of its own.
    workload: layout.replay === null ? null : t(`lines.settings.workload.${settings.workload}`),
  });

export function LayoutSettingsForm({ store, state }: PanelProps) {
  const { t } = useMessages();
  const { settings, machine } = state;
  const own = machine.protocol.value;
  return (
    <details className={styles.settings} data-testid="layout-settings">
      <summary>
        {t('layout.settings')}
        <span>{settingsWords(state, t)}</span>
      </summary>
      <div className={styles.fields}>
        <MachineSelect value={settings.machine} onChange={(id) => store.change({ machine: id })} />
        <Select
          label={t('layout.settings.protocol')}
          options={[
            { value: OWN, label: t('layout.settings.own', { protocol: own }) },
            ...PROTOCOLS.map((id) => ({ value: id, label: id })),
          ]}
          value={settings.protocol ?? OWN}
          onChange={(id) => store.change({ protocol: PROTOCOLS.find((each) => each === id) ?? null })}
        />
        <NumberField
          label={t('lines.settings.active')}
          value={settings.active}
          min={LAYOUT_SETTINGS.active.min}
          max={mostActive(machine)}
          whole
          onChange={(active) => store.change({ active })}
        />
        <NumberField
          label={t('lines.settings.idle')}
          value={settings.idle}
          {...LAYOUT_SETTINGS.idle}
          whole
          onChange={(idle) => store.change({ idle })}
        />
        {state.layout.replay !== null && (
          <>
            <Select
              label={t('lines.settings.workload')}
              options={SCENE_WORKLOADS.map((id) => ({ value: id, label: t(`lines.settings.workload.${id}`) }))}
              value={settings.workload}
              onChange={(workload) => store.change({ workload })}
            />
            <Select
              label={t('lines.settings.place')}
              options={SCENE_PLACES.map((id) => ({ value: id, label: t(`lines.settings.place.${id}`) }))}
              value={settings.place}
              onChange={(place) => store.change({ place })}
            />
          </>
        )}
      </div>
    </details>
  );
}

/** Padding, arrays, joining: of one struct. */
export function StructTools({ store, one }: { readonly store: LayoutStore; readonly one: StructRows }) {
  const { t } = useMessages();
  const { struct, index, entries, canJoin } = one;
  const { name } = struct;
  const isPadded = struct.pad >= LINE_BYTES;
  return (
    <span className={styles.structTools}>
      <button
        type="button"
        aria-pressed={isPadded}
        title={t('layout.tool.padOf', { name })}
        aria-label={t('layout.tool.padOf', { name })}
        onClick={() => store.setPadded(index, !isPadded)}
      >
        {t('layout.tool.pad')}
      </button>
      {entries > 1 && struct.fields.length > 1 && (
        <button
          type="button"
          aria-pressed={struct.way === 'arrays'}
          title={t('layout.tool.arraysOf', { name })}
          aria-label={t('layout.tool.arraysOf', { name })}
          onClick={() => store.setArrays(index, struct.way !== 'arrays')}
        >
          {t('layout.tool.arrays')}
        </button>
      )}
      {canJoin && (
        <button
          type="button"
          title={t('layout.tool.joinOf', { name })}
          aria-label={t('layout.tool.joinOf', { name })}
          onClick={() => store.join(index)}
        >
          {t('layout.tool.join')}
        </button>
      )}
    </span>
  );
}

const STEPS: readonly Direction[] = ['earlier', 'later', 'up', 'down'];

/** The same moves without dragging: choose a field, press a button. */
export function FieldTools({ store, state: { layout, selected } }: PanelProps) {
  const { t } = useMessages();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label={t('layout.tools')} className={styles.tools}>
      <Select
        label={t('layout.code')}
        options={[
          ...(layout.replay === null ? [{ value: OWN, label: t('layout.own') }] : []),
          ...LAYOUT_CODES.map((code) => {
            const { shortKey, whatKey } = designStyle(code);
            return { value: code, label: t('layout.code.what', { code: t(shortKey), what: t(whatKey) }) };
          }),
        ]}
        value={layout.replay ?? OWN}
        onChange={(chosen) => {
          const code = LAYOUT_CODES.find((each) => each === chosen);
          if (code !== undefined) store.take(code);
        }}
      />
      <Select
        label={t('layout.field')}
        options={[
          { value: '', label: t('layout.none') },
          ...everyField(layout).map(({ name }) => ({ value: name, label: name })),
        ]}
        value={selected ?? ''}
        onChange={(field) => store.select(field === '' ? null : field)}
      />
      <div className={page.row}>
        {STEPS.map((direction) => (
          <Button
            key={direction}
            disabled={selected === null}
            onClick={() => selected !== null && store.step(selected, direction)}
          >
            {t(`layout.tool.${direction}`)}
          </Button>
        ))}
        <Button disabled={selected === null} onClick={() => selected !== null && store.split(selected)}>
          {t('layout.tool.split')}
        </Button>
        <Button disabled={!store.canUndo} onClick={() => store.undo()}>
          {t('layout.tool.undo')}
        </Button>
      </div>
    </div>
  );
}

interface CountsTableProps {
  readonly rows: readonly ResultRow[];
  /** Of the reader's own accesses. */
  readonly isTable: boolean;
}

export function CountsTable({ rows, isTable }: CountsTableProps) {
  const { t } = useMessages();
  const isOld = rows.some((row) => row.isOld);
  const number = (of: 'ns' | 'perSecond' | ResultCount, digits: number, unit = 1) => ({
    kind: 'number' as const,
    cell: ({ result, isOld: isStale }: ResultRow) => (
      <span className={styles.figure} data-old={isStale || undefined}>
        {result === null
          ? '–'
          : t('layout.number', { value: result[of] / unit, margin: result.margin[of] / unit, digits })}
      </span>
    ),
  });
  return (
    <section className={styles.part}>
      <DataTable
        caption={`${t('layout.table', { isTable })}${isOld ? ` · ${t('layout.replaying')}` : ''}`}
        columns={[
          {
            key: 'layout',
            head: t('layout.table.layout'),
            cell: ({ name, hue }) => <b style={{ color: hue }}>{name}</b>,
          },
          { key: 'ns', head: t('layout.table.ns'), ...number('ns', 0) },
          ...RESULT_COUNTS.map((count) => ({
            key: count,
            head: t(`layout.count.${count}`),
            ...number(count, 2),
          })),
          {
            key: 'perSecond',
            head: t('layout.table.perSecond', { isTable }),
            ...number('perSecond', 1, 1000),
          },
        ]}
        rows={rows}
        rowKey={({ id }) => id}
      />
      <Fold title={t('layout.terms')}>
        <p className={page.quiet}>{t('layout.table.about')}</p>
        <Terms />
      </Fold>
    </section>
  );
}

/** What the reasons for a fetch are, in words that need no pointer at rest. */
function Terms() {
  const { t } = useMessages();
  const terms = [
    [t('layout.count.trueSharing'), t('layout.terms.trueSharing')],
    [t('layout.count.falseSharing'), t('layout.terms.falseSharing')],
    [t('layout.count.forHorizon'), t('layout.terms.horizon')],
  ] as const;
  return (
    <dl className={styles.terms} aria-label={t('layout.terms')}>
      {terms.map(([term, about]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{about}</dd>
        </div>
      ))}
    </dl>
  );
}
