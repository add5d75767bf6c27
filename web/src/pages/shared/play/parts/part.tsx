/** The props of a part of the stage, and the frame of the parts that have a title. */

import { type ReactNode, useId, useMemo } from 'react';
import type { CompiledSpec } from '../../../../engine/spec/spec-compile.ts';
import type { Shown } from '../../../../engine/stage/stage-types.ts';
import page from '../../../../ui/page.module.css';
import type { TupleRef } from '../../../../viewmodel/stage/selection.ts';
import styles from '../play-figure.module.css';
import type { PlayState } from '../play-state.ts';
import type { PlayStore } from '../play-store.ts';
import type { StageFigure } from '../stage-figure.ts';

/** The actions on the views of a stage. They stay the same functions while the store is the same. */
export const useStageActs = (store: PlayStore) =>
  useMemo(
    () => ({
      onXid: (xid: number | null) => store.select({ xid }),
      onSession: (session: string | null) => (session === null ? store.letGo('session') : store.select({ session })),
      onTuple: (tuple: TupleRef | null) => (tuple === null ? store.letGo('tuple') : store.select({ tuple })),
      onLook: (session: string, tuple: TupleRef) => store.select({ session, tuple }),
      onPage: (table: string, block: number, tuple?: TupleRef) =>
        tuple === undefined ? store.showPage(table, block) : store.select({ tuple }),
      onMove: (session: number) => store.moveSession(session),
      onSeek: (tick: number, branch?: number) => store.seek(tick, branch),
      /** Choosing the chosen xid again clears the choice. */
      toggleXid: (xid: number) => store.toggle({ xid }),
      toggleSession: (session: string) => store.toggle({ session }),
    }),
    [store],
  );

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
      <h3 id={id} className={`${page.partTitle} ${styles.partTitle} hidden-on-stage`}>
        {title}
      </h3>
      {children}
    </section>
  );
}
