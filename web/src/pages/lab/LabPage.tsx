/** The Lab with the real engine. */
import { startLab } from '../../engine/lab/lab-client.ts';
import { startModel } from '../../engine/simulation/model-client.ts';
import type { PageProps } from '../../ui/page.ts';
import type { LabAddress } from '../../viewmodel/addresses.ts';
import { Lab } from './Lab.tsx';

export default function LabPage(props: PageProps<LabAddress>) {
  return <Lab {...props} startLab={startLab} startModel={startModel} />;
}
