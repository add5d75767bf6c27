/**
 * What moves at a step, over the figures beside it in its parent. A single step on or back is played; whatever jumps
 * (a link, the ruler, a choice) shows its picture at once. It looks at the document right before React changes it, which
 * only a class can.
 */
import { Component, createRef } from 'react';
import styles from './play-figure.module.css';
import type { Moment, PlayMotion } from './play-motion.ts';

let motion: PlayMotion | null = null;
/** What the stage shows, if there is one. */
let shown: Moment['shown'] | null = null;
/** Needed for the first step, not for the first picture. Without it a step shows its picture at once. */
export const stageMotion = {
  fetch: async (): Promise<void> => {
    motion = (await import('./play-motion.ts')).playMotion;
    if (shown !== null) await motion.want(shown);
  },
};

export class StageMotion extends Component<Moment> {
  readonly #layer = createRef<HTMLDivElement>();

  #arrived(): void {
    shown = this.props.shown;
    // Without it a step shows its picture at once.
    motion?.want(shown).catch(() => undefined);
  }

  override componentDidMount() {
    this.#arrived();
  }
  override getSnapshotBeforeUpdate(old: Moment) {
    const layer = this.#layer.current;
    if (layer === null || old.shown === this.props.shown) return null;
    return motion?.before(layer, old, this.props) ?? null;
  }
  override componentDidUpdate(_: Moment, __: unknown, play: (() => void) | null) {
    play?.();
    this.#arrived();
  }
  override componentWillUnmount() {
    const layer = this.#layer.current;
    if (layer !== null) motion?.leave(layer);
  }
  override render() {
    return <div ref={this.#layer} className={styles.motion} data-film="rest" data-no-export="" aria-hidden="true" />;
  }
}
