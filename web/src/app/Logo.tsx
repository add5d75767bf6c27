/** The snapshot bracket: `[` at xmin, `]` before xmax, a notch for each running xid. */
export function Logo({ height = 22 }: { readonly height?: number }) {
  return (
    <svg viewBox="0 0 38 24" width={(height * 38) / 24} height={height} aria-hidden="true" focusable="false">
      <path
        d="M7.5 2H2v20h6.5l4-9l4 9h5l4-9l4 9H36V2h-5.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinejoin="miter"
      />
    </svg>
  );
}
