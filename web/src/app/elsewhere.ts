/** Fetches the pages that few visits begin with. In a separate file, because the list of all their modules is long. */
export const ELSEWHERE = {
  server: () => import('../pages/server/ServerPage.tsx').then((own) => own.default),
  standby: () => import('../pages/standby/StandbyPage.tsx').then((own) => own.default),
  exercises: () => import('../pages/exercises/ExercisesPage.tsx').then((own) => own.default),
  record: () => import('../pages/record/RecordPage.tsx').then((own) => own.default),
  teacher: () => import('../pages/teacher/TeacherPage.tsx').then((own) => own.default),
  lab: () => import('../pages/lab/LabPage.tsx').then((own) => own.default),
  lines: () => import('../pages/lab/lines/LinesPage.tsx').then((own) => own.default),
  model: () => import('../pages/lab/model/ModelPage.tsx').then((own) => own.default),
  ladder: () => import('../pages/lab/ladder/LadderPage.tsx').then((own) => own.default),
  cliff: () => import('../pages/lab/cliff/CliffPage.tsx').then((own) => own.default),
  calculator: () => import('../pages/calculator/CalculatorPage.tsx').then((own) => own.default),
};
