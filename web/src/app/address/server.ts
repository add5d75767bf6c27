/** The part of an address that is the page of a real server: a file cannot stand in it, the sample can. */
import type { ServerAddress } from '../../viewmodel/addresses.ts';
import type { RawAddress } from './raw.ts';

export const parseServer = ({ sample }: RawAddress['params']): ServerAddress =>
  sample === '1' ? { sample: true } : {};

export const formatServer = ({ sample }: ServerAddress): Record<string, string> =>
  sample === true ? { sample: '1' } : {};
