/** A figure of the stage: the props of its view, and the exports of its module. `views.tsx` has the table of all figures. */
import { type ComponentType, useMemo } from 'react';
import type { Messages, PlainKey } from '../../../../base/messages/index.ts';
import type { CompiledSpec } from '../../../../engine/spec/spec-compile.ts';
import type { Shown } from '../../../../engine/stage/stage-types.ts';
import type { PlayDepth } from '../../../../viewmodel/addresses.ts';
import type { HeapModel } from '../../../../viewmodel/stage/heap.ts';
import type { TupleRef } from '../../../../viewmodel/stage/selection.ts';
import type { HeapPageProps } from '../../../../views/heap-page/HeapPage.tsx';
import type { PlayState } from '../play-state.ts';
import type { PlayStore } from '../play-store.ts';

/** The stage after an answer of the worker: everything that a figure draws. */
export interface Given extends Pick<PlayState, 'at' | 'events' | 'question' | 'selection' | 'plan'> {
  readonly shown: Shown;
  readonly compiled: CompiledSpec;
}

export interface ViewProps extends Given {
  readonly store: PlayStore;
  /**
   * `page`: all figures of the Playground. `stage`: one of them, on the Playground's stage. `part`: a part of a lesson, an
   * exercise or an embed. `box`: such a part on stage, where no part is higher than its space.
   */
  readonly place: 'page' | 'stage' | 'part' | 'box';
  /** Other figures are next to it. */
  readonly isOneOfMany: boolean;
  /** The reader cannot move any session, because the next step is the question. */
  readonly still: boolean;
  /** Nothing on the page would lead back from an earlier step: a click on a step does not go there. */
  readonly pinned?: boolean;
  /** How much the page shows; left out: all. */
  readonly depth?: PlayDepth;
  /** On stage: puts the columns into an order in which the important ones are seen. */
  readonly arrange?: ((model: HeapModel) => HeapModel) | undefined;
  /** Drawn below the rows: the page alone has room for it. */
  readonly detail?: HeapPageProps['detail'];
}

export const isOnStage = (place: ViewProps['place']): boolean => place === 'stage' || place === 'box';
/** The other figures take most of the room, and the lanes say in words what is pointed at. */
export const isBesideOnStage = ({ place, isOneOfMany }: ViewProps): boolean => isOneOfMany && isOnStage(place);

/** The figure in words, a sentence each: for screen readers, for copying, and for the tests. */
export type Words = (given: Given, messages: Messages) => readonly string[];

export interface FigureModule {
  readonly View: ComponentType<ViewProps>;
  readonly words: Words;
  readonly title: PlainKey;
  /** Next to the title, where there is room. */
  readonly hint?: PlainKey;
}

/** The actions on the views of a stage. They stay the same functions while the store is the same. */
export const useStageActs = (store: PlayStore) =>
  useMemo(
    () => ({
      onXid: (xid: number | null) => store.select({ xid }),
      onSession: (session: string | null) =>
        session === null ? store.clearSelection('session') : store.select({ session }),
      onTuple: (tuple: TupleRef | null) => (tuple === null ? store.clearSelection('tuple') : store.select({ tuple })),
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
