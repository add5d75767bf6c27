/** Parts of the stage in a box of any width: the first one, and next to or below it the others. */
import { memo, Suspense, useId } from 'react';
import page from '../../../ui/page.module.css';
import type { ViewProps } from './figures/view.ts';
import styles from './play-figure.module.css';
import type { PlayState } from './play-state.ts';
import type { PlayStore } from './play-store.ts';
import { StageMotion } from './StageMotion.tsx';
import { type StageFigure, VIEWS } from './views.tsx';

/** A part of the stage in a lesson, an exercise or an embed: the figure, below its title if it draws none. */
interface PartProps extends ViewProps {
  readonly figure: StageFigure;
}

export function Part({ figure, ...given }: PartProps) {
  const id = useId();
  const { View, Title, hasHeading } = VIEWS[figure];
  if (hasHeading === true)
    return (
      <div className={styles.part} data-part={figure}>
        <View {...given} />
      </div>
    );
  return (
    <section className={styles.part} data-part={figure} aria-labelledby={id}>
      <h3 id={id} className={`${page.partTitle} ${styles.partTitle} hidden-on-stage`}>
        <Title />
      </h3>
      <View {...given} />
    </section>
  );
}

interface PlayPartsProps
  extends Pick<PlayState, 'shown' | 'compiled' | 'at' | 'events' | 'question' | 'selection' | 'plan'> {
  readonly store: PlayStore;
  /** How much the figures show; default: all. */
  readonly depth?: PlayState['depth'];
  readonly parts: readonly StageFigure[];
  /** The reader cannot move any session, because the next step is the question. */
  readonly still?: boolean;
  /** Nothing on the page would lead back from an earlier step. */
  readonly pinned?: boolean;
  /** One below the other also where there is room: in half the width the lanes show only each session's last step. */
  readonly stacked?: boolean;
}

export const PlayParts = memo(function PlayParts({ parts, stacked = false, ...given }: PlayPartsProps) {
  const { store, shown, compiled, at, events } = given;
  if (shown === null || compiled === null) return null;
  const own = { still: false, ...given, shown, compiled, isOneOfMany: parts.length > 1 };
  return (
    // The same height before and after loading: nothing below moves.
    <Suspense fallback={<div className={`${page.loading} ${styles.parts}`} />}>
      <div
        className={styles.parts}
        data-tick={shown.state.tick}
        data-first={stacked ? undefined : parts[0]}
        data-count={parts.length}
        data-lanes={shown.state.sessions.length}
      >
        {parts.map((part) => (
          <Part key={part} figure={part} {...own} place="part" />
        ))}
        <StageMotion store={store} shown={shown} at={at} events={events} />
      </div>
    </Suspense>
  );
});
