/**
 * The address of every page: text ↔ value. The law: `parseAddress` reads back exactly the value that `formatAddress`
 * wrote. Unknown parameters are left alone, because a later version may add some without a new number.
 */
import { isLang, type Lang, type Messages } from '../../base/messages/index.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { AddressCodec, Params } from '../../ui/page.tsx';
import { FIRST_ROUTES, type PageRoute, SECTIONS, type Section } from '../first-routes.ts';
import { ADDRESS_VERSION, type RawAddress, readHash, upgrade, type VersionError, writeHash } from './raw.ts';

export type Theme = 'light' | 'dark';

/** The settings that every address may carry. */
export interface Display {
  readonly lang?: Lang;
  readonly theme?: Theme;
  readonly stage: boolean;
  /**
   * Show one figure alone, for another site's page (`#/embed/…`): the parts to show; an empty list lets the page
   * choose.
   */
  readonly embed?: readonly string[];
  /** For an embedded figure: the one origin that may drive it. If left out, any page around it may. */
  readonly host?: string;
}

type Table = typeof FIRST_ROUTES & typeof import('../routes.ts').ROUTES;
export type PageName = keyof Table;
/** A page's part of an address. */
export type AddressOf<P extends PageName> = Table[P] extends PageRoute<infer Address> ? Address : never;

/** A page with its own part of the address. */
export type RouteOf<P extends PageName> = {
  readonly [K in P]: { readonly page: K; readonly address: AddressOf<K> };
}[P];
export type Route = RouteOf<PageName>;

export interface Address {
  readonly route: Route;
  readonly display: Display;
}

export type AddressError =
  | VersionError
  | { readonly kind: 'not-found'; readonly path: string }
  /**
   * An embed's `host` is not a single origin. No figure is drawn, because any page could drive it. `origin` is the
   * origin that was probably meant, or null if it cannot be guessed.
   */
  | { readonly kind: 'bad-host'; readonly text: string; readonly origin: string | null }
  /** The code that reads this page's addresses could not be fetched. */
  | { readonly kind: 'not-fetched' }
  /** `message` is for people: what is wrong, where, what to do. */
  | { readonly kind: 'bad-value'; readonly page: PageName; readonly message: string };

/** Even an unreadable address may say in which language and theme to show the fault. */
export interface AddressFault {
  readonly error: AddressError;
  readonly display: Display;
}

/** The pages whose entries are there: from the start those of most visits, and all once `routes.ts` has been fetched. */
const routes: { -readonly [P in PageName]?: PageRoute<AddressOf<P>> } = { ...FIRST_ROUTES };
let hasAll = false;
async function fetchRoutes(): Promise<void> {
  Object.assign(routes, await import('../routes.ts').then((own) => own.ROUTES));
  hasAll = true;
}
// TypeScript types Object.keys as plain strings.
const pageNames = () => Object.keys(routes) as readonly PageName[];

/** The entry of a page. Callers have waited for `fetchRoute` or `addressNeeds`. */
export function routeTo<P extends PageName>(page: P): PageRoute<AddressOf<P>> {
  const there: PageRoute<AddressOf<P>> | undefined = routes[page];
  if (there === undefined) throw new Error(`the entry of ${page} is used before it is there`);
  return there;
}
/** The pages of a section, in the order of the table. */
export const pagesOf = (section: Section): readonly PageName[] =>
  pageNames().filter((page) => routeTo(page).section === section);

/** The codecs fetched so far. Entries are added and never change. */
const fetched: { -readonly [P in PageName]?: AddressCodec<AddressOf<P>> } = {};
function codecOf<P extends PageName>(page: P): AddressCodec<AddressOf<P>> | undefined {
  const { codec } = routeTo(page);
  return typeof codec === 'function' ? fetched[page] : codec;
}
async function fetchCodec<P extends PageName>(page: P): Promise<void> {
  const { codec } = routeTo(page);
  if (typeof codec === 'function') Object.assign(fetched, { [page]: await codec() });
}
const underWay = new Map<string, Promise<void>>();

/** The page of a path among the entries that are there, and the rest of its path. */
function pageAt(path: string): { readonly page: PageName; readonly below: Params } | undefined {
  const names = pageNames();
  const page = names.find((name) => routeTo(name).path === path);
  if (page !== undefined) return { page, below: {} };
  const cut = path.lastIndexOf('/');
  const above = names.find((name) => routeTo(name).path === path.slice(0, cut));
  const below = above === undefined ? undefined : routeTo(above).below;
  return above === undefined || below === undefined
    ? undefined
    : { page: above, below: { [below]: path.slice(cut + 1) } };
}
const pathOf = (hash: string): string => takeEmbed(readHash(hash)).raw.path;

/** The page that an address leads to; undefined if it leads to none. Needs no codec, but the page's entry. */
export const pageOf = (hash: string): PageName | undefined => pageAt(pathOf(hash))?.page;

/** The page that an address leads to, with its entry fetched. */
export async function fetchRoute(hash: string): Promise<PageName | undefined> {
  if (pageOf(hash) === undefined && !hasAll) await fetchRoutes();
  return pageOf(hash);
}

/**
 * Fetches the code that an address needs before it can be read or written.
 * @returns null if everything is loaded; else a promise, the same one while it is pending. It rejects if the network
 * fails; ask again then.
 */
export function addressNeeds(hash: string): Promise<void> | null {
  const path = pathOf(hash);
  const page = pageOf(hash);
  if (page === undefined ? hasAll : codecOf(page) !== undefined) return null;
  const before = underWay.get(path);
  if (before !== undefined) return before;
  const now = fetchRoute(hash)
    .then((found) => (found === undefined ? undefined : fetchCodec(found)))
    .finally(() => underWay.delete(path));
  underWay.set(path, now);
  return now;
}

/** Fetches all codecs at once: for tests, and for code that reads addresses of any page. */
export const fetchAllCodecs = async (): Promise<void> => {
  await fetchRoutes();
  await Promise.all(pageNames().map(fetchCodec));
};

/** A value that makes no sense here is ignored: a page in the wrong theme is better than no page. */
function parseDisplay(params: Params): Display {
  const { lang, theme, stage } = params;
  return {
    ...(lang !== undefined && isLang(lang) ? { lang } : {}),
    ...(theme === 'light' || theme === 'dark' ? { theme } : {}),
    stage: stage === '1',
  };
}

const formatDisplay = ({ lang, theme, stage }: Display): Record<string, string> => ({
  ...(lang === undefined ? {} : { lang }),
  ...(theme === undefined ? {} : { theme }),
  ...(stage ? { stage: '1' } : {}),
});

function parsePage<P extends PageName>(page: P, params: Params, messages: Messages): Result<RouteOf<P>, AddressError> {
  const address = there(page).parse(params, messages);
  if (!address.ok) return err({ kind: 'bad-value', page, message: address.error });
  // A page and its own address: the type checker does not see that a mapped type's member is made of its parts.
  return ok({ page, address: address.value } as unknown as RouteOf<P>);
}

/** Callers have waited for `addressNeeds` before they read or write an address. */
function there<P extends PageName>(page: P): AddressCodec<AddressOf<P>> {
  const codec = codecOf(page);
  if (codec === undefined) throw new Error(`the address of ${page} is read before its codec is there`);
  return codec;
}

function parseRoute({ path, params }: RawAddress, messages: Messages): Result<Route, AddressError> {
  const found = pageAt(path);
  if (found === undefined) return err({ kind: 'not-found', path });
  return parsePage(found.page, { ...params, ...found.below }, messages);
}

/** Comes before the path of a page that is shown as a single figure. */
const EMBED = '/embed';
const MAX_SHOWN = 8;
const PART = /^[a-z][a-z-]{0,19}$/;

/** Unknown names are left out: a figure with the page's choice of parts is better than none. */
const partsOf = (text: string | undefined): readonly string[] =>
  (text ?? '')
    .split(',')
    .filter((name) => PART.test(name))
    .slice(0, MAX_SHOWN);

/**
 * A machine's name or number as `URL` writes it. `URL` would also accept a pattern like `*.example.org`, which matches
 * no page.
 */
const MACHINE = /^(?:[a-z0-9._-]+|\[[0-9a-f:]+\])$/;
/** Scheme, machine and port, with nothing after them: no slash, user, query or space. */
const ONLY_ORIGIN = /^https?:[/][/][^/\\?#@\s]+$/i;

/** The origin in a text, as browsers write it in `event.origin`; null if there is none. */
function originIn(text: string): string | null {
  try {
    const { origin, hostname, protocol } = new URL(text);
    return (protocol === 'https:' || protocol === 'http:') && MACHINE.test(hostname) ? origin : null;
  } catch {
    return null;
  }
}

type BadHost = Extract<AddressError, { readonly kind: 'bad-host' }>;

/** The one origin that an embed's address names. */
function readHost(text: string): Result<string, BadHost> {
  const origin = originIn(text);
  return origin !== null && ONLY_ORIGIN.test(text) ? ok(origin) : err({ kind: 'bad-host', text, origin });
}

interface Embedded {
  readonly raw: RawAddress;
  readonly embedded: Pick<Display, 'embed' | 'host'>;
  readonly badHost?: BadHost;
}

/** An embedded figure's address is its page's address behind `/embed`, plus the parts to show. */
function takeEmbed(raw: RawAddress): Embedded {
  if (raw.path !== EMBED && !raw.path.startsWith(`${EMBED}/`)) return { raw, embedded: {} };
  const inside = { ...raw, path: raw.path.slice(EMBED.length) || '/' };
  const embed = partsOf(raw.params.show);
  if (raw.params.host === undefined) return { raw: inside, embedded: { embed } };
  const host = readHost(raw.params.host);
  return host.ok
    ? { raw: inside, embedded: { embed, host: host.value } }
    : { raw: inside, embedded: { embed }, badHost: host.error };
}

/** `messagesFor` gives the texts for errors, in the language that the address may ask for. */
export function parseAddress(
  hash: string,
  messagesFor: (lang: Lang | undefined) => Messages,
): Result<Address, AddressFault> {
  const { raw, embedded, badHost } = takeEmbed(readHash(hash));
  if (badHost !== undefined) return err({ error: badHost, display: { ...parseDisplay(raw.params), ...embedded } });
  const upgraded = upgrade(raw);
  if (!upgraded.ok) return err({ error: upgraded.error, display: { ...parseDisplay(raw.params), ...embedded } });
  const display = { ...parseDisplay(upgraded.value.params), ...embedded };
  const route = parseRoute(upgraded.value, messagesFor(display.lang));
  return route.ok ? ok({ route: route.value, display }) : err({ error: route.error, display });
}

/** The result for an address that cannot be read yet, because the network failed. */
export function notFetched(hash: string): Result<Address, AddressFault> {
  const { raw, embedded } = takeEmbed(readHash(hash));
  return err({ error: { kind: 'not-fetched' }, display: { ...parseDisplay(raw.params), ...embedded } });
}

/** A route's path, with the parameter that belongs into it, and its other parameters. */
function placeOf<P extends PageName>({ page, address }: RouteOf<P>): RawAddress {
  const { path, below } = routeTo(page);
  const { [below ?? '']: last, ...params } = there(page).format(address);
  return last === undefined ? { path, params } : { path: `${path}/${last}`, params };
}

export function formatAddress({ route, display }: Address): string {
  const { path, params } = placeOf(route);
  const { embed, host } = display;
  const shown = {
    ...(embed === undefined || embed.length === 0 ? {} : { show: embed.join(',') }),
    ...(embed === undefined || host === undefined ? {} : { host }),
  };
  const all = { v: String(ADDRESS_VERSION), ...params, ...shown, ...formatDisplay(display) };
  return writeHash({ path: embed === undefined ? path : `${EMBED}${path === '/' ? '' : path}`, params: all });
}

/** The link to a page in its initial state: without its own parameters, with language and theme kept. */
export const formatLink = (page: PageName | Section, display: Display): string =>
  writeHash({
    path: page in SECTIONS ? SECTIONS[page as Section] : routeTo(page).path,
    params: { v: String(ADDRESS_VERSION), ...formatDisplay(display) },
  });
