/**
 * The interface's few glyphs, drawn on a 20-pixel grid in the text's colour. Decoration: the name is next to or around
 * it.
 */
export const ICON_NAMES = [
  'sun',
  'moon',
  'play',
  'pause',
  'stage',
  'download',
  'open',
  'close',
  'info',
  'measured',
  'modelled',
  'published',
  'real',
] as const;
export type IconName = (typeof ICON_NAMES)[number];

interface Drawing {
  readonly stroke?: string;
  readonly fill?: string;
}

const DRAWINGS: Readonly<Record<IconName, Drawing>> = {
  sun: {
    stroke:
      'M10 1.5v2.2M10 16.3v2.2M1.5 10h2.2M16.3 10h2.2M4 4l1.5 1.5M14.5 14.5L16 16M16 4l-1.5 1.5M5.5 14.5L4 16M10 6.4a3.6 3.6 0 1 0 0 7.2a3.6 3.6 0 1 0 0-7.2',
  },
  moon: { stroke: 'M16.8 12.2A7.3 7.3 0 0 1 7.8 3.2A7.3 7.3 0 1 0 16.8 12.2Z' },
  play: { fill: 'M5.5 3.5v13l11-6.5z' },
  pause: { fill: 'M5 3.5h3.5v13H5zM11.5 3.5H15v13h-3.5z' },
  stage: { stroke: 'M2.5 7V3.5H6M14 3.5h3.5V7M17.5 13v3.5H14M6 16.5H2.5V13' },
  download: { stroke: 'M10 2.5v10M6 9l4 4l4-4M3 16.8h14' },
  open: { stroke: 'M2.5 16.5v-12h5l2 2.5h7v2.5M2.5 16.5l2.8-7h12.5l-2.8 7z' },
  close: { stroke: 'M4.5 4.5l11 11M15.5 4.5l-11 11' },
  info: { stroke: 'M10 2.5a7.5 7.5 0 1 0 0 15a7.5 7.5 0 1 0 0-15M10 9v5', fill: 'M9 5.6h2v1.9H9z' },
  measured: { stroke: 'M2.7 15A7.8 7.8 0 1 1 17.3 15M10 12.6l4-5.2' },
  modelled: { stroke: 'M2.5 8c2.5-3.4 5-3.4 7.5 0s5 3.4 7.5 0M2.5 14c2.5-3.4 5-3.4 7.5 0s5 3.4 7.5 0' },
  published: { stroke: 'M4 2.5h12v15H4zM7 6.5h6M7 10h6M7 13.5h4' },
  real: {
    stroke:
      'M3.5 5c0-1.5 2.9-2.6 6.5-2.6s6.5 1.1 6.5 2.6v10c0 1.5-2.9 2.6-6.5 2.6S3.5 16.5 3.5 15zM3.5 5c0 1.5 2.9 2.6 6.5 2.6S16.5 6.5 16.5 5M3.5 10c0 1.5 2.9 2.6 6.5 2.6s6.5-1.1 6.5-2.6',
  },
};

export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number | string }) {
  const { stroke, fill } = DRAWINGS[name];
  return (
    <svg viewBox="0 0 20 20" width={size} height={size} aria-hidden="true" focusable="false">
      {stroke !== undefined && (
        <path
          d={stroke}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.7"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
      {fill !== undefined && <path d={fill} fill="currentColor" />}
    </svg>
  );
}
