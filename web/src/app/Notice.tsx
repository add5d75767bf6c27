/** A page that says what went wrong, and offers a way forward. */
import type { ReactNode } from 'react';
import styles from './app.module.css';

interface NoticeProps {
  readonly title: string;
  readonly text: string;
  /** For a bug report: shown in small type, unchanged. */
  readonly detail?: string;
  readonly children?: ReactNode;
}

export function Notice({ title, text, detail, children }: NoticeProps) {
  return (
    <div className={styles.notice}>
      <h1>{title}</h1>
      <p>{text}</p>
      {detail !== undefined && <pre>{detail}</pre>}
      {children !== undefined && <p className={styles.ways}>{children}</p>}
    </div>
  );
}
