/** The dialog with the lines for a figure in a box. */

import { useMemo } from 'react';
import { messagesIn } from '../../base/messages/index.ts';
import { EmbedDialog } from '../../pages/shared/embed/EmbedDialog.tsx';
import { lessonIndex } from '../../pages/shared/lessons/lesson-index.ts';
import { useMessages } from '../../ui/messages.tsx';
import { formatAddress, parseAddress, type Route } from '../address/address.ts';
import { useScenarioTitle } from './EmbedTitle.tsx';

interface EmbedFigureProps {
  readonly route: Route;
  readonly show: readonly string[];
  /** What the page around the box says of the figure now. */
  readonly label: string;
  readonly onClose: () => void;
}

/** The lesson that the window shows, from its first step; undefined if it shows something else. */
function useLesson() {
  const { lang } = useMessages();
  return useMemo(() => {
    const parsed = parseAddress(location.hash, () => messagesIn(lang));
    if (!parsed.ok || parsed.value.route.page !== 'lessons') return undefined;
    const { id } = parsed.value.route.address;
    if (id === undefined) return undefined;
    return {
      hash: formatAddress({
        route: { page: 'lessons', address: { id, step: 1 } },
        display: { stage: false, embed: [] },
      }),
      title: lessonIndex(lang).find((lesson) => lesson.id === id)?.title ?? id,
    };
  }, [lang]);
}

export default function EmbedFigure({ route, show, label, onClose }: EmbedFigureProps) {
  const source = route.page === 'play' ? route.address.source : undefined;
  // A scenario's own title stays true at all its steps.
  const whole = useLesson();
  const title = useScenarioTitle(source?.kind === 'shipped' ? source.id : null) ?? '';
  return (
    <EmbedDialog
      hash={formatAddress({ route, display: { stage: false, embed: show } })}
      whole={whole}
      title={title === '' ? label.replace(/^(Figure: |图：)/, '') : title}
      onClose={onClose}
    />
  );
}
