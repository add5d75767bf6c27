/** The shape of a tick's mark: it shows the kind of event without hue. */
import type { MarkKind } from '../../viewmodel/stage/timeline.ts';

interface MarkShapeProps {
  /** `many`: several ticks, and nothing special. */
  readonly kind: MarkKind | 'many';
  readonly cx: number;
  readonly cy: number;
  readonly hue: string;
  /** On hover. */
  readonly title?: string;
}

export function MarkShape({ kind, cx, cy, hue, title = '' }: MarkShapeProps) {
  return (
    <g transform={`translate(${Math.round(cx * 2) / 2} ${cy})`} data-mark={kind}>
      {title !== '' && <title>{title}</title>}
      <Shape kind={kind} hue={hue} />
    </g>
  );
}

function Shape({ kind, hue }: Pick<MarkShapeProps, 'kind' | 'hue'>) {
  const line = { fill: 'none', stroke: hue, strokeWidth: 2 } as const;
  switch (kind) {
    case 'snapshot':
      return <path d="M-1.5 -7H-4V7H-1.5M1.5 -7H4V7H1.5" {...line} />;
    case 'commit':
      return <circle r="5" fill={hue} />;
    case 'wait':
      return <path d="M0 -8V8" {...line} strokeWidth="4" strokeDasharray="3 2.6" />;
    case 'error':
      return <path d="M-4.5 -5L4.5 5M4.5 -5L-4.5 5" {...line} strokeWidth="2.6" />;
    case 'deadlock':
      return (
        <>
          <circle r="6" fill="var(--paper)" stroke={hue} strokeWidth="2" />
          <path d="M-2.6 -2.6L2.6 2.6M2.6 -2.6L-2.6 2.6" {...line} />
        </>
      );
    case 'time':
      return <path d="M-4 -6H4L-4 6H4Z" fill="var(--ink)" />;
    case 'end':
      return <path d="M-4 -6H4V6H-4Z" fill="var(--ink)" />;
    case 'many':
      return <path d="M0 -5V5" {...line} />;
    case 'plain':
      return <path d="M0 -7V7" {...line} strokeWidth="4" />;
  }
}
