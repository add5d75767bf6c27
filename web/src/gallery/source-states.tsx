/** States of the parts around a spec's source: editor, scenarios, faults, opening and saving. */
import '../base/messages/en/source.ts';
import { useEffect, useRef, useState } from 'react';
import text from '../../../scenarios/specs/queue-for-a-row.spec?raw';
import { compileText } from '../engine/spec/compile-client.ts';
import { scenarioIndex } from '../engine/spec/scenario-index.ts';
import { loadScenario } from '../engine/spec/scenarios.ts';
import type { CompileResult } from '../engine/spec/spec-compile.ts';
import { SaveSpec, SaveTrace } from '../pages/playground/SaveDialog.tsx';
import { DropTarget, OpenFileButton, useOpenSource } from '../pages/playground/source/SourcePanel.tsx';
import type { OpenedSource } from '../pages/shared/files/open-file.ts';
import { ProblemList } from '../pages/shared/files/ProblemList.tsx';
import { Button } from '../ui/Button.tsx';
import { useMessages } from '../ui/messages.tsx';
import { ScenarioGallery, ScenarioList } from '../views/scenario-gallery/ScenarioGallery.tsx';
import { SpecEditor, type SpecEditorHandle } from '../views/spec-editor/SpecEditor.tsx';
import type { GalleryState } from './Gallery.tsx';
import styles from './source-states.module.css';

const FAULTY = `#: title: Nothing here runs
#: colour: red
setup
{
  CREATE TABLE account (id int PRIMARY KEY, balance int NOT NULL);
  CREATE ROLE auditor;
}

session alice
step a_begin { BEGIN ISOLATION LEVEL REPEATABLE READ; }
step a_look { SELECT sum(balance) FROM account WHERE id = 1; -- nobody else }
step a_end { COMMIT; }

session "bob the second"
setup { SET lock_timeout = '500ms'; }
step "b add" { UPDATE account SET balance = balance + 10 /* interest */ WHERE id = 1; }

permutation a_begin "b add" a_look a_end
permutation a_begin b_add (a_look, *) a_end
`;
const FAULTS = [
  { line: 6, column: 3, message: 'not supported: CREATE ROLE' },
  { line: 19, column: 21, message: 'undefined step “b_add” in a permutation' },
];
const REMARKS = [
  {
    line: 2,
    column: 1,
    message: '“#: colour:” is unknown; the known keys are title, about, watch, design and caption',
  },
];

function Editor({ faulty }: { readonly faulty: boolean }) {
  const { t } = useMessages();
  const editor = useRef<SpecEditorHandle>(null);
  const [written, setWritten] = useState(faulty ? FAULTY : text);
  return (
    <div className={styles.stack}>
      <div className={styles.editorRoom}>
        <SpecEditor
          ref={editor}
          label={t('source.editor.label')}
          text={written}
          problems={faulty ? FAULTS : []}
          warnings={faulty ? REMARKS : []}
          onChange={setWritten}
          onRun={() => {}}
        />
      </div>
      <ProblemList
        text={written}
        problems={faulty ? FAULTS : []}
        warnings={faulty ? REMARKS : []}
        onGo={(line, column) => editor.current?.go({ line, column })}
      />
    </div>
  );
}

/** The opened spec: its text as written, and what compiling it gave. */
function useSource() {
  const [name, setName] = useState('first-look');
  const [written, setWritten] = useState('');
  const [result, setResult] = useState<CompileResult | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const show = async (id: string): Promise<void> => {
    const scenario = await loadScenario(id);
    setName(id);
    setWritten(scenario.text);
    setResult({ ok: true, value: scenario });
  };
  const choose = async (id: string): Promise<void> => {
    await show(id);
    setChoosing(false);
  };
  const opened = (source: OpenedSource): void => {
    setName(source.file);
    setWritten(source.text ?? '');
    setResult(source.result);
    setNote(source.note);
  };
  const { state, open } = useOpenSource(opened);
  const change = async (newest: string): Promise<void> => {
    setWritten(newest);
    setResult(await compileText(newest));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => void show(name), []);
  const problems = result === null || result.ok ? [] : result.error;
  return { name, written, result, note, problems, state, isChoosing, setChoosing, choose, open, change };
}

/** Everything together, and working: the parser is loaded when the reader types or opens something. */
function Live() {
  const { t } = useMessages();
  const editor = useRef<SpecEditorHandle>(null);
  const { name, written, result, note, problems, state, isChoosing, setChoosing, choose, open, change } = useSource();
  return (
    <div className={styles.stack}>
      <div className={styles.row}>
        <Button onClick={() => setChoosing(true)}>{t('source.gallery.title')}</Button>
        <OpenFileButton onFiles={open} />
        <SaveSpec name={name} text={written} onSaid={() => undefined} />
        <SaveTrace name={name} trace={() => ['{"format":"xipscope-trace/1"}']} onSaid={() => undefined} />
      </div>
      <p role="status" data-status={result === null ? 'none' : result.ok ? 'compiled' : 'faulty'}>
        {name}: {result === null ? '…' : result.ok ? `${result.value.steps.length} steps` : `${problems.length} faults`}
      </p>
      {note !== null && <p>{note}</p>}
      <div className={styles.editorRoom}>
        <SpecEditor
          ref={editor}
          label={t('source.editor.label')}
          text={written}
          problems={problems}
          warnings={result?.ok ? result.value.spec.warnings : []}
          onChange={change}
          onRun={() => void change(written)}
        />
      </div>
      <ProblemList
        text={written}
        file={name}
        problems={problems}
        onGo={(line, column) => editor.current?.go({ line, column })}
      />
      <ScenarioGallery
        open={isChoosing}
        onClose={() => setChoosing(false)}
        scenarios={scenarioIndex()}
        current={name}
        onChoose={choose}
      />
      <DropTarget shown={state === 'dragging'} />
    </div>
  );
}

const list = (initialSearch: string) => () => (
  <ScenarioList
    scenarios={scenarioIndex()}
    current="queue-for-a-row"
    onChoose={() => {}}
    initialSearch={initialSearch}
  />
);

export const sourceStates: readonly GalleryState[] = [
  {
    id: 'spec-editor',
    shows: 'A spec in the editor: each session in its hue, its letter beside its lines, SQL in ink',
    element: () => <Editor faulty={false} />,
  },
  {
    id: 'spec-editor-faults',
    shows: 'Two faults and a remark: underlined, marked beside their lines, listed with line and caret',
    element: () => <Editor faulty />,
  },
  {
    id: 'spec-editor-read-only',
    shows: 'A spec that can be read and not changed',
    element: () => (
      <div className={styles.editorRoom}>
        <SpecEditor label="Isolation spec" text={text} problems={[]} readOnly />
      </div>
    ),
  },
  { id: 'source-live', shows: 'Everything about the source, working', element: Live },
  { id: 'scenario-gallery', shows: 'All shipped scenarios in their groups', element: list('') },
  { id: 'scenario-gallery-search', shows: 'Those that have to do with sharing', element: list('share') },
  { id: 'scenario-gallery-none', shows: 'A search that finds nothing', element: list('quantum') },
  {
    id: 'problem-list-file',
    shows: 'A file that is no text, and one with very long lines',
    element: () => (
      <div className={styles.stack}>
        <ProblemList
          text={null}
          file="holiday.jpg"
          problems={[{ line: 1, column: 1, message: 'these bytes are not UTF-8' }]}
        />
        <ProblemList
          text={`session s step a { ${'SELECT 1 + 1; '.repeat(40)}DO <b>x</b>; ${'SELECT 2; '.repeat(40)}}`}
          file="<img src=x onerror=alert(1)>.spec"
          problems={[{ line: 1, column: 580, message: 'not supported: DO <script>alert(1)</script>' }]}
          onGo={() => {}}
        />
      </div>
    ),
  },
  {
    id: 'drop-target',
    shows: 'What is over the page while a file is dragged across it',
    element: () => (
      <div className={styles.dropRoom}>
        <p>{text.slice(0, 900)}</p>
        <DropTarget shown />
      </div>
    ),
  },
];
