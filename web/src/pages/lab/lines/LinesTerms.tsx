/**
 * Below the figure: the counted things, the averages so far, the simplifications of the model, and the picture in
 * words.
 */
import '../../../base/messages/en/lines.ts';
import { memo } from 'react';
import { useMessages } from '../../../ui/messages.tsx';
import page from '../../../ui/page.module.css';
import type { LinePair } from '../../../viewmodel/cachelines/position.ts';
import { designStyle } from '../../../viewmodel/design-style.ts';
import { SIMPLIFIED } from '../../../viewmodel/lab/simplified.ts';
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

/** Folders and files whose simplifications apply to this page. */
const ABOUT = ['machine/', 'model/scene', 'model/charge', 'model/model'] as const;

const TERMS = ['miss', 'true', 'false', 'horizon', 'states', 'arcs'] as const;

interface LinesTermsProps {
  readonly pair: LinePair;
  readonly words: readonly string[];
}

export const LinesTerms = memo(function LinesTerms({ pair, words }: LinesTermsProps) {
  const { t, format } = useMessages();
  const notes = SIMPLIFIED.filter(({ file }) => ABOUT.some((begins) => file.startsWith(begins)));
  const inWords = useMachineTexts();
  const machine = shippedMachines()
    .map(inWords)
    .find(({ id }) => id === pair.left.machine.id);
  const sides = [pair.left, pair.right].flatMap(({ design, totals }) =>
    totals === null || totals.snapshots === 0 ? [] : [{ design, totals }],
  );
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
        <p className={styles.keys}>{t('lines.control.keys')}</p>
      </section>
      <section>
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
              {sides.map(({ design, totals }, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: left and right may be the same design
                <tr key={i}>
                  <th scope="row" style={{ color: designStyle(design).hue }}>
                    {t(designStyle(design).shortKey)}
                  </th>
                  <td>{format.integer(totals.snapshots)}</td>
                  <td>{format.integer(Math.round(totals.snapshotNs / totals.snapshots))}</td>
                  {[totals.misses, totals.trueSharing, totals.falseSharing, totals.forHorizon].map((sum, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns have a fixed order
                    <td key={column}>{format.fixed(sum / totals.snapshots, 1)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p className={page.quiet}>{t('lines.average.note')}</p>
        <h2 className={styles.subtitle}>{t('lines.simplified')}</h2>
        <ul className={styles.notes} data-testid="lines-simplified">
          {notes.map(({ key, file }) => (
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
      </section>
      <LinesWords words={words} />
    </div>
  );
});
