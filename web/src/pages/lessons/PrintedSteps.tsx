/**
 * The rest of a lesson on paper, besides the visible step: all other steps' words and questions, in their order. Drawn
 * when the browser is about to print, removed after it. Figures are live; paper shows only the visible one.
 */

import '../../base/messages/en/lessons-question.ts';
import '../../base/messages/en/lessons.ts';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { LessonQuestion, LessonStep } from '../../scenario/lesson.ts';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import { Inlines, Prose } from '../shared/lessons/LessonProse.tsx';
import styles from './lessons.module.css';
import own from './printed.module.css';

interface PrintedStepsProps {
  readonly steps: readonly LessonStep[];
  /** The first step to print, from 1. */
  readonly from: number;
  /** The step before which printing stops. */
  readonly to: number;
  /** The text at the head: where the lesson is live. */
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
      <div className={page.prose}>
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

/** For a pencil: nothing marks the right option. */
function PrintedQuestion({ question }: { readonly question: LessonQuestion }) {
  const { t } = useMessages();
  return (
    <div className={styles.question}>
      <p className={styles.ask}>
        <span className={styles.askMark}>{t('lessons.question.lead')}</span> <Inlines nodes={question.ask} />
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

/** Every paper is at least this wide, in px, without margins. */
const PAPER_WIDTH = 640;

/**
 * A figure is drawn for its width in the window, and its painted parts also for its height; on paper it keeps both, and
 * is scaled down as a whole. The returned function restores it.
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

/**
 * Whether the browser is about to print. Drawn synchronously: the browser prints the document as it is after the event.
 */
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
