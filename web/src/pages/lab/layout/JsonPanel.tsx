/** The layout as JSON: read it, change it, paste another one, save it, open a file; and the link that holds it. */
import '../../../base/messages/en/layout.ts';
import { useId, useMemo, useRef, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import controls from '../../../ui/controls.module.css';
import { download, fileName } from '../../../ui/export/download.ts';
import { useMessages } from '../../../ui/messages.tsx';
import page from '../../../ui/page.module.css';
import { EXAMPLE_LAYOUT, layoutFile, MAX_LAYOUT_TEXT } from '../../../viewmodel/layout/format.ts';
import type { Layout } from '../../../viewmodel/layout/layout.ts';
import { copyLink } from '../../shared/play/PlayBar.tsx';
import styles from './layout-page.module.css';
import type { LayoutState } from './layout-state.ts';
import type { LayoutStore } from './layout-store.ts';

interface JsonPanelProps {
  readonly store: LayoutStore;
  readonly state: LayoutState;
}

export function JsonPanel({ store, state: { layout, fileNote } }: JsonPanelProps) {
  const { t } = useMessages();
  const id = useId();
  const written = useMemo(() => layoutFile(layout), [layout]);
  /** What the reader has typed, over which layout. A layout that has changed since replaces it. */
  const [draft, setDraft] = useState<{ readonly over: string; readonly text: string } | null>(null);
  const text = draft?.over === written ? draft.text : written;
  const isFault = fileNote?.isFault === true;
  return (
    <details className={styles.json} data-testid="layout-json">
      <summary>{t('layout.json')}</summary>
      <p className={page.quiet}>{t('layout.json.about')}</p>
      <p className={page.quiet}>{t('layout.json.operation')}</p>
      <p className={page.quiet}>{t('layout.json.kinds')}</p>
      <textarea
        className={controls.area}
        aria-label={t('layout.json')}
        aria-invalid={isFault}
        aria-describedby={`${id}-note`}
        rows={16}
        spellCheck={false}
        value={text}
        onChange={(event) => setDraft({ over: written, text: event.target.value })}
      />
      <JsonButtons
        store={store}
        layout={layout}
        text={text}
        onText={(next) => setDraft({ over: written, text: next })}
      />
      <p id={`${id}-note`} className={isFault ? controls.error : styles.said} role={isFault ? 'alert' : 'status'}>
        {fileNote?.text ?? ''}
      </p>
    </details>
  );
}

interface JsonButtonsProps {
  readonly store: LayoutStore;
  readonly layout: Layout;
  /** As the reader has it in the field. */
  readonly text: string;
  readonly onText: (text: string) => void;
}

function JsonButtons({ store, layout, text, onText }: JsonButtonsProps) {
  const messages = useMessages();
  const { t } = messages;
  const chooser = useRef<HTMLInputElement>(null);
  const say = (said: string, isFault = false): void => store.note({ isFault, text: said });
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      say(t('layout.said.copied'));
    } catch {
      say(t('layout.said.copyFailed'), true);
    }
  };
  const save = (): void => {
    const file = fileName(`layout ${layout.replay ?? 'own'}`, 'json');
    download(file, new Blob([layoutFile(layout)], { type: 'application/json' }));
    say(t('layout.said.saved', { file }));
  };
  const open = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > MAX_LAYOUT_TEXT) store.refuse(t('layout.file.tooLong', { most: MAX_LAYOUT_TEXT }), file.name);
    else store.read(await file.text(), file.name);
  };
  const example = (): void => {
    onText(layoutFile(EXAMPLE_LAYOUT));
    say(t('layout.json.inserted'));
  };
  return (
    <div className={page.row}>
      <Button look="primary" onClick={() => store.read(text, null)}>
        {t('layout.json.apply')}
      </Button>
      <Button onClick={() => void copy()}>{t('layout.json.copy')}</Button>
      <Button onClick={save}>{t('layout.json.save')}</Button>
      <Button onClick={() => chooser.current?.click()}>{t('layout.json.open')}</Button>
      <Button onClick={example}>{t('layout.json.example')}</Button>
      <Button onClick={() => void copyLink(messages, false).then((said) => say(said))}>{t('layout.json.link')}</Button>
      <span className={page.quiet}>{t('layout.json.address')}</span>
      <input
        ref={chooser}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={(event) => {
          void open(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </div>
  );
}
