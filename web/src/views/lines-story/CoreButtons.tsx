/**
 * Every core's buttons: a person lets it do something, in both designs. On a narrow page, and on stage, one core's at a time;
 * there each has a key, since a speaker has no hand for sixteen small buttons.
 */
import '../../base/messages/en/lines-story.ts';
import { memo, type ReactNode, useState } from 'react';
import { Segmented } from '../../ui/choice.tsx';
import { useKeys } from '../../ui/keys.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { CoreStyle } from '../../viewmodel/cachelines/counters.ts';
import { DEED_KINDS, type Deed, type DeedKind } from '../../viewmodel/lines-story/plan.ts';
import styles from './lines-story.module.css';

interface CoreButtonsProps {
  readonly cores: readonly CoreStyle[];
  readonly possible: readonly ReadonlySet<DeedKind>[];
  readonly onDo: (deed: Deed) => void;
  /** On stage: up and down choose the core, letters are its buttons. */
  readonly hasKeys?: boolean;
  /** Where one core's buttons are shown at a time: beside the choice of the core. */
  readonly children: ReactNode;
}

/** The letters below the acts' digits, in the order of the buttons. */
const DEED_KEYS: Readonly<Record<DeedKind, string>> = { snapshot: 'q', idle: 'w', xid: 'e', commit: 'r' };

export const CoreButtons = memo(function CoreButtons(props: CoreButtonsProps) {
  const { cores, possible, onDo, hasKeys = false, children } = props;
  const { t } = useMessages();
  const [chosen, setChosen] = useState(1);
  const choose = (by: number) => (): void => setChosen((chosen + by + cores.length) % cores.length);
  useKeys(
    {
      ArrowDown: choose(1),
      ArrowUp: choose(-1),
      ...Object.fromEntries(DEED_KINDS.map((kind) => [DEED_KEYS[kind], () => onDo({ core: chosen, kind })])),
    },
    { active: hasKeys },
  );
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
        {hasKeys && <kbd className={styles.deedKey}>↑ ↓</kbd>}
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
              {hasKeys && <kbd className={styles.deedKey}>{DEED_KEYS[kind].toUpperCase()}</kbd>}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
});
