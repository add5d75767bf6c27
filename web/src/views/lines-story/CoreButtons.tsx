/** Every core's buttons: a person lets it do something, in both designs. On a narrow page one core's at a time. */
import '../../base/messages/en/lines-story.ts';
import { memo, type ReactNode, useState } from 'react';
import { Segmented } from '../../ui/choice.tsx';
import { useMessages } from '../../ui/messages.tsx';
import type { CoreStyle } from '../../viewmodel/cachelines/counters.ts';
import { DEED_KINDS, type Deed, type DeedKind } from '../../viewmodel/lines-story/plan.ts';
import styles from './lines-story.module.css';

interface CoreButtonsProps {
  readonly cores: readonly CoreStyle[];
  readonly possible: readonly ReadonlySet<DeedKind>[];
  readonly onDo: (deed: Deed) => void;
  /** Where one core's buttons are shown at a time: beside the choice of the core. */
  readonly children: ReactNode;
}

export const CoreButtons = memo(function CoreButtons({ cores, possible, onDo, children }: CoreButtonsProps) {
  const { t } = useMessages();
  const [chosen, setChosen] = useState(1);
  return (
    <div className={styles.cores}>
      <div className={styles.choose}>
        <Segmented
          label={t('linesStory.do.choose')}
          hideLabel
          value={String(chosen)}
          options={cores.map(({ core, name }) => ({ value: String(core), label: name }))}
          onChange={(value) => setChosen(Number(value))}
        />
        {children}
      </div>
      {cores.map(({ core, name, hue }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
        <div
          key={core}
          role="group"
          aria-label={t('linesStory.do.label', { name })}
          className={styles.core}
          data-chosen={core === chosen || undefined}
        >
          <span className={styles.letter} style={{ color: hue }} aria-hidden="true">
            {name}
          </span>
          {DEED_KINDS.map((kind) => (
            <button
              key={kind}
              type="button"
              className={styles.deed}
              title={t(`linesStory.hint.${kind}`)}
              aria-disabled={possible[core]?.has(kind) !== true}
              onClick={() => onDo({ core, kind })}
            >
              {t(`linesStory.do.${kind}`)}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
});
