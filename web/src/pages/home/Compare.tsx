/**
 * What is measured, in one line of fixed height below the race; one click away is why the result differs from the
 * published one. Where the drawing has no room for it, the line also has a busy machine's excuse.
 */
import '../../base/messages/en/home.ts';
import '../../base/messages/en/ui-figure.ts';
import { type ReactNode, useState } from 'react';
import idleConnections from '../../../../scenarios/published/idle-connections.csv?raw';
import { type IdleConnectionsRow, PUBLISHED, parsePublished } from '../../scenario/published.ts';
import { useMessages } from '../../ui/messages.tsx';
import { shownNow } from '../../viewmodel/race/race.ts';
import { connectionCostNs, type PublishedCurve, type RaceView } from '../../viewmodel/race/race-finding.ts';
import styles from './home.module.css';
import type { RaceSnapshot } from './race-controller.ts';

/** The published experiment that Home draws, read once. The file ships inside the page, so it cannot be missing. */
const table = parsePublished('idleConnections', idleConnections);
/** Tests check the shipped file; without rows the page would still work, with an empty curve. */
export const idleRows: readonly IdleConnectionsRow[] = table.ok ? table.value.rows : [];
export const idleSource = PUBLISHED.idleConnections.source;

/** Up to four threads are compared with one active client: the other published run has 48, on two sockets. */
export const PUBLISHED_ACTIVE = 1;

interface CompareProps {
  readonly snapshot: RaceSnapshot;
  readonly view: RaceView;
  readonly curve: PublishedCurve;
  /** On stage and in a lesson: only the line. */
  readonly plain: boolean;
  /** A lesson has said what is measured. */
  readonly boxed: boolean;
  /** The published figures as a table. */
  readonly table: ReactNode;
}

const CLOSED = { why: false, table: false };

export function Compare({ snapshot, view, curve, plain, boxed, table }: CompareProps) {
  const { t } = useMessages();
  const [opened, setOpened] = useState(CLOSED);
  const toggle = (which: keyof typeof CLOSED) => setOpened((now) => ({ ...now, [which]: !now[which] }));
  const isBusy = view.busy && view.finding.kind !== 'paused';
  return (
    <div className={styles.compare} data-testid="compare" data-busy={isBusy}>
      <span>
        {!boxed && t('home.compare.what')}
        {/* The spaces are within: alone at a line's end, one would move when something follows. */}
        {!(boxed || plain || curve.scaled) && <span className={styles.gap}>{` ${t('home.compare.gap')}`}</span>}
        {isBusy &&
          (plain ? (
            ` ${t('home.race.busy.short')}`
          ) : (
            <span className={styles.isSaidAbove}>{` ${t('home.race.busy')}`}</span>
          ))}
      </span>
      {!plain && (
        <>
          <Toggle name={t('home.compare.why')} panel="home-why" isOpen={opened.why} onToggle={() => toggle('why')} />
          <Toggle
            name={t('ui.figure.table')}
            panel="home-table"
            isOpen={opened.table}
            onToggle={() => toggle('table')}
          />
          {opened.why && <Why snapshot={snapshot} curve={curve} sure={view.claim.kind === 'faster'} />}
          {opened.table && (
            <div id="home-table" className={styles.opened}>
              {table}
            </div>
          )}
        </>
      )}
    </div>
  );
}

interface ToggleProps {
  readonly name: string;
  /** The id of what it opens, below the line: the toggle stays where it is, so a second press closes it. */
  readonly panel: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Toggle({ name, panel, isOpen, onToggle }: ToggleProps) {
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-expanded={isOpen}
      aria-controls={isOpen ? panel : undefined}
      onClick={onToggle}
    >
      <span aria-hidden="true">{isOpen ? '▼' : '▶'}</span> {name}
    </button>
  );
}

/** Cores, sockets, and the cost of one more connection per snapshot here and there. */
function Why({
  snapshot,
  curve,
  sure,
}: {
  readonly snapshot: RaceSnapshot;
  readonly curve: PublishedCurve;
  /** It is certain that 13 is slower here: only then the cost of its connections can be given. */
  readonly sure: boolean;
}) {
  const { t } = useMessages();
  const { race, idle, active, info } = snapshot;
  const levels = race.now?.idle === idle ? shownNow(race)?.levels : undefined;
  const [from, there] = [curve.points[0], curve.points.find((point) => point.idle === idle)];
  // Uses the published rates without the factor of the drawing: a difference of times depends on it.
  const costs =
    sure && idle > 0 && race.zero !== undefined && levels !== undefined && from !== undefined && there !== undefined
      ? {
          here: connectionCostNs(race.zero.slow, levels.slow, idle),
          published: connectionCostNs(from.slow / curve.factor, there.slow / curve.factor, idle),
        }
      : undefined;
  return (
    <div id="home-why" className={styles.opened}>
      <ul>
        <li>{t('home.compare.machines', { cores: info?.cores ?? active, active, machine: idleSource.machine })}</li>
        {costs !== undefined && costs.here > 0 && <li>{t('home.compare.cost', costs)}</li>}
        <li>{t('home.compare.work', { active })}</li>
      </ul>
    </div>
  );
}
