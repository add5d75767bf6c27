/**
 * Two programs in two columns, the store buffer of each below it, and the memory that both share; at one move of an
 * interleaving, with buttons to the next and the last one.
 */
import '../../base/messages/en/litmus.ts';
import type { LitmusWord } from '../../engine/lab/litmus-types.ts';
import { Button } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import {
  LITMUS_THREADS,
  type LitmusActor,
  MEMORY,
  type Moment,
  moveKeyOf,
  type StepView,
  stepKeyOf,
  type ThreadView,
} from '../../viewmodel/litmus/litmus-moment.ts';
import styles from './litmus.module.css';

interface MachineProps {
  readonly moment: Moment;
  readonly onSeek: (at: number) => void;
}

export function MachineView({ moment, onSeek }: MachineProps) {
  const { t } = useMessages();
  const { at, of, threads, memory, move } = moment;
  return (
    <section className={styles.machine} aria-label={t('litmus.moves')}>
      <div className={styles.threads}>
        {LITMUS_THREADS.map((actor, i) => {
          const thread = threads[i];
          return thread !== undefined && <Thread key={actor} actor={actor} thread={thread} />;
        })}
      </div>
      <dl className={styles.memory} aria-label={t('litmus.memory')}>
        {MEMORY.map((word) => (
          <div
            key={word}
            className={styles.cell}
            data-word={word}
            data-set={memory[word] !== 0}
            data-by={touched(moment, word)}
          >
            <dt>{t(`litmus.word.${word}`)}</dt>
            <dd>{t(`litmus.value.${word}`, { set: memory[word] !== 0 })}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.sentence} aria-live="polite" data-move={moveKeyOf(move)}>
        {t(`litmus.move.${moveKeyOf(move)}`)}
      </p>
      <div className={styles.stepper}>
        <Button onClick={() => onSeek(at - 1)} disabled={at === 0}>
          {t('litmus.back')}
        </Button>
        <Button onClick={() => onSeek(at + 1)} disabled={at === of}>
          {t('litmus.next')}
        </Button>
        <span className={styles.place}>{t('litmus.at', { at, of })}</span>
      </div>
    </section>
  );
}

/** Whose move read this word in memory, or wrote it there. A look that finds its own store in the buffer reads no memory; none here does. */
function touched({ move }: Moment, word: LitmusWord): LitmusActor | undefined {
  if (move === null || move.word !== word || move.kind === 'store' || move.kind === 'fence') return undefined;
  return LITMUS_THREADS[move.thread];
}

function Thread({ actor, thread }: { readonly actor: LitmusActor; readonly thread: ThreadView }) {
  const { t } = useMessages();
  const [waiting] = thread.buffer;
  return (
    <div className={styles.thread} data-actor={actor}>
      <h3 className={styles.actor}>{t(`litmus.thread.${actor}`)}</h3>
      <ol className={styles.steps}>
        {thread.steps.map((step, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the program
          <Step key={i} step={step} />
        ))}
      </ol>
      <div className={styles.buffer} data-full={waiting !== undefined}>
        <span className={styles.bufferName}>{t('litmus.buffer')}</span>
        <span className={styles.waiting}>
          {waiting === undefined ? t('litmus.buffer.empty') : t(`litmus.step.store.${waiting}`)}
        </span>
      </div>
    </div>
  );
}

/** What a look found, in the words of its own question: "count still 41? yes". */
function answerOf({ op, word, found }: StepView): 'yes' | 'no' | 'gone' | 'there' | null {
  if (found === null) return null;
  if (op === 'read') return found ? 'gone' : 'there';
  return (word === 'count') === found ? 'no' : 'yes';
}

function Step({ step }: { readonly step: StepView }) {
  const { t } = useMessages();
  const answer = answerOf(step);
  return (
    <li className={styles.step} data-state={step.state}>
      <span>{t(`litmus.step.${stepKeyOf(step)}`)}</span>
      {answer !== null && (
        <b className={styles.found}>
          {answer === 'gone' || answer === 'there'
            ? t('litmus.value.row', { set: answer === 'gone' })
            : t(`litmus.found.${answer}`)}
        </b>
      )}
    </li>
  );
}
