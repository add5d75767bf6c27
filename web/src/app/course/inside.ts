/** In a course's frame the page reports its place, so that the course can tell its LMS. Fetched only there. */

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
