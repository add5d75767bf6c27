/**
 * The page's address as a value that changes: read from the hash, written back to it. The value changes at once; the
 * browser's address line follows a moment later, because browsers refuse more than a few hundred writes in half a
 * minute.
 */
import type { Lang, Messages } from '../../base/messages/index.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { type Readable, Store } from '../../base/store.ts';
import {
  type Address,
  type AddressFault,
  addressNeeds,
  type Display,
  formatAddress,
  notFetched,
  parseAddress,
} from './address.ts';

/** The browser functions that the store uses; injected in tests. */
export interface AddressHost {
  hash(): string;
  write(hash: string, how: 'replace' | 'push'): void;
  onHashChange(callback: () => void): void;
  later(callback: () => void, ms: number): () => void;
}

export interface AddressStore extends Readable<Result<Address, AddressFault>> {
  set(next: Address, how?: 'replace' | 'push'): void;
}

const WRITE_DELAY_MS = 300;

const displayOf = (one: Result<Address, AddressFault>): Display => (one.ok ? one.value : one.error).display;

/**
 * A page's links to other pages name no theme: the one that the last address asked for stays, as in the header's links.
 * An embedded figure's theme is its host's.
 * @param since the reader went to the next address: what was chosen after that is newer than what it asks for
 */
function asChosen(
  since: Display,
  { lang, theme, embed }: Display,
  next: Result<Address, AddressFault>,
): Result<Address, AddressFault> {
  const own = displayOf(next);
  const isTheme = theme !== undefined && (theme !== since.theme || (own.theme ?? own.embed ?? embed) === undefined);
  const isLang = lang && lang !== since.lang;
  if (!isTheme && !isLang) return next;
  const display = { ...own, ...(isTheme && { theme }), ...(isLang && { lang }) };
  return next.ok ? ok({ ...next.value, display }) : err({ ...next.error, display });
}

/** @param host its first address has its code loaded already, or the page shows that it could not be fetched */
export function createAddressStore(host: AddressHost, messagesFor: (lang: Lang | undefined) => Messages): AddressStore {
  const { get, subscribe, set } = new Store(
    addressNeeds(host.hash()) === null ? parseAddress(host.hash(), messagesFor) : notFetched(host.hash()),
  );
  let cancelWrite: (() => void) | null = null;
  /**
   * The address that the reader went to, while its page's part of this module is being fetched. The previous page stays
   * meanwhile.
   */
  let awaited: string | null = null;
  const dropWrite = () => {
    cancelWrite?.();
    cancelWrite = null;
  };
  const write = (hash: string, how: 'replace' | 'push') => {
    const from = host.hash();
    const now = () => {
      cancelWrite = null;
      // Another one: the reader has left, and on a busy page the browser tells of it only after this.
      if (host.hash() === from && hash !== from) host.write(hash, how);
    };
    if (how === 'push') now();
    else cancelWrite = host.later(now, WRITE_DELAY_MS);
  };

  host.onHashChange(() => {
    // The reader went to another address: a pending write belongs to the previous one.
    dropWrite();
    const hash = host.hash();
    const since = displayOf(get());
    const take = (read: Result<Address, AddressFault>) => {
      awaited = null;
      const next = asChosen(since, displayOf(get()), read);
      set(next);
      // Also in the address line: a reload and a copied link show the same.
      if (next !== read && next.ok) write(formatAddress(next.value), 'replace');
    };
    const needs = addressNeeds(hash);
    if (needs === null) return take(parseAddress(hash, messagesFor));
    awaited = hash;
    needs.then(
      () => awaited === hash && take(parseAddress(hash, messagesFor)),
      () => awaited === hash && take(notFetched(hash)),
    );
  });

  return {
    get,
    subscribe,
    set: (next, how = 'replace') => {
      dropWrite();
      if (how === 'push') awaited = null;
      // The page that the reader is leaving may change its state, but then no address is written.
      if (awaited === null) write(formatAddress(next), how);
      set({ ok: true, value: next });
    },
  };
}

export const browserAddressHost: AddressHost = {
  hash: () => location.hash,
  // Neither call fires hashchange: the value is known already.
  write: (hash, how) => (how === 'push' ? history.pushState(null, '', hash) : history.replaceState(null, '', hash)),
  onHashChange: (callback) => {
    addEventListener('hashchange', callback);
    addEventListener('popstate', callback);
  },
  later: (callback, ms) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
