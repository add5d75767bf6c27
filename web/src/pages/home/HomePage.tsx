/** Home with the real engine. */
import { startLab } from '../../engine/lab-client.ts';
import { observeSnapshot } from '../../engine/observe.ts';
import type { HomeAddress } from '../../model/addresses.ts';
import type { PageProps } from '../../ui/page.ts';
import { Home } from './Home.tsx';

const engine = { startLab, observe: observeSnapshot };

export default function HomePage(props: PageProps<HomeAddress>) {
  return <Home {...props} engine={engine} />;
}
