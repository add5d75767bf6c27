/** The cliff's page with the real lab. */
import { startLab } from '../../../engine/lab/lab-client.ts';
import { startModel } from '../../../engine/simulation/model-client.ts';
import type { PageProps } from '../../../ui/page.ts';
import type { CliffAddress } from '../../../viewmodel/addresses.ts';
import { CliffLab } from './CliffLab.tsx';

export default function CliffPage(props: PageProps<CliffAddress>) {
  return <CliffLab {...props} startLab={startLab} startModel={startModel} />;
}
