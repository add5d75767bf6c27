/** Twelve bytes at full text size: what is read, who wrote beside it, and where the line ends. */
import { type CSSProperties, memo } from 'react';
import type { CoreStyle } from '../../model/lines/cores.ts';
import { LENS_BYTES, type Lens, type LensSegment } from '../../model/lines/lens.ts';
import { plain } from '../../model/lines/marked.ts';
import { NOBODY, STATE, stateLetter } from '../../model/lines/scene.ts';
import { type Naming, whoIs } from '../../model/lines/words.ts';
import { useMessages } from '../../ui/messages.tsx';
import styles from './cache-lines.module.css';

interface LensViewProps {
  readonly lens: Lens | null;
  readonly cores: readonly CoreStyle[];
}

export const LensView = memo(function LensView({ lens, cores }: LensViewProps) {
  const messages = useMessages();
  const naming: Naming = { styles: cores, messages };
  if (lens === null) return <div className={styles.lens} data-empty />;
  return (
    <div className={styles.lens} role="img" aria-label={lensText(lens, naming)} data-testid="lens">
      {lens.parts.map((part, i) => {
        const first = part.segments[0]?.from ?? 0;
        const last = part.segments.at(-1)?.to ?? LENS_BYTES;
        const isSolid = part.state === STATE.M || part.state === STATE.O;
        const hue = cores[part.owner]?.hue ?? 'var(--ink)';
        return (
          <div
            key={first}
            className={styles.lensPart}
            data-solid={isSolid || undefined}
            data-torn={lens.parts.length > 1 ? (i === 0 ? 'end' : 'start') : undefined}
            style={{ '--hue': hue, flexGrow: last - first, flexBasis: 0 } as CSSProperties}
          >
            {part.segments.map((segment) => (
              <Segment key={segment.from} segment={segment} cores={cores} naming={naming} />
            ))}
          </div>
        );
      })}
    </div>
  );
});

interface SegmentProps {
  readonly segment: LensSegment;
  readonly cores: readonly CoreStyle[];
  readonly naming: Naming;
}

function Segment({ segment, cores, naming }: SegmentProps) {
  const { field, act, from, to, inside } = segment;
  const { t } = naming.messages;
  const hue = act === null ? undefined : cores[act.backend]?.hue;
  return (
    <span
      className={styles.lensSegment}
      data-verb={act?.verb}
      data-outside={!inside || undefined}
      style={{ flexGrow: to - from, flexBasis: 0, '--bytes': to - from, '--who': hue } as CSSProperties}
    >
      <span className={styles.lensText}>
        {act !== null && (
          <>
            <b className={styles.lensWho}>{cores[act.backend]?.name}</b>{' '}
            <span className={styles.lensVerb}>{t(`lines.lens.${act.verb}`)} </span>
          </>
        )}
        {(act !== null || to - from >= 3) && <code>{shortName(field)}</code>}
      </span>
    </span>
  );
}

/** `LWLock.state` is the state: whose it is stands in the row. */
const shortName = (field: string): string => field.slice(field.lastIndexOf('.') + 1);

function verbOf({ act }: LensSegment, naming: Naming): string {
  if (act === null) return '';
  return `${plain(whoIs(act.backend, naming))} ${naming.messages.t(`lines.lens.${act.verb}`)}`;
}

function lensText(lens: Lens, naming: Naming): string {
  const { t } = naming.messages;
  const what = lens.parts.map((part) => {
    const who = part.owner === NOBODY ? '' : `${plain(whoIs(part.owner, naming))} ${stateLetter(part.state)}: `;
    const fields = part.segments
      .filter(({ field }) => field !== '')
      .map((segment) => (segment.act === null ? segment.field : `${verbOf(segment, naming)} ${segment.field}`));
    return who + fields.join(', ');
  });
  return `${t('lines.lens.label', lens)}: ${what.join(` – ${t('lines.lens.torn')} – `)}`;
}
