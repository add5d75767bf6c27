/** The dialog for saving: the spec, the trace, a picture of the stage, a link to this exact state, and the lines to embed it. */

import '../../base/messages/en/source.ts';
import '../../base/messages/en/stage.ts';
import '../../base/messages/en/ui-figure.ts';
import { useState } from 'react';
import type { Messages } from '../../base/messages/index.ts';
import { stopText } from '../../engine/stage/stop-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { download, fileName, toPng } from '../../ui/export/download.ts';
import type { StandaloneSvg } from '../../ui/export/svg.ts';
import { LiveRegion } from '../../ui/LiveRegion.tsx';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import { stemOf, titleOf } from '../../viewmodel/spec/own-name.ts';
import { EmbedDialog } from '../shared/embed/EmbedDialog.tsx';
import { embedHash } from '../shared/embed/embed-hash.ts';
import { copyLink, ownAddress } from '../shared/play/PlayBar.tsx';
import type { PlayState } from '../shared/play/play-state.ts';
import type { PlayStore } from '../shared/play/play-store.ts';
import styles from '../shared/play/playground.module.css';
import { useOwnTexts } from '../shared/play/use-scenario-texts.ts';
import type { StageFigure } from '../shared/play/views.tsx';
import ownStyles from './own.module.css';
import { PictureSheet } from './picture/PictureSheet.tsx';

interface SaveButtonsProps {
  /** The base of the files' names: an id or a file's name, with or without `.spec`. */
  readonly name: string;
  readonly text: string;
  /** A trace's lines, without newlines; null while there is nothing to save. */
  readonly trace: (() => Promise<readonly string[]> | readonly string[]) | null;
}

/** The spec as a file, and the run so far as a trace. */
export function SaveButtons({ name, text, trace }: SaveButtonsProps) {
  const { t } = useMessages();
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const stem = name.replace(/\.spec$/i, '');

  const save = (file: string, content: string, type: string): void => {
    download(file, new Blob([content], { type }));
    setSaid(t('ui.file.saved', { file }));
  };
  const saveTrace = async (): Promise<void> => {
    if (trace === null) return;
    setBusy(true);
    try {
      const lines = await trace();
      save(fileName(stem, 'jsonl'), lines.map((line) => `${line}\n`).join(''), 'application/jsonl');
    } catch {
      setSaid(t('ui.file.failed', { format: t('source.save.traceFormat') }));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className={page.row}>
      <Button icon="download" onClick={() => save(fileName(stem, 'spec'), text, 'text/plain')}>
        {t('source.save.spec')}
      </Button>
      <Button icon="download" disabled={trace === null || busy} onClick={saveTrace}>
        {t('source.save.trace')}
      </Button>
      <LiveRegion text={said} everyMs={0} />
    </div>
  );
}

/** What an embedded figure shows of a page that has xids. */
const WITH_IDS: readonly StageFigure[] = ['lanes', 'xids', 'rows'];

/** The address of this very state as a figure in another page; null: the reader has not asked for it. */
function useEmbedding(state: PlayState) {
  const [hash, setHash] = useState<string | null>(null);
  const own = useOwnTexts(state.source);
  return {
    hash,
    title: own?.title ?? titleOf(state),
    begin: async () => setHash(embedHash(new URL(await ownAddress()).hash, state.depth === 'rows' ? [] : WITH_IDS)),
    leave: () => setHash(null),
  };
}

interface SaveDialogProps {
  readonly open: boolean;
  readonly store: PlayStore;
  readonly state: PlayState;
  /** The editor holds a text that has not run: it is not what is saved. */
  readonly isDraft: boolean;
  readonly onClose: () => void;
}

async function traceOf(store: PlayStore, state: PlayState, messages: Messages): Promise<readonly string[]> {
  const lines = await store.trace();
  if (!lines.ok) throw new Error(stopText(lines.error, state, messages));
  return lines.value.map((line) => line.trimEnd());
}

export function SaveDialog({ open, store, state, isDraft, onClose }: SaveDialogProps) {
  const messages = useMessages();
  const { t } = messages;
  const [said, setSaid] = useState('');
  const [wanted, setWanted] = useState<'SVG' | 'PNG' | null>(null);
  const embedding = useEmbedding(state);
  const save = async (made: StandaloneSvg | null, format: 'SVG' | 'PNG'): Promise<void> => {
    setWanted(null);
    const file = fileName(stemOf(state), format.toLowerCase());
    try {
      if (made === null) throw new Error('nothing is drawn');
      download(file, format === 'SVG' ? new Blob([made.text], { type: 'image/svg+xml' }) : await toPng(made));
      setSaid(t('ui.file.saved', { file }));
    } catch {
      setSaid(t('ui.file.failed', { format }));
    }
  };
  if (open && embedding.hash !== null)
    return (
      <EmbedDialog
        hash={embedding.hash}
        title={embedding.title}
        onClose={() => {
          embedding.leave();
          onClose();
        }}
      />
    );
  return (
    <Dialog open={open} title={t('stage.save.title')} onClose={onClose}>
      <div className={styles.save}>
        {isDraft && <p>{t('stage.save.draft')}</p>}
        <SaveButtons
          name={stemOf(state)}
          text={state.text}
          trace={state.compiled === null ? null : () => traceOf(store, state, messages)}
        />
        <p className={ownStyles.saveHint}>{t('source.save.filesHint')}</p>
        <div className={page.row}>
          <Button icon="download" onClick={() => setWanted('SVG')} disabled={state.shown === null}>
            {t('stage.save.svg')}
          </Button>
          <Button icon="download" onClick={() => setWanted('PNG')} disabled={state.shown === null}>
            {t('stage.save.png')}
          </Button>
        </div>
        <p className={ownStyles.saveHint}>{t('source.save.picturesHint')}</p>
        <div className={page.row}>
          <Button onClick={() => void copyLink(messages, isDraft).then(setSaid)}>{t('stage.link')}</Button>
          <Button onClick={() => void embedding.begin()} disabled={state.shown === null}>
            {t('stage.save.embed')}
          </Button>
        </div>
        <p className={ownStyles.saveHint}>{t('source.save.linkHint')}</p>
        <p role="status">{said}</p>
        {wanted !== null && <PictureSheet state={state} onPicture={(made) => void save(made, wanted)} />}
      </div>
    </Dialog>
  );
}
