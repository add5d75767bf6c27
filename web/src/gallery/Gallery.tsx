/** A single state (`gallery.html#id`), or several below one another with their names: `#id+id`, or all of them. */
import { type ReactNode, useSyncExternalStore } from 'react';
import styles from './gallery.module.css';

/**
 * One entry of the gallery: a view in a named state, made of fixed data. It is a test, an example and a preview at
 * once.
 */
export interface GalleryState {
  /** Unique; becomes part of a file name and of the address `gallery.html#id`. */
  readonly id: string;
  /** Says what the reader should see. */
  readonly shows: string;
  /** Uses no clock, no random numbers and no network: the same picture every time. */
  readonly element: () => ReactNode;
}

const onHash = (callback: () => void) => {
  addEventListener('hashchange', callback);
  return () => removeEventListener('hashchange', callback);
};
/** `#race-start?theme=dark` → `race-start` */
const wanted = () => location.hash.replace(/^#/, '').replace(/\?.*$/, '');

export function Gallery({ states }: { readonly states: readonly GalleryState[] }) {
  const id = useSyncExternalStore(onHash, wanted);
  const ids = id.split('+');
  const several = ids.length > 1 ? states.filter((state) => ids.includes(state.id)) : states;
  const one = states.find((state) => state.id === id);
  if (one !== undefined) {
    return (
      <main className={styles.alone} data-state={one.id}>
        <h1 className="visually-hidden">{one.shows}</h1>
        <State state={one} />
      </main>
    );
  }
  return (
    <main className={styles.all} data-state={several.length < states.length ? id : undefined}>
      <h1>Gallery of view states</h1>
      {several.map((state) => (
        <section key={state.id} className={styles.entry}>
          <h2 className={styles.name}>
            <a href={`#${state.id}`} data-state-id={state.id}>
              {state.id}
            </a>{' '}
            <span>{state.shows}</span>
          </h2>
          <State state={state} />
        </section>
      ))}
    </main>
  );
}

function State({ state }: { readonly state: GalleryState }) {
  const Element = state.element;
  return <Element />;
}
