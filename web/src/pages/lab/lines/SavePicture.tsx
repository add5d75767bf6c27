/** The present figure as a file: lines and letters (SVG), or pixels (PNG). */

import { Button } from '../../../ui/Button.tsx';
import { download, fileName } from '../../../ui/export/download.ts';
import { toPng } from '../../../ui/export/png.ts';
import { useMessages } from '../../../ui/messages.tsx';
import type { LinePair } from '../../../viewmodel/cachelines/position.ts';
import { linesPictureOf } from '../../../views/cache-lines/picture/lines-picture.ts';
import styles from './lines.module.css';

interface SavePictureProps {
  /** Null: it has not been loaded yet. */
  readonly pair: LinePair | null;
  /** The clock's time at the moment of saving. */
  readonly ns: () => number;
  readonly onSaid: (text: string) => void;
}

const FORMATS = ['SVG', 'PNG'] as const;

export function SavePicture({ pair, ns, onSaid }: SavePictureProps) {
  const messages = useMessages();
  const { t } = messages;
  const save = async (format: (typeof FORMATS)[number]): Promise<void> => {
    if (pair === null) return;
    const now = ns();
    try {
      const made = linesPictureOf(document.documentElement, pair, now, messages);
      const content = format === 'SVG' ? new Blob([made.text], { type: 'image/svg+xml' }) : await toPng(made);
      const designs = `${pair.left.design} ${pair.right.design}`;
      const file = fileName(`cache lines ${designs} ${Math.round(now)} ns`, format.toLowerCase());
      download(file, content);
      onSaid(t('ui.saved', { file }));
    } catch {
      onSaid(t('ui.saveFailed', { format }));
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label={t('ui.figureTools')} className={styles.save}>
      {FORMATS.map((format) => (
        <Button
          key={format}
          look="quiet"
          aria-label={t('ui.saveAs', { format })}
          title={t('ui.saveAs', { format })}
          disabled={pair === null}
          onClick={() => void save(format)}
        >
          {format}
        </Button>
      ))}
    </div>
  );
}
