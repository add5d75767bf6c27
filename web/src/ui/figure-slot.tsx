/**
 * A live figure by its address, for pages that put other pages' figures among their own text. Only the app knows which
 * page an address names, so it provides the component that draws the figure.
 */
import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { FigureSteps } from './page.ts';

export interface FigureSlotProps {
  /** An address of Xipscope, as *Copy link* gives it. If it changes, the figure goes there. */
  readonly at: string;
  /** Parts of that page; if empty, the page chooses. */
  readonly show: readonly string[];
  /** Marks that must be visible if there is no room for all. */
  readonly decisive?: readonly string[];
  readonly stage: boolean;
  /** The figure's name for screen readers. */
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
