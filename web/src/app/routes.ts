/** All pages but those of `first-routes.ts`: a page is its folder, its entry here, and its name (`shell.page` in `messages`). */
import '../base/messages/en/shell-later.ts';
import '../base/messages/en/shell.ts';
import type { AddressCodec, NoAddress } from '../ui/page.tsx';
import { route, SECTIONS } from './first-routes.ts';

const NO_PARAMETERS: AddressCodec<NoAddress> = { parse: () => ({ ok: true, value: {} }), format: () => ({}) };

/** In the order in which the Lab lists its pages. */
export const ROUTES = {
  exercises: route(
    {
      name: 'shell.nav.exercises',
      path: SECTIONS.exercises,
      below: 'id',
      section: 'exercises',
      titleIn: ['stage', 'box'],
    },
    () => import('../pages/exercises/address.ts').then((own) => own.address),
    () => import('../pages/exercises/ExercisesPage.tsx').then((own) => own.default),
  ),
  record: route(
    { name: 'shell.page.record', path: '/record', section: 'exercises', titleIn: ['stage', 'box'] },
    NO_PARAMETERS,
    () => import('../pages/record/RecordPage.tsx').then((own) => own.default),
  ),
  teacher: route(
    { name: 'shell.page.teacher', path: '/teacher', section: 'exercises', titleIn: ['stage', 'box'] },
    () => import('../pages/shared/class/class-address.ts').then((own) => own.address),
    () => import('../pages/teacher/TeacherPage.tsx').then((own) => own.default),
  ),
  plan: route(
    { name: 'shell.page.plan', path: '/teacher/plan', section: 'exercises', titleIn: ['stage', 'box'] },
    NO_PARAMETERS,
    () => import('../pages/plan/PlanPage.tsx').then((own) => own.default),
  ),
  class: route(
    { name: 'shell.page.class', path: '/class', section: 'exercises', titleIn: ['stage', 'box'] },
    () => import('../pages/shared/class/class-address.ts').then((own) => own.address),
    () => import('../pages/class/ClassPage.tsx').then((own) => own.default),
  ),
  lab: route(
    { name: 'shell.nav.lab', path: SECTIONS.lab, section: 'lab', titleIn: ['stage', 'box'] },
    NO_PARAMETERS,
    () => import('../pages/lab/LabPage.tsx').then((own) => own.default),
  ),
  measure: route(
    { name: 'shell.page.measure', path: '/lab/measure', section: 'lab', titleIn: [] },
    () => import('../pages/lab/address.ts').then((own) => own.address),
    () => import('../pages/lab/MeasurePage.tsx').then((own) => own.default),
  ),
  lines: route(
    { name: 'shell.page.lines', path: '/lab/lines', section: 'lab', titleIn: ['stage'] },
    () => import('../pages/lab/lines/address.ts').then((own) => own.address),
    () => import('../pages/lab/lines/LinesPage.tsx').then((own) => own.default),
  ),
  ladder: route(
    { name: 'shell.page.ladder', path: '/lab/ladder', section: 'lab', titleIn: [] },
    () => import('../pages/lab/ladder/address.ts').then((own) => own.address),
    () => import('../pages/lab/ladder/LadderPage.tsx').then((own) => own.default),
  ),
  model: route(
    { name: 'shell.page.model', path: '/lab/model', section: 'lab', titleIn: [] },
    () => import('../pages/lab/model/address.ts').then((own) => own.address),
    () => import('../pages/lab/model/ModelPage.tsx').then((own) => own.default),
  ),
  cliff: route(
    { name: 'shell.page.cliff', path: '/lab/cliff', section: 'lab', titleIn: [] },
    () => import('../pages/lab/cliff/address.ts').then((own) => own.address),
    () => import('../pages/lab/cliff/CliffPage.tsx').then((own) => own.default),
  ),
  server: route(
    { name: 'shell.page.server', path: '/play/server', section: 'lab', titleIn: ['box'] },
    () => import('../pages/server/address.ts').then((own) => own.address),
    () => import('../pages/server/ServerPage.tsx').then((own) => own.default),
  ),
  standby: route(
    { name: 'shell.page.standby', path: '/play/standby', section: 'lab', titleIn: ['stage'] },
    () => import('../pages/standby/address.ts').then((own) => own.address),
    () => import('../pages/standby/StandbyPage.tsx').then((own) => own.default),
  ),
  calculator: route(
    { name: 'shell.page.calculator', path: '/calculator', section: 'lab', titleIn: [] },
    () => import('../pages/calculator/address.ts').then((own) => own.address),
    () => import('../pages/calculator/CalculatorPage.tsx').then((own) => own.default),
  ),
  layout: route(
    { name: 'shell.page.layout', path: '/lab/layout', section: 'lab', titleIn: [] },
    () => import('../pages/lab/layout/address.ts').then((own) => own.address),
    () => import('../pages/lab/layout/LayoutPage.tsx').then((own) => own.default),
  ),
  litmus: route(
    { name: 'shell.page.litmus', path: '/lab/litmus', section: 'lab', titleIn: [] },
    () => import('../pages/lab/litmus/address.ts').then((own) => own.address),
    () => import('../pages/lab/litmus/LitmusPage.tsx').then((own) => own.default),
  ),
  simplified: route(
    { name: 'shell.page.simplified', path: '/simplified', section: 'lab', titleIn: ['stage', 'box'] },
    () => import('../pages/simplified/address.ts').then((own) => own.address),
    () => import('../pages/simplified/SimplifiedPage.tsx').then((own) => own.default),
  ),
  glossary: route(
    { name: 'shell.page.glossary', path: '/glossary', section: null, titleIn: ['stage', 'box'] },
    NO_PARAMETERS,
    () => import('../pages/glossary/GlossaryPage.tsx').then((own) => own.default),
  ),
};
