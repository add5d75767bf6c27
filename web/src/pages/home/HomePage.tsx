/** Home with the real engine. */
import { startLab } from '../../engine/lab/lab-client.ts';
import type { PageProps } from '../../ui/page.ts';
import type { HomeAddress } from '../../viewmodel/addresses.ts';
import { countReadsInWorker } from '../shared/observe/observe-client.ts';
import { Home } from './Home.tsx';

const engine = { startLab, countReads: countReadsInWorker };

export default function HomePage(props: PageProps<HomeAddress>) {
  return <Home {...props} engine={engine} />;
}
