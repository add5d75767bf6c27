/**
 * Links outlive versions. Every address names the version of its schema (`v=`); an older one is upgraded one version at
 * a time. To change the schema: raise `ADDRESS_VERSION`, add the step from the previous version, keep all others.
 */
import { err, ok, type Result } from '../../base/result.ts';
import type { RawAddress } from './raw.ts';

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
