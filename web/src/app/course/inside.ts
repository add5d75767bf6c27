/** In a course's frame the page says where it is, so that the course can tell its LMS. Fetched there alone. */

import { PLACE_EVENT } from '../../viewmodel/course/frame.ts';
import { formatAddress } from '../address/address.ts';
import type { AddressStore } from '../address/store.ts';

export function tellPlaces(store: AddressStore): void {
  const tell = (): void => {
    const now = store.get();
    if (now.ok) dispatchEvent(new CustomEvent<string>(PLACE_EVENT, { detail: formatAddress(now.value) }));
  };
  store.subscribe(tell);
  tell();
}
