/**
 * Parts of the stage in a box as high as the window allows: nothing scrolls. Cause and effect are visible together: the
 * lanes are left of the others, the reasons right of them, and the rest one below the other.
 */
import { memo, Suspense } from 'react';
import { Part } from './PlayParts.tsx';
import styles from './play-figure.module.css';
import type { PlayState } from './play-state.ts';
import type { PlayStore } from './play-store.ts';
import { StageMotion } from './StageMotion.tsx';
import type { StageFigure } from './views.tsx';

interface StagePartsProps
  extends Pick<PlayState, 'shown' | 'compiled' | 'at' | 'events' | 'question' | 'selection' | 'plan' | 'depth'> {
  readonly store: PlayStore;
  readonly parts: readonly StageFigure[];
}

export const StageParts = memo(function StageParts(props: StagePartsProps) {
  const { parts, ...given } = props;
  const { store, shown, compiled, at, events } = given;
  if (shown === null || compiled === null) return null;
  const own = { ...given, shown, compiled, isOneOfMany: parts.length > 1, still: false };
  const columns = columnsOf(parts);
  return (
    <Suspense>
      <div className={styles.stageParts} data-tick={shown.state.tick} data-columns={columns.length}>
        {columns.map((column) => (
          <div key={column.join()} className={styles.stageColumn} data-first={column[0]}>
            {column.map((part) => (
              <Part key={part} figure={part} {...own} place="box" />
            ))}
          </div>
        ))}
        <StageMotion store={store} shown={shown} at={at} events={events} />
      </div>
    </Suspense>
  );
});

/** Two columns at most: the lanes or the reasons take one. So do the horizons, which have a row for each holder. */
const OWN_COLUMN: readonly StageFigure[] = ['lanes', 'why', 'horizons'];

export function columnsOf(parts: readonly StageFigure[]): readonly (readonly StageFigure[])[] {
  const apart = OWN_COLUMN.find((part) => parts.includes(part));
  const others = parts.filter((part) => part !== apart);
  if (apart === undefined || others.length === 0) return [parts];
  return apart === 'lanes' ? [[apart], others] : [others, [apart]];
}
