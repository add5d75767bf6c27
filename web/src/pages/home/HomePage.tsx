/** The Home page. */
import type { HomeAddress } from '../../model/addresses.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { PageProps } from '../../ui/page.ts';

export default function HomePage(_: PageProps<HomeAddress>) {
  const { t } = useMessages();
  return <h1>{t('home.title')}</h1>;
}
