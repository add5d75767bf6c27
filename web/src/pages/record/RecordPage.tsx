/** The learner's record, to look at and to hand in: a file and its code. All of it stays in this browser until then. */
import '../../base/messages/en/record.ts';
import { useEffect, useMemo, useState } from 'react';
import { download, fileName } from '../../ui/export/download.ts';
import { kept } from '../../ui/kept.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { NoAddress, PageProps } from '../../ui/page.tsx';
import { clearProgress, type Deed, readProgress } from '../../viewmodel/record/progress.ts';
import { cleanName, recordCode, recordText } from '../../viewmodel/record/record.ts';
import { titlesIn } from '../shared/record/record-words.tsx';
import { RecordView, type Said } from './RecordView.tsx';

const NAME_KEY = 'xipscope.name';

function keptName(): string {
  try {
    return cleanName(kept().getItem(NAME_KEY) ?? '');
  } catch {
    return '';
  }
}
function keepName(name: string): void {
  try {
    kept().setItem(NAME_KEY, name);
  } catch {
    // Then it has to be typed again.
  }
}

export default function RecordPage(_: PageProps<NoAddress>) {
  const messages = useMessages();
  const { t } = messages;
  const [deeds, setDeeds] = useState<readonly Deed[]>(() => readProgress(kept()));
  const [typed, setTyped] = useState(keptName);
  const [said, setSaid] = useState<Said>({ by: 'hand-in', text: '' });
  const name = cleanName(typed);
  const record = useMemo(() => ({ name, deeds }), [name, deeds]);
  const code = useCode(record);
  const titles = useMemo(() => titlesIn(messages), [messages]);
  const save = (): void => {
    const file = fileName(`xipscope ${name}`, 'json');
    download(file, new Blob([recordText(record, code ?? '')], { type: 'application/json' }));
    setSaid({ by: 'hand-in', text: t('record.saved', { file }) });
  };
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(code ?? '');
      setSaid({ by: 'hand-in', text: t('record.copied') });
    } catch {
      setSaid({ by: 'hand-in', text: t('record.notCopied') });
    }
  };
  const clear = (): void => {
    const done = clearProgress(kept());
    if (done) setDeeds([]);
    setSaid({ by: 'clear', text: t(done ? 'record.cleared' : 'record.notCleared') });
  };
  return (
    <RecordView
      deeds={deeds}
      name={typed}
      code={code}
      said={said}
      titles={titles}
      onName={(text) => {
        setTyped(text);
        keepName(cleanName(text));
      }}
      onSave={save}
      onCopy={() => void copy()}
      onClear={clear}
    />
  );
}

/** Undefined: still computing; null: it cannot be computed. */
function useCode(record: Parameters<typeof recordCode>[0]): string | null | undefined {
  const [made, setMade] = useState<{ readonly of: typeof record; readonly code: string | null } | null>(null);
  useEffect(() => {
    let isWanted = true;
    void recordCode(record).then((code) => {
      if (isWanted) setMade({ of: record, code });
    });
    return () => {
      isWanted = false;
    };
  }, [record]);
  return made?.of === record ? made.code : undefined;
}
