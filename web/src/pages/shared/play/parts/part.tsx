/** The props of a part of the stage, and the frame of the parts that have a title. */
import { type ReactNode, useId } from 'react';
import type { CompiledSpec } from '../../../../engine/spec/spec-compile.ts';
import type { Shown } from '../../../../engine/stage/stage-types.ts';
import styles from '../play-figure.module.css';
import type { PlayState } from '../play-state.ts';
import type { PlayStore } from '../play-store.ts';
import type { StageFigure } from '../stage-figure.ts';

export interface PartProps extends Pick<PlayState, 'at' | 'events' | 'question' | 'selection' | 'plan'> {
  readonly store: PlayStore;
  readonly shown: Shown;
  readonly compiled: CompiledSpec;
  /** The reader cannot move any session, because the next step is the question. */
  readonly still: boolean;
  /** In a box that fills the stage: no part is higher than its space. */
  readonly onStage?: boolean;
  /** Other parts are next to it. */
  readonly isOneOfMany?: boolean;
}

interface TitledPartProps {
  readonly part: StageFigure;
  readonly title: string;
  readonly children: ReactNode;
}

export function TitledPart({ part, title, children }: TitledPartProps) {
  const id = useId();
  return (
    <section className={styles.part} data-part={part} aria-labelledby={id}>
      <h3 id={id} className={styles.partTitle}>
        {title}
      </h3>
      {children}
    </section>
  );
}
