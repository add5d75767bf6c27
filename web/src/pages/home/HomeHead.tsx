/** The headline of Home, above what it speaks of, and the way through. */
import '../../base/messages/en/home.ts';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import styles from './home.module.css';

/**
 * The Playground's small database *Accounts* with two prompts, as its *Copy link* writes it: who wants to type finds the
 * prompts, and no dialog first.
 */
const TYPE =
  '#/play?v=1&text=XY7NasMwEITveoqBHuKAKG5DL87JTnUIde3UVgo5KrYghlQy0pq0hLx7t38Uclr2Y_hmbjLQQEebIe86PzmKgpHZ-4ky6I_Ron0pMbneBhhEG-PgHYzrMQZ-oBzZkGEghMlF0MEGK-H86fbLMwb_NlJkuUQhRLQ0jTgLYNWoXCvovCgVzG8zkqHH4AibZv2cNzs8qZ2EPznuJvtOqGqNaluWEntzNK6z3-k_Ol-yeF21qtF8dP3vfc3LrWqR3EnM8t7MJB7SdC6R3DMorGOw-AELBquDZ5Cy7iIEWRN6noAzHpt6c7V4iYv4BA&depth=rows';

/** The way through. */
export function Ways() {
  const { t } = useMessages();
  return (
    <nav className={styles.ways} aria-label={t('home.ways')}>
      <a href="#/lab/lines?view=story&right=pg14">{t('home.ways.see')}</a>
      <a href="#/lab/ladder">{t('home.ways.designs')}</a>
      <a href="#/lessons">{t('home.ways.lessons')}</a>
      <a href={TYPE}>{t('home.ways.type')}</a>
    </nav>
  );
}

interface HomeHeadProps {
  readonly stage: boolean;
  /** In a narrow window the slider comes first: one sentence above it, and the ways below. */
  readonly brief: boolean;
}

export function HomeHead({ stage, brief }: HomeHeadProps) {
  const { t } = useMessages();
  return (
    <header className={`${styles.head} hidden-on-stage`}>
      <h1 className={`${page.title} ${styles.title}`}>{t('home.title')}</h1>
      <div className={styles.under}>
        <p className={`${page.lead} ${styles.lead}`}>{t(brief ? 'home.lead.short' : 'home.lead')}</p>
        {!stage && !brief && <Ways />}
      </div>
    </header>
  );
}
