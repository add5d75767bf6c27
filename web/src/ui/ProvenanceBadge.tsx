/** The source of a number: measured · modelled · published · real PostgreSQL, with the facts that support it. */
import '../base/messages/en/provenance.ts';
import type { ReactNode } from 'react';
import badge from './badge.module.css';
import { Icon } from './Icon.tsx';
import { useMessages } from './messages.tsx';

export type Provenance = 'measured' | 'modelled' | 'published' | 'real';

interface ProvenanceBadgeProps {
  readonly kind: Provenance;
  /** Short facts: source, machine, threads, N, clock. They must not change width several times a second. */
  readonly facts?: readonly ReactNode[];
  /** The places of facts that a hall can do without: not on stage. */
  readonly deskFacts?: readonly number[];
  /** On stage it takes one line at most, and its last fact may be cut. */
  readonly inLine?: boolean;
}

export function ProvenanceBadge({ kind, facts = [], deskFacts = [], inLine = false }: ProvenanceBadgeProps) {
  const { t } = useMessages();
  return (
    <p
      className={badge.badge}
      title={t(`provenance.${kind}.hint`)}
      data-provenance={kind}
      data-in-line={inLine || undefined}
    >
      <span className={badge.items}>
        <span className={badge.kind}>
          <Icon name={kind} size="1.2em" />
          {t(`provenance.${kind}`)}
        </span>
        {facts.map((fact, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: facts have a fixed order and no identity of their own
          <span key={index} className={badge.fact} data-desk={deskFacts.includes(index) || undefined}>
            {fact}
          </span>
        ))}
      </span>
    </p>
  );
}
