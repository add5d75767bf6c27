/** A spec's text in an address: deflated, in letters that need no escape. Law: unpacking a packed text gives an equal one. */
import { deflateSync, Inflate, strFromU8, strToU8 } from 'fflate';
import { err, ok, type Result } from '../../base/result.ts';

/** Letters of a packed text: far more than a spec of 64,000 bytes needs. */
const MAX_PACKED = 100_000;

export function packText(text: string): string {
  const bytes = deflateSync(strToU8(text), { level: 9 });
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * @param maxBytes a longer text is not unpacked, however small the packed one: it may come from anybody
 * @returns an error without words: not a packed text, or a cut one, or too large
 */
export function unpackText(packed: string, maxBytes: number): Result<string, 'broken' | 'too-large'> {
  if (packed.length > MAX_PACKED) return err('too-large');
  if (!/^[A-Za-z0-9_-]+$/.test(packed)) return err('broken');
  try {
    const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    const parts: Uint8Array[] = [];
    let size = 0;
    let isWhole = false;
    const inflate = new Inflate((part, isLast) => {
      size += part.length;
      parts.push(part);
      isWhole = isLast;
    });
    // In small pieces: so a bomb is noticed early.
    for (let at = 0; at < bytes.length; at += 256) {
      inflate.push(bytes.subarray(at, at + 256), at + 256 >= bytes.length);
      if (size > maxBytes) return err('too-large');
    }
    if (!isWhole) return err('broken');
    const whole = new Uint8Array(size);
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return ok(strFromU8(whole));
  } catch {
    return err('broken');
  }
}
