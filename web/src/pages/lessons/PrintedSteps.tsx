/**
 * What a lesson on paper has beside the step that is seen: all other steps' words and questions, in their order. Drawn when
 * the browser is about to print, gone after it. Figures are alive; on paper there is the one that is seen.
 */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { LessonQuestion, LessonStep } from '../../scenario/lesson.ts';
import { useMessages } from '../../ui/messages.tsx';
import { Inlines, Prose } from './LessonProse.tsx';
import styles from './lessons.module.css';
import own from './printed.module.css';

interface PrintedStepsProps {
  readonly steps: readonly LessonStep[];
  /** Those from this one on, from 1. */
  readonly from: number;
  /** And before this one. */
  readonly to: number;
  /** What stands at the head: where the lesson is live. */
  readonly head?: string;
}

export function PrintedSteps({ steps, from, to, head }: PrintedStepsProps) {
  const { t } = useMessages();
  if (!usePrinting()) return null;
  const parts = steps.slice(from - 1, to - 1).map(({ title, prose, question, line }, i) => (
    <section key={line} className={own.step} data-printed-step={from + i}>
      <p className={own.count}>{t('lessons.stepOf', { step: from + i, steps: steps.length })}</p>
      <h2 className={styles.stepTitle}>
        <Inlines nodes={title} />
      </h2>
      <div className={styles.prose}>
        <Prose nodes={prose} />
      </div>
      {question !== null && <PrintedQuestion question={question} />}
    </section>
  ));
  return (
    <>
      {head !== undefined && <p className={own.count}>{head}</p>}
      {parts}
    </>
  );
}

/** To be answered with a pencil: nothing says which is right. */
function PrintedQuestion({ question }: { readonly question: LessonQuestion }) {
  const { t } = useMessages();
  return (
    <div className={styles.question}>
      <p className={styles.ask}>
        <span className={styles.askMark}>{t('lessons.question')}</span> <Inlines nodes={question.ask} />
      </p>
      {question.kind === 'choice' ? (
        <ul className={own.options}>
          {question.options.map(({ text }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a file's options never change places
            <li key={i}>
              <Inlines nodes={text} />
            </li>
          ))}
        </ul>
      ) : (
        <div className={own.line} data-lines={question.answer === 'rows' ? 3 : 1} />
      )}
    </div>
  );
}

/** What every paper has of width, in px, margins taken off. */
const PAPER_WIDTH = 640;

/**
 * A figure is drawn for the width that it has in the window, and what is painted in it for its height, too; on paper it keeps
 * both, and is made smaller as a whole. The answer takes it back.
 */
function fitFigure(): () => void {
  const slot = document.querySelector('[data-figure-slot][data-shown="true"]');
  if (slot === null || slot.clientWidth === 0) return () => undefined;
  const { style } = document.documentElement;
  style.setProperty('--printed-width', `${slot.clientWidth}px`);
  style.setProperty('--printed-zoom', `${Math.min(1, PAPER_WIDTH / slot.clientWidth)}`);
  const around: HTMLElement[] = [];
  for (const canvas of slot.querySelectorAll('canvas'))
    for (let box = canvas.parentElement; box !== null && box !== slot; box = box.parentElement)
      if (box.style.height === '' && !around.includes(box)) around.push(box);
  const heights = around.map((box) => box.offsetHeight);
  around.forEach((box, i) => {
    box.style.height = `${heights[i]}px`;
  });
  return () => {
    for (const box of around) box.style.height = '';
  };
}

/** Whether the browser is about to print. Drawn at once: what is printed is the document as it is after the event. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    let release = (): void => undefined;
    const begin = (): void => {
      release = fitFigure();
      flushSync(() => setPrinting(true));
    };
    const end = (): void => {
      release();
      setPrinting(false);
    };
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
