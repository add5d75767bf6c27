/** All pages but those of `first-routes.ts`: a page is its folder, its entry here, and its name (`shell.nav` in `messages`). */
import { NO_PARAMETERS } from '../ui/page.tsx';
import { type Named, route, SECTIONS } from './first-routes.ts';

/** In the order in which the Lab lists its pages. */
export const ROUTES = {
  server: route(
    { path: '/play/server', section: 'play', titleIn: ['box'] },
    () => import('../pages/server/address.ts'),
    () => import('../pages/server/ServerPage.tsx'),
  ),
  standby: route(
    { path: '/play/standby', section: 'play', titleIn: ['stage'] },
    () => import('../pages/standby/address.ts'),
    () => import('../pages/standby/StandbyPage.tsx'),
  ),
  exercises: route(
    { path: SECTIONS.exercises, below: 'id', section: 'exercises', titleIn: ['stage', 'box'] },
    () => import('../pages/exercises/address.ts'),
    () => import('../pages/exercises/ExercisesPage.tsx'),
  ),
  record: route(
    { path: '/record', section: 'exercises', titleIn: ['stage', 'box'] },
    NO_PARAMETERS,
    () => import('../pages/record/RecordPage.tsx'),
  ),
  teacher: route(
    { path: '/teacher', section: 'exercises', titleIn: ['stage', 'box'] },
    NO_PARAMETERS,
    () => import('../pages/teacher/TeacherPage.tsx'),
  ),
  lab: route(
    { path: SECTIONS.lab, section: 'lab', titleIn: [] },
    () => import('../pages/lab/address.ts'),
    () => import('../pages/lab/LabPage.tsx'),
  ),
  cliff: route(
    { path: '/lab/cliff', section: 'lab', titleIn: [] },
    () => import('../pages/lab/cliff/address.ts'),
    () => import('../pages/lab/cliff/CliffPage.tsx'),
  ),
  model: route(
    { path: '/lab/model', section: 'lab', titleIn: [] },
    () => import('../pages/lab/model/address.ts'),
    () => import('../pages/lab/model/ModelPage.tsx'),
  ),
  ladder: route(
    { path: '/lab/ladder', section: 'lab', titleIn: [] },
    () => import('../pages/lab/ladder/address.ts'),
    () => import('../pages/lab/ladder/LadderPage.tsx'),
  ),
  lines: route(
    { path: '/lab/lines', section: 'lab', titleIn: ['stage'] },
    () => import('../pages/lab/lines/address.ts'),
    () => import('../pages/lab/lines/LinesPage.tsx'),
  ),
  calculator: route(
    { path: '/calculator', section: 'lab', titleIn: [] },
    () => import('../pages/calculator/address.ts'),
    () => import('../pages/calculator/CalculatorPage.tsx'),
  ),
} satisfies Named;
