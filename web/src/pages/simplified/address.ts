/** The part of an address that says which simplifications are asked for. */
import { listOf, oneOf, parameters } from '../../base/fields.ts';
import type { AddressCodec } from '../../ui/page.tsx';
import { NOTE_GROUPS, type NoteGroup } from '../../viewmodel/lab/simplified.ts';

export interface SimplifiedAddress {
  /** Missing: all subjects. */
  readonly of?: readonly NoteGroup[];
}

export const address: AddressCodec<SimplifiedAddress> = parameters<Required<SimplifiedAddress>>({
  of: listOf(oneOf(NOTE_GROUPS)),
});
