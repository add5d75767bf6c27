/** The dialog for saving: the spec, the trace, a picture of the stage, a link to this exact state, and the lines to embed it. */

import '../../base/messages/en/source.ts';
import '../../base/messages/en/stage.ts';
import '../../base/messages/en/ui-figure.ts';
import { type ReactNode, useState } from 'react';
import type { Messages } from '../../base/messages/index.ts';
import { stopText } from '../../engine/stage/stop-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { download, fileName, toPng, toSvg } from '../../ui/export/download.ts';
import type { StandaloneSvg } from '../../ui/export/svg.ts';
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

interface SaveProps {
  /** The base of the files' names: an id or a file's name, with or without `.spec`. */
  readonly name: string;
  /** What came of it, for the reader. */
  readonly onSaid: (said: string) => void;
}

const specFile = (name: string): string => fileName(stemIn(name), 'spec');
const traceFile = (name: string): string => fileName(stemIn(name), 'jsonl');
const stemIn = (name: string): string => name.replace(/\.spec$/i, '');

/** The spec as a file, which opens here again. */
export function SaveSpec({ name, text, onSaid }: SaveProps & { readonly text: string }) {
  const { t } = useMessages();
  const save = (): void => {
    const file = specFile(name);
    download(file, new Blob([text], { type: 'text/plain' }));
    onSaid(t('ui.file.saved', { file }));
  };
  return (
    <Button icon="download" onClick={save}>
      {t('source.save.spec')}
    </Button>
  );
}

interface SaveTraceProps extends SaveProps {
  /** Its lines, without newlines; null while there is nothing to save. */
  readonly trace: (() => Promise<readonly string[]> | readonly string[]) | null;
}

/** The run so far as a trace. */
export function SaveTrace({ name, trace, onSaid }: SaveTraceProps) {
  const { t } = useMessages();
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    if (trace === null) return;
    setBusy(true);
    try {
      const lines = await trace();
      const file = traceFile(name);
      download(file, new Blob([lines.map((line) => `${line}\n`).join('')], { type: 'application/jsonl' }));
      onSaid(t('ui.file.saved', { file }));
    } catch {
      onSaid(t('ui.file.failed', { format: t('source.save.traceFormat') }));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon="download" disabled={trace === null || busy} onClick={() => void save()}>
      {t('source.save.trace')}
    </Button>
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

interface PurposeProps {
  /** Left out: it goes on from the one above. */
  readonly title?: string;
  readonly hint: string;
  readonly children: ReactNode;
}

/** What to save, by what it is for. */
const Purpose = ({ title, hint, children }: PurposeProps) => (
  <section className={ownStyles.purpose}>
    {title !== undefined && <h3>{title}</h3>}
    <div className={page.row}>{children}</div>
    <p className={ownStyles.saveHint}>{hint}</p>
  </section>
);

async function traceOf(store: PlayStore, state: PlayState, messages: Messages): Promise<readonly string[]> {
  const lines = await store.trace();
  if (!lines.ok) throw new Error(stopText(lines.error, state, messages));
  return lines.value.map((line) => line.trimEnd());
}

/** A picture is drawn when it is asked for, and saved once it is there. */
function usePicture(name: string, { t }: Messages, onSaid: (said: string) => void) {
  const [wanted, setWanted] = useState<'SVG' | 'PNG' | null>(null);
  const save = async (made: StandaloneSvg | null, format: 'SVG' | 'PNG'): Promise<void> => {
    setWanted(null);
    const file = fileName(name, format.toLowerCase());
    try {
      if (made === null) throw new Error('nothing is drawn');
      download(file, await (format === 'SVG' ? toSvg(made) : toPng(made)));
      onSaid(t('ui.file.saved', { file }));
    } catch {
      onSaid(t('ui.file.failed', { format }));
    }
  };
  return { wanted, setWanted, save };
}

export function SaveDialog({ open, store, state, isDraft, onClose }: SaveDialogProps) {
  const messages = useMessages();
  const { t } = messages;
  const [said, setSaid] = useState('');
  const embedding = useEmbedding(state);
  const name = stemOf(state);
  const { wanted, setWanted, save } = usePicture(name, messages, setSaid);
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
        <Purpose title={t('stage.save.again')} hint={t('source.save.filesHint', { file: specFile(name) })}>
          <SaveSpec name={name} text={state.text} onSaid={setSaid} />
        </Purpose>
        <Purpose title={t('stage.save.show')} hint={t('source.save.linkHint')}>
          <Button onClick={() => void copyLink(messages, isDraft).then(setSaid)}>{t('stage.link')}</Button>
          <Button onClick={() => void embedding.begin()} disabled={state.shown === null}>
            {t('stage.save.embed')}
          </Button>
        </Purpose>
        <Purpose hint={t('source.save.picturesHint')}>
          <Button icon="download" onClick={() => setWanted('SVG')} disabled={state.shown === null}>
            {t('stage.save.svg')}
          </Button>
          <Button icon="download" onClick={() => setWanted('PNG')} disabled={state.shown === null}>
            {t('stage.save.png')}
          </Button>
        </Purpose>
        <Purpose title={t('stage.save.others')} hint={t('source.save.traceHint', { file: traceFile(name) })}>
          <SaveTrace
            name={name}
            trace={state.compiled === null ? null : () => traceOf(store, state, messages)}
            onSaid={setSaid}
          />
        </Purpose>
        <p role="status">{said}</p>
        {wanted !== null && <PictureSheet state={state} onPicture={(made) => void save(made, wanted)} />}
      </div>
    </Dialog>
  );
}
