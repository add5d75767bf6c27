/** The faults of a text: each with its place, its line and a caret; a click goes there. Text only, never HTML. */

import '../../../base/messages/en/source.ts';
import { shownLine } from '../../../base/written.ts';
import type { SpecProblem } from '../../../scenario/spec-types.ts';
import { useMessages } from '../../../ui/messages.tsx';
import { problemExcerpt } from '../../../viewmodel/spec/spec-syntax.ts';
import styles from './source.module.css';

interface ProblemListProps {
  /** The text that the places refer to; null when there is none to show. */
  readonly text: string | null;
  /** The file's name, when it was a file. */
  readonly file?: string | undefined;
  readonly problems: readonly SpecProblem[];
  /** Replaces the default title about a spec. */
  readonly title?: string;
  /** Problems that would not stop a run. */
  readonly warnings?: readonly SpecProblem[];
  /** The text was run, and its set-up failed: no step of it can be made. */
  readonly hasFailed?: boolean;
  /** Goes to a clicked problem; without it, nothing is clickable. */
  readonly onGo?: ((line: number, column: number) => void) | undefined;
}

export function ProblemList({ text, file, problems, title, warnings = [], hasFailed = false, onGo }: ProblemListProps) {
  const { t } = useMessages();
  if (problems.length + warnings.length === 0) return null;
  const refused = warnings.filter(({ isRefused }) => isRefused).length;
  const heading =
    title ??
    (problems.length === 0
      ? t(hasFailed ? 'source.problems.setupFailed' : 'source.problems.warnings', {
          refused,
          remarks: warnings.length - refused,
        })
      : file === undefined
        ? t('source.problems.title', { n: problems.length })
        : t('source.problems.titleOfFile', { n: problems.length, file }));
  return (
    <section className={styles.problems} aria-label={heading}>
      <p className={styles.problemsTitle}>{heading}</p>
      <ol className={styles.problemItems}>
        {[
          ...problems.map((problem) => [problem, true] as const),
          ...warnings.map((problem) => [problem, problem.isRefused === true] as const),
        ].map(([problem, isFault], index) => (
          // Two problems may have the same place and words; the list is never reordered.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index}>
            <Problem text={text} problem={problem} isFault={isFault} onGo={onGo} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface ProblemProps extends Pick<ProblemListProps, 'text' | 'onGo'> {
  readonly problem: SpecProblem;
  readonly isFault: boolean;
}

function Problem({ text, problem, isFault, onGo }: ProblemProps) {
  const { t } = useMessages();
  const { line, column, message } = problem;
  const excerpt = text === null ? null : problemExcerpt(text, problem);
  const shown = (
    <>
      <span className={styles.sign} data-fault={isFault} aria-hidden="true">
        !
      </span>
      <span className={styles.where}>{t('source.problems.place', { line, column })}</span>
      <span className={styles.message}>{shownLine(message)}</span>
      {excerpt !== null && (
        <code className={styles.excerpt}>
          {excerpt.before}
          {/* At the end of a line the caret is under a blank. */}
          <span className={styles.at}>{excerpt.at === '' ? '\u00a0' : excerpt.at}</span>
          {excerpt.after}
        </code>
      )}
    </>
  );
  return onGo === undefined ? (
    <div className={styles.problem}>{shown}</div>
  ) : (
    <button type="button" className={styles.problem} onClick={() => onGo(line, column)}>
      {shown}
    </button>
  );
}
