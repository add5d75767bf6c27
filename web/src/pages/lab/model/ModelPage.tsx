/** The model's page with the real model. */

import '../../../base/messages/en/model.ts';
import '../../../base/messages/en/ui.ts';
import '../../../base/messages/en/without.ts';
import { type ReactNode, useState } from 'react';
import { startModel } from '../../../engine/simulation/model-client.ts';
import { Segmented } from '../../../ui/choice.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import page from '../../../ui/page.module.css';
import type { PageProps } from '../../../ui/page.tsx';
import { FIRST_QUESTION } from '../../../viewmodel/prediction/stored.ts';
import { LabHead, LabNext } from '../../shared/lab/LabFrame.tsx';
import { useStageArrows } from '../../shared/lab/stage-arrows.ts';
import { Fold } from '../fields.tsx';
import lab from '../lab.module.css';
import type { StartModel } from '../model-run.ts';
import { SimplifiedLink } from '../panels.tsx';
import { AskView } from './AskView.tsx';
import type { ModelAddress } from './address.ts';
import { DropView } from './DropView.tsx';
import styles from './model.module.css';
import { PublishedView } from './PublishedView.tsx';
import { SharedLines } from './SharedLines.tsx';
import { WithoutView } from './WithoutView.tsx';

interface ModelLabProps extends PageProps<ModelAddress> {
  readonly startModel: StartModel;
}

interface ViewsProps {
  readonly view: ModelAddress['view'];
  readonly onView: (view: ModelAddress['view']) => void;
}

const VIEWS = ['published', 'drop', 'without', 'ask'] as const;

function Views({ view, onView }: ViewsProps) {
  const { t } = useMessages();
  return (
    <Segmented
      label={t('model.view')}
      hideLabel
      options={[
        { value: 'published', label: t('model.view.published') },
        { value: 'drop', label: t('model.view.drop') },
        { value: 'without', label: t('without.view') },
        { value: 'ask', label: t('model.view.ask') },
      ]}
      value={view}
      onChange={onView}
    />
  );
}

const StageViews = (props: ViewsProps) => (
  <div className={styles.stageViews}>
    <Views {...props} />
  </div>
);

/** What the model predicts is no more general than the view that shows it. */
const TITLES = {
  published: 'model.title',
  drop: 'model.title.drop',
  without: 'model.title.without',
  ask: 'model.title.ask',
} as const satisfies Record<ModelAddress['view'], string>;

/** On stage the arrows go from view to view; past the last one they are free for the Lab's next page. */
function useViewArrows(view: ModelAddress['view'], go: ViewsProps['onView'], active: boolean): void {
  const at = VIEWS.indexOf(view);
  const to = (next: ModelAddress['view'] | undefined) => (next === undefined ? undefined : () => go(next));
  useStageArrows({ onNext: to(VIEWS[at + 1]), onPrevious: to(VIEWS[at - 1]) }, { active, of: 'page' });
}

/** The model: compared with published numbers, part by part, or asked about a machine that nobody has measured. */
function ModelLab({ address, onAddress, stage, figure, startModel }: ModelLabProps) {
  const { t } = useMessages();
  /** The last address of each view, for readers who come back to it. */
  const [left, setLeft] = useState<{ readonly [V in ModelAddress['view']]?: ModelAddress & { readonly view: V } }>({});
  const go = (view: ModelAddress['view']): void => {
    setLeft({ ...left, [address.view]: address });
    if (view === 'published') onAddress(left.published ?? { view }, 'push');
    else if (view === 'drop') onAddress(left.drop ?? { view }, 'push');
    else if (view === 'without') onAddress(left.without ?? { view }, 'push');
    else onAddress(left.ask ?? { view, lists: FIRST_QUESTION, coherence: true }, 'push');
  };
  const isWhole = !stage && figure === undefined;
  const isStage = stage && figure === undefined;
  useViewArrows(address.view, go, isStage);
  const head = (run: ReactNode): ReactNode => (
    <LabHead
      title={t(TITLES[address.view])}
      lead={<Views view={address.view} onView={go} />}
      isWhole={isWhole}
      alone={lab.top}
    >
      {run}
    </LabHead>
  );
  const view = (
    <div
      className={`${page.page} ${lab.page}`}
      data-view={address.view}
      data-boxed={figure === undefined ? undefined : ''}
    >
      {address.view === 'published' ? (
        <PublishedView {...{ address, onAddress, startModel, head, stage, isWhole }} />
      ) : address.view === 'drop' ? (
        <DropView {...{ address, onAddress, startModel, head, isWhole }} />
      ) : address.view === 'without' ? (
        <WithoutView {...{ address, onAddress, startModel, head, isWhole }} />
      ) : (
        <AskView
          folded={figure !== undefined}
          asksAtOnce={figure !== undefined || stage}
          {...{ address, onAddress, startModel, head, stage, isWhole }}
        />
      )}
      {figure !== undefined && !stage && <p className={page.hint}>{t('model.limit.queue')}</p>}
      {isWhole && <Below view={address.view} />}
    </div>
  );
  // Outside of the view, whose box ends above the line of keys.
  return isStage ? (
    <>
      {view}
      <StageViews view={address.view} onView={go} />
    </>
  ) : (
    view
  );
}

/** Under each view. */
function Below({ view }: Pick<ViewsProps, 'view'>) {
  const { t } = useMessages();
  return (
    <>
      <Fold title={t('model.how')}>
        {view === 'without' && (
          <p className={lab.prose}>{t('ui.sentences', { all: [t('without.what'), t('without.sure')] })}</p>
        )}
        <p className={lab.prose}>{t('model.limit.queue')}</p>
      </Fold>
      <SharedLines />
      <LabNext after="model">
        <SimplifiedLink of={['model']} />
      </LabNext>
    </>
  );
}

export default function ModelPage(props: PageProps<ModelAddress>) {
  return <ModelLab {...props} startModel={startModel} />;
}
