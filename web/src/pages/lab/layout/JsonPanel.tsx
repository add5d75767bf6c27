/** The layout as JSON: read it, change it, paste another one, save it, open a file. */
import '../../../base/messages/en/layout.ts';
import { useId, useMemo, useRef, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import controls from '../../../ui/controls.module.css';
import { download, fileName } from '../../../ui/export/download.ts';
import { useMessages } from '../../../ui/messages.tsx';
import page from '../../../ui/page.module.css';
import { layoutFile, MAX_LAYOUT_TEXT } from '../../../viewmodel/layout/format.ts';
import type { Layout } from '../../../viewmodel/layout/layout.ts';
import styles from './layout-page.module.css';
import type { LayoutState, LayoutStore } from './layout-store.ts';

interface JsonPanelProps {
  readonly store: LayoutStore;
  readonly state: LayoutState;
}

export function JsonPanel({ store, state: { layout, fault } }: JsonPanelProps) {
  const { t } = useMessages();
  const id = useId();
  const written = useMemo(() => layoutFile(layout), [layout]);
  /** What the reader has typed, over which layout. A layout that has changed since replaces it. */
  const [draft, setDraft] = useState<{ readonly over: string; readonly text: string } | null>(null);
  const [said, setSaid] = useState('');
  const text = draft?.over === written ? draft.text : written;
  return (
    <details className={styles.json} data-testid="layout-json">
      <summary>{t('layout.json')}</summary>
      <p className={page.quiet}>{t('layout.json.about')}</p>
      <textarea
        className={controls.area}
        aria-label={t('layout.json')}
        aria-invalid={fault !== null}
        aria-describedby={`${id}-fault`}
        rows={16}
        spellCheck={false}
        value={text}
        onChange={(event) => setDraft({ over: written, text: event.target.value })}
      />
      <p id={`${id}-fault`} className={controls.error} role="alert">
        {fault ?? ''}
      </p>
      <JsonButtons store={store} layout={layout} text={text} onSaid={setSaid} />
      <p className={styles.said} role="status">
        {said}
      </p>
    </details>
  );
}

interface JsonButtonsProps {
  readonly store: LayoutStore;
  readonly layout: Layout;
  /** As the reader has it in the field. */
  readonly text: string;
  readonly onSaid: (said: string) => void;
}

function JsonButtons({ store, layout, text, onSaid }: JsonButtonsProps) {
  const { t } = useMessages();
  const chooser = useRef<HTMLInputElement>(null);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      onSaid(t('layout.said.copied'));
    } catch {
      onSaid(t('layout.said.copyFailed'));
    }
  };
  const save = (): void => {
    const file = fileName(`layout ${layout.replay ?? 'own'}`, 'json');
    download(file, new Blob([layoutFile(layout)], { type: 'application/json' }));
    onSaid(t('layout.said.saved', { file }));
  };
  const open = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > MAX_LAYOUT_TEXT) store.refuse(t('layout.file.tooLong', { most: MAX_LAYOUT_TEXT }));
    else store.read(await file.text());
  };
  return (
    <div className={page.row}>
      <Button look="primary" onClick={() => store.read(text)}>
        {t('layout.json.apply')}
      </Button>
      <Button onClick={() => void copy()}>{t('layout.json.copy')}</Button>
      <Button onClick={save}>{t('layout.json.save')}</Button>
      <Button onClick={() => chooser.current?.click()}>{t('layout.json.open')}</Button>
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
