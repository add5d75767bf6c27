/** A route's page: the component that draws it, and its props. */
import { type Fetched, fetched } from '../ui/fetched.tsx';
import type { FigureUse, PageProps } from '../ui/page.tsx';
import type { AddressOf, PageName, RouteOf } from './address/address.ts';

/** Which pages are the Lab's. */
export const LAB_PAGES = [
  'lab',
  'cliff',
  'model',
  'ladder',
  'lines',
  'calculator',
] as const satisfies readonly PageName[];
export type LabPageName = (typeof LAB_PAGES)[number];
export const isOfLab = (page: PageName): page is LabPageName => LAB_PAGES.some((each) => each === page);

const elsewhere = () => import('./elsewhere.ts').then((own) => own.ELSEWHERE);

/** Each page is fetched when the reader goes there. */
export const PAGES: { readonly [P in PageName]: Fetched<PageProps<AddressOf<P>>> } = {
  home: fetched(() => import('../pages/home/HomePage.tsx').then((own) => own.default)),
  play: fetched(() => import('../pages/playground/PlayPage.tsx').then((own) => own.default)),
  lessons: fetched(() => import('../pages/lessons/LessonsPage.tsx').then((own) => own.default)),
  server: fetched(() => elsewhere().then((own) => own.server())),
  standby: fetched(() => elsewhere().then((own) => own.standby())),
  exercises: fetched(() => elsewhere().then((own) => own.exercises())),
  record: fetched(() => elsewhere().then((own) => own.record())),
  teacher: fetched(() => elsewhere().then((own) => own.teacher())),
  lab: fetched(() => elsewhere().then((own) => own.lab())),
  lines: fetched(() => elsewhere().then((own) => own.lines())),
  model: fetched(() => elsewhere().then((own) => own.model())),
  ladder: fetched(() => elsewhere().then((own) => own.ladder())),
  cliff: fetched(() => elsewhere().then((own) => own.cliff())),
  calculator: fetched(() => elsewhere().then((own) => own.calculator())),
};

interface RoutePageProps<P extends PageName> {
  readonly route: RouteOf<P>;
  readonly stage: boolean;
  readonly onRoute: (next: RouteOf<P>, how?: 'replace' | 'push') => void;
  readonly onStage: (stage: boolean) => void;
  /** The page is in a box. */
  readonly figure?: FigureUse;
}

export function Page<P extends PageName>({ route, stage, onRoute, onStage, figure }: RoutePageProps<P>) {
  const Chosen: Fetched<PageProps<AddressOf<P>>> = PAGES[route.page];
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
