/** The Playground as one figure on stage: the parts that must be visible together, and tabs for the others. */
import { type CSSProperties, Suspense, useMemo, useState } from 'react';
import { fetched } from '../../ui/fetched.tsx';
import type { FigureUse } from '../../ui/page.tsx';
import styles from '../shared/play/play-figure.module.css';
import type { PlayState } from '../shared/play/play-state.ts';
import type { PlayStore } from '../shared/play/play-store.ts';
import { StageParts } from '../shared/play/StageParts.tsx';
import { stageGroups } from '../shared/play/stage-figure.ts';
import type { StageFigure } from '../shared/play/views.tsx';
import { FigureTabs } from './FigureTabs.tsx';

/** Under the parts, for a spec that has them. */
const Prompts = fetched(() => import('../shared/prompt/Prompts.tsx').then((own) => own.Prompts));

/** The prompt below shows the whole statement, so a card needs only its beginning. */
const FEW_LINES: CSSProperties = { ['--sql-most' as string]: 2 };

interface FigureOnStageProps {
  readonly store: PlayStore;
  readonly state: PlayState;
  readonly parts: readonly StageFigure[];
  readonly decisive: FigureUse['decisive'];
  readonly hasPrompts: boolean;
}

export function FigureOnStage({ store, state, parts, decisive, hasPrompts }: FigureOnStageProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const groups = useMemo(() => stageGroups(parts, decisive), [parts, decisive]);
  const group = groups.find((each) => each.join() === chosen) ?? groups[0] ?? [];
  const shown = useMemo(() => parts.filter((part) => part === 'lanes' || group.includes(part)), [parts, group]);
  const withPrompts = hasPrompts && state.compiled?.spec.extras.hasPrompts === true;
  return (
    <>
      <div className={styles.onStage} style={withPrompts ? FEW_LINES : undefined}>
        <StageParts store={store} {...state} parts={shown} />
      </div>
      {withPrompts && state.shown !== null && state.compiled !== null && (
        <Suspense>
          <Prompts store={store} compiled={state.compiled} shown={state.shown} events={state.events} focus={0} />
        </Suspense>
      )}
      {state.shown !== null && groups.length > 1 && (
        <div className={styles.bar}>
          <FigureTabs groups={groups} group={group} onGroup={setChosen} />
        </div>
      )}
    </>
  );
}
