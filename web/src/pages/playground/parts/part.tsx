/** What a part of the stage is given, and the frame of those that have a title. */
import { type ReactNode, useId } from 'react';
import type { CompiledSpec } from '../../../engine/spec/spec-compile.ts';
import type { Shown } from '../../../engine/stage/stage-types.ts';
import styles from '../play-figure.module.css';
import type { PlayState } from '../play-state.ts';
import type { PlayStore } from '../play-store.ts';
import type { StageFigure } from '../stage-figure.ts';

export interface PartProps extends Pick<PlayState, 'at' | 'events' | 'question' | 'selection' | 'plan'> {
  readonly store: PlayStore;
  readonly shown: Shown;
  readonly compiled: CompiledSpec;
  /** Nobody can be moved: what comes next is the question. */
  readonly still: boolean;
  /** In a box that fills the stage: no part is higher than what it is given. */
  readonly onStage?: boolean;
  /** Others stand beside it. */
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
