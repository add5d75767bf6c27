/** The acts as chips: each plays itself. The last one is which design the same acts are told with. */
import '../../base/messages/en/lines-story.ts';
import { memo } from 'react';
import type { DesignId } from '../../base/designs.ts';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import { designStyle } from '../../viewmodel/design-style.ts';
import { ACTS, type ActName, TOLD_WITH, toldNext } from '../../viewmodel/lines-story/plan.ts';
import { type Story, spanOf, turnAt } from '../../viewmodel/lines-story/story.ts';
import styles from './lines-story.module.css';

interface ActChipsProps {
  readonly story: Story;
  readonly step: number;
  readonly right: DesignId;
  /** Of the badge: machine, connections. */
  readonly facts: readonly string[];
  readonly onAct: (act: ActName) => void;
  readonly onDesign: (design: DesignId) => void;
}

export const ActChips = memo(function ActChips({ story, step, right, facts, onAct, onDesign }: ActChipsProps) {
  const { t } = useMessages();
  const now = story.turns[turnAt(story, step)]?.act;
  const acts = ACTS.filter((act) => spanOf(story, act) !== null);
  const order = acts.map((act) => ACTS.indexOf(act));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label={t('linesStory.acts')} className={styles.acts}>
      {acts
        .filter((act) => act !== 'own')
        .map((act) => (
          <Chip key={act} number={order[acts.indexOf(act)] ?? 0} isOn={now === act} onPress={() => onAct(act)}>
            {t(`linesStory.act.${act}`)}
          </Chip>
        ))}
      <span className={styles.same}>
        {/* As key 5 does: to the design that the acts are not told with now. */}
        <button type="button" className={styles.toldAgain} onClick={() => onDesign(toldNext(right))}>
          <span className={styles.sameWords}>{t('linesStory.act.same')}</span>
        </button>
        {TOLD_WITH.map((design) => (
          <button
            key={design}
            type="button"
            className={styles.withDesign}
            aria-pressed={design === right}
            style={{ color: designStyle(design).hue }}
            title={t(designStyle(design).whatKey)}
            onClick={() => onDesign(design)}
          >
            {t(designStyle(design).shortKey)}
          </button>
        ))}
      </span>
      {acts.includes('own') && (
        <Chip number={3} isOn={now === 'own'} onPress={() => onAct('own')}>
          {t('linesStory.act.own')}
        </Chip>
      )}
      <div className={styles.badge}>
        <ProvenanceBadge kind="modelled" facts={facts} />
      </div>
    </div>
  );
});

interface ChipProps {
  /** From 0. */
  readonly number: number;
  readonly isOn: boolean;
  readonly onPress: () => void;
  readonly children: string;
}
const Chip = ({ number, isOn, onPress, children }: ChipProps) => (
  <button type="button" className={styles.chip} aria-current={isOn ? 'step' : undefined} onClick={onPress}>
    <span className={styles.number} aria-hidden="true">
      {number + 1}
    </span>
    {children}
  </button>
);
