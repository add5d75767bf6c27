/** The model's page with the real model. */
import { startModel } from '../../../engine/simulation/model-client.ts';
import type { PageProps } from '../../../ui/page.ts';
import type { ModelAddress } from '../../../viewmodel/addresses.ts';
import { ModelLab } from './ModelLab.tsx';

export default function ModelPage(props: PageProps<ModelAddress>) {
  return <ModelLab {...props} startModel={startModel} />;
}
