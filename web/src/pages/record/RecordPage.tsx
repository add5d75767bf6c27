/** The learner's record, to look at and to hand in: a file and its code. All of it stays in this browser until then. */
import '../../base/messages/en/record.ts';
import { useMemo, useState } from 'react';
import { kept } from '../../ui/kept.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { NoAddress, PageProps } from '../../ui/page.tsx';
import { clearProgress, type Deed, readProgress } from '../../viewmodel/record/progress.ts';
import { useName } from '../shared/record/HandIn.tsx';
import { titlesIn } from '../shared/record/record-words.tsx';
import { RecordView } from './RecordView.tsx';

export default function RecordPage(_: PageProps<NoAddress>) {
  const messages = useMessages();
  const { t } = messages;
  const [deeds, setDeeds] = useState<readonly Deed[]>(() => readProgress(kept()));
  const [name, onName] = useName();
  const [said, setSaid] = useState('');
  const titles = useMemo(() => titlesIn(messages), [messages]);
  const clear = (): void => {
    const done = clearProgress(kept());
    if (done) setDeeds([]);
    setSaid(t(done ? 'record.cleared' : 'record.notCleared'));
  };
  return <RecordView {...{ deeds, name, said, titles, onName }} onClear={clear} />;
}
