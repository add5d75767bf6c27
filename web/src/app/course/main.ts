/**
 * A lesson or a set of exercises in an LMS's frame (SCORM 1.2). The page itself is in an inner frame, unchanged; this
 * code listens to the reader's actions there and reports to the LMS.
 */
import '../../base/messages/en/course.ts';
import '../../ui/fonts.css';
import '../../ui/tokens.css';
import '../../ui/base.css';
import './course.css';
import { DEFAULT_LANG, isLang, type Messages, messagesIn } from '../../base/messages/index.ts';
import { DEED_EVENT } from '../../pages/shared/record/keep-deed.ts';
import {
  addressOf,
  type Course,
  cmiPairs,
  didDeed,
  NOTHING_TRACKED,
  parseCourse,
  placeIn,
  questionsIn,
  readSuspended,
  type Tracked,
  timeSpan,
  wentTo,
} from '../../viewmodel/course/course.ts';
import { COURSE_FRAME, PLACE_EVENT } from '../../viewmodel/course/frame.ts';
import { deedOf } from '../../viewmodel/record/progress.ts';
import { prepareLang, wantedLang } from '../language.ts';
import { connect, findApi, type Lms } from './lms.ts';

const begun = performance.now();

async function fetchCourse(): Promise<ReturnType<typeof parseCourse>> {
  try {
    const answer = await fetch('./course.json', { cache: 'no-store' });
    return answer.ok ? parseCourse(await answer.text()) : { ok: false, error: `course.json: ${answer.status}` };
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : String(error) };
  }
}

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  props: Partial<HTMLElementTagNameMap[K]> = {},
): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(name), props);
}

/** Reports to the LMS what has changed since the last report. */
class Reporter {
  readonly #lms: Lms;
  readonly #before: string;
  readonly #isForCredit: boolean;
  readonly #told = new Map<string, string>();
  #isOver = false;
  readonly tracked: Tracked;

  constructor(lms: Lms, course: Course) {
    this.#lms = lms;
    this.#before = lms.get('cmi.core.lesson_status');
    const mode = lms.get('cmi.core.lesson_mode');
    this.#isForCredit = mode !== 'review' && mode !== 'browse';
    this.tracked = readSuspended(course, lms.get('cmi.suspend_data'), lms.get('cmi.core.lesson_location'));
  }

  /** @returns what the LMS refused, in its words; '' if nothing */
  tell(course: Course, tracked: Tracked): string {
    if (this.#isOver || !this.#isForCredit) return '';
    const changed = cmiPairs(course, tracked, this.#before).filter(([name, value]) => this.#told.get(name) !== value);
    if (changed.length === 0) return '';
    let refused = '';
    for (const [name, value] of changed) {
      const set = this.#lms.set(name, value);
      if (set.ok) this.#told.set(name, value);
      else refused = set.error;
    }
    const committed = this.#lms.commit();
    return committed.ok ? refused : committed.error;
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#lms.set('cmi.core.session_time', timeSpan(performance.now() - begun));
    // Without it an LMS may forget the reader's place.
    this.#lms.set('cmi.core.exit', 'suspend');
    this.#lms.commit();
    this.#lms.finish();
  }
}

function show(root: HTMLElement, course: Course, { t }: Messages): void {
  const api = findApi(window);
  const connected = api === null ? null : connect(api);
  const reporter = connected?.ok === true ? new Reporter(connected.value, course) : null;
  let tracked = reporter?.tracked ?? NOTHING_TRACKED;

  const report = element('span', { id: 'report' });
  report.setAttribute('role', 'status');
  const bar = element('header', { id: 'bar' });
  const frame = element('iframe', { name: COURSE_FRAME, title: course.title });
  const begin = tracked.place === '' ? addressOf(course) : tracked.place;
  frame.src = `./index.html${begin}`;
  const go = (item: number): void => {
    const hash = addressOf(course, item);
    if (frame.contentWindow !== null) frame.contentWindow.location.hash = hash;
  };

  const choice = element('select');
  choice.setAttribute('aria-label', t('course.choose'));
  const back = element('button', { type: 'button', textContent: t('course.back'), hidden: true });
  back.addEventListener('click', () => go(Math.max(0, placeIn(course, tracked.place)?.item ?? 0)));
  bar.append(element('h1', { textContent: course.title }));
  if (course.kind === 'exercises') {
    choice.append(...course.exercises.map((_, i) => element('option', { value: String(i) })));
    choice.addEventListener('change', () => go(Number(choice.value)));
    bar.append(choice);
  }
  bar.append(back, report);

  const draw = (refused: string): void => {
    const here = placeIn(course, tracked.place)?.item ?? 0;
    if (course.kind === 'exercises') {
      choice.value = String(here);
      for (const [i, option] of [...choice.options].entries())
        option.textContent = `${tracked.right.includes(i + 1) ? '✓ ' : ''}${course.exercises[i]?.title ?? ''}`;
    }
    const done = t('course.done', { right: tracked.right.length, of: questionsIn(course) });
    const told =
      reporter === null
        ? connected === null || connected.ok
          ? t('course.noLms')
          : t('course.refused', { what: connected.error })
        : refused === ''
          ? t('course.told')
          : t('course.refused', { what: refused });
    report.textContent = questionsIn(course) === 0 ? told : `${done} ${told}`;
  };
  const changed = (next: Tracked): void => {
    tracked = next;
    draw(reporter?.tell(course, tracked) ?? '');
  };
  frame.addEventListener('load', () => {
    const inside = frame.contentWindow;
    if (inside === null) return;
    const went = (hash: string): void => {
      back.hidden = placeIn(course, hash) !== null;
      changed(wentTo(course, tracked, hash));
    };
    inside.addEventListener(PLACE_EVENT, (event) => {
      const hash: unknown = Reflect.get(event, 'detail');
      if (typeof hash === 'string') went(hash);
    });
    inside.addEventListener(DEED_EVENT, (event) => {
      const deed = deedOf(Reflect.get(event, 'detail'));
      if (deed !== null) changed(didDeed(course, tracked, deed));
    });
    went(inside.location.hash);
  });
  // A page that is left for good fires one of these two events; some LMSs only accept the first.
  addEventListener('beforeunload', () => reporter?.end());
  addEventListener('pagehide', () => reporter?.end());
  root.replaceChildren(bar, frame);
  draw('');
}

async function start(): Promise<void> {
  const root = document.getElementById('course');
  if (root === null) throw new Error('scorm.html has no #course');
  const course = await fetchCourse();
  const wanted = course.ok && isLang(course.value.lang) ? course.value.lang : wantedLang(undefined);
  await prepareLang(wanted).catch(() => undefined);
  const messages = messagesIn(wanted);
  document.documentElement.lang = messages.tag;
  if (!course.ok) {
    const fault = element('p', {
      textContent: messagesIn(DEFAULT_LANG).t('course.faulty', { what: course.error }),
    });
    fault.setAttribute('role', 'alert');
    root.replaceChildren(fault);
    return;
  }
  document.title = course.value.title;
  show(root, course.value, messages);
}
void start();
