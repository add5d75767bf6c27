/** placeholder */
import type { LadderAddress } from '../../../model/addresses.ts';
import type { PageProps } from '../../../ui/page.ts';
export default function LadderPage(_: PageProps<LadderAddress>) {
  return null;
}
