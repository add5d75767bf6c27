/**
 * What the app gives to a page. A page does not know how its address is written: it gets its part of it as a value and
 * hands back the next one.
 */
export interface PageProps<Address> {
  readonly address: Address;
  /** Writes the page's state into the address. `replace` (the usual) leaves no step for the Back button. */
  readonly onAddress: (next: Address, how?: 'replace' | 'push') => void;
  /** Stage mode: no header, type scaled to the window, a presenter's remote at hand. */
  readonly stage: boolean;
  readonly onStage: (stage: boolean) => void;
}
