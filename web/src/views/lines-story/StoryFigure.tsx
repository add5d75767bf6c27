/**
 * The story: both designs' caches at the same step of the same deeds, and the film of a step that is taken. Stateless but for the film:
 * everything follows from the story and the step.
 */
import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { clock } from '../../ui/clock.ts';
import { useMediaQuery, useSize, WINDOWS } from '../../ui/hooks.ts';
import { useMessages } from '../../ui/messages.tsx';
import { useReducedMotion, useRoom } from '../../ui/place.ts';
import { createPlayer } from '../../ui/player.ts';
import { type CoreStyle, coreStyles } from '../../viewmodel/cachelines/counters.ts';
import { type Naming, plain } from '../../viewmodel/cachelines/words.ts';
import { leastHeight, type StoryLayout, storyLayout } from '../../viewmodel/lines-story/layout.ts';
import { type Story, type StorySide, statesAt, turnAt } from '../../viewmodel/lines-story/story.ts';
import { headText } from '../../viewmodel/lines-story/words.ts';
import { Marked } from '../shared/marked/Marked.tsx';
import styles from './lines-story.module.css';
import { StorySideView } from './StorySide.tsx';
import { type SideFilm, sideFilm } from './story-film.ts';

/** A step that is seen happening; another object each time. */
export interface PlayedStep {
  readonly step: number;
  readonly isBackwards: boolean;
}

export interface StoryFigureProps {
  readonly story: Story;
  /** The step whose picture is there. */
  readonly step: number;
  readonly film: PlayedStep | null;
  readonly speed: number;
  readonly onFilmOver: (film: PlayedStep) => void;
  readonly pickers?: { readonly left: ReactNode; readonly right: ReactNode } | undefined;
  /** In a box the page around it has the first heading. */
  readonly boxed?: boolean;
  /** Below the caches: buttons and steps. */
  readonly children: ReactNode;
}

const SIDES = ['left', 'right'] as const;

/** What a film needs of one side's drawing. */
interface Drawn {
  readonly host: RefObject<HTMLDivElement | null>;
  readonly drawing: RefObject<SVGSVGElement | null>;
  readonly layer: RefObject<HTMLDivElement | null>;
}
function useDrawn(): Drawn {
  const host = useRef<HTMLDivElement>(null);
  const drawing = useRef<SVGSVGElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  return useMemo(() => ({ host, drawing, layer }), []);
}

/** A side's layout, once it has been measured; on a narrow page a side is as high as its cells need. */
function useLayout(side: StorySide, sides: readonly StorySide[], { host }: Drawn, cores: number) {
  const room = useRoom(host);
  const size = useSize(host);
  const isWide = useMediaQuery(WINDOWS.desk);
  const [width, em, given] = [room?.width, room?.em, size?.height];
  return useMemo(() => {
    if (width === undefined || em === undefined || given === undefined) return { layout: null, height: undefined };
    const alike = isWide ? sides : [side];
    const height = isWide ? undefined : leastHeight(alike, { width, em, height: 0 }, cores);
    return { layout: storyLayout(side, alike, { width, em, height: height ?? given }, cores), height };
  }, [width, em, given, isWide, side, sides, cores]);
}

export function StoryFigure(props: StoryFigureProps) {
  const { story, step, film, pickers, boxed = false, children } = props;
  const messages = useMessages();
  const cores = useMemo(() => coreStyles(story.left.stage.opened.cores.length, []), [story]);
  const naming: Naming = useMemo(() => ({ styles: cores, messages }), [cores, messages]);
  const both = useMemo(() => [story.left, story.right] as const, [story]);
  const drawn = { left: useDrawn(), right: useDrawn() };
  const left = useLayout(story.left, both, drawn.left, cores.length);
  const right = useLayout(story.right, both, drawn.right, cores.length);
  useFilm(props, cores, drawn, { left: left.layout, right: right.layout });
  const head = headText(story, step, naming);
  const isNew = head !== headText(story, step - 1, naming);
  const designs = useMemo(() => both.map(({ stage }) => stage.design), [both]);
  const Heading = boxed ? 'h2' : 'h1';
  return (
    <figure
      className={styles.figure}
      aria-label={plain(head)}
      data-boxed={boxed || undefined}
      data-film={film === null ? 'rest' : 'playing'}
      data-testid="lines-story"
    >
      <Heading className={styles.title} data-said={isNew || undefined} data-testid="story-head">
        <Marked text={head} styles={cores} designs={designs} />
      </Heading>
      {SIDES.map((name) => (
        <StorySideView
          key={name}
          name={name}
          story={story}
          side={story[name]}
          step={step}
          isPlayed={film !== null}
          cores={cores}
          naming={naming}
          picker={pickers?.[name]}
          {...drawn[name]}
          {...{ left, right }[name]}
        />
      ))}
      {children}
    </figure>
  );
}

type Layouts = Readonly<Record<(typeof SIDES)[number], StoryLayout | null>>;

/** Plays the step in both designs at once. What is drawn is the step's end, whichever way it is played. */
function useFilm(
  { story, film, speed, onFilmOver }: StoryFigureProps,
  cores: readonly CoreStyle[],
  drawn: Readonly<Record<(typeof SIDES)[number], Drawn>>,
  layouts: Layouts,
): void {
  const [player] = useState(() => createPlayer({ subscribe: (callback) => clock().subscribe(callback) }));
  const isStill = useReducedMotion();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a film is played once, with what is there when it begins
  useLayoutEffect(() => {
    if (film === null) return undefined;
    const films = SIDES.flatMap((name): readonly SideFilm[] => {
      const [side, layout, { drawing, layer }] = [story[name], layouts[name], drawn[name]];
      const now = side.steps[film.step - 1];
      if (layout === null || drawing.current === null || layer.current === null || now === undefined) return [];
      return [
        sideFilm({
          layer: layer.current,
          drawing: drawing.current,
          layout,
          step: now,
          core: story.turns[turnAt(story, film.step)]?.deed.core ?? 0,
          cores: cores.length,
          before: statesAt(side, film.step - 1),
          hues: cores.map(({ hue }) => hue),
          said: name === 'left' ? [...(layer.current.closest('figure')?.querySelectorAll('[data-said]') ?? [])] : [],
          isStill,
        }),
      ];
    });
    player.play(
      {
        ms: Math.max(0, ...films.map(({ ms }) => ms)),
        draw: (at) => {
          for (const each of films) each.draw(Math.min(at, each.ms));
        },
        end: () => {
          for (const each of films) each.end();
          // The marks of the step before go first; what the page then says of the step is the next frame's work.
          requestAnimationFrame(() => onFilmOver(film));
        },
      },
      { speed, isBackwards: film.isBackwards },
    );
    return () => player.finish();
  }, [film]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another size is another drawing
  useLayoutEffect(() => () => player.finish(), [player, layouts.left, layouts.right]);
}
