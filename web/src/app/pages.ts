/** The pages. */
import { type Fetched, fetched } from '../ui/fetched.tsx';
import type { PageProps } from '../ui/page.ts';
import type { AddressOf, PageName } from './address/address.ts';

/** Each page is fetched when somebody goes there. */
export const PAGES: { readonly [P in PageName]: Fetched<PageProps<AddressOf<P>>> } = {
  home: fetched(() => import('../pages/home/HomePage.tsx').then((own) => own.default)),
  play: fetched(() => import('../pages/playground/PlayPage.tsx').then((own) => own.default)),
  server: fetched(() => import('../pages/server/ServerPage.tsx').then((own) => own.default)),
  standby: fetched(() => import('../pages/standby/StandbyPage.tsx').then((own) => own.default)),
  lessons: fetched(() => import('../pages/lessons/LessonsPage.tsx').then((own) => own.default)),
  exercises: fetched(() => import('../pages/exercises/ExercisesPage.tsx').then((own) => own.default)),
  record: fetched(() => import('../pages/record/RecordPage.tsx').then((own) => own.default)),
  teacher: fetched(() => import('../pages/teacher/TeacherPage.tsx').then((own) => own.default)),
  lab: fetched(() => import('../pages/lab/LabPage.tsx').then((own) => own.default)),
  lines: fetched(() => import('../pages/lab/lines/LinesPage.tsx').then((own) => own.default)),
  model: fetched(() => import('../pages/lab/model/ModelPage.tsx').then((own) => own.default)),
  ladder: fetched(() => import('../pages/lab/ladder/LadderPage.tsx').then((own) => own.default)),
  cliff: fetched(() => import('../pages/lab/cliff/CliffPage.tsx').then((own) => own.default)),
  calculator: fetched(() => import('../pages/calculator/CalculatorPage.tsx').then((own) => own.default)),
};
