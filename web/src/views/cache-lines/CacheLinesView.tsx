/**
 * Two designs on one clock: above, the cores and the transfer that is under way; a lens on the same twelve bytes; memory
 * line by line; counters. Below, the ruler that plays both. Dumb: everything follows from the pair and the time.
 */
import { memo, type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { designStyle } from '../../model/design-style.ts';
import type { LineClock, WordTurn } from '../../model/lines/clock.ts';
import { type CoreStyle, coreStyles } from '../../model/lines/cores.ts';
import { talliesOf } from '../../model/lines/counters.ts';
import { findingOf, momentOf, sideFinding } from '../../model/lines/finding.ts';
import { groupsOf, touchedLines } from '../../model/lines/groups.ts';
import { commonPitch, type LayoutInput } from '../../model/lines/layout.ts';
import { lensOf } from '../../model/lines/lens.ts';
import { plain } from '../../model/lines/marked.ts';
import { type LinePair, leader } from '../../model/lines/position.ts';
import { accessAtTime, isMiss, type LineScene, NOBODY } from '../../model/lines/scene.ts';
import { type LineSide, placeAt, sideOf } from '../../model/lines/side.ts';
import { LineStates } from '../../model/lines/states.ts';
import { boxWords, findingText, linesText, type Naming, noteText, statusText } from '../../model/lines/words.ts';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import { CoresView } from './CoresView.tsx';
import { Counters } from './Counters.tsx';
import styles from './cache-lines.module.css';
import { rulerShareOf, type SideName } from './figure-painter.ts';
import { LensView } from './LensView.tsx';
import { Marked } from './Marked.tsx';
import { MemoryView } from './MemoryView.tsx';
import { PainterPort } from './painter-port.ts';
import { readPalette, useLook } from './palette.ts';
import { Ruler } from './Ruler.tsx';
import { useWordNs } from './use-word-ns.ts';

export interface CacheLinesViewProps {
  readonly pair: LinePair;
  /** Where both designs are. */
  readonly clock: LineClock;
  readonly onSeek: (ns: number) => void;
  readonly onStep: (direction: 1 | -1) => void;
  /** In the place of the designs' names: what chooses them. */
  readonly pickers?: { readonly left: ReactNode; readonly right: ReactNode } | undefined;
  /** Below the ruler; gets what is happening now. */
  readonly controls?: ((status: ReactNode) => ReactNode) | undefined;
}

/** How a structure is written as a design's title. */
const SUFFIX: Readonly<Record<string, string>> = { xids: 'xids[]' };
export const titleOf = (structure: string): string => SUFFIX[structure] ?? structure;

/** Cores that a sentence may be about: the watched one, then whose lines it waits for. */
function inQuestion({ left, right }: LinePair): readonly number[] {
  const cores = new Set([left.watched]);
  for (const scene of [left, right]) {
    for (let i = 0; i < scene.accesses.count && cores.size < 8; i++) {
      const from = scene.fromAt[i] ?? NOBODY;
      if (isMiss(scene.accesses, i) && from !== NOBODY) cores.add(from);
    }
  }
  return [...cores];
}
export const stylesOf = (pair: LinePair): readonly CoreStyle[] => coreStyles(pair.left.active, inQuestion(pair));

export const CacheLinesView = memo(function CacheLinesView(props: CacheLinesViewProps) {
  const { pair, clock, onSeek, onStep, pickers, controls } = props;
  const messages = useMessages();
  const root = useRef<HTMLElement>(null);
  const [port] = useState(() => new PainterPort());
  const look = useLook();
  const left = useMemo(() => sideOf(pair.left), [pair]);
  const right = useMemo(() => sideOf(pair.right), [pair]);
  const cores = useMemo(() => stylesOf(pair), [pair]);
  const naming: Naming = useMemo(() => ({ styles: cores, messages }), [cores, messages]);
  const designs = useMemo(() => [pair.left.design, pair.right.design], [pair]);
  const title = useMemo(() => {
    const finding = findingOf(sideFinding(pair.left), sideFinding(pair.right));
    return findingText(finding, pair.left.watched, naming);
  }, [pair, naming]);
  const statusAt = useCallback(
    (ns: number) => {
      const first = leader(pair);
      return statusText(first, momentOf(first, accessAtTime(first, ns), ns), ns, naming);
    },
    [pair, naming],
  );
  useLayoutEffect(() => (root.current === null ? undefined : port.connect(root.current, clock)), [port, clock]);
  useLayoutEffect(() => {
    const boxes = { left: boxWords(pair.left, naming), right: boxWords(pair.right, naming) };
    port.story({ pair, styles: cores, boxes });
  }, [port, pair, cores, naming]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another look means other colours, pixels or fonts
  useLayoutEffect(() => {
    const element = root.current;
    if (element === null) return;
    const paletteOf = (design: LineScene['design']) => readPalette(element, cores, design);
    const palettes = { left: paletteOf(pair.left.design), right: paletteOf(pair.right.design) };
    port.look({ ratio: Math.max(1, devicePixelRatio), palettes });
  }, [port, pair, cores, look]);

  const pitch = useCallback((input: LayoutInput) => commonPitch([left.groups, right.groups], input), [left, right]);
  const below = useMemo(
    () => controls?.(<Status clock={clock} statusAt={statusAt} cores={cores} designs={designs} />),
    [controls, clock, statusAt, cores, designs],
  );
  const shared = { port, clock, look, cores, naming, pitch, rulerShare: rulerShareOf(pair) };
  const plainStatus = useCallback((ns: number) => plain(statusAt(ns)), [statusAt]);
  return (
    <figure ref={root} className={styles.figure} aria-label={plain(title)} data-testid="cache-lines">
      <h1 className={styles.title} data-testid="finding">
        <Marked text={title} styles={cores} designs={designs} />
      </h1>
      <Panel name="left" side={left} {...shared} lensTurn="left lens" turn="left words" picker={pickers?.left} />
      <Panel name="right" side={right} {...shared} lensTurn="right lens" turn="right words" picker={pickers?.right} />
      <div className={styles.clock}>
        <Ruler
          pair={pair}
          port={port}
          clock={clock}
          look={look}
          statusAt={plainStatus}
          onSeek={onSeek}
          onStep={onStep}
        />
        {below}
      </div>
    </figure>
  );
});

interface StatusProps {
  readonly clock: LineClock;
  readonly statusAt: (ns: number) => string;
  readonly cores: readonly CoreStyle[];
  readonly designs: readonly LineScene['design'][];
}
function Status({ clock, statusAt, cores, designs }: StatusProps) {
  const ns = useWordNs(clock, 'status');
  return <Marked text={statusAt(ns)} styles={cores} designs={designs} />;
}

interface PanelProps {
  readonly name: SideName;
  readonly side: LineSide;
  readonly port: PainterPort;
  readonly clock: LineClock;
  readonly look: number;
  /** When the lens and the words follow the clock. */
  readonly lensTurn: WordTurn;
  readonly turn: WordTurn;
  readonly cores: readonly CoreStyle[];
  readonly naming: Naming;
  readonly pitch: (input: LayoutInput) => number;
  readonly rulerShare: number;
  readonly picker: ReactNode;
}

const Panel = memo(function Panel(props: PanelProps) {
  const { name, side, port, clock, look, lensTurn, turn, cores, naming, pitch, rulerShare, picker } = props;
  const { scene, states, main } = side;
  const { design, machine } = scene;
  const { t } = naming.messages;
  const lensNs = useWordNs(clock, lensTurn);
  const lens = useMemo(() => lensOf(scene, states, placeAt(side, lensNs).access), [scene, states, side, lensNs]);
  const style = designStyle(design);
  const head = useMemo(
    () => (
      <header className={styles.head}>
        <h2 className={styles.design} style={{ color: style.hue }}>
          {picker ?? t(style.shortKey)}
          <span>
            : <code>{titleOf(main)}</code>
          </span>
        </h2>
        <ProvenanceBadge kind="modelled" facts={[machine.short]} />
      </header>
    ),
    [style, picker, t, main, machine],
  );
  const counters = useMemo(() => <CountersNow scene={scene} clock={clock} turn={turn} />, [scene, clock, turn]);
  return (
    <section className={styles.panel} data-design={design} aria-label={t('lines.panel.title', { design, what: main })}>
      {head}
      <div className={styles.transfer}>
        <p className={styles.note} data-testid={`note-${design}`}>
          <Note scene={scene} clock={clock} turn={turn} naming={naming} cores={cores} />
        </p>
        <CoresView
          scene={scene}
          name={name}
          port={port}
          clock={clock}
          turn={turn}
          look={look}
          rulerShare={rulerShare}
        />
      </div>
      <LensView lens={lens} cores={cores} />
      <MemoryView
        side={side}
        name={name}
        port={port}
        clock={clock}
        turn={turn}
        look={look}
        cores={cores}
        lens={lens}
        pitch={pitch}
      >
        {counters}
      </MemoryView>
    </section>
  );
});

interface NowProps {
  readonly scene: LineScene;
  readonly clock: LineClock;
  readonly turn: WordTurn;
}

function CountersNow({ scene, clock, turn }: NowProps) {
  const ns = useWordNs(clock, turn);
  const tallies = useMemo(() => talliesOf(scene), [scene]);
  return <Counters scene={scene} tallies={tallies} ns={ns} />;
}

interface NoteProps extends NowProps {
  readonly naming: Naming;
  readonly cores: readonly CoreStyle[];
}
const Note = memo(function Note({ scene, clock, turn, naming, cores }: NoteProps) {
  const ns = useWordNs(clock, turn);
  const moment = momentOf(scene, accessAtTime(scene, ns), ns);
  return <Marked text={noteText(moment, scene.watched, naming)} styles={cores} designs={[scene.design]} />;
});

/** The view in words: both sides' counters and who holds what, at a time. */
export function cacheLinesText(pair: LinePair, ns: number, messages: Naming['messages']): readonly string[] {
  const naming: Naming = { styles: stylesOf(pair), messages };
  const finding = findingOf(sideFinding(pair.left), sideFinding(pair.right));
  const sides = [pair.left, pair.right].flatMap((scene) => {
    const states = new LineStates(scene);
    states.seek(accessAtTime(scene, ns) + 1);
    return linesText(scene, states, groupsOf(scene, touchedLines(scene)), talliesOf(scene).at(ns), naming);
  });
  return [plain(findingText(finding, pair.left.watched, naming)), ...sides];
}
