/** A route's page: the component that draws it, and its props. */
import type { FigureUse } from '../ui/page.tsx';
import { type PageName, type RouteOf, routeTo } from './address/address.ts';

interface RoutePageProps<P extends PageName> {
  readonly route: RouteOf<P>;
  readonly stage: boolean;
  readonly onRoute: (next: RouteOf<P>, how?: 'replace' | 'push') => void;
  readonly onStage: (stage: boolean) => void;
  /** The page is in a box. */
  readonly figure?: FigureUse;
}

export function Page<P extends PageName>({ route, stage, onRoute, onStage, figure }: RoutePageProps<P>) {
  const { page: Chosen } = routeTo(route.page);
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
