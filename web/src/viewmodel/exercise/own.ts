/**
 * The id of somebody's own exercise: FNV-1a of its text, so that a class has the same id for the same file, and an
 * edited file has another.
 */
import { hashOf } from './fill.ts';

const PREFIX = 'own-';

export const ownId = (text: string): string => `${PREFIX}${hashOf(text).toString(16).padStart(8, '0')}`;
export const isOwnId = (id: string): boolean => id.startsWith(PREFIX);
