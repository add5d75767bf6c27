/**
 * The address of every page: text ↔ value. The law: what `formatAddress` writes, `parseAddress` reads back equal.
 * Unknown parameters are left alone, because a later version may add some without a new number.
 */
import { isLang, type Lang, type Messages } from '../../base/messages/index.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type {
  CliffAddress,
  HomeAddress,
  LabAddress,
  LadderAddress,
  LinesAddress,
  ModelAddress,
  PlayAddress,
  ServerAddress,
  StandbyAddress,
} from '../../model/addresses.ts';
import { formatCliff, parseCliff } from './cliff.ts';
import { formatHome, parseHome } from './home.ts';
import { formatLab, parseLab } from './lab.ts';
import { formatLadder, parseLadder } from './ladder.ts';
import { formatLines, parseLines } from './lines.ts';
import { formatModel, parseModel } from './model.ts';
import { formatPlay, parsePlay } from './play.ts';
import { type RawAddress, readHash, writeHash } from './raw.ts';
import { formatServer, parseServer } from './server.ts';
import { formatStandby, parseStandby } from './standby.ts';
import { ADDRESS_VERSION, upgrade, type VersionError } from './version.ts';

export type Theme = 'light' | 'dark';

/** What every address may carry. */
export interface Display {
  readonly lang?: Lang;
  readonly theme?: Theme;
  readonly stage: boolean;
}

/** What each page's part of an address is. */
interface Addresses {
  readonly home: HomeAddress;
  readonly play: PlayAddress;
  readonly server: ServerAddress;
  readonly standby: StandbyAddress;
  readonly lab: LabAddress;
  readonly lines: LinesAddress;
  readonly model: ModelAddress;
  readonly ladder: LadderAddress;
  readonly cliff: CliffAddress;
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
  /** `message` is for people: what is wrong, where, what to do. */
  | { readonly kind: 'bad-value'; readonly page: PageName; readonly message: string };

/** Even an address that cannot be read says in which language and theme the fault should be shown. */
export interface AddressFault {
  readonly error: AddressError;
  readonly display: Display;
}

/** How a page's part is read from its parameters, and written. */
interface Codec<A> {
  readonly path: string;
  readonly parse: (params: RawAddress['params'], messages: Messages) => Result<A, string>;
  readonly format: (address: A) => Record<string, string>;
}

const CODECS: { readonly [P in PageName]: Codec<Addresses[P]> } = {
  home: { path: '/', parse: parseHome, format: formatHome },
  play: { path: '/play', parse: parsePlay, format: formatPlay },
  server: { path: '/play/server', parse: (params) => ok(parseServer(params)), format: formatServer },
  standby: { path: '/play/standby', parse: parseStandby, format: formatStandby },
  lab: { path: '/lab', parse: parseLab, format: formatLab },
  lines: { path: '/lab/lines', parse: parseLines, format: formatLines },
  model: { path: '/lab/model', parse: parseModel, format: formatModel },
  ladder: { path: '/lab/ladder', parse: parseLadder, format: formatLadder },
  cliff: { path: '/lab/cliff', parse: parseCliff, format: formatCliff },
};
const PAGE_OF_PATH: ReadonlyMap<string, PageName> = new Map(
  // Object.keys knows strings alone.
  (Object.keys(CODECS) as PageName[]).map((page) => [CODECS[page].path, page]),
);

/** A value that makes no sense here is as good as none: a page in the wrong theme is better than no page. */
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
  const codec: Codec<Addresses[P]> = CODECS[page];
  const address = codec.parse(params, messages);
  if (!address.ok) return err({ kind: 'bad-value', page, message: address.error });
  // A page and its own address: the type checker does not see that a mapped type's member is made of its parts.
  return ok({ page, address: address.value } as unknown as RouteOf<P>);
}

function parseRoute({ path, params }: RawAddress, messages: Messages): Result<Route, AddressError> {
  const page = PAGE_OF_PATH.get(path);
  return page === undefined ? err({ kind: 'not-found', path }) : parsePage(page, params, messages);
}

/** `messagesFor` gives the words for what is wrong, in the language that the address may ask for. */
export function parseAddress(
  hash: string,
  messagesFor: (lang: Lang | undefined) => Messages,
): Result<Address, AddressFault> {
  const raw = readHash(hash);
  const upgraded = upgrade(raw);
  if (!upgraded.ok) return err({ error: upgraded.error, display: parseDisplay(raw.params) });
  const display = parseDisplay(upgraded.value.params);
  const route = parseRoute(upgraded.value, messagesFor(display.lang));
  return route.ok ? ok({ route: route.value, display }) : err({ error: route.error, display });
}

const routeParams = <P extends PageName>({ page, address }: RouteOf<P>): Record<string, string> =>
  CODECS[page].format(address);

export function formatAddress({ route, display }: Address): string {
  const params = { v: String(ADDRESS_VERSION), ...routeParams(route), ...formatDisplay(display) };
  return writeHash({ path: CODECS[route.page].path, params });
}

/** The link to a page as it is at first: its own parameters left out, language and theme kept. */
export const formatLink = (page: PageName, display: Display): string =>
  writeHash({ path: CODECS[page].path, params: { v: String(ADDRESS_VERSION), ...formatDisplay(display) } });
