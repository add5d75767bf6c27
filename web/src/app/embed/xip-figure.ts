/**
 * `<xip-figure src="#/play?…" title="…" height="600">caption</xip-figure>`: a figure in another site's page, as high as it
 * wants to be (until it is drawn, `height` px), with a caption, a credit and, with `steps`, a line that says what a step
 * did: the buttons are the figure's own. The build makes `embed.js` of this file and of `messages.ts`; it has no
 * dependency, and runs in pages that have a Content-Security-Policy of their own.
 */
import { type FromHost, hostMessage, isFromFigure, readFigureMessage } from './messages.ts';

/** What the page around a figure needs to know of it. */
interface Place {
  /** The frame's address. */
  readonly frame: string;
  /** The whole page's. */
  readonly whole: string;
  /** The one origin whose messages count. */
  readonly origin: string;
}

/**
 * Where a figure lives. Null: `src` names none.
 * @param src an address of Xipscope, or only what is in it from the `#` on
 * @param site the folder that `embed.js` is in
 * @param host the origin of the page around it, which alone may drive the figure; `null` for a file
 * @param theme what the frame's address then says in place of its own; the whole page is not concerned
 */
export function placeOf(src: string, site: string, host: string, theme = ''): Place | null {
  if (!URL.canParse(src, site)) return null;
  const url = new URL(src, site);
  const [path = '', query = ''] = url.hash.split(/[?](.*)/s);
  if (!/^https?:$/.test(url.protocol) || !path.startsWith('#/')) return null;
  const at = url.href.slice(0, url.href.length - url.hash.length);
  const figure = path.replace(/^#\/embed(?=\/|$)/, '#') || '#/';
  const own = query.split('&').filter((one) => one !== '' && !one.startsWith('host='));
  const to = (hash: string, params: readonly string[]): string =>
    at + hash + (params.length === 0 ? '' : `?${params.join('&')}`);
  const themed = theme === '' ? own : [...own.filter((one) => !one.startsWith('theme=')), `theme=${theme}`];
  return {
    frame: to(`#/embed${figure.slice(1)}`, host === 'null' ? themed : [...themed, `host=${host}`]),
    whole: to(
      figure === '#' ? '#/' : figure,
      own.filter((one) => !one.startsWith('show=')),
    ),
    origin: url.origin,
  };
}

/**
 * Whether a computed colour is nearer to white: light letters are written on something dark. The letters tell more than
 * the backgrounds behind them, which may be pictures.
 */
export function isLight(color: string): boolean {
  const [first = 0, second = 0, third = 0] = (color.match(/(?<=[ (,])[\d.]+/g) ?? []).map(Number);
  const hasLight = !/^(rgb|color)/.test(color);
  const most = color.startsWith('rgb') ? 255 : /^(ok|color)/.test(color) ? 1 : 100;
  return (hasLight ? first : 0.3 * first + 0.6 * second + 0.1 * third) > most / 2;
}

const themeAround = (element: Element): 'light' | 'dark' =>
  isLight(getComputedStyle(element).color) ? 'dark' : 'light';

/* A page that changes its colours starts a transition of the letters' colour, whose end is an event. */
const STYLE = `:host{display:block}
figure{margin:0;transition:color 1ms}
iframe{display:block;width:100%;height:32.5rem;border:0}
p{margin:.5em 0 0}
figcaption{margin-top:.5em}
a{color:inherit}`;

const WORDS = { en: ['Figure', 'Lesson'], zh: ['图', '课'] } as const;

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  own: Partial<HTMLElementTagNameMap[Name]>,
  ...children: readonly Node[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), own);
  element.append(...children);
  return element;
}

const creditOf = ({ whole }: Place, title: string): HTMLAnchorElement =>
  make('a', {
    href: whole,
    target: '_blank',
    rel: 'noopener',
    textContent: title === '' ? 'Xipscope' : `${title.replace(/^(Figure: |图：)/, '')} (Xipscope)`,
  });

const nameOf = (element: Element, isLesson: boolean): string =>
  WORDS[element.closest('[lang]')?.getAttribute('lang')?.startsWith('zh') ? 'zh' : 'en'][isLesson ? 1 : 0];

/** A lesson's next step begins at its top, which may be far above the window. */
function show(frame: Element): void {
  if (frame.getBoundingClientRect().top < 0) frame.scrollIntoView();
}

/** Defines the element. */
export function define(site: string): void {
  class XipFigure extends HTMLElement {
    static readonly observedAttributes = ['src', 'title', 'steps', 'theme'];
    #leave: () => void = () => undefined;

    connectedCallback(): void {
      this.#leave();
      const src = this.getAttribute('src') ?? '';
      const isOpen = !this.getAttribute('theme') && !/[?&]theme=/.test(src);
      const place = placeOf(
        src,
        site,
        location.origin,
        isOpen ? themeAround(this) : (this.getAttribute('theme') ?? ''),
      );
      if (place === null) return;
      const isLesson = place.frame.includes('#/embed/lessons/');
      const frame = make('iframe', { src: place.frame, title: this.title || 'Xipscope', loading: 'lazy' });
      const height = Number(this.getAttribute('height'));
      if (height > 0) frame.style.height = `${height}px`;
      const say = (message: FromHost): void => frame.contentWindow?.postMessage(hostMessage(message), place.origin);
      const follow = (): void => {
        if (isOpen) say({ do: 'theme', theme: themeAround(this) });
      };
      const said = make('p', { hidden: true });
      said.setAttribute('role', 'status');
      const credit = creditOf(place, this.title);
      const onMessage = (event: MessageEvent<unknown>): void => {
        if (!isFromFigure(event, frame.contentWindow, place.origin)) return;
        const message = readFigureMessage(event.data);
        if (message?.is === 'ready') {
          say({ do: 'fit' });
          follow();
        } else if (message?.is === 'size') frame.style.height = `${message.height}px`;
        else if (message?.is === 'step') {
          if (isLesson) show(frame);
          said.hidden = !this.hasAttribute('steps');
          said.textContent = `${message.at}${message.of === null ? '' : ` / ${message.of}`} ${message.text}`;
        }
      };
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(STYLE);
      root.adoptedStyleSheets = [sheet];
      const caption = make('figcaption', {}, make('slot', {}), new Text(` ${nameOf(this, isLesson)}: `), credit);
      root.replaceChildren(make('figure', { ontransitionend: follow }, frame, said, caption));
      addEventListener('message', onMessage);
      this.#leave = () => removeEventListener('message', onMessage);
    }

    disconnectedCallback(): void {
      this.#leave();
    }

    attributeChangedCallback(_: string, before: string | null): void {
      if (before !== null && this.isConnected) this.connectedCallback();
    }
  }
  if (customElements.get('xip-figure') === undefined) customElements.define('xip-figure', XipFigure);
}
