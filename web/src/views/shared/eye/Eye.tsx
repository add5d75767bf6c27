/** A session's eye on a row version: open and filled if it sees it, else a closed outline. Hue shows the session. */
import styles from './eye.module.css';

interface EyeShapeProps {
  readonly cx: number;
  readonly cy: number;
  readonly width: number;
  readonly sees: boolean;
  /** A CSS colour: `SessionStyle.hue`. */
  readonly hue: string;
}

const round = (n: number): number => Math.round(n * 100) / 100;

/** The eye inside an <svg>. Decoration: write it in words next to it. */
export function EyeShape({ cx, cy, width, sees, hue }: EyeShapeProps) {
  const half = width / 2;
  const lid = width * 0.36;
  const [left, right] = [round(cx - half), round(cx + half)];
  // A closed lid hangs below its corners: with raised corners both eyes are in one line.
  const shut = round(cy - lid * 0.45);
  const outline = `M${left} ${cy}Q${cx} ${round(cy - lid * 1.5)} ${right} ${cy}Q${cx} ${round(cy + lid * 1.5)} ${left} ${cy}Z`;
  return sees ? (
    <g data-sees="true">
      <path d={outline} fill={hue} stroke={hue} strokeWidth="1" strokeLinejoin="round" />
      <circle cx={cx} cy={cy} r={round(width * 0.19)} fill="var(--paper)" />
      <circle cx={cx} cy={cy} r={round(width * 0.09)} fill={hue} />
    </g>
  ) : (
    <g data-sees="false">
      <path
        d={`M${left} ${shut}Q${cx} ${round(shut + lid * 1.5)} ${right} ${shut}`}
        fill="none"
        stroke={hue}
        strokeWidth="1.4"
        strokeLinecap="round"
      />
      <path
        d={[-0.5, 0, 0.5].map((at) => lash(cx, shut, half, lid, at)).join('')}
        fill="none"
        stroke={hue}
        strokeWidth="1.2"
        strokeLinecap="round"
      />
    </g>
  );
}

/** A short line off the closed lid, `at` from −1 to 1 of its half width. */
function lash(cx: number, cy: number, half: number, lid: number, at: number): string {
  const depth = lid * 0.75 * (1 - at * at);
  const [x, y] = [cx + at * half, cy + depth];
  return `M${round(x)} ${round(y)}L${round(x + at * half * 0.22)} ${round(y + lid * 0.42)}`;
}

/** The eye within a line of text. */
export function Eye({
  sees,
  hue,
  size = '1.6em',
}: {
  readonly sees: boolean;
  readonly hue: string;
  readonly size?: string;
}) {
  return (
    <svg className={styles.inline} viewBox="0 0 26 18" width={size} aria-hidden="true" focusable="false">
      <EyeShape cx={13} cy={9} width={24} sees={sees} hue={hue} />
    </svg>
  );
}
