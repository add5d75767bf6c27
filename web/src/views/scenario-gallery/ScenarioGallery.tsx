/** The shipped scenarios to choose from: searched, in groups, by mouse, finger and keys. */

import '../../base/messages/en/server.ts';
import '../../base/messages/en/source.ts';
import '../../base/messages/en/standby.ts';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { ScenarioInfo } from '../../engine/spec/scenario-index.ts';
import controls from '../../ui/controls.module.css';
import { Dialog } from '../../ui/Dialog.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { scenarioGroups } from '../../viewmodel/spec/scenario-list.ts';
import styles from './scenario-gallery.module.css';

interface ScenarioListProps {
  readonly scenarios: readonly ScenarioInfo[];
  /** Id of the open scenario; it is marked. */
  readonly current: string | null;
  readonly onChoose: (id: string) => void;
  /** The initial search text. */
  readonly initialSearch?: string;
}

interface InnerProps extends ScenarioListProps {
  readonly inDialog?: boolean;
  readonly onLeave?: (() => void) | undefined;
}

/**
 * Marks the field that gets the focus when the dialog opens. React's own `autoFocus` would be too early: the dialog is
 * not open yet. With a touch screen the field is not focused, because the keyboard would cover half of the list.
 */
const focusFirst = (field: HTMLInputElement | null): void => {
  field?.toggleAttribute('autofocus', matchMedia('(pointer: fine)').matches);
};

interface ScenarioGalleryProps extends ScenarioListProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The list in a dialog over the page. */
export function ScenarioGallery({ open, onClose, ...list }: ScenarioGalleryProps) {
  const { t } = useMessages();
  return (
    <Dialog wide open={open} title={t('source.gallery.title')} onClose={onClose}>
      {/* Starts empty each time: readers do not search for the same thing again. */}
      {open && <ScenarioList {...list} inDialog onLeave={onClose} />}
    </Dialog>
  );
}

/** Arrow keys go from one item to the next; the search field is the first. */
function walk(event: KeyboardEvent, list: HTMLElement | null): void {
  const stops = [...(list?.querySelectorAll<HTMLElement>('input, button') ?? [])];
  const { activeElement } = document;
  const at = activeElement instanceof HTMLElement ? stops.indexOf(activeElement) : -1;
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    // In the field these two keys move the cursor.
    ...(at === 0 ? {} : { Home: 1, End: stops.length - 1 }),
  };
  const to = Object.hasOwn(targets, event.key) ? targets[event.key] : undefined;
  const stop = to === undefined ? undefined : stops[to];
  if (stop === undefined || at === -1) return;
  event.preventDefault();
  stop.focus();
}

interface ItemProps extends Pick<ScenarioListProps, 'onChoose'> {
  readonly scenario: ScenarioListProps['scenarios'][number];
  readonly isCurrent: boolean;
}

function Item({ scenario, isCurrent, onChoose }: ItemProps) {
  const { t } = useMessages();
  return (
    <li>
      <button
        type="button"
        className={styles.item}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => onChoose(scenario.id)}
      >
        <span className={styles.title}>{scenario.title}</span>
        <span className={styles.about}>{scenario.about}</span>
        <span className={styles.facts}>
          {isCurrent && <b>{t('source.gallery.current')} · </b>}
          {[
            t('source.gallery.sessions', { n: scenario.sessions }),
            t('source.gallery.permutations', { n: scenario.permutations }),
          ].join(' · ')}
        </span>
      </button>
    </li>
  );
}

interface SearchFieldProps extends Pick<InnerProps, 'inDialog' | 'onLeave'> {
  readonly id: string;
  readonly search: string;
  /** Of all. */
  readonly count: number;
  readonly all: number;
  readonly onSearch: (search: string) => void;
  readonly onEnter: () => void;
}

/** Enter chooses the first result. Escape closes at once: the browser would first empty the field. */
function SearchField({ id, search, inDialog, count, all, onSearch, onEnter, onLeave }: SearchFieldProps) {
  const { t } = useMessages();
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter') onEnter();
    if (event.key !== 'Escape' || onLeave === undefined) return;
    event.preventDefault();
    onLeave();
  };
  return (
    <search className={styles.search}>
      <label htmlFor={`${id}-search`}>{t('source.gallery.search')}</label>
      <input
        ref={inDialog ? focusFirst : undefined}
        className={controls.input}
        id={`${id}-search`}
        type="search"
        autoComplete="off"
        spellCheck={false}
        placeholder={t('source.gallery.example')}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p className={styles.count} aria-live="polite">
        {t('source.gallery.count', { found: count, all })}
      </p>
    </search>
  );
}

/** The list alone, to place anywhere. */
export function ScenarioList({
  scenarios,
  current,
  onChoose,
  initialSearch = '',
  inDialog = false,
  onLeave,
}: InnerProps) {
  const { t } = useMessages();
  const [search, setSearch] = useState(initialSearch);
  const groups = scenarioGroups(scenarios, search);
  const count = groups.reduce((sum, group) => sum + group.scenarios.length, 0);
  const root = useRef<HTMLDivElement>(null);
  const id = useId();

  const onEnter = (): void => {
    const first = groups[0]?.scenarios[0];
    if (search.trim() !== '' && first !== undefined) onChoose(first.id);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field and the buttons inside
    <div ref={root} className={styles.list} onKeyDown={(event) => walk(event, root.current)}>
      <SearchField
        {...{ id, search, inDialog, count, onLeave }}
        all={scenarios.length}
        onSearch={setSearch}
        onEnter={onEnter}
      />
      <div className={styles.groups}>
        {groups.map((group) => (
          <section key={group.id} aria-labelledby={`${id}-${group.id}`}>
            <h3 id={`${id}-${group.id}`} className={styles.groupName}>
              {t(`source.gallery.group.${group.id}`)}
            </h3>
            <ul className={styles.items}>
              {group.scenarios.map((scenario) => (
                <Item key={scenario.id} scenario={scenario} isCurrent={scenario.id === current} onChoose={onChoose} />
              ))}
            </ul>
          </section>
        ))}
        {count === 0 && <p className={styles.none}>{t('source.gallery.none', { search: search.trim() })}</p>}
      </div>
      <p className={styles.end} hidden={count === 0}>
        {t('source.gallery.plainFiles')} <a href="#/play/server?v=1">{t('server.link')}</a>
        {' · '}
        <a href="#/play/standby?v=1">{t('standby.title')}</a>
      </p>
    </div>
  );
}
