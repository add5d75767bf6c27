/** Chooses lessons and exercises, and gives the link that hands them out. The link holds all of it: nothing is kept. */
import '../../base/messages/en/class.ts';
import { useId, useMemo, useState } from 'react';
import { Button, cx } from '../../ui/Button.tsx';
import buttons from '../../ui/button.module.css';
import { Segmented } from '../../ui/choice.tsx';
import controls from '../../ui/controls.module.css';
import { useMessages } from '../../ui/messages.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import page from '../../ui/page.module.css';
import { type Known, MAX_ITEMS } from '../../viewmodel/class/assignment.ts';
import { MAX_SEED } from '../../viewmodel/exercise/seed.ts';
import { addressOf } from '../shared/class/current.ts';
import { knownIn } from '../shared/class/use-assignment.ts';
import styles from './make-assignment.module.css';

type Lesson = Extract<Known, { readonly kind: 'lesson' }>;
interface Group {
  readonly lesson: Lesson;
  readonly number: number;
  readonly exercises: readonly Known[];
}
/** Each lesson with its exercises. */
function groupsOf(all: readonly Known[]): readonly Group[] {
  return all.flatMap((one, at) => {
    if (one.kind !== 'lesson') return [];
    const rest = all.slice(at + 1);
    const end = rest.findIndex(({ kind }) => kind === 'lesson');
    const number = all.slice(0, at + 1).filter(({ kind }) => kind === 'lesson').length;
    return [{ lesson: one, number, exercises: end === -1 ? rest : rest.slice(0, end) }];
  });
}

/** The id of this part, for the way to it at the top of the page. */
export const MAKE = 'make';

interface MakeAssignmentProps {
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

export function MakeAssignment({ isOpen, onOpen }: MakeAssignmentProps) {
  const { t, lang } = useMessages();
  const all = useMemo(() => knownIn(lang), [lang]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [variants, setVariants] = useState<'by-name' | 'same'>('by-name');
  const [number, setNumber] = useState(1);
  /** In the order in which they are taught. */
  const set = all.filter(({ id }) => chosen.has(id));
  const lessons = set.filter(({ kind }) => kind === 'lesson').length;
  const toggle = (id: string): void =>
    setChosen((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    );
  return (
    <section className={styles.make} id={MAKE} tabIndex={-1} aria-labelledby="make-assignment">
      <h2 id="make-assignment" className={page.subtitle}>
        {t('class.make.title')}
      </h2>
      <p className={page.quiet}>{t('class.make.lead')}</p>
      <details className={styles.choice} open={isOpen} onToggle={(event) => onOpen(event.currentTarget.open)}>
        <summary>
          <b>{t('class.make.open')}</b>
          <span className={page.quiet}>{t('class.make.chosen', { lessons, exercises: set.length - lessons })}</span>
        </summary>
        <Choices all={all} chosen={chosen} onToggle={toggle} />
        <div className={page.row}>
          <Segmented
            label={t('class.make.variants')}
            value={variants}
            options={[
              { value: 'by-name', label: t('class.make.byName') },
              { value: 'same', label: t('class.make.same') },
            ]}
            onChange={setVariants}
          />
          {variants === 'same' && (
            <NumberField
              label={t('class.make.number')}
              value={number}
              min={1}
              max={MAX_SEED}
              whole
              onChange={setNumber}
            />
          )}
        </div>
        {/* The list is long: the link stays in sight below it. */}
        <TheLink
          set={set.map(({ id }) => id)}
          seed={variants === 'by-name' ? variants : number}
          onClear={() => setChosen(new Set())}
        />
        <p className={page.hint}>{t('class.make.own')}</p>
      </details>
    </section>
  );
}

interface ChoicesProps {
  readonly all: readonly Known[];
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
}
function Choices({ all, chosen, onToggle }: ChoicesProps) {
  const { t } = useMessages();
  return (
    <div className={styles.groups}>
      {groupsOf(all).map(({ lesson, number, exercises }) => {
        const title = t('class.make.lesson', { number, title: lesson.title });
        return (
          <fieldset key={lesson.id} className={styles.group}>
            <legend className="visually-hidden">{title}</legend>
            <Choice isOf={chosen} id={lesson.id} onToggle={onToggle}>
              <b>{title}</b>
            </Choice>
            {exercises.map((one) => (
              <Choice key={one.id} isOf={chosen} id={one.id} onToggle={onToggle}>
                {one.title}
              </Choice>
            ))}
          </fieldset>
        );
      })}
    </div>
  );
}

interface ChoiceProps {
  readonly isOf: ReadonlySet<string>;
  readonly id: string;
  readonly onToggle: (id: string) => void;
  readonly children: React.ReactNode;
}
function Choice({ isOf, id, onToggle, children }: ChoiceProps) {
  return (
    <label className={controls.check}>
      <input type="checkbox" checked={isOf.has(id)} onChange={() => onToggle(id)} />
      <span>{children}</span>
    </label>
  );
}

interface TheLinkProps {
  readonly set: readonly string[];
  readonly seed: 'by-name' | number;
  readonly onClear: () => void;
}
function TheLink({ set, seed, onClear }: TheLinkProps) {
  const { t } = useMessages();
  const id = useId();
  const [said, setSaid] = useState({ link: '', text: '' });
  if (set.length === 0) return <p className={page.quiet}>{t('class.make.nothing')}</p>;
  if (set.length > MAX_ITEMS) return <p role="alert">{t('class.make.tooMany', { max: MAX_ITEMS })}</p>;
  const own = addressOf({ set, seed });
  const link = `${location.origin}${location.pathname}${own}`;
  const copy = async (): Promise<void> => {
    const isCopied = await navigator.clipboard.writeText(link).then(
      () => true,
      () => false,
    );
    setSaid({ link, text: t(isCopied ? 'class.make.copied' : 'class.make.notCopied') });
  };
  return (
    <div className={cx(styles.link, styles.sticky)}>
      <label htmlFor={id} className={controls.label}>
        {t('class.make.linkOf', { n: set.length })}
      </label>
      <input
        id={id}
        className={cx(controls.input, styles.address)}
        readOnly
        value={link}
        onFocus={(event) => event.target.select()}
      />
      <div className={page.row}>
        <Button look="primary" onClick={() => void copy()}>
          {t('class.make.copy')}
        </Button>
        <a className={cx(buttons.button, buttons.plain, styles.open)} href={own}>
          {t('class.make.try')}
        </a>
        <a className={cx(buttons.button, buttons.plain, styles.open)} href={own.replace('#/class', '#/teacher')}>
          {t('class.make.table')}
        </a>
        <Button look="quiet" onClick={onClear}>
          {t('class.make.clear')}
        </Button>
        <span role="status" className={page.strong}>
          {said.link === link && said.text}
        </span>
      </div>
    </div>
  );
}
