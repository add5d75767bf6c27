/** The part of an address for the page of a real server: it cannot contain a file, only the choice of the sample. */
import type { ServerAddress } from '../../viewmodel/addresses.ts';
import type { RawAddress } from './raw.ts';

export const parseServer = ({ sample }: RawAddress['params']): ServerAddress =>
  sample === '1' ? { sample: true } : {};

export const formatServer = ({ sample }: ServerAddress): Record<string, string> =>
  sample === true ? { sample: '1' } : {};
