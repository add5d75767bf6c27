/** The scheduler's glyphs, on a 20-pixel grid in the text's colour. Decoration: the label is next to it. */
const DRAWINGS = {
  back: { stroke: 'M5 4v12', fill: 'M16 3.5v13l-9-6.5z' },
  play: { stroke: '', fill: 'M5 3v14l12-7z' },
  pause: { stroke: '', fill: 'M4.5 3.5h4v13h-4zM11.5 3.5h4v13h-4z' },
  step: { stroke: 'M15 4v12', fill: 'M4 3.5v13l9-6.5z' },
  branch: {
    stroke: 'M6 3v14M6 13c0-4 8-3 8-8M14 3v3',
    fill: 'M3.8 15h4.4v4H3.8zM3.8 1.5h4.4v3.6H3.8zM11.8 1.5h4.4v3.6h-4.4z',
  },
  time: { stroke: 'M5 2.5h10M5 17.5h10M6 2.5c0 5 8 10 8 15M14 2.5c0 5-8 10-8 15', fill: 'M7.5 16.5h5l-2.5-3z' },
  finish: { stroke: 'M4.5 2.5v15', fill: 'M5.5 3h10.5l-3 3.7l3 3.8h-10.5z' },
} as const;
export type ControlIconName = keyof typeof DRAWINGS;

export function ControlIcon({ name }: { readonly name: ControlIconName }) {
  const { stroke, fill } = DRAWINGS[name];
  return (
    <svg viewBox="0 0 20 20" width="1.15em" height="1.15em" aria-hidden="true" focusable="false">
      {stroke !== '' && <path d={stroke} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />}
      <path d={fill} fill="currentColor" />
    </svg>
  );
}
