/** A part of the stage in a lesson, an exercise or an embed: the figure, below its title if it draws none. */
import { useId } from 'react';
import page from '../../../ui/page.module.css';
import type { ViewProps } from './figures/view.ts';
import styles from './play-figure.module.css';
import { type StageFigure, VIEWS } from './views.tsx';

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
