/** Between the shell and a page: what each gives the other. */
import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { Lang, Messages } from '../base/messages/index.ts';
import type { Result } from '../base/result.ts';

/** An address's parameters: the first value of each name. */
export type Params = Readonly<Record<string, string>>;

/**
 * How a page's part of an address is read from its parameters, and written. The law: what is written is read back equal. A fault is a
 * sentence for people: what is wrong, where, what to do.
 */
export interface AddressCodec<Address> {
  readonly parse: (params: Params, messages: Messages) => Result<Address, string>;
  readonly format: (address: Address) => Record<string, string>;
}

/** Of a page whose addresses have no parameters. */
export type NoAddress = Readonly<Record<string, never>>;

/** How a page is first shown. Its parts are fetched before it is drawn. */
export interface Ahead {
  readonly lang: Lang;
  /** The parts of a figure; undefined: the page is shown by itself. */
  readonly show: readonly string[] | undefined;
  /** Fetches a figure of another page that is shown in this one. */
  readonly fetchPage: (at: string, show: readonly string[]) => Promise<void>;
}

/**
 * The props that the app gives to a page. A page does not know how its address is written: it gets its part of the
 * address as a value and hands back the next one.
 */
export interface PageProps<Address> {
  readonly address: Address;
  /** Writes the page's state into the address. `replace` (the default) adds no step for the Back button. */
  readonly onAddress: (next: Address, how?: 'replace' | 'push') => void;
  /** Stage mode: no header, type scaled to the window, a presenter's remote at hand. */
  readonly stage: boolean;
  readonly onStage: (stage: boolean) => void;
  /**
   * Set when the page is one figure in something else: a lesson, an exercise, an article on another site. It fills its
   * box.
   */
  readonly figure?: FigureUse;
}

/** How a page is shown in a box. It shows no title and no panels; its keys work while the focus is in it. */
export interface FigureUse {
  /** Parts of the page by name, in this order; if none is named or known, the page chooses. */
  readonly show: readonly string[];
  /** Marks that must be visible together if there is no room for all; if empty, the page chooses. */
  readonly decisive: readonly string[];
  /** SQL can be typed under what has prompts. Left out: it can. */
  readonly typing?: boolean;
  /** Called with the figure's steps once it can be stepped, after each change, and with null when it is removed. */
  readonly onSteps?: (steps: FigureSteps | null) => void;
}

/** A figure's steps, for code that drives it from outside. */
export interface FigureSteps {
  /** Steps done. */
  readonly at: number;
  /** Planned steps; null: there is no plan. */
  readonly of: number | null;
  /** The engine has not answered yet. */
  readonly isBusy: boolean;
  /** Says what the last step did. */
  readonly text: string;
  readonly next: () => void;
  readonly back: () => void;
  readonly seek: (to: number) => void;
  /** Predicts the next step without doing it; null: there is none, or this figure cannot tell. */
  readonly foresee?: () => Promise<Foreseen | null>;
}

/** The engine's prediction for a step that has not been done. */
export interface Foreseen {
  readonly waits: boolean;
  /** The error that PostgreSQL would print; null: none. */
  readonly error: string | null;
  /** The rows of its last result; null: it has no result. */
  readonly rows: readonly (readonly (string | null)[])[] | null;
  /** The session's snapshot after the step, as pg_snapshot prints one; null: it has none. */
  readonly snapshot: string | null;
}

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

/**
 * A live figure by its address, for pages that put other pages' figures among their own text. Only the app knows which
 * page an address names, so it provides the component that draws the figure.
 */
export function FigureSlot(props: FigureSlotProps) {
  const Figure = useContext(Slot);
  return <Figure {...props} />;
}

/**
 * The address of what is shown, as a page of its own: for links that leave a frame. The address line may still have the
 * one before.
 */
const OwnTab = createContext('#/');
export const OwnTabProvider = OwnTab;
export const useOwnTab = (): string => useContext(OwnTab);
