/**
 * Two designs on one clock: above, the cores and the transfer that is under way; a lens on the same twelve bytes; memory
 * line by line; counters. Below, the ruler that plays both. Dumb: everything follows from the pair and the time.
 */
import { memo, type ReactNode, useCallback, useMemo, useRef } from 'react';
import { designStyle } from '../../model/design-style.ts';
import { type CoreStyle, coreStyles } from '../../model/lines/cores.ts';
import { talliesOf } from '../../model/lines/counters.ts';
import { findingOf, momentOf, sideFinding } from '../../model/lines/finding.ts';
import { groupsOf, touchedLines } from '../../model/lines/groups.ts';
import { commonPitch, type LayoutInput } from '../../model/lines/layout.ts';
import { lensOf } from '../../model/lines/lens.ts';
import { plain } from '../../model/lines/marked.ts';
import { type LinePair, leader, pairNs } from '../../model/lines/position.ts';
import { accessAtTime, isMiss, type LineScene, NOBODY } from '../../model/lines/scene.ts';
import { LineStates } from '../../model/lines/states.ts';
import { findingText, linesText, type Naming, noteText, statusText } from '../../model/lines/words.ts';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import { CoresCanvas } from './CoresCanvas.tsx';
import { Counters } from './Counters.tsx';
import styles from './cache-lines.module.css';
import { LensView } from './LensView.tsx';
import { Marked } from './Marked.tsx';
import { MemoryView } from './MemoryView.tsx';
import { Ruler } from './Ruler.tsx';

export interface CacheLinesViewProps {
  readonly pair: LinePair;
  /** Since the operation's beginning. */
  readonly ns: number;
  /** Words need not change with every frame: nobody could read them. */
  readonly isPlaying?: boolean;
  readonly onSeek: (ns: number) => void;
  readonly onStep: (direction: 1 | -1) => void;
  /** In the place of the designs' names: what chooses them. */
  readonly pickers?: { readonly left: ReactNode; readonly right: ReactNode } | undefined;
  /** Below the ruler; gets what is happening now. */
  readonly controls?: ((status: ReactNode) => ReactNode) | undefined;
}

/** The structure that stands for a design. */
const ARRAYS = ['PGXACT', 'csn', 'runningSet', 'SharedSnapshot', 'xids', 'PGPROC'] as const;
const SUFFIX: Readonly<Record<string, string>> = { xids: 'xids[]' };

/** Everything that follows from a scene alone. */
function useSide(scene: LineScene) {
  return useMemo(() => {
    const touched = touchedLines(scene);
    const groups = groupsOf(scene, touched);
    const main = ARRAYS.find((name) => groups.some((group) => group.name === name && !group.apart)) ?? '';
    const regions = scene.opened.regions;
    return {
      scene,
      main,
      lastOnMain: scene.accesses.region.findLastIndex((region) => regions[region]?.name === main),
      states: new LineStates(scene),
      touched,
      groups,
      tallies: talliesOf(scene),
      finding: sideFinding(scene),
    };
  }, [scene]);
}
type Side = ReturnType<typeof useSide>;

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

/** Of an arc: as long as its box on a ruler that is as wide as both panels. */
const RULER_SHARE = 1.75;

/** How long a word stands at least while it plays. */
const WORD_MS = 120;

/** What has words, in the order in which it takes its turn: never two in one frame, or that frame would be the long one. */
const TURNS = ['status', 'left lens', 'right words', 'left words', 'right lens'] as const;

/** The time that words are about: as it is, or while it plays as it was a moment ago. */
function useWordTime(ns: number, pair: LinePair, isPlaying: boolean, whose: (typeof TURNS)[number]): number {
  const kept = useRef({ ns, pair, turn: 0 });
  const turn = Math.floor(performance.now() / WORD_MS + TURNS.indexOf(whose) / TURNS.length);
  if (!isPlaying || kept.current.pair !== pair || kept.current.turn !== turn) kept.current = { ns, pair, turn };
  return kept.current.ns;
}

export function CacheLinesView(props: CacheLinesViewProps) {
  const { pair, ns, isPlaying = false, onSeek, onStep, pickers, controls } = props;
  const messages = useMessages();
  const left = useSide(pair.left);
  const right = useSide(pair.right);
  const cores = useMemo(() => coreStyles(pair.left.active, inQuestion(pair)), [pair]);
  const naming: Naming = useMemo(() => ({ styles: cores, messages }), [cores, messages]);
  const finding = useMemo(() => findingOf(left.finding, right.finding), [left, right]);
  const designs = useMemo(() => [pair.left.design, pair.right.design], [pair]);
  const title = useMemo(() => findingText(finding, pair.left.watched, naming), [finding, pair, naming]);
  const first = leader(pair);
  const total = pairNs(pair);
  // The end stands for a while: it is told as it is.
  const isMoving = isPlaying && ns < total;
  const statusNs = useWordTime(ns, pair, isMoving, 'status');
  const leftTimes = {
    lensNs: useWordTime(ns, pair, isMoving, 'left lens'),
    wordNs: useWordTime(ns, pair, isMoving, 'left words'),
  };
  const rightTimes = {
    lensNs: useWordTime(ns, pair, isMoving, 'right lens'),
    wordNs: useWordTime(ns, pair, isMoving, 'right words'),
  };
  const status = useMemo(
    () => statusText(first, momentOf(first, accessAtTime(first, statusNs), statusNs), statusNs, naming),
    [first, statusNs, naming],
  );

  const pitch = useCallback((input: LayoutInput) => commonPitch([left.groups, right.groups], input), [left, right]);
  // The same elements while their words are the same.
  const below = useMemo(
    () => controls?.(<Marked text={status} styles={cores} designs={designs} />),
    [controls, status, cores, designs],
  );
  const shared = { ns, cores, naming, pitch, total };
  return (
    <figure className={styles.figure} aria-label={plain(title)} data-testid="cache-lines">
      <h1 className={styles.title} data-testid="finding">
        <Marked text={title} styles={cores} designs={designs} />
      </h1>
      <Panel side={left} {...shared} {...leftTimes} picker={pickers?.left} />
      <Panel side={right} {...shared} {...rightTimes} picker={pickers?.right} />
      <div className={styles.clock}>
        <Ruler
          pair={pair}
          cores={cores}
          ns={ns}
          statusNs={statusNs}
          status={plain(status)}
          onSeek={onSeek}
          onStep={onStep}
        />
        {below}
      </div>
    </figure>
  );
}

interface PanelProps {
  readonly side: Side;
  readonly ns: number;
  /** The times that the lens and the words are about. */
  readonly lensNs: number;
  readonly wordNs: number;
  readonly cores: readonly CoreStyle[];
  readonly naming: Naming;
  readonly pitch: (input: LayoutInput) => number;
  readonly total: number;
  readonly picker: ReactNode;
}

function Panel({ side, ns, lensNs, wordNs, cores, naming, pitch, total, picker }: PanelProps) {
  const { scene, states, groups, touched, tallies } = side;
  const { accesses, design, machine } = scene;
  const { t } = naming.messages;
  const access = accessAtTime(scene, ns);
  const begun = accesses.at[access] ?? 0;
  const took = accesses.ns[access] ?? 0;
  const isOver = access < 0 || ns >= begun + took;
  // What is under way has not changed anything yet.
  states.seek(isOver ? access + 1 : access);
  const moment = momentOf(scene, access, ns);
  const main = side.main;
  // When it is over, the array that was walked is what one looks at, not the lock that was released last.
  const shownAccess = moment.kind === 'over' && side.lastOnMain >= 0 ? side.lastOnMain : access;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the states change in place; the time stands for them
  const lens = useMemo(() => lensOf(scene, states, shownAccess), [scene, lensNs]);
  const style = designStyle(design);
  const head = useMemo(
    () => (
      <header className={styles.head}>
        <h2 className={styles.design} style={{ color: style.hue }}>
          {picker ?? t(style.shortKey)}
          <span>
            : <code>{SUFFIX[main] ?? main}</code>
          </span>
        </h2>
        <ProvenanceBadge kind="modelled" facts={[machine.short]} />
      </header>
    ),
    [style, picker, t, main, machine],
  );
  const moved = `${states.at} ${Math.round(ns * 10)}`;
  const counters = useMemo(() => <Counters scene={scene} tallies={tallies} ns={wordNs} />, [scene, tallies, wordNs]);
  const shown = useMemo(() => groups.filter(({ apart }) => !apart).flatMap(({ lines }) => lines), [groups]);
  return (
    <section className={styles.panel} data-design={design} aria-label={t('lines.panel.title', { design, what: main })}>
      {head}
      <div className={styles.transfer}>
        <p className={styles.note} data-testid={`note-${design}`}>
          <Note scene={scene} ns={wordNs} naming={naming} cores={cores} />
        </p>
        <CoresCanvas
          scene={scene}
          states={states}
          styles={cores}
          moment={moment}
          share={took <= 0 ? 1 : Math.min(1, Math.max(0, (ns - begun) / took))}
          rulerShare={RULER_SHARE / Math.max(1, total)}
          lines={shown}
          moved={moved}
        />
      </div>
      <LensView lens={lens} cores={cores} />
      <MemoryView
        scene={scene}
        states={states}
        groups={groups}
        touched={touched}
        cores={cores}
        lens={lens}
        line={shownAccess < 0 ? -1 : (scene.lineAt[shownAccess] ?? -1)}
        firstLine={accesses.count > 0 ? (scene.lineAt[0] ?? 0) : -1}
        pitch={pitch}
        changes={states.changes}
      >
        {counters}
      </MemoryView>
    </section>
  );
}

interface NoteProps {
  readonly scene: LineScene;
  readonly ns: number;
  readonly naming: Naming;
  readonly cores: readonly CoreStyle[];
}
const Note = memo(function Note({ scene, ns, naming, cores }: NoteProps) {
  const moment = momentOf(scene, accessAtTime(scene, ns), ns);
  return <Marked text={noteText(moment, scene.watched, naming)} styles={cores} designs={[scene.design]} />;
});

/** The view in words: both sides' counters and who holds what, at a time. */
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
