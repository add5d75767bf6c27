/** A sentence of the cache lines, with the names of cores and designs in their hues. */
import '../../../base/messages/en/lines.ts';
import { type CSSProperties, memo } from 'react';
import { useMessages } from '../../../ui/messages.tsx';
import type { CoreStyle } from '../../../viewmodel/cachelines/counters.ts';
import { piecesOf } from '../../../viewmodel/cachelines/words.ts';
import { designStyle, type LadderId } from '../../../viewmodel/design-style.ts';

interface MarkedProps {
  readonly text: string;
  readonly styles: readonly CoreStyle[];
  readonly designs: readonly LadderId[];
}

export const Marked = memo(function Marked({ text, styles, designs }: MarkedProps) {
  const { t } = useMessages();
  const hueOf = (name: string, kind: string): CSSProperties => {
    if (kind === 'design') {
      const design = designs.find((each) => t(designStyle(each).shortKey) === name);
      return design === undefined ? {} : { color: designStyle(design).hue };
    }
    const style = styles.find((each) => t('lines.core', { name: each.name, lettered: each.lettered }) === name);
    return style === undefined ? {} : { color: style.hue };
  };
  return (
    <>
      {piecesOf(text).map(({ text: piece, kind }, i) =>
        kind === null ? (
          piece
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
          <b key={i} style={kind === 'strong' ? undefined : hueOf(piece, kind)}>
            {piece}
          </b>
        ),
      )}
    </>
  );
});
