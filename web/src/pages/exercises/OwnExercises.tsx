/** A teacher's own exercise: how to write one, the faults of a file, and the actions for a file without faults. */
import '../../base/messages/en/exercise.ts';
import '../../base/messages/en/stage.ts';
import '../../base/messages/en/ui-figure.ts';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Button, Working } from '../../ui/Button.tsx';
import { download, fileName } from '../../ui/export/download.ts';
import filesStyles from '../../ui/files.module.css';
import { LiveRegion } from '../../ui/LiveRegion.tsx';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import { useTurns } from '../../ui/use-store.ts';
import type { Exercise } from '../../viewmodel/exercise/kinds.ts';
import { MAX_SEED } from '../../viewmodel/exercise/seed.ts';
import { makeVariant } from '../../viewmodel/exercise/variant.ts';
import { type BrowserWorld, browserWorld } from '../shared/exercises/browser-deps.ts';
import { LONG_LINK } from '../shared/exercises/own-exercise.ts';
import styles from './exercises.module.css';
import { problemTexts } from './use-exercises.ts';

const templates = import.meta.glob<string>('../../../../scenarios/templates/my-exercise.*.md', {
  query: '?raw',
  import: 'default',
});

interface OpenProps {
  readonly onFiles: (files: Iterable<File>) => void;
}

/** Under the list: a template, a file picker, and what the page does with the file. */
export function WriteYourOwn({ onFiles }: OpenProps) {
  const { t, lang } = useMessages();
  const saveTemplate = async (): Promise<void> => {
    const at = (tag: string): string => `../../../../scenarios/templates/my-exercise.${tag}.md`;
    const [written, load] =
      templates[at(lang)] === undefined ? ['en', templates[at('en')]] : [lang, templates[at(lang)]];
    const text = await load?.();
    if (text !== undefined) download(`my-exercise.${written}.md`, new Blob([text], { type: 'text/markdown' }));
  };
  return (
    <section className={styles.own} aria-labelledby="own-exercise">
      <h2 id="own-exercise">{t('exercise.own.title')}</h2>
      <p>{t('exercise.own.lead')}</p>
      <ol className={styles.ownSteps}>
        {(['template', 'open', 'try', 'share'] as const).map((step) => (
          <li key={step}>{t(`exercise.own.step.${step}`)}</li>
        ))}
      </ol>
      <div className={page.row}>
        <Button icon="download" onClick={() => void saveTemplate()}>
          {t('exercise.own.template')}
        </Button>
        <OpenExercise onFiles={onFiles}>{t('exercise.own.open')}</OpenExercise>
        <span className={page.quiet}>{t('exercise.own.private')}</span>
      </div>
    </section>
  );
}

export function OpenExercise({ onFiles, children }: OpenProps & { readonly children: ReactNode }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon="open" onClick={() => input.current?.click()}>
        {children}
      </Button>
      {/* Any file may be chosen: phones do not know the ending .md and would offer none. */}
      <input
        ref={input}
        type="file"
        hidden
        data-testid="exercise-file"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // So that the same file, changed meanwhile, can be opened again.
          event.target.value = '';
        }}
      />
    </>
  );
}

/** Covers the whole window while a file is dragged; the drop goes through to the page. */
export function DropExercise() {
  const { t } = useMessages();
  return (
    <div className={filesStyles.drop}>
      <p className={filesStyles.dropText}>
        <b>{t('exercise.own.drop')}</b>
        <span>{t('exercise.own.drop.hint')}</span>
      </p>
    </div>
  );
}

interface ToolsProps extends OpenProps {
  readonly id: string;
  readonly exercise: Exercise;
  readonly text: string;
}

/** For the author: share the exercise, open it again, make variants of it. */
export function OwnTools({ id, exercise, text, onFiles }: ToolsProps) {
  const { t } = useMessages();
  const [said, setSaid] = useState('');
  const chars = location.href.length;
  const copy = async (): Promise<void> => {
    try {
      // Without the seed: everybody who follows the link gets a different variant.
      await navigator.clipboard.writeText(location.href.replace(/&seed=\d+/, ''));
      setSaid(t('stage.linkCopied'));
    } catch {
      setSaid(t('stage.linkFailed'));
    }
  };
  return (
    <section className={styles.own} aria-label={t('exercise.own.label')}>
      <div className={page.row}>
        <Button onClick={() => void copy()}>{t('exercise.own.link')}</Button>
        <Button
          icon="download"
          onClick={() => {
            const file = fileName(exercise.title, 'md');
            download(file, new Blob([text], { type: 'text/markdown' }));
            setSaid(t('ui.file.saved', { file }));
          }}
        >
          {t('exercise.own.save')}
        </Button>
        <OpenExercise onFiles={onFiles}>{t('exercise.own.openAgain')}</OpenExercise>
        <LiveRegion text={said} everyMs={0} />
      </div>
      {chars > LONG_LINK && <p className={page.quiet}>{t('exercise.own.longLink', { chars })}</p>}
      <VariantCheck id={id} exercise={exercise} />
      <p className={page.quiet}>{t('exercise.own.id', { id })}</p>
    </section>
  );
}

/** The number of variants made when a teacher asks for a check. */
const TRIED = 20;

interface Checked {
  readonly done: number;
  readonly good: number;
  readonly differ: number;
  readonly faults: readonly string[];
}

/** Makes variants, one after another: one seed may show a fault that another does not. */
function VariantCheck({ id, exercise }: { readonly id: string; readonly exercise: Exercise }) {
  const { t, lang } = useMessages();
  const [checked, setChecked] = useState<Checked | null>(null);
  const [isRunning, setRunning] = useState(false);
  const checks = useTurns();
  /** The world that makes the current variant. */
  const world = useRef<BrowserWorld | null>(null);
  const stop = useCallback((): void => {
    checks.end();
    world.current?.dispose();
  }, []);
  useEffect(() => stop, [stop]);
  const check = async (): Promise<void> => {
    const isNewest = checks.begin();
    const asked = new Set<string>();
    const faults: string[] = [];
    let good = 0;
    setRunning(true);
    setChecked({ done: 0, good, differ: 0, faults });
    for (let seed = 1; seed <= Math.min(TRIED, MAX_SEED) && isNewest(); seed++) {
      const own = browserWorld(lang);
      world.current = own;
      const made = await makeVariant(id, exercise, seed, own);
      own.dispose();
      if (!isNewest()) return;
      if (made.ok) {
        good++;
        asked.add(JSON.stringify([made.value.question, made.value.text, made.value.prose]));
      } else for (const what of problemTexts(made.error, t)) faults.push(t('exercise.own.seedFault', { seed, what }));
      setChecked({ done: seed, good, differ: asked.size, faults: [...faults] });
    }
    setRunning(false);
  };
  const isDone = checked?.done === TRIED;
  const cancel = (): void => {
    stop();
    setRunning(false);
  };
  return (
    <div className={page.row}>
      <Button disabled={isRunning} onClick={() => void check()}>
        {t('exercise.own.check', { count: TRIED })}
      </Button>
      {checked !== null && isRunning && (
        <Working what={t('exercise.own.checking', { done: checked.done, count: TRIED })} onCancel={cancel} />
      )}
      <span role="status">
        {checked !== null &&
          !isRunning &&
          t(isDone ? 'exercise.own.checked' : 'exercise.own.cancelled', { count: TRIED, ...checked })}
      </span>
      {checked !== null && checked.faults.length > 0 && (
        <ul className={styles.faults}>
          {checked.faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
