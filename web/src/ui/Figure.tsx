/**
 * The frame of every figure: a title that states its finding, the drawing, a caption, the source of the numbers, the
 * same in words and as a table, and buttons that save it as SVG, PNG or CSV.
 */
import '../base/messages/en/ui-figure.ts';
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import type { FigureData } from './export/csv.ts';
import type { Format } from './export/figure-file.ts';
import styles from './figure.module.css';
import { LiveRegion } from './LiveRegion.tsx';
import { useMessages } from './messages.tsx';

interface FigureProps {
  /** States the finding: "13 falls with idle connections, 14 does not". */
  readonly title: ReactNode;
  /** The same as plain text, for file names and screen readers. */
  readonly name: string;
  readonly headingLevel?: 2 | 3;
  readonly subtitle?: ReactNode;
  /** The title gets longer during a run: the subtitle is on its own line below, so that it does not move. */
  readonly growingTitle?: boolean;
  readonly caption?: ReactNode;
  readonly provenance?: ReactNode;
  /** The current state in words, for a reader who cannot see the drawing. Also announced, politely, when it changes. */
  readonly description: string;
  readonly announce?: boolean;
  /** A <DataTable> with the drawing's numbers. */
  readonly table?: ReactNode;
  /** The numbers for CSV, computed on demand; null: not yet. The file has the source of each by itself (`export/csv.ts`). */
  readonly data?: (() => FigureData) | null | undefined;
  /** What the numbers are of, for the CSV; the subtitle if left out. */
  readonly settings?: string | undefined;
  /** Which <svg> to save; the first one inside the drawing if left out. `false`: nothing to save as a picture; null: not yet. */
  readonly picture?: (() => SVGSVGElement | null) | false | null | undefined;
  /** More buttons, left of the export. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

type SaveProps = Pick<FigureProps, 'name' | 'data' | 'settings' | 'picture'>;

const firstSvg = (drawing: HTMLElement | null): SVGSVGElement | null =>
  drawing?.querySelector<SVGSVGElement>('svg:not([aria-hidden="true"])') ?? drawing?.querySelector('svg') ?? null;

interface ExportProps extends SaveProps {
  readonly drawing: RefObject<HTMLElement | null>;
  readonly onSaid: (note: string) => void;
}

function Export({ drawing, onSaid, ...props }: ExportProps) {
  const { data, picture } = props;
  const { t } = useMessages();
  const [isLight, setLight] = useState(false);
  const save = async (format: Format) => {
    try {
      // Most readers save nothing. The picture is taken after this: it is valid only until its caller's turn ends.
      const { saveFigure } = await import('./export/figure-file.ts');
      const svg = typeof picture === 'function' ? picture() : firstSvg(drawing.current);
      onSaid(t('ui.file.saved', { file: await saveFigure(format, { ...props, isLight }, drawing.current, svg) }));
    } catch {
      onSaid(t('ui.file.failed', { format }));
    }
  };
  const formats: readonly Format[] = [
    ...(picture === false ? [] : (['SVG', 'PNG'] as const)),
    ...(data === undefined ? [] : (['CSV'] as const)),
  ];
  if (formats.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label={t('ui.figure.tools')} className={styles.exports}>
      {picture !== false && (
        <span className={styles.onlyDark}>
          <Button
            look="quiet"
            aria-pressed={isLight}
            title={t('ui.file.light.hint')}
            onClick={() => setLight(!isLight)}
          >
            {t('ui.file.light')}
          </Button>
        </span>
      )}
      {formats.map((format) => (
        <Button
          key={format}
          look="quiet"
          aria-label={t('ui.file.saveAs', { format })}
          title={t('ui.file.saveAs', { format })}
          disabled={format === 'CSV' ? data === null : picture === null}
          onClick={() => void save(format)}
        >
          {format}
        </Button>
      ))}
    </div>
  );
}

export function Figure(props: FigureProps) {
  const { title, name, headingLevel = 2, subtitle, growingTitle = false, caption, provenance, description } = props;
  const { announce = false, table, data, settings, picture, tools, children } = props;
  const { t } = useMessages();
  const id = useId();
  const drawing = useRef<HTMLDivElement>(null);
  const [note, setNote] = useState('');
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <figure className={styles.figure} aria-labelledby={`${id}-title`} aria-describedby={`${id}-words`}>
      <div className={styles.head}>
        <div className={styles.titles} data-grows={growingTitle || undefined}>
          <Heading id={`${id}-title`} className={styles.title} data-figure-words="">
            {title}
          </Heading>
          {subtitle !== undefined && (
            <p className={styles.subtitle} data-figure-words="">
              {subtitle}
            </p>
          )}
        </div>
        <div className={styles.tools}>
          {tools}
          <Export {...{ name, data, settings, picture, drawing }} onSaid={setNote} />
        </div>
      </div>
      <div ref={drawing} className={styles.drawing}>
        {children}
      </div>
      {(caption !== undefined || provenance !== undefined) && (
        <figcaption className={styles.caption}>
          {provenance}
          {caption !== undefined && <p>{caption}</p>}
        </figcaption>
      )}
      <p id={`${id}-words`} className="visually-hidden">
        {description}
      </p>
      {announce && <LiveRegion text={description} />}
      {table !== undefined && (
        <details className={styles.details}>
          <summary>{t('ui.figure.table')}</summary>
          {table}
        </details>
      )}
      <p className={styles.note} role="status">
        {note}
      </p>
    </figure>
  );
}
