/**
 * A live figure by its address, for pages that put other pages' figures among their own text. The app alone knows which
 * page an address names; so it gives the component that draws one.
 */
import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { FigureSteps } from './page.ts';

export interface FigureSlotProps {
  /** An address of Xipscope, as *Copy link* gives it. Another one later: the figure goes there. */
  readonly at: string;
  /** Parts of that page; none named: the page chooses. */
  readonly show: readonly string[];
  /** Marks that must be seen, where not all can be. */
  readonly decisive?: readonly string[];
  readonly stage: boolean;
  /** What a screen reader calls it. */
  readonly label: string;
  readonly onSteps?: (steps: FigureSteps | null) => void;
}

const Slot = createContext<ComponentType<FigureSlotProps>>(() => null);

export function FigureProvider({
  figure,
  children,
}: {
  readonly figure: ComponentType<FigureSlotProps>;
  readonly children: ReactNode;
}) {
  return <Slot value={figure}>{children}</Slot>;
}

export function FigureSlot(props: FigureSlotProps) {
  const Figure = useContext(Slot);
  return <Figure {...props} />;
}
