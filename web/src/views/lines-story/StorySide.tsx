/** One design of the story: its number and what it is made of, and every core's cache. */
import '../../base/messages/en/lines-story.ts';
import { memo, type ReactNode, type RefObject, useMemo } from 'react';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import type { CoreStyle } from '../../viewmodel/cachelines/counters.ts';
import { titleOf } from '../../viewmodel/cachelines/side.ts';
import { type Naming, plain } from '../../viewmodel/cachelines/words.ts';
import { designStyle } from '../../viewmodel/design-style.ts';
import type { StoryLayout } from '../../viewmodel/lines-story/layout.ts';
import {
  type Causes,
  mainOf,
  type Story,
  type StorySide,
  statesAt,
  turnAt,
} from '../../viewmodel/lines-story/story.ts';
import { causesOf, metTexts, noteText, turnOf, whenTold } from '../../viewmodel/lines-story/words.ts';
import { Marked } from '../shared/marked/Marked.tsx';
import { Cells, LookKey, looksOf, Marks } from './cells.tsx';
import styles from './lines-story.module.css';

export interface StorySideProps {
  readonly name: 'left' | 'right';
  readonly story: Story;
  readonly side: StorySide;
  readonly step: number;
  /** While the step is played, the marks of the one before are there, too. */
  readonly isPlayed: boolean;
  readonly cores: readonly CoreStyle[];
  readonly naming: Naming;
  readonly picker: ReactNode;
  /** Null: there is no room yet. */
  readonly layout: StoryLayout | null;
  readonly host: RefObject<HTMLDivElement | null>;
  readonly drawing: RefObject<SVGSVGElement | null>;
  readonly layer: RefObject<HTMLDivElement | null>;
  /** On a page that scrolls: the height that its cells need. */
  readonly height: number | undefined;
}

export function StorySideView(props: StorySideProps) {
  const { name, story, side, step, isPlayed, cores, naming, picker, layout, host, drawing, layer, height } = props;
  const { design } = side.stage;
  const { t } = naming.messages;
  const note = noteText(story, side, step, naming);
  return (
    <section className={styles.side} data-side={name} aria-label={t(designStyle(design).shortKey)}>
      <Head name={name} story={story} side={side} step={step} naming={naming} picker={picker} />
      <Note name={name} note={note} cores={cores} side={side} />
      <div ref={host} className={styles.caches} style={{ height }}>
        {layout !== null && (
          <svg
            ref={drawing}
            width={layout.width}
            height={layout.height}
            role="img"
            aria-label={plain(note)}
            data-testid={`story-caches-${name}`}
          >
            <Caches {...{ story, side, step, cores, naming, layout }} />
            {isPlayed && <StepMarks {...{ story, side, cores, layout }} step={step - 1} isPast />}
            <StepMarks {...{ story, side, step, cores, layout }} />
          </svg>
        )}
        {name === 'left' && (side.steps[step - 1]?.event ?? null) === null && <LookKey />}
        <div ref={layer} className={styles.layer} aria-hidden="true" />
      </div>
    </section>
  );
}

// A film's end draws the side once more, with nothing but the past step's marks gone: what is the same is not worked out again.

type NoteProps = Pick<StorySideProps, 'name' | 'side' | 'cores'> & { readonly note: string };

const Note = memo(function Note({ name, note, cores, side }: NoteProps) {
  const designs = useMemo(() => [side.stage.design], [side]);
  return (
    <p className={styles.note} data-said data-testid={`story-note-${name}`}>
      <Marked text={note} styles={cores} designs={designs} />
    </p>
  );
});

interface CachesProps extends Pick<StorySideProps, 'story' | 'side' | 'step' | 'cores' | 'naming'> {
  readonly layout: StoryLayout;
}

const whose = (story: Story, step: number): number => story.turns[turnAt(story, step)]?.deed.core ?? 0;

const Caches = memo(function Caches({ story, side, step, cores, naming, layout }: CachesProps) {
  const { t } = naming.messages;
  const [states, before] = [statesAt(side, step), statesAt(side, step - 1)];
  const now = side.steps[step - 1];
  const who = whose(story, step);
  const counts = { cores: cores.length, cells: layout.cells.length };
  const met = now === undefined ? [] : metTexts(now, before, cores.length, naming, states);
  return layout.boxes.map(({ x, y, width, height }, core) => (
    <g key={cores[core]?.name} transform={`translate(${x} ${y})`}>
      <rect
        className={styles.box}
        data-acts={(now !== undefined && core === who) || undefined}
        style={{ color: cores[core]?.hue }}
        width={width}
        height={height}
      />
      <rect className={styles.lid} style={{ color: cores[core]?.hue }} width={width} height={3} />
      <Cells layout={layout} core={core} hue={cores[core]?.hue ?? ''} looks={looksOf(states, core, counts)} />
      <text className={styles.name} x={layout.em * 0.5} y={layout.name} style={{ fill: cores[core]?.hue }}>
        {layout.isNamedShort ? cores[core]?.name : t('linesStory.core', { name: cores[core]?.name ?? '' })}
      </text>
      <text data-part="met" className={styles.met} x={width - layout.em * 0.5} y={layout.name}>
        {met[core] ?? ''}
      </text>
    </g>
  ));
});

interface StepMarksProps extends Pick<CachesProps, 'story' | 'side' | 'step' | 'cores' | 'layout'> {
  readonly isPast?: boolean;
}

const StepMarks = memo(function StepMarks({ story, side, step, cores, layout, isPast = false }: StepMarksProps) {
  const hues = useMemo(() => cores.map(({ hue }) => hue), [cores]);
  const own = side.steps[step - 1];
  if (own === undefined) return null;
  const marks = <Marks layout={layout} step={own} core={whose(story, step)} hues={hues} />;
  return isPast ? <g data-past>{marks}</g> : marks;
});

type HeadProps = Pick<StorySideProps, 'name' | 'story' | 'side' | 'step' | 'naming' | 'picker'>;

/** The number of the whole story stands from the first frame on, quiet until its deed is there; the note below says what happens now. */
const Head = memo(function Head({ name, story, side, step, naming, picker }: HeadProps) {
  const { t, format } = naming.messages;
  const { design, machine } = side.stage;
  const told = turnOf(side, story.told);
  const causes = causesOf(told);
  const when = whenTold(story, step);
  const most = Math.max(turnOf(story.left, story.told).ns, turnOf(story.right, story.told).ns);
  const who = naming.styles[story.turns[story.told]?.deed.core ?? 0]?.name ?? '';
  const now = turnOf(side, turnAt(story, step));
  const ns = side.steps[step - 1]?.ns ?? 0;
  const style = designStyle(design);
  // Before anybody has written, what that will cost is no news: only what this step costs.
  const isEarly = turnAt(story, step) === 0 && story.told > 0;
  return (
    <header data-early={isEarly || undefined} className={styles.head}>
      <div className={styles.line}>
        <h2 className={styles.design} style={{ color: style.hue }}>
          {picker ?? t(style.shortKey)} <code>{titleOf(mainOf(side))}</code>
        </h2>
        <p className={styles.total} data-when={when} data-testid={`story-total-${name}`}>
          <b style={{ color: style.hue }}>{format.integer(causes.ns)}</b> {t('linesStory.total', { who, when })}
        </p>
      </div>
      <div className={styles.bar} aria-hidden="true" style={{ color: style.hue }}>
        <Bar causes={told.causes} most={most} />
      </div>
      <div className={styles.line}>
        <p className={styles.causes}>{t('linesStory.causes', causes)}</p>
        <div className={styles.onStage}>
          <ProvenanceBadge kind="modelled" facts={[machine.short]} deskFacts={name === 'right' ? [0] : []} inLine />
        </div>
        <p className={styles.sofar} data-said>
          {/* Once all of it has passed the note says how long it took. */}
          {ns < now.ns && t('linesStory.sofar', { ns, total: now.ns })}
        </p>
      </div>
    </header>
  );
});

const CAUSES = ['others', 'own', 'cache'] as const;

function Bar({ causes, most }: { readonly causes: Causes; readonly most: number }) {
  return (
    <>
      {CAUSES.filter((cause) => causes[cause] > 0).map((cause) => (
        <span key={cause} data-cause={cause} style={{ width: `${(100 * causes[cause]) / Math.max(1, most)}%` }} />
      ))}
    </>
  );
}
