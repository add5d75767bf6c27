import { err, ok, type Result } from '../../base/result.ts';

/**
 * An address as text and as names with values: `#/lab?v=1&designs=pg13,pg14`. The query is inside the hash, so that any
 * static host serves every address. Pure.
 */
export interface RawAddress {
  /** Begins with a slash and does not end with one, except for `/` itself. */
  readonly path: string;
  /** The first value of each name, of the first MOST_PARAMETERS. */
  readonly params: Readonly<Record<string, string>>;
}

/** Far more than any page has. The cost of a broken name is not paid thirty thousand times. */
const MOST_PARAMETERS = 1_000;

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // A stray % from a link that was cut: the text as it is.
    return text;
  }
};

/** Reads anything; the next layer reports values that make no sense. */
export function readHash(hash: string): RawAddress {
  // Half a letter, for example from a lesson's text, could be read but never be written again.
  const text = hash.replace(/^#/, '').replace(/[\ud800-\udfff]/gu, '\ufffd');
  const cut = text.indexOf('?');
  const path = decode(cut < 0 ? text : text.slice(0, cut));
  const params: Record<string, string> = {};
  if (cut >= 0) {
    for (const part of text.slice(cut + 1).split('&', MOST_PARAMETERS)) {
      if (part === '') continue;
      const equals = part.indexOf('=');
      const name = decode(equals < 0 ? part : part.slice(0, equals));
      // An own property only: "__proto__" in a link must stay a mere name.
      if (!Object.hasOwn(params, name)) {
        Object.defineProperty(params, name, {
          value: equals < 0 ? '' : decode(part.slice(equals + 1)),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
    }
  }
  return moved({ path: `/${withoutSlashes(path)}`, params });
}

/** Pages that have a shorter name, too. */
const SHORT: Readonly<Record<string, string>> = { '/server': '/play/server', '/standby': '/play/standby' };
/** What any address may have, and so says nothing of the page. */
const OF_ALL = ['v', 'lang', 'theme', 'stage'];

/**
 * Where an address leads whose page has moved. Measuring was the Lab's first page: `#/lab` with a setting, or as a figure
 * in another site's page, still shows it.
 */
function moved({ path, params }: RawAddress): RawAddress {
  const measures =
    path === '/embed/lab' || (path === '/lab' && Object.keys(params).some((name) => !OF_ALL.includes(name)));
  return { path: measures ? `${path}/measure` : Object.hasOwn(SHORT, path) ? (SHORT[path] ?? path) : path, params };
}

/**
 * Without slashes at both ends. A pattern for the last ones would scan every run of slashes from each of its slashes.
 */
function withoutSlashes(text: string): string {
  let [from, to] = [0, text.length];
  while (text[from] === '/') from++;
  while (to > from && text[to - 1] === '/') to--;
  return text.slice(from, to);
}

/** Commas, colons and slashes stay readable; they need no escape in a hash. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%2F', '/');

export function writeHash({ path, params }: RawAddress): string {
  const query = Object.entries(params)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');
  return `#${encode(path)}${query === '' ? '' : `?${query}`}`;
}

/**
 * Links outlive versions. Every address names the version of its schema (`v=`); an older one is upgraded one version at
 * a time. To change the schema: raise `ADDRESS_VERSION`, add the step from the previous version, keep all others.
 */

export const ADDRESS_VERSION = 1;

/** Turns an address of version n into one of version n + 1. Never fails: every old address had a meaning. */
export type Upgrader = (address: RawAddress) => RawAddress;

/** By the version they start from. Version 1 is the first, so there is none yet. */
export const UPGRADERS: Readonly<Record<number, Upgrader>> = {};

export type VersionError =
  /** `version` as written: it may have more digits than a number holds. */
  | { readonly kind: 'newer'; readonly version: string; readonly known: number }
  | { readonly kind: 'bad-version'; readonly text: string };

export function upgrade(
  address: RawAddress,
  current: number = ADDRESS_VERSION,
  upgraders: Readonly<Record<number, Upgrader>> = UPGRADERS,
): Result<RawAddress, VersionError> {
  const text = address.params.v ?? '1';
  if (!/^\d+$/.test(text)) return err({ kind: 'bad-version', text });
  // There was no version 0; a hand-written link without a version means the first.
  const version = Math.max(1, Number(text));
  if (version > current) return err({ kind: 'newer', version: text.replace(/^0+/, ''), known: current });
  let upgraded = address;
  for (let from = version; from < current; from++) {
    const step = upgraders[from];
    if (step === undefined) throw new Error(`no upgrader for addresses of version ${from}`);
    upgraded = step(upgraded);
  }
  return ok({ ...upgraded, params: { ...upgraded.params, v: String(current) } });
}
