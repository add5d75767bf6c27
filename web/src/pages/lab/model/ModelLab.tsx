/** The model: compared with published numbers, or asked about a machine that nobody has measured. */
import { useState } from 'react';
import { MODEL_DEFAULTS, type ModelLists } from '../../../engine/simulation/model-config.ts';
import { Segmented } from '../../../ui/choice.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import type { PageProps } from '../../../ui/page.ts';
import type { ModelAddress } from '../../../viewmodel/addresses.ts';
import lab from '../lab.module.css';
import type { StartModel } from '../model-run.ts';
import { Simplified } from '../Simplified.tsx';
import { AskView } from './AskView.tsx';
import { PublishedView } from './PublishedView.tsx';

interface ModelLabProps extends PageProps<ModelAddress> {
  readonly startModel: StartModel;
}

/** The form's initial question: the question of the whole project. */
const FIRST: ModelLists = {
  designs: MODEL_DEFAULTS.designs,
  active: [48],
  idle: [0, 1000, 2500, 5000, 10_000],
  mostlyIdle: [0],
  workload: MODEL_DEFAULTS.workload,
  thinkMs: 0,
  networkMs: 0,
  otherWorkUs: null,
};

export function ModelLab({ address, onAddress, stage, figure, startModel }: ModelLabProps) {
  const { t } = useMessages();
  /** The last address of each view, for readers who come back to it. */
  const [left, setLeft] = useState<{ readonly [V in ModelAddress['view']]?: ModelAddress & { readonly view: V } }>({});
  const go = (view: ModelAddress['view']): void => {
    setLeft({ ...left, [address.view]: address });
    if (view === 'published') onAddress(left.published ?? { view }, 'push');
    else onAddress(left.ask ?? { view, lists: FIRST, coherence: true }, 'push');
  };
  return (
    <div className={lab.page} data-view={address.view} data-boxed={figure === undefined ? undefined : ''}>
      {!stage && figure === undefined && (
        <header className={lab.head}>
          <h1 className={lab.title}>{t('model.title')}</h1>
          <p className={lab.lead}>{t('model.lead')}</p>
        </header>
      )}
      {!stage && <p className={lab.hint}>{t('model.limit.queue')}</p>}
      {!stage && figure === undefined && (
        <Segmented
          label={t('model.view')}
          hideLabel
          options={[
            { value: 'published', label: t('model.view.published') },
            { value: 'ask', label: t('model.view.ask') },
          ]}
          value={address.view}
          onChange={go}
        />
      )}
      {address.view === 'published' ? (
        <PublishedView address={address} onAddress={onAddress} stage={stage} startModel={startModel} />
      ) : (
        <AskView
          folded={figure !== undefined}
          asksAtOnce={figure !== undefined || stage}
          stage={stage}
          address={address}
          onAddress={onAddress}
          startModel={startModel}
        />
      )}
      {!stage && figure === undefined && <Simplified only="model" />}
    </div>
  );
}
