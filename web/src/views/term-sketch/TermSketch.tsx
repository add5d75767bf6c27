/** A term's picture: its small figure, or the badge of a kind of number. Its sentence is beside it, so it is not read out. */
import { memo } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import type { Sketch, Who } from '../../viewmodel/glossary/sketch.ts';
import { EM, type Mark, WIDTH } from '../../viewmodel/glossary/sketch-mark.ts';
import { heightOf, marksOf } from '../../viewmodel/glossary/sketch-marks.ts';
import { isSketched, SKETCHES } from '../../viewmodel/glossary/sketches.ts';
import type { Term } from '../../viewmodel/glossary/terms.ts';
import styles from './term-sketch.module.css';

const hueOf = (who: Who): string => (who === 'ink' ? 'var(--ink)' : `var(--session-${who.toLowerCase()})`);

export function TermFigure({ term }: { readonly term: Term }) {
  return isSketched(term) ? <TermSketch sketch={SKETCHES[term]} /> : <Icon name={term} size="2em" />;
}

const TermSketch = memo(function TermSketch({ sketch }: { readonly sketch: Sketch }) {
  const marks = marksOf(sketch);
  return (
    <svg
      className={styles.sketch}
      fontSize={EM}
      viewBox={`0 0 ${WIDTH} ${heightOf(marks)}`}
      aria-hidden="true"
      data-sketch={sketch.kind}
    >
      {marks.map((mark, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sketch never changes
        <MarkShape key={i} mark={mark} />
      ))}
    </svg>
  );
});

function MarkShape({ mark }: { readonly mark: Mark }) {
  const style = { color: hueOf(mark.who) };
  switch (mark.is) {
    case 'box': {
      const { x, y, width, height, look } = mark;
      return <rect {...{ x, y, width, height, style }} className={styles[look]} />;
    }
    case 'disc':
      return <Disc mark={mark} />;
    case 'line':
      return <path d={mark.d} className={styles.line} data-look={mark.look} style={style} />;
    case 'head':
      return <path d={mark.d} className={styles.head} style={style} />;
    case 'text':
      return (
        <text x={mark.x} y={mark.y} dy="0.35em" textAnchor={mark.anchor} data-tone={mark.tone} style={style}>
          {mark.text}
        </text>
      );
  }
}

/** Solid: committed; half: in progress; struck through: rolled back; open: not begun. */
function Disc({ mark: { x, y, r, look, who } }: { readonly mark: Extract<Mark, { is: 'disc' }> }) {
  return (
    <g style={{ color: hueOf(who) }}>
      <circle cx={x} cy={y} r={r} className={look === 'ended' || look === 'who' ? styles.solid : styles.open} />
      {look === 'running' && <path d={`M${x} ${y - r}a${r} ${r} 0 0 0 0 ${2 * r}Z`} className={styles.solid} />}
      {look === 'aborted' && (
        <path d={`M${x - r} ${y + r}L${x + r} ${y - r}`} className={styles.line} data-look="plain" />
      )}
    </g>
  );
}
