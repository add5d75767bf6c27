/** The sessions side by side, each with its steps. */
import '../../../../base/messages/en/lanes.ts';
import { useContext, useMemo } from 'react';
import { useMessages } from '../../../../ui/messages.tsx';
import { tickText } from '../../../../viewmodel/stage/lane-words.ts';
import type { LanesInput } from '../../../../viewmodel/stage/lanes.ts';
import { Lanes } from '../../../../views/lanes/Lanes.tsx';
import { ToldContext } from '../../../../views/shared/told/told.ts';
import { type Given, isOnStage, useStageActs, type ViewProps, type Words } from './view.ts';

/** Rebuilt when there is an answer, and not when a question is on its way. */
function useLanes({ shown, compiled, at, events, selection, plan }: Given, plain: boolean): LanesInput {
  const { tick } = shown.state;
  const { steps } = useContext(ToldContext);
  const told = useMemo(() => Math.min(...steps), [steps]);
  // The same arrays while nothing has changed: results derived from them are kept.
  const past = useMemo(() => events.filter((event) => event.tick <= tick), [events, tick]);
  return useMemo(
    () => ({
      spec: compiled.spec,
      state: shown.state,
      events: past,
      playback: at,
      selection,
      plan,
      stopped: shown.stopped !== null,
      plain,
      told,
    }),
    [shown, compiled, past, at, selection, plan, plain, told],
  );
}

/** On the page the lanes need no heading: the head above names the scenario. */
const HEADING = { page: null, stage: 'h2', part: 'h3', box: 'h3' } as const;

/** Below a part in a box on stage are a lesson's steps. */
const KEYS = { page: 'page', stage: 'stage', part: 'page', box: 'lesson' } as const;

export function View(props: ViewProps) {
  const { t } = useMessages();
  const { store, place, still, pinned = false, isOneOfMany, depth = 'all' } = props;
  const lanes = useLanes(props, depth === 'rows');
  const { onMove, onSeek, toggleXid, toggleSession } = useStageActs(store);
  const Heading = HEADING[place];
  const { sessions, extras } = props.compiled.spec;
  // Typed steps can be read nowhere else: two lanes show as many cards as fit, even in a narrow box.
  const isTyped = place === 'part' && extras.hasPrompts && sessions.length < 3;
  return (
    <Lanes
      input={lanes}
      compact={isOnStage(place) ? isOneOfMany && (place === 'box' || sessions.length > 2) : isTyped ? false : undefined}
      {...(Heading === null ? {} : { heading: <Heading className="visually-hidden">{t('lanes.title')}</Heading> })}
      {...(still ? {} : { onMove })}
      {...(pinned ? {} : { onSeek })}
      unfolds={place === 'page'}
      keys={KEYS[place]}
      // Where SQL is typed the prompts ask.
      asks={(place === 'page' && depth !== 'all' && !extras.hasPrompts) || undefined}
      {...(depth === 'rows' ? { quiet: true } : { onXid: toggleXid, onSession: toggleSession })}
    />
  );
}

export const title = 'lanes.title';

export const words: Words = ({ compiled, events, shown }, messages) => [
  tickText(compiled.spec, events, shown.state.tick, messages),
];
