/**
 * Two designs on one clock: above, the cores and the current transfer; a lens on the same twelve bytes; memory line by
 * line; counters. Below, the ruler that plays both. Stateless: everything follows from the pair and the time.
 */
import '../../base/messages/en/lines.ts';
import '../../base/messages/en/ui.ts';
import { memo, type ReactNode, type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import { type CoreStyle, coreStyles, talliesOf } from '../../viewmodel/cachelines/counters.ts';
import { findingOf, momentOf, sideFinding } from '../../viewmodel/cachelines/finding.ts';
import { groupsOf, touchedLines } from '../../viewmodel/cachelines/groups.ts';
import { commonPitch, type LayoutInput } from '../../viewmodel/cachelines/layout.ts';
import { type LineClock, type LinePair, leader, type WordTurn } from '../../viewmodel/cachelines/position.ts';
import { accessAtTime, type LineScene } from '../../viewmodel/cachelines/scene.ts';
import { type LineSide, LineStates, sideOf, titleOf } from '../../viewmodel/cachelines/side.ts';
import {
  boxWords,
  countText,
  findingText,
  inQuestion,
  linesText,
  type Naming,
  noteText,
  plain,
  statusText,
} from '../../viewmodel/cachelines/words.ts';
import { designStyle } from '../../viewmodel/design-style.ts';
import { Marked } from '../shared/marked/Marked.tsx';
import styles from './cache-lines.module.css';
import { FigureCanvas } from './figure-canvas.ts';
import { rulerShareOf, type SideName } from './figure-painter.ts';
import { Counters } from './LinesControls.tsx';
import { LinesKey } from './LinesKey.tsx';
import { CoresView, LensView, MemoryView, useWordNs } from './PaintedParts.tsx';
import { readPalette, useLook } from './pen.ts';
import { Ruler } from './Ruler.tsx';

export interface CacheLinesViewProps {
  readonly pair: LinePair;
  /** The clock of both designs. */
  readonly clock: LineClock;
  readonly onSeek: (ns: number) => void;
  readonly onStep: (direction: 1 | -1) => void;
  /** The pickers that replace the designs' names. */
  readonly pickers?: { readonly left: ReactNode; readonly right: ReactNode } | undefined;
  /** Below the ruler, or above everything; gets the present status. */
  readonly controls?: ((status: ReactNode) => ReactNode) | undefined;
  /** In a box on a page, a bar may cover the ruler's end, but must not cover the buttons. */
  readonly controlsFirst?: boolean;
  /** One sentence below the finding. */
  readonly told?: string | undefined;
  /** In a box the page around it has the first heading, and on stage the line of words above it. */
  readonly boxed?: boolean;
  /** Where sharing has not been explained yet: the headline and the counters tell lines and misses alone. */
  readonly few?: boolean;
  /** At first the caches, the line that moves, the time and the misses; the memory, its fields and the rest are details. */
  readonly isPlain?: boolean;
}

interface Painting extends Pick<CacheLinesViewProps, 'pair' | 'clock'> {
  readonly look: ReturnType<typeof useLook>;
  readonly cores: ReturnType<typeof coreStyles>;
  readonly naming: Naming;
}

/** Hands to the painter what it draws: the figure's element and clock, the pair with its words, colours and pixels. */
function usePainting(port: FigureCanvas, root: RefObject<HTMLElement | null>, painting: Painting): void {
  const { pair, clock, look, cores, naming } = painting;
  const { t } = naming.messages;
  useLayoutEffect(() => {
    const element = root.current;
    return element === null ? undefined : port.connect(element, clock);
  }, [port, root, clock]);
  useLayoutEffect(() => {
    const boxes = { left: boxWords(pair.left, naming), right: boxWords(pair.right, naming) };
    const verbs = { reads: t('lines.lens.reads'), writes: t('lines.lens.writes'), wrote: t('lines.lens.wrote') };
    port.story({ pair, styles: cores, boxes, verbs });
  }, [port, pair, cores, naming, t]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another look means other colours, pixels or fonts
  useLayoutEffect(() => {
    const element = root.current;
    if (element === null) return;
    const paletteOf = (design: LineScene['design']) => readPalette(element, cores, design);
    const palettes = { left: paletteOf(pair.left.design), right: paletteOf(pair.right.design) };
    port.look({ ratio: Math.max(1, devicePixelRatio), palettes });
  }, [port, root, pair, cores, look]);
}

/** The finding, and the status at a time. Each stays the same until the pair does: memoized parts get them. */
function useFigureWords(pair: LinePair, naming: Naming, few: boolean) {
  const title = useMemo(() => {
    const [left, right] = [sideFinding(pair.left), sideFinding(pair.right)];
    if (few) return countText(left, right, pair.left.watched, naming);
    const finding = findingOf(left, right);
    return findingText(finding, pair.left.watched, naming);
  }, [pair, naming, few]);
  const statusAt = useCallback(
    (ns: number) => {
      const first = leader(pair);
      return statusText(first, momentOf(first, accessAtTime(first, ns), ns), ns, naming);
    },
    [pair, naming],
  );
  const plainStatus = useCallback((ns: number) => plain(statusAt(ns)), [statusAt]);
  return { title, statusAt, plainStatus };
}

export const CacheLinesView = memo(function CacheLinesView(props: CacheLinesViewProps) {
  const {
    pair,
    clock,
    onSeek,
    onStep,
    pickers,
    controls,
    controlsFirst = false,
    told,
    boxed = false,
    few = false,
    isPlain = false,
  } = props;
  const messages = useMessages();
  const root = useRef<HTMLElement>(null);
  const [port] = useState(() => new FigureCanvas());
  const look = useLook();
  const [left, right] = useMemo(() => [sideOf(pair.left), sideOf(pair.right)], [pair]);
  const cores = useMemo(() => coreStyles(pair.left.active, inQuestion(pair)), [pair]);
  const naming: Naming = useMemo(() => ({ styles: cores, messages }), [cores, messages]);
  const designs = useMemo(() => [pair.left.design, pair.right.design], [pair]);
  const { title, statusAt, plainStatus } = useFigureWords(pair, naming, few);
  usePainting(port, root, { pair, clock, look, cores, naming });
  const pitch = useCallback((input: LayoutInput) => commonPitch([left.groups, right.groups], input), [left, right]);
  const below = useMemo(
    () => controls?.(<Status clock={clock} statusAt={statusAt} cores={cores} designs={designs} />),
    [controls, clock, statusAt, cores, designs],
  );
  const shared = { few, isPlain, port, clock, look, cores, naming, pitch, rulerShare: rulerShareOf(pair) };
  return (
    <figure
      ref={root}
      className={styles.figure}
      aria-label={plain(title)}
      data-boxed={boxed || undefined}
      data-plain={isPlain || undefined}
      data-testid="cache-lines"
    >
      <Title {...{ boxed, told, cores, designs }} text={title} />
      {controlsFirst && below}
      <Panel name="left" side={left} {...shared} turns={TURNS.left} picker={pickers?.left} />
      <Panel name="right" side={right} {...shared} turns={TURNS.right} picker={pickers?.right} />
      <div className={styles.clock}>
        {!few && <LinesKey isPlain={isPlain} />}
        <Ruler
          pair={pair}
          port={port}
          clock={clock}
          look={look}
          isPlain={isPlain}
          statusAt={plainStatus}
          onSeek={onSeek}
          onStep={onStep}
        />
        {!controlsFirst && below}
      </div>
    </figure>
  );
});

interface TitleProps extends Pick<CacheLinesViewProps, 'boxed' | 'told'> {
  readonly text: string;
  readonly cores: readonly CoreStyle[];
  readonly designs: readonly LineScene['design'][];
}
function Title({ boxed = false, told, text, cores, designs }: TitleProps) {
  const Heading = boxed ? 'h2' : 'h1';
  return (
    <>
      <Heading className={`${styles.title} ${boxed ? 'hidden-on-stage' : ''}`} data-testid="finding">
        <Marked text={text} styles={cores} designs={designs} />
      </Heading>
      {told !== undefined && <p className={styles.told}>{told}</p>}
    </>
  );
}

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

type Turns = Readonly<Record<'note' | 'count' | 'lens', WordTurn>>;
/** The lens's words are only for screen readers: they cost little, and change with the note. */
const TURNS: Readonly<Record<SideName, Turns>> = {
  left: { note: 'left note', count: 'left count', lens: 'left note' },
  right: { note: 'right note', count: 'right count', lens: 'right note' },
};

interface PanelProps {
  readonly name: SideName;
  readonly side: LineSide;
  readonly port: FigureCanvas;
  readonly clock: LineClock;
  readonly look: number;
  /** The turns in which each text follows the clock. */
  readonly turns: Turns;
  readonly cores: readonly CoreStyle[];
  readonly naming: Naming;
  readonly pitch: (input: LayoutInput) => number;
  readonly rulerShare: number;
  readonly picker: ReactNode;
  readonly few: boolean;
  readonly isPlain: boolean;
}

const Panel = memo(function Panel(props: PanelProps) {
  const { name, side, port, clock, look, turns, cores, naming, pitch, rulerShare, picker, few, isPlain } = props;
  const { scene, main } = side;
  const { design, machine } = scene;
  const { t } = naming.messages;
  const style = designStyle(design);
  const head = useMemo(
    () => (
      <header className={styles.head}>
        <h2 className={styles.design} style={{ color: style.hue }}>
          {picker ?? t(style.shortKey)}
          <span>
            {picker === undefined && t('ui.colon')}
            <code>{titleOf(main)}</code>
          </span>
        </h2>
        {/* Both panels share one machine: a hall reads it at the left one, and the right one's design has room. */}
        <ProvenanceBadge kind="modelled" facts={[machine.short]} deskFacts={name === 'right' ? [0] : []} inLine />
      </header>
    ),
    [style, picker, t, main, machine, name],
  );
  const counters = useMemo(
    () => <CountersNow scene={scene} clock={clock} turn={turns.count} few={few} isPlain={isPlain} />,
    [scene, clock, turns, few, isPlain],
  );
  return (
    <section className={styles.panel} data-design={design} aria-label={t('lines.panel.title', { design, what: main })}>
      {head}
      {isPlain && counters}
      <div className={styles.transfer}>
        <p className={styles.note} data-testid={`note-${design}`}>
          <Note {...{ scene, clock, naming, cores, isPlain }} turn={turns.note} />
        </p>
        <CoresView
          scene={scene}
          name={name}
          port={port}
          clock={clock}
          turn={turns.note}
          look={look}
          rulerShare={rulerShare}
          isTall={isPlain}
        />
      </div>
      {!isPlain && (
        <>
          <LensView {...{ side, name, port, clock, look, naming }} turn={turns.lens} />
          <MemoryView {...{ side, name, port, clock, look, cores, pitch }} turn={turns.count}>
            {counters}
          </MemoryView>
        </>
      )}
    </section>
  );
});

interface NowProps {
  readonly scene: LineScene;
  readonly clock: LineClock;
  readonly turn: WordTurn;
}

function CountersNow({ scene, clock, turn, few, isPlain }: NowProps & Pick<PanelProps, 'few' | 'isPlain'>) {
  const ns = useWordNs(clock, turn);
  const tallies = useMemo(() => talliesOf(scene), [scene]);
  return <Counters scene={scene} tallies={tallies} ns={ns} few={few} isPlain={isPlain} />;
}

interface NoteProps extends NowProps {
  readonly naming: Naming;
  readonly cores: readonly CoreStyle[];
  readonly isPlain: boolean;
}
const Note = memo(function Note({ scene, clock, turn, naming, cores, isPlain }: NoteProps) {
  const ns = useWordNs(clock, turn);
  const moment = momentOf(scene, accessAtTime(scene, ns), ns);
  return <Marked text={noteText(scene, moment, naming, isPlain)} styles={cores} designs={[scene.design]} />;
});

/** The view in words: both sides' counters and the holders of lines, at a time. */
export function cacheLinesStatus(pair: LinePair, ns: number, messages: Naming['messages']): string {
  const naming: Naming = { styles: coreStyles(pair.left.active, inQuestion(pair)), messages };
  const first = leader(pair);
  return plain(statusText(first, momentOf(first, accessAtTime(first, ns), ns), ns, naming));
}

export function cacheLinesText(pair: LinePair, ns: number, messages: Naming['messages']): readonly string[] {
  const naming: Naming = { styles: coreStyles(pair.left.active, inQuestion(pair)), messages };
  const finding = findingOf(sideFinding(pair.left), sideFinding(pair.right));
  const sides = [pair.left, pair.right].flatMap((scene) => {
    const states = new LineStates(scene);
    states.seek(accessAtTime(scene, ns) + 1);
    return linesText(scene, states, groupsOf(scene, touchedLines(scene)), talliesOf(scene).at(ns), naming);
  });
  return [plain(findingText(finding, pair.left.watched, naming)), ...sides];
}
