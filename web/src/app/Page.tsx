/** A route's page: which component draws it, and what it is given. */
import { type ComponentType, lazy } from 'react';
import type { FigureUse, PageProps } from '../ui/page.ts';
import type { AddressOf, PageName, RouteOf } from './address/address.ts';

/** Each page is fetched when somebody goes there. */
const PAGES: { readonly [P in PageName]: ComponentType<PageProps<AddressOf<P>>> } = {
  home: lazy(() => import('../pages/home/HomePage.tsx')),
  play: lazy(() => import('../pages/playground/PlayPage.tsx')),
  server: lazy(() => import('../pages/server/ServerPage.tsx')),
  standby: lazy(() => import('../pages/standby/StandbyPage.tsx')),
  lessons: lazy(() => import('../pages/lessons/LessonsPage.tsx')),
  exercises: lazy(() => import('../pages/exercises/ExercisesPage.tsx')),
  record: lazy(() => import('../pages/record/RecordPage.tsx')),
  teacher: lazy(() => import('../pages/teacher/TeacherPage.tsx')),
  lab: lazy(() => import('../pages/lab/LabPage.tsx')),
  lines: lazy(() => import('../pages/lab/lines/LinesPage.tsx')),
  model: lazy(() => import('../pages/lab/model/ModelPage.tsx')),
  ladder: lazy(() => import('../pages/lab/ladder/LadderPage.tsx')),
  cliff: lazy(() => import('../pages/lab/cliff/CliffPage.tsx')),
  calculator: lazy(() => import('../pages/calculator/CalculatorPage.tsx')),
};

interface RoutePageProps<P extends PageName> {
  readonly route: RouteOf<P>;
  readonly stage: boolean;
  readonly onRoute: (next: RouteOf<P>, how?: 'replace' | 'push') => void;
  readonly onStage: (stage: boolean) => void;
  /** The page stands in a box. */
  readonly figure?: FigureUse;
}

export function Page<P extends PageName>({ route, stage, onRoute, onStage, figure }: RoutePageProps<P>) {
  const Chosen: ComponentType<PageProps<AddressOf<P>>> = PAGES[route.page];
  return (
    <Chosen
      address={route.address}
      onAddress={(address, how) => onRoute({ ...route, address }, how)}
      stage={stage}
      onStage={onStage}
      {...(figure === undefined ? {} : { figure })}
    />
  );
}
