/** Above a lesson or exercise of the assignment that was opened last: how far the student is, and the way to the next item. */
import '../base/messages/en/class.ts';
import { useState } from 'react';
import { addressOf, dropAssignment, keptAssignment } from '../pages/shared/class/current.ts';
import { useAssignment } from '../pages/shared/class/use-assignment.ts';
import { keptName } from '../pages/shared/record/HandIn.tsx';
import { IconButton } from '../ui/Button.tsx';
import { useMessages } from '../ui/messages.tsx';
import { type Assignment, doneIn, nextOf } from '../viewmodel/class/assignment.ts';
import styles from './class-bar.module.css';

interface ClassBarProps {
  /** The lesson or exercise that is open. */
  readonly id: string;
  readonly onLeave: () => void;
}

export function ClassBar(props: ClassBarProps) {
  const [assignment] = useState(keptAssignment);
  return assignment === null ? null : <Bar {...props} assignment={assignment} />;
}

function Bar({ id, onLeave, assignment }: ClassBarProps & { readonly assignment: Assignment }) {
  const { t } = useMessages();
  const { states } = useAssignment(assignment, keptName());
  const next = nextOf(states, id);
  const isAll = doneIn(states) === states.length;
  const own = addressOf(assignment);
  return (
    <nav className={styles.bar} aria-label={t('class.bar.label')} data-done={doneIn(states)}>
      <a href={own}>{t('class.bar.all', { done: doneIn(states), of: states.length })}</a>
      <span role="status" className="visually-hidden">
        {t('class.progress', { done: doneIn(states), of: states.length })}
      </span>
      {isAll ? (
        <a className={styles.next} href={own}>
          {t('class.bar.handIn')}
        </a>
      ) : (
        next !== null && (
          <a className={styles.next} href={next.opens ?? own}>
            {t('class.bar.next', { title: next.title })}
          </a>
        )
      )}
      <IconButton
        icon="close"
        label={t('class.bar.leave')}
        onClick={() => {
          dropAssignment();
          onLeave();
        }}
      />
    </nav>
  );
}
