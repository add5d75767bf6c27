/** The Lab page. */
import type { LabAddress } from '../../model/addresses.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { PageProps } from '../../ui/page.ts';

export default function LabPage(_: PageProps<LabAddress>) {
  const { t } = useMessages();
  return <h1>{t('lab.title')}</h1>;
}
