/** The same spec, moves and cursor on the other of the two pages: their addresses are the same, but for the path and the standby's part. */
const PATHS = { play: '/play', standby: '/play/standby' } as const;
const OWN = ['from', 'replay', 'snaps'];

export function crossLink(hash: string, to: keyof typeof PATHS): string {
  const kept = (hash.split('?')[1] ?? '')
    .split('&')
    .filter((part) => part !== '' && !OWN.includes(part.split('=')[0] ?? ''));
  return `#${PATHS[to]}${kept.length === 0 ? '' : `?${kept.join('&')}`}`;
}
