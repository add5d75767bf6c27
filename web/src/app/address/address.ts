/**
 * The address of every page: text ↔ value. The law: `parseAddress` reads back exactly the value that `formatAddress`
 * wrote. Unknown parameters are left alone, because a later version may add some without a new number.
 */
import { isLang, type Lang, type Messages } from '../../base/messages/index.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type {
  CalculatorAddress,
  CliffAddress,
  ExercisesAddress,
  HomeAddress,
  LabAddress,
  LadderAddress,
  LessonsAddress,
  LinesAddress,
  ModelAddress,
  PlayAddress,
  RecordAddress,
  ServerAddress,
  StandbyAddress,
  TeacherAddress,
} from '../../viewmodel/addresses.ts';
import {
  formatExercises,
  formatLessons,
  formatPlay,
  formatServer,
  parseExercises,
  parseLessons,
  parsePlay,
  parseServer,
} from './learn.ts';
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

/** Each page's part of an address. */
interface Addresses {
  readonly home: HomeAddress;
  readonly play: PlayAddress;
  readonly server: ServerAddress;
  readonly standby: StandbyAddress;
  readonly lessons: LessonsAddress;
  readonly exercises: ExercisesAddress;
  readonly record: RecordAddress;
  readonly teacher: TeacherAddress;
  readonly lab: LabAddress;
  readonly lines: LinesAddress;
  readonly model: ModelAddress;
  readonly ladder: LadderAddress;
  readonly cliff: CliffAddress;
  readonly calculator: CalculatorAddress;
}
export type PageName = keyof Addresses;
export type AddressOf<P extends PageName> = Addresses[P];

/** A page with its own part of the address. */
export type RouteOf<P extends PageName> = {
  readonly [K in P]: { readonly page: K; readonly address: Addresses[K] };
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

/** How a page's part is read from its parameters, and written. */
interface Codec<A> {
  readonly parse: (params: RawAddress['params'], messages: Messages) => Result<A, string>;
  readonly format: (address: A) => Record<string, string>;
}

/**
 * A page's path and its codec; or how to fetch the codec, if it needs more code than the first page of a visit should
 * load.
 */
interface Place<A> {
  readonly path: string;
  /** The parameter that follows in the path, after a slash: `#/lessons/two-stamps`. */
  readonly below?: string;
  readonly codec: Codec<A> | (() => Promise<Codec<A>>);
}

const elsewhere = () => import('./elsewhere.ts').then((own) => own.ELSEWHERE);

const PLACES: { readonly [P in PageName]: Place<Addresses[P]> } = {
  home: {
    path: '/',
    codec: () => import('./lab.ts').then((own) => ({ parse: own.parseHome, format: own.formatHome })),
  },
  play: { path: '/play', codec: { parse: parsePlay, format: formatPlay } },
  server: { path: '/play/server', codec: { parse: (params) => ok(parseServer(params)), format: formatServer } },
  standby: {
    path: '/play/standby',
    codec: () => elsewhere().then((own) => own.standby()),
  },
  exercises: { path: '/exercises', below: 'id', codec: { parse: parseExercises, format: formatExercises } },
  record: { path: '/record', codec: { parse: () => ok({}), format: () => ({}) } },
  teacher: { path: '/teacher', codec: { parse: () => ok({}), format: () => ({}) } },
  lessons: { path: '/lessons', below: 'id', codec: { parse: parseLessons, format: formatLessons } },
  lab: {
    path: '/lab',
    codec: () => elsewhere().then((own) => own.lab()),
  },
  lines: {
    path: '/lab/lines',
    codec: () => elsewhere().then((own) => own.lines()),
  },
  model: {
    path: '/lab/model',
    codec: () => elsewhere().then((own) => own.model()),
  },
  ladder: {
    path: '/lab/ladder',
    codec: () => elsewhere().then((own) => own.ladder()),
  },
  cliff: {
    path: '/lab/cliff',
    codec: () => elsewhere().then((own) => own.cliff()),
  },
  calculator: {
    path: '/calculator',
    codec: () => elsewhere().then((own) => own.calculator()),
  },
};
// TypeScript types Object.keys as plain strings.
const PAGE_NAMES = Object.keys(PLACES) as readonly PageName[];
const PAGE_OF_PATH: ReadonlyMap<string, PageName> = new Map(PAGE_NAMES.map((page) => [PLACES[page].path, page]));

/** The codecs fetched so far. Entries are added and never change. */
const fetched: { -readonly [P in PageName]?: Codec<Addresses[P]> } = {};
function codecOf<P extends PageName>(page: P): Codec<Addresses[P]> | undefined {
  const { codec }: Place<Addresses[P]> = PLACES[page];
  return typeof codec === 'function' ? fetched[page] : codec;
}
async function fetchCodec<P extends PageName>(page: P): Promise<void> {
  const { codec }: Place<Addresses[P]> = PLACES[page];
  if (typeof codec === 'function') Object.assign(fetched, { [page]: await codec() });
}
const underWay = new Map<PageName, Promise<void>>();

/** The page that an address names, and the rest of its path; undefined if there is no such page. */
function pageAt(path: string): { readonly page: PageName; readonly below: Record<string, string> } | undefined {
  const page = PAGE_OF_PATH.get(path);
  if (page !== undefined) return { page, below: {} };
  const cut = path.lastIndexOf('/');
  const above = PAGE_OF_PATH.get(path.slice(0, cut));
  const below = above === undefined ? undefined : PLACES[above].below;
  return above === undefined || below === undefined
    ? undefined
    : { page: above, below: { [below]: path.slice(cut + 1) } };
}

/** The page that an address leads to; undefined if it leads to none. Needs no codec. */
export const pageOf = (hash: string): PageName | undefined => pageAt(takeEmbed(readHash(hash)).raw.path)?.page;

/**
 * Fetches the code that an address needs before it can be read or written.
 * @returns null if everything is loaded; else a promise, the same one while it is pending. It rejects if the network
 * fails; ask again then.
 */
export function addressNeeds(hash: string): Promise<void> | null {
  const page = pageOf(hash);
  if (page === undefined || codecOf(page) !== undefined) return null;
  const before = underWay.get(page);
  if (before !== undefined) return before;
  const now = fetchCodec(page).finally(() => underWay.delete(page));
  underWay.set(page, now);
  return now;
}

/** Fetches all codecs at once: for tests, and for code that reads addresses of any page. */
export const fetchAllCodecs = async (): Promise<void> => {
  await Promise.all(PAGE_NAMES.map(fetchCodec));
};

/** A value that makes no sense here is ignored: a page in the wrong theme is better than no page. */
function parseDisplay(params: RawAddress['params']): Display {
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

function parsePage<P extends PageName>(
  page: P,
  params: RawAddress['params'],
  messages: Messages,
): Result<RouteOf<P>, AddressError> {
  const address = there(page).parse(params, messages);
  if (!address.ok) return err({ kind: 'bad-value', page, message: address.error });
  // A page and its own address: the type checker does not see that a mapped type's member is made of its parts.
  return ok({ page, address: address.value } as unknown as RouteOf<P>);
}

/** Callers have waited for `addressNeeds` before they read or write an address. */
function there<P extends PageName>(page: P): Codec<Addresses[P]> {
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
  const { path, below }: Place<Addresses[P]> = PLACES[page];
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
export const formatLink = (page: PageName, display: Display): string =>
  writeHash({ path: PLACES[page].path, params: { v: String(ADDRESS_VERSION), ...formatDisplay(display) } });
