/** MD5 as hexadecimal digits. Source: RFC 1321. */
const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const SINES = Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32) | 0);

function mixed(i: number, b: number, c: number, d: number): readonly [number, number] {
  if (i < 16) return [(b & c) | (~b & d), i];
  if (i < 32) return [(d & b) | (~d & c), (5 * i + 1) % 16];
  if (i < 48) return [b ^ c ^ d, (3 * i + 5) % 16];
  return [c ^ (b | ~d), (7 * i) % 16];
}

export function md5(bytes: Uint8Array): string {
  const padded = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n, true);
  const state = new Int32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]);
  for (let at = 0; at < padded.length; at += 64) {
    let [a = 0, b = 0, c = 0, d = 0] = state;
    for (let i = 0; i < 64; i++) {
      const [f, word] = mixed(i, b, c, d);
      const sum = (a + f + (SINES[i] ?? 0) + view.getInt32(at + word * 4, true)) | 0;
      const shift = SHIFTS[(i >> 4) * 4 + (i % 4)] ?? 0;
      [a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0];
    }
    [a, b, c, d].forEach((value, i) => {
      state[i] = (state[i] ?? 0) + value;
    });
  }
  return [...new Uint8Array(state.buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
