/** States of a record and of the teacher's page: nothing yet, some, a class, files with faults. */

import { messagesIn } from '../base/messages/index.ts';
import { RecordView } from '../pages/record/RecordView.tsx';
import { titlesIn } from '../pages/shared/record/record-words.tsx';
import type { OpenedRecords } from '../pages/teacher/open-records.ts';
import { TeacherView } from '../pages/teacher/TeacherView.tsx';
import { classTable, type HandedIn, verdictKey } from '../viewmodel/record/class-table.ts';
import { newestOf } from '../viewmodel/record/newest.ts';
import type { Deed } from '../viewmodel/record/progress.ts';
import { questionTable } from '../viewmodel/record/question-table.ts';
import type { Verdict } from '../viewmodel/record/recheck.ts';
import type { GalleryState } from './Gallery.tsx';

const nothing = (): void => {};
const titles = titlesIn(messagesIn('en'));

/** The n-th try of a student, at the minute n. */
const deed = (n: number, over: Partial<Deed>): Deed => ({
  kind: 'exercise',
  id: 'who-sees-it',
  seed: 7,
  part: 0,
  answer: `rows:${n}`,
  isRight: false,
  hints: 0,
  begun: '2026-11-22T01:00:00.000Z',
  at: `2026-11-22T01:${String(n % 60).padStart(2, '0')}:00.000Z`,
  ...over,
});
const IDS = ['who-sees-it', 'what-is-xip', 'will-it-wait', 'lost-update', 'deadlock', 'overflow', 'hunt-hidden-commit'];
/** Exercises done one after another, every third one first with a wrong answer. */
const worked = (many: number, begun: string): readonly Deed[] =>
  IDS.slice(0, many).flatMap((id, i) => [
    ...(i % 3 === 0 ? [deed(2 * i, { id, begun, answer: 'rows:' })] : []),
    deed(2 * i + 1, { id, begun, isRight: i !== 4, hints: i % 2, seed: Number(begun.slice(8, 10)) }),
  ]);
const lessons = (begun: string): readonly Deed[] => [
  deed(30, { kind: 'lesson', id: 'two-stamps', seed: 0, part: 2, answer: 'works', isRight: true, begun }),
  deed(31, { kind: 'lesson', id: 'two-stamps', seed: 0, part: 4, answer: '0', begun }),
];
const own = [...worked(7, '2026-11-22T01:00:00.000Z'), ...lessons('2026-11-22T01:00:00.000Z')];

const record = (deeds: readonly Deed[], name: string) => (
  <RecordView deeds={deeds} name={name} said="" titles={titles} onName={nothing} onClear={nothing} />
);

const CODE = '0907-K3MV-YXFR-P1WE-P';
const student = (i: number, name: string, many: number): HandedIn => ({
  file: `group-${1 + (i % 3)}/${name.toLowerCase().replaceAll(' ', '-')}.json`,
  record: {
    name,
    deeds: [...worked(many, `2026-11-2${i % 10}T01:00:00.000Z`), ...lessons(`2026-11-2${i % 10}T02:00:00.000Z`)],
  },
  code: CODE,
  computed: i === 2 ? 'other' : CODE,
});
const NAMES = [
  'Student 1',
  'Student 2',
  'Student 3',
  'Student 4',
  'A name that takes eighty characters, as many as a record lets a student type here',
];
const students = NAMES.map((name, i) => student(i, name, 3 + (i % 5)));
const copied: HandedIn = { ...student(0, 'Student 6', 3), code: '', file: 'group-1/student-6.json' };
const first = students[2]?.record.deeds.find(({ isRight }) => isRight);
const verdicts = new Map<string, Verdict>([
  ...students.flatMap(({ record: { deeds } }) => deeds.map((one) => [verdictKey(one), 'agrees'] as const)),
  ...(first === undefined ? [] : [[verdictKey(first), 'differs'] as const]),
]);

const teacher = (opened: OpenedRecords | null, done = 0, of = 0) => (
  <TeacherView
    opened={opened}
    newest={newestOf(opened?.handedIn ?? [])}
    table={classTable(opened?.handedIn ?? [], verdicts, titles.order)}
    questions={questionTable(opened?.handedIn ?? [], verdicts, titles.order)}
    rechecked={{
      verdicts,
      meanings: new Map(),
      done,
      of,
      isDone: done === of,
      isCancelled: false,
      cancel: nothing,
      again: nothing,
    }}
    titles={titles}
    assigned={[]}
    said=""
    isOver={false}
    onFiles={nothing}
    onForget={nothing}
    onAgain={nothing}
    onTable={nothing}
    onQuestions={nothing}
    onTries={nothing}
  />
);
const faulty = [
  {
    file: 'broken.json',
    path: 'broken.json',
    problems: [{ line: 7, column: 12, message: 'deeds[0].seed: a number is expected, but this is a text' }],
  },
  {
    file: 'holiday.json',
    path: 'holiday.json',
    problems: [{ line: 1, column: 1, message: 'this is not JSON: a value is expected here, but this is “G”' }],
  },
];

const opened = (
  handedIn: readonly HandedIn[],
  faulty: OpenedRecords['faulty'],
  others: readonly string[] = [],
): OpenedRecords => ({
  own: new Map(),
  handedIn,
  faulty,
  isLost: false,
  sizes: new Map(),
  last: { records: handedIn.length, exercises: 0, faulty: faulty.length, others, again: 0, before: 0 },
});

export const recordStates: readonly GalleryState[] = [
  { id: 'record-empty', shows: 'Nothing kept yet: where to begin', element: () => record([], '') },
  {
    id: 'record',
    shows: 'A record, its code, and what that proves',
    element: () => record(own, 'Student 1'),
  },
  { id: 'teacher-empty', shows: 'Before files are opened', element: () => teacher(null) },
  {
    id: 'teacher-class',
    shows: 'A class: a changed file, a copy, an answer that the engine judges otherwise',
    element: () => teacher(opened([...students, copied], [])),
  },
  {
    id: 'teacher-checking',
    shows: 'Files with faults beside one that is read, while the engine judges',
    element: () => teacher(opened(students.slice(0, 1), faulty, ['photo.jpg']), 3, 12),
  },
];
