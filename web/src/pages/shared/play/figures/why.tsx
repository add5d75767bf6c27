/** Why the chosen session sees the chosen version, or does not. */
import '../../../../base/messages/en/stage.ts';
import { useMemo } from 'react';
import type { Shown } from '../../../../engine/stage/stage-types.ts';
import { useSame } from '../../../../ui/hooks.ts';
import { LiveRegion } from '../../../../ui/LiveRegion.tsx';
import { useMessages } from '../../../../ui/messages.tsx';
import { type ExplainModel, explainModel } from '../../../../viewmodel/stage/explain.ts';
import { explainSaid, explainText } from '../../../../viewmodel/stage/explain-words.ts';
import { sessionStyles, styleOf } from '../../../../viewmodel/stage/selection.ts';
import { ExplainView } from '../../../../views/explain/ExplainView.tsx';
import { type Given, useStageActs, type ViewProps, type Words } from './view.ts';

const explanationOf = ({ explanation, state }: Shown): ExplainModel | null =>
  explanation === null ? null : explainModel(explanation, state);

/** The letter of the session and the version that the question is about. */
const useAsked = ({ shown, question }: Pick<Given, 'shown' | 'question'>) =>
  useSame(
    useMemo(() => {
      const styles = sessionStyles(shown.state.sessions.map(({ session }) => session));
      const letter = question.session === null ? null : styleOf(styles, question.session).letter;
      return { letter, tuple: question.tuple };
    }, [shown, question]),
  );

export function View({ store, shown, question, place }: ViewProps) {
  const messages = useMessages();
  // A step that does not change the model keeps the same object, and its view is not redrawn.
  const explain = useSame(useMemo(() => explanationOf(shown), [shown]));
  const asked = useAsked({ shown, question });
  const { onXid } = useStageActs(store);
  return (
    <>
      <ExplainView
        model={explain}
        {...(place === 'page' || place === 'stage' ? {} : { headingLevel: 3 })}
        chosen={asked}
        onXid={onXid}
      />
      <LiveRegion text={explain === null ? '' : explainSaid(explain, messages)} everyMs={600} />
    </>
  );
}

export const title = 'stage.why';

export const words: Words = ({ shown }, messages) => {
  const explain = explanationOf(shown);
  return explain === null ? [] : explainText(explain, messages).split('\n');
};
