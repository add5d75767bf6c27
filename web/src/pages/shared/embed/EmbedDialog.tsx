/** Shows the lines that put a figure into another page. */

import '../../../base/messages/en/shell-embed.ts';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Segmented } from '../../../ui/choice.tsx';
import controls from '../../../ui/controls.module.css';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import page from '../../../ui/page.module.css';
import styles from './embed-dialog.module.css';
import { type EmbedTheme, themedHash } from './embed-hash.ts';

/** The lines that put a figure into another page. Pure. */

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A window narrower than this is a phone's, px. */
const PHONE = 480;

/** One height on a phone, another in every wider window: a style attribute cannot ask how wide the window is. */
function heightStyle(height: number, phone: number): string {
  if (phone === height) return '';
  const [low, way, high] =
    phone < height ? [phone, `100vw - ${PHONE}px`, height] : [height, `${PHONE}px - 100vw`, phone];
  return `;height:clamp(${low}px,(${way})*999,${high}px)`;
}

/**
 * An iframe as HTML.
 * @param site the site's address, without the hash
 * @param hash the embed's address, from the `#` on
 * @param phone the height in a phone's window; where styles are taken out, the other one holds everywhere
 */
export const iframeSnippet = (site: string, hash: string, title: string, height: number, phone = height): string =>
  `<iframe src="${escapeAttribute(site + hash)}" title="${escapeAttribute(title)}" width="100%" height="${height}" loading="lazy" style="border:0${heightStyle(height, phone)}"></iframe>`;

/**
 * A script and an element, which gives the frame its height. Without scripts the element is a link, which has no slot in
 * it: the caption is for what the author writes.
 * @param height the frame's until the figure is drawn, px; null: not known
 */
export const elementSnippet = (
  site: string,
  hash: string,
  title: string,
  height: number | null,
  theme: EmbedTheme = 'auto',
): string => {
  const [src, script, name] = [site + hash, new URL('embed.js', site).href, title].map(escapeAttribute);
  const more = [
    ...(height === null ? [] : [` height="${height}"`]),
    ...(theme === 'auto' ? [] : [` theme="${theme}"`]),
  ];
  return `<script src="${script}" async></script>\n<xip-figure src="${src}" title="${name}"${more.join('')}><a slot="link" href="${src}">${name}</a></xip-figure>`;
};

/** Something that can be put into a frame. */
export interface Embeddable {
  /** Its address in a frame, from the `#` on. */
  readonly hash: string;
  /** The frame's name, for readers who do not see it. */
  readonly title: string;
}

interface EmbedDialogProps extends Embeddable {
  /** What the figure is a part of, if that can be embedded too. */
  readonly whole?: Embeddable | undefined;
  readonly onClose: () => void;
}

/** Until the figure is drawn, and no lower, px; on a phone a figure may be as low as it is. */
const LEAST_HEIGHT = 520;
const LEAST_ON_PHONE = 200;
/** A higher figure scrolls in its frame, px. */
const MOST_HEIGHT = 1200;
/** Widths of columns of text, px: a figure may need more height in a wider one, where its parts change places. */
const [LEAST_WIDTH, MOST_WIDTH] = [640, 1280];
const WIDTHS = Array.from({ length: 17 }, (_, i) => LEAST_WIDTH + ((MOST_WIDTH - LEAST_WIDTH) / 16) * i);
/** Columns on phones, px. */
const PHONE_WIDTHS: readonly number[] = [320, 360, 400, 440];
const ALL_WIDTHS = [...WIDTHS, ...PHONE_WIDTHS];
/** The width of most columns of text: the frame's height there is reserved while the figure loads. */
const USUAL_WIDTH = 720;
/** Between two of them a figure may be a little higher, px. */
const SPARE = 8;
/** Time for the figure to draw itself at another width. */
const EACH_MS = 120;

/** The figure's last step, as it tells its host: until then it only grows. Null: it has no plan, or has not said. */
function lastStepIn(data: unknown): number | null {
  const said: Readonly<Record<string, unknown>> = typeof data === 'object' && data !== null ? { ...data } : {};
  return said.xipscope === 1 && said.is === 'step' && typeof said.of === 'number' ? said.of : null;
}

/**
 * The height that suffices for the figure in every column of text, px: it is drawn in a frame that nobody sees, at one
 * width after another, as it will be opened and then at its last step; and again for as long as the dialog is open.
 * Until both are known nothing is handed out.
 */
function useWantedHeight() {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(LEAST_HEIGHT);
  const [phone, setPhone] = useState(LEAST_HEIGHT);
  const [usual, setUsual] = useState<number | null>(null);
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    const [opened, ended] = [ALL_WIDTHS.map(() => 0), ALL_WIDTHS.map(() => 0)];
    let at = 0;
    let isAtEnd = false;
    let last: number | null = null;
    const onMessage = ({ source, data }: MessageEvent<unknown>): void => {
      if (source === frame.current?.contentWindow) last = lastStepIn(data) ?? last;
    };
    const goOn = (box: HTMLIFrameElement): void => {
      at = (at + 1) % ALL_WIDTHS.length;
      box.style.width = `${ALL_WIDTHS[at]}px`;
      if (at > 0) return;
      if (isAtEnd || last === null) setKnown(true);
      else box.contentWindow?.postMessage({ xipscope: 1, do: 'seek', to: last }, location.origin);
      isAtEnd ||= last !== null;
    };
    const timer = setInterval(() => {
      const box = frame.current;
      const figure = box?.contentDocument?.querySelector('[data-ready]');
      if (box == null || figure == null || figure.querySelector(`.${page.loading}`) !== null) return;
      // As `<xip-figure>` says: what is asked for is the height without any frame's.
      figure.setAttribute('data-fit', '');
      const wanted = Math.ceil(figure.getBoundingClientRect().height);
      (isAtEnd ? ended : opened)[at] = wanted;
      if (!isAtEnd && ALL_WIDTHS[at] === USUAL_WIDTH) setUsual(wanted);
      const highest = (from: number, to: number): number =>
        Math.min(MOST_HEIGHT, Math.max(...opened.slice(from, to), ...ended.slice(from, to)) + SPARE);
      setHeight(Math.max(LEAST_HEIGHT, highest(0, WIDTHS.length)));
      setPhone(Math.max(LEAST_ON_PHONE, highest(WIDTHS.length, ALL_WIDTHS.length)));
      goOn(box);
    }, EACH_MS);
    addEventListener('message', onMessage);
    return () => {
      clearInterval(timer);
      removeEventListener('message', onMessage);
    };
  }, []);
  return { frame, height, phone, usual, isKnown };
}

const THEMES: readonly EmbedTheme[] = ['auto', 'light', 'dark'];

export function EmbedDialog({ hash, title, whole, onClose }: EmbedDialogProps) {
  const { t } = useMessages();
  const [theme, setTheme] = useState<EmbedTheme>('auto');
  const [what, setWhat] = useState<'figure' | 'lesson'>('figure');
  const chosen = what === 'lesson' && whole !== undefined ? whole : { hash, title };
  return (
    <Dialog open title={t('shell.embed.title')} onClose={onClose}>
      <div className={styles.dialog}>
        <p>{t('shell.embed.lead')}</p>
        <div className={page.row}>
          {whole !== undefined && (
            <Segmented
              label={t('shell.embed.what')}
              options={[
                { value: 'figure', label: t('shell.embed.what.figure') },
                { value: 'lesson', label: t('shell.embed.what.lesson') },
              ]}
              value={what}
              onChange={setWhat}
            />
          )}
          <Segmented
            label={t('shell.embed.theme')}
            options={THEMES.map((value) => ({ value, label: t(`shell.embed.theme.${value}`) }))}
            value={theme}
            onChange={setTheme}
          />
        </div>
        {/* The author's own theme, if the page's address names it, is not the reader's. */}
        <Handed key={chosen.hash} hash={themedHash(chosen.hash, 'auto')} title={chosen.title} theme={theme} />
        <p className={page.quiet}>{t('shell.embed.isolation')}</p>
      </div>
    </Dialog>
  );
}

/** The lines for one figure or lesson, with the heights that it needs. */
function Handed({ hash, title, theme }: Embeddable & { readonly theme: EmbedTheme }) {
  const { t } = useMessages();
  const { frame, height, phone, usual, isKnown } = useWantedHeight();
  const site = location.href.split('#')[0] ?? '';
  return (
    <>
      {/* Its height is where its frame begins: one width is enough, and it is measured first. */}
      <Lines
        label={t('shell.embed.element')}
        lines={elementSnippet(site, hash, title, usual, theme)}
        isKnown={usual !== null}
        isFirst
      />
      <Lines
        label={t('shell.embed.snippet', { from: LEAST_WIDTH, to: MOST_WIDTH })}
        lines={iframeSnippet(site, themedHash(hash, theme), title, height, phone)}
        isKnown={isKnown}
      />
      <div className={styles.measured} aria-hidden="true" inert>
        {/* With a query: browsers do not load a page into itself. */}
        <iframe ref={frame} src={`?figure${hash}`} title={title} tabIndex={-1} style={{ width: WIDTHS[0] }} />
      </div>
    </>
  );
}

interface LinesProps {
  readonly label: string;
  readonly lines: string;
  /** The height in them is measured. */
  readonly isKnown: boolean;
  readonly isFirst?: boolean;
}

function Lines({ label, lines, isKnown, isFirst = false }: LinesProps) {
  const { t } = useMessages();
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(lines);
      setSaid(t('shell.embed.copied'));
    } catch {
      setSaid(t('shell.embed.notCopied'));
    }
  };
  return (
    <>
      <p>{label}</p>
      <textarea
        className={`${controls.area} ${styles.lines}`}
        readOnly
        rows={4}
        value={lines}
        aria-label={label}
        aria-busy={!isKnown}
        spellCheck={false}
      />
      <div className={page.row}>
        <Button {...(isFirst ? { look: 'primary' } : {})} disabled={!isKnown} onClick={() => void copy()}>
          {t('shell.embed.copy')}
        </Button>
        <span role="status">{isKnown ? said : t('shell.embed.measuring')}</span>
      </div>
    </>
  );
}
