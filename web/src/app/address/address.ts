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

export type Route =
  | { readonly page: 'home'; readonly address: HomeAddress }
  | { readonly page: 'play'; readonly address: PlayAddress }
  | { readonly page: 'server'; readonly address: ServerAddress }
  | { readonly page: 'standby'; readonly address: StandbyAddress }
  | { readonly page: 'lab'; readonly address: LabAddress }
  | { readonly page: 'lines'; readonly address: LinesAddress }
  | { readonly page: 'model'; readonly address: ModelAddress }
  | { readonly page: 'ladder'; readonly address: LadderAddress }
  | { readonly page: 'cliff'; readonly address: CliffAddress };
export type PageName = Route['page'];

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

export const PATHS: Readonly<Record<PageName, string>> = {
  home: '/',
  play: '/play',
  server: '/play/server',
  standby: '/play/standby',
  lab: '/lab',
  lines: '/lab/lines',
  model: '/lab/model',
  ladder: '/lab/ladder',
  cliff: '/lab/cliff',
};

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

function parseRoute({ path, params }: RawAddress, messages: Messages): Result<Route, AddressError> {
  switch (path) {
    case PATHS.home: {
      const address = parseHome(params, messages);
      return address.ok
        ? ok({ page: 'home', address: address.value })
        : err({ kind: 'bad-value', page: 'home', message: address.error });
    }
    case PATHS.play: {
      const address = parsePlay(params, messages);
      return address.ok
        ? ok({ page: 'play', address: address.value })
        : err({ kind: 'bad-value', page: 'play', message: address.error });
    }
    case PATHS.server:
      return ok({ page: 'server', address: parseServer(params) });
    case PATHS.standby: {
      const address = parseStandby(params, messages);
      return address.ok
        ? ok({ page: 'standby', address: address.value })
        : err({ kind: 'bad-value', page: 'standby', message: address.error });
    }
    case PATHS.lab: {
      const address = parseLab(params, messages);
      return address.ok
        ? ok({ page: 'lab', address: address.value })
        : err({ kind: 'bad-value', page: 'lab', message: address.error });
    }
    case PATHS.lines: {
      const address = parseLines(params, messages);
      return address.ok
        ? ok({ page: 'lines', address: address.value })
        : err({ kind: 'bad-value', page: 'lines', message: address.error });
    }
    case PATHS.model: {
      const address = parseModel(params, messages);
      return address.ok
        ? ok({ page: 'model', address: address.value })
        : err({ kind: 'bad-value', page: 'model', message: address.error });
    }
    case PATHS.ladder: {
      const address = parseLadder(params, messages);
      return address.ok
        ? ok({ page: 'ladder', address: address.value })
        : err({ kind: 'bad-value', page: 'ladder', message: address.error });
    }
    case PATHS.cliff: {
      const address = parseCliff(params, messages);
      return address.ok
        ? ok({ page: 'cliff', address: address.value })
        : err({ kind: 'bad-value', page: 'cliff', message: address.error });
    }
    default:
      return err({ kind: 'not-found', path });
  }
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

function routeParams(route: Route): Record<string, string> {
  switch (route.page) {
    case 'home':
      return formatHome(route.address);
    case 'play':
      return formatPlay(route.address);
    case 'server':
      return formatServer(route.address);
    case 'standby':
      return formatStandby(route.address);
    case 'lab':
      return formatLab(route.address);
    case 'lines':
      return formatLines(route.address);
    case 'model':
      return formatModel(route.address);
    case 'ladder':
      return formatLadder(route.address);
    case 'cliff':
      return formatCliff(route.address);
  }
}

export function formatAddress({ route, display }: Address): string {
  const params = { v: String(ADDRESS_VERSION), ...routeParams(route), ...formatDisplay(display) };
  return writeHash({ path: PATHS[route.page], params });
}

/** The link to a page as it is at first: its own parameters left out, language and theme kept. */
export const formatLink = (page: PageName, display: Display): string =>
  writeHash({ path: PATHS[page], params: { v: String(ADDRESS_VERSION), ...formatDisplay(display) } });
