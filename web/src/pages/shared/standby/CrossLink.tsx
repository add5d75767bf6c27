/** A link to the same spec, moves and cursor on the other page. Its address is computed on use, not before. */
import type { SyntheticEvent } from 'react';
import { crossLink } from './cross-link.ts';

interface CrossLinkProps {
  readonly to: 'play' | 'standby';
  readonly className?: string | undefined;
  readonly children: string;
}

export function CrossLink({ to, className, children }: CrossLinkProps) {
  const aim = ({ currentTarget }: SyntheticEvent<HTMLAnchorElement>): void => {
    currentTarget.href = crossLink(location.hash, to);
  };
  return (
    <a className={className} href={crossLink(location.hash, to)} onPointerDown={aim} onFocus={aim} onClick={aim}>
      {children}
    </a>
  );
}
