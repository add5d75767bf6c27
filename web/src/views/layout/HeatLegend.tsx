/** What the marks of a line's strip mean. */
import '../../base/messages/en/layout.ts';
import { useMessages } from '../../ui/messages.tsx';
import styles from './heat.module.css';

export function HeatLegend() {
  const { t } = useMessages();
  const marks = [
    { is: { 'data-written': '' }, about: t('layout.heat.mark.written') },
    { is: {}, about: t('layout.heat.mark.read') },
    { is: { 'data-written': '', 'data-pale': '' }, about: t('layout.heat.mark.pale') },
    { is: { 'data-selected': '' }, about: t('layout.heat.mark.selected') },
  ];
  return (
    <ul className={styles.legend} aria-label={t('layout.heat.legend')}>
      {marks.map(({ is, about }) => (
        <li key={about}>
          <span className={styles.strip} aria-hidden="true">
            <span {...is} />
          </span>
          {about}
        </li>
      ))}
    </ul>
  );
}
