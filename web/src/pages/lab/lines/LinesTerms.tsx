/**
 * Below the figure: the counted things, the averages so far, the simplifications of the model, and the picture in
 * words.
 */
import '../../../base/messages/en/lines.ts';
import { memo } from 'react';
import type { Format } from '../../../base/messages/format.ts';
import type { SceneTotals } from '../../../engine/replay/scene-types.ts';
import { useMessages } from '../../../ui/messages.tsx';
import page from '../../../ui/page.module.css';
import type { LinePair } from '../../../viewmodel/cachelines/position.ts';
import { designStyle } from '../../../viewmodel/design-style.ts';
import { LINES_SIMPLIFIED } from '../../../viewmodel/lab/simplified.ts';
import { NsAccount } from '../../shared/lab/NsAccount.tsx';
import styles from './lines.module.css';
import { shippedMachines, useMachineTexts } from './machines.ts';

interface LinesWordsProps {
  readonly words: readonly string[];
  /** On stage nobody reads this much; screen readers still do. */
  readonly unseen?: boolean;
}

/**
 * The picture in words: the finding, then each side's counters and the holders of lines. Folded up, or only for screen
 * readers.
 */
export const LinesWords = memo(function LinesWords({ words, unseen = false }: LinesWordsProps) {
  const { t } = useMessages();
  const list = (
    <ul>
      {words.map((text, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: both sides may say the same
        <li key={i}>{text}</li>
      ))}
    </ul>
  );
  if (unseen)
    return (
      <section className="visually-hidden" aria-label={t('lines.words')} data-testid="lines-words">
        {list}
      </section>
    );
  return (
    <details className={styles.words} data-testid="lines-words">
      <summary>{t('lines.words')}</summary>
      {list}
    </details>
  );
});

const TERMS = ['miss', 'true', 'false', 'horizon', 'own', 'wait', 'states', 'arcs'] as const;

/** Of each side, per snapshot, from the beginning of the replay. */
function Averages({ pair }: { readonly pair: LinePair }) {
  const { t, format } = useMessages();
  return (
    <>
      <h2 className={styles.subtitle}>{t('lines.average.title')}</h2>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: with the keyboard it is scrolled by being focused */}
      <div className={styles.scroll} role="group" aria-label={t('lines.average.title')} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('lines.average.design')}</th>
              <th scope="col">{t('lines.average.snapshots')}</th>
              <th scope="col">{t('lines.average.ns')}</th>
              <th scope="col">{t('lines.average.misses')}</th>
              <th scope="col">{t('lines.count.true')}</th>
              <th scope="col">{t('lines.count.false')}</th>
              <th scope="col">{t('lines.count.horizon')}</th>
            </tr>
          </thead>
          <tbody>
            {[pair.left, pair.right].map(({ design, totals }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: left and right may be the same design
              <tr key={i}>
                <th scope="row" style={{ color: designStyle(design).hue }}>
                  {t(designStyle(design).shortKey)}
                </th>
                <td>{format.integer(totals?.snapshots ?? 0)}</td>
                {averagesOf(totals, format).map((text, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns have a fixed order
                  <td key={column}>{text ?? t('lines.average.none')}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={page.quiet}>{t('lines.average.note')}</p>
    </>
  );
}

/** ns, then misses of each kind; null: no snapshot has been counted. */
function averagesOf(totals: SceneTotals | null, format: Format): readonly (string | null)[] {
  const { snapshots = 0, snapshotNs = 0, misses = 0, trueSharing = 0, falseSharing = 0, forHorizon = 0 } = totals ?? {};
  const each = (sum: number) => (snapshots === 0 ? null : format.fixed(sum / snapshots, 1));
  return [
    snapshots === 0 ? null : format.integer(Math.round(snapshotNs / snapshots)),
    ...[misses, trueSharing, falseSharing, forHorizon].map(each),
  ];
}

/** What the engine's model and the machine's file leave out. */
function Simplified({ machine: id }: { readonly machine: string }) {
  const { t } = useMessages();
  const inWords = useMachineTexts();
  const machine = shippedMachines()
    .map(inWords)
    .find((each) => each.id === id);
  return (
    <>
      <h2 className={styles.subtitle}>{t('lines.simplified')}</h2>
      <ul className={styles.notes} data-testid="lines-simplified">
        {LINES_SIMPLIFIED.map(({ key, file }) => (
          <li key={key}>
            {t(key)} <code>{file}</code>
          </li>
        ))}
        {machine?.simplified.map((text) => (
          <li key={text}>
            {text} <code>{machine.short}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The same, folded up, below the story. */
export function LinesSimplified({ machine }: { readonly machine: string }) {
  const { t } = useMessages();
  return (
    <details className={styles.folded}>
      <summary>{t('lines.simplified')}</summary>
      <Simplified machine={machine} />
    </details>
  );
}

interface LinesTermsProps {
  readonly pair: LinePair;
  readonly words: readonly string[];
}

export const LinesTerms = memo(function LinesTerms({ pair, words }: LinesTermsProps) {
  const { t } = useMessages();
  return (
    <div className={styles.below}>
      <section>
        <h2 className={styles.subtitle}>{t('lines.terms.title')}</h2>
        <dl className={styles.terms}>
          {TERMS.map((term) => (
            <div key={term}>
              <dt>{t(`lines.terms.${term}`)}</dt>
              <dd>{t(`lines.terms.${term}Text`)}</dd>
            </div>
          ))}
        </dl>
        <NsAccount />
        <p className={styles.keys}>{t('lines.control.keys')}</p>
        <p>
          <a href="#/lab/lines?v=1&view=story">{t('lines.link.story')}</a>
        </p>
      </section>
      <section>
        <Averages pair={pair} />
        <Simplified machine={pair.left.machine.id} />
      </section>
      <LinesWords words={words} />
    </div>
  );
});
