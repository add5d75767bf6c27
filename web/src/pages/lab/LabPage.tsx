/** The Lab with the real engine. */
import { startLab } from '../../engine/lab-client.ts';
import { startModel } from '../../engine/model-client.ts';
import type { LabAddress } from '../../model/addresses.ts';
import type { PageProps } from '../../ui/page.ts';
import { Lab } from './Lab.tsx';

export default function LabPage(props: PageProps<LabAddress>) {
  return <Lab {...props} startLab={startLab} startModel={startModel} />;
}
