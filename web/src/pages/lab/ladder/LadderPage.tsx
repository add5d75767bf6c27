/** The ladder's page with the real engine, the real model and the real lab. */
import { startLab } from '../../../engine/lab/lab-client.ts';
import { startModel } from '../../../engine/simulation/model-client.ts';
import type { PageProps } from '../../../ui/page.ts';
import type { LadderAddress } from '../../../viewmodel/addresses.ts';
import { startLadderCounter } from '../../shared/observe/observe-client.ts';
import { LadderLab } from './LadderLab.tsx';

export default function LadderPage(props: PageProps<LadderAddress>) {
  return <LadderLab {...props} startLab={startLab} startModel={startModel} startCounter={startLadderCounter} />;
}
