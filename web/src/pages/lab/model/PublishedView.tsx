/** The model compared with a published table, or with somebody's own: computed here, point by point, with and without coherence. */

import '../../../base/messages/en/model.ts';
import '../../../base/messages/en/provenance.ts';
import { type ReactNode, useState } from 'react';
import type { Machine } from '../../../scenario/machine.ts';
import { Select, Toggle } from '../../../ui/choice.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import page from '../../../ui/page.module.css';
import { COMPARED, COMPARED_AS, type ComparedId, CURVE_DESIGN } from '../../../viewmodel/prediction/comparison.ts';
import type { comparisonState } from '../../../viewmodel/prediction/comparison-run.ts';
import { dropOf } from '../../../viewmodel/prediction/drop.ts';
import type { ModelComparison } from '../../../viewmodel/prediction/model-chart.ts';
import { FEW_SEEDS } from '../../../viewmodel/prediction/model-rows.ts';
import type { OwnTable } from '../../../viewmodel/prediction/own-table.ts';
import { SHARED_BAND_NS } from '../../../viewmodel/prediction/shared-server.ts';
import type { TableInside } from '../../../viewmodel/prediction/table-band.ts';
import { DropFigure } from '../../../views/drop/DropFigure.tsx';
import { ModelComparisonFigure } from '../../../views/model-chart/ModelComparisonFigure.tsx';
import { Fold, MachineSelect, SettingsSection } from '../fields.tsx';
import { shippedMachine } from '../lines/machines.ts';
import type { StartModel } from '../model-run.ts';
import { ModelRunPanel } from '../panels.tsx';
import type { ModelAddress } from './address.ts';
import { ModelPresets } from './ModelPresets.tsx';
import styles from './model.module.css';
import { OwnTableOpener } from './OwnTableOpener.tsx';
import { useComparison } from './use-comparison.ts';

type PublishedAddress = ModelAddress & { readonly view: 'published' };

interface PublishedViewProps {
  readonly address: PublishedAddress;
  readonly onAddress: (next: PublishedAddress) => void;
  /** One chart fills it: the one with most clients, on which the published table has most points. */
  readonly stage: boolean;
  /** Alone on its page: what is not needed at first is folded. */
  readonly isWhole: boolean;
  readonly startModel: StartModel;
  readonly head: (run: ReactNode) => ReactNode;
}

export function PublishedView({ address, onAddress, stage, isWhole, startModel, head }: PublishedViewProps) {
  const { t } = useMessages();
  const [own, setOwn] = useState<OwnTable | null>(null);
  const table = address.table ?? 'idleConnections';
  const measuredOn = COMPARED_AS[table].machine;
  const machine = shippedMachine(address.machine ?? measuredOn);
  const isOther = own === null && machine.id !== measuredOn;
  const band = address.band ?? false;
  const isBare = address.draw === 'published';
  const all = useComparison(startModel, table, own, machine, band, isBare);
  const { said, source, state } = all;
  // The limits apply to the whole table, so no judgement is shown before some seeds of all its points are there.
  const isSure = state.seeds >= FEW_SEEDS;
  const { bounds, judgedFrom } = own === null ? COMPARED_AS[table] : { bounds: null, judgedFrom: 0 };
  const figures = firstOf(state.curves, address.clients).map((comparison) => (
    <ModelComparisonFigure
      key={`${source.file} ${comparison.table.active}`}
      comparison={comparison}
      whole={isSure}
      folded={isWhole}
      bare={isBare && comparison.rows.length === 0}
    />
  ));
  return (
    <>
      {head(
        <ModelRunPanel
          view={all.view}
          label={t(isBare ? 'model.run.start' : 'model.run.again')}
          points={all.points}
          onStart={all.start}
          onStop={all.stop}
          isRefining={isSure}
        />,
      )}
      {figures.slice(0, 1)}
      {isOther && 'author' in source && (
        <p className={page.note}>
          {t('model.published.otherMachine', {
            model: said.name,
            published: t('provenance.cited', { text: source.machine }),
          })}
        </p>
      )}
      {!isOther && <Judgement state={isSure ? state : null} {...{ bounds, judgedFrom }} />}
      {!isOther && band && <BandSum inside={all.inside} judgedFrom={judgedFrom} />}
      {isWhole ? (
        <Below {...{ address, onAddress, own, setOwn, all, figures }} machine={machine} />
      ) : (
        <>
          <TableSettings {...{ address, onAddress, own, setOwn }} machine={machine.id} />
          {!stage && figures.slice(1)}
        </>
      )}
    </>
  );
}

/** The curve of these clients comes first. */
const firstOf = (curves: readonly ModelComparison[], clients: number | undefined): readonly ModelComparison[] =>
  curves.toSorted((a, b) => Number(b.table.active === clients) - Number(a.table.active === clients));

interface BelowProps extends Pick<PublishedViewProps, 'address' | 'onAddress'> {
  readonly own: OwnTable | null;
  readonly setOwn: (own: OwnTable | null) => void;
  readonly machine: Machine;
  readonly all: ReturnType<typeof useComparison>;
  /** One for each curve; the first is above. */
  readonly figures: readonly ReactNode[];
}

/** Under the first figure, on a page of its own: other questions, the settings, the other figures, one press away. */
function Below({ address, onAddress, own, setOwn, machine, all, figures }: BelowProps) {
  const { t } = useMessages();
  const { state, ends, said } = all;
  const name =
    own === null ? t(`model.published.${address.table ?? COMPARED[0]}`) : t('model.own.badge', { file: own.file });
  return (
    <>
      <TablePresets {...{ address, onAddress, own, setOwn }} />
      <SettingsSection open={false} summary={t('model.published.settings', { table: name, machine: machine.short })}>
        <TableSettings {...{ address, onAddress, own, setOwn }} machine={machine.id} />
      </SettingsSection>
      <OwnTableOpener onTable={setOwn} />
      {state.curves.slice(1).map(({ table: { active } }, i) => (
        <Fold
          key={active}
          lazy
          testId="more-clients"
          title={active === null ? t('model.published.table') : t('model.published.clients', { active })}
        >
          {figures[i + 1]}
        </Fold>
      ))}
      {ends !== null && (
        <Fold lazy testId="more-drop" title={t('model.view.drop')}>
          <DropFigure asked={{ design: CURVE_DESIGN.pre, ...ends }} drop={dropOf(...ends.rows)} facts={[said.short]} />
        </Fold>
      )}
    </>
  );
}

interface TableSettingsProps extends Pick<PublishedViewProps, 'address' | 'onAddress'> {
  readonly own: OwnTable | null;
  readonly setOwn: (own: OwnTable | null) => void;
  readonly machine: string;
}

/** The published tables: each is one question to the model. */
function TablePresets({ address, onAddress, own, setOwn }: Omit<TableSettingsProps, 'machine'>) {
  const { t } = useMessages();
  const { table: chosen = COMPARED[0], band } = address;
  const presets = COMPARED.map((id) => ({
    label: t(`model.published.${id}`),
    isNow: own === null && chosen === id,
    onChoose: () => {
      setOwn(null);
      onAddress({ view: 'published', ...(band === undefined ? {} : { band }), table: id });
    },
  }));
  return <ModelPresets presets={presets} />;
}

/** An own table is the last one in the list; choosing another puts it away. */
function TableSettings({ address, onAddress, own, setOwn, machine }: TableSettingsProps) {
  const { t } = useMessages();
  const { table, band } = address;
  const kept = { view: 'published', ...(band === undefined ? {} : { band }) } as const;
  return (
    <div className={styles.settings}>
      <Select
        label={t('model.published.table')}
        options={[
          ...COMPARED.map((id) => ({ value: id, label: t(`model.published.${id}`) })),
          ...(own === null ? [] : [{ value: 'own' as const, label: t('model.own.badge', { file: own.file }) }]),
        ]}
        value={own === null ? (table ?? 'idleConnections') : 'own'}
        onChange={(next) => {
          if (next === 'own') return;
          setOwn(null);
          onAddress({ ...kept, table: next });
        }}
      />
      <MachineSelect
        value={machine}
        onChange={(id) => onAddress({ ...kept, ...(table === undefined ? {} : { table }), machine: id })}
      />
      <Toggle
        label={t('model.band.switch', { band: SHARED_BAND_NS })}
        hint={t('model.band.hint')}
        checked={band ?? false}
        onChange={(on) => {
          const { band: _, ...others } = address;
          onAddress(on ? { ...others, band: true } : others);
        }}
      />
    </div>
  );
}

interface BandSumProps {
  /** Null: not all of the band is there. */
  readonly inside: TableInside | null;
  readonly judgedFrom: number;
}

/** How many published figures lie in the band. */
function BandSum({ inside, judgedFrom }: BandSumProps) {
  const { t } = useMessages();
  return (
    <p className={styles.sum} data-testid="band-sum">
      {inside === null ? t('model.band.wait') : t('model.band.inside', { band: SHARED_BAND_NS, ...inside, judgedFrom })}
    </p>
  );
}

interface JudgementProps {
  /** Null: not all points are there. */
  readonly state: ReturnType<typeof comparisonState> | null;
  readonly bounds: (typeof COMPARED_AS)[ComparedId]['bounds'] | null;
  readonly judgedFrom: number;
}

/** The errors in a sentence. Its line is there before its text: the chart below does not move. */
function Judgement({ state, bounds, judgedFrom }: JudgementProps) {
  const { t } = useMessages();
  if (state === null || state.judged === 0)
    return (
      <p className={styles.sum} aria-hidden="true">
        &nbsp;
      </p>
    );
  return (
    <p className={styles.sum} data-testid="model-sum">
      {t('model.published.sum', {
        points: state.judged,
        thirteen: state.errors.modelled.pre,
        predicted: state.predicted,
        throughput: state.errors.modelled.both,
        ratio: state.errors.modelled.ratio,
        without: state.errors.without.ratio,
        formula: state.errors.formula.ratio,
        seeds: state.seeds,
        bounds,
        judgedFrom,
      })}
    </p>
  );
}
