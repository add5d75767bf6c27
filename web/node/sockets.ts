/** What Linux says of the processors that this process may use: how many sockets, and whether they are a hypervisor's. */
import { readFileSync } from 'node:fs';

export interface Sockets {
  readonly sockets: number | null;
  readonly isVirtual: boolean | null;
}

/** `0-3,8` as numbers; null if it is none of that. */
export function cpuList(text: string): readonly number[] | null {
  const parts = text.trim().split(',');
  const all = parts.flatMap((part) => {
    const [, from, to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part) ?? [];
    const [low, high] = [Number(from), Number(to)];
    return high >= low ? Array.from({ length: high - low + 1 }, (_, i) => low + i) : [Number.NaN];
  });
  return all.every(Number.isInteger) ? all : null;
}

/** @param read a file's text; null if it is not there. Other systems have none of these files. */
export function socketsHere(read: (file: string) => string | null = readOrNull): Sockets {
  const allowed = /^Cpus_allowed_list:\s*(\S+)$/m.exec(read('/proc/self/status') ?? '')?.[1];
  const ids = (cpuList(allowed ?? '') ?? []).map((cpu) =>
    read(`/sys/devices/system/cpu/cpu${cpu}/topology/physical_package_id`)?.trim(),
  );
  // Some machines give -1: unknown.
  const isKnown = ids.length > 0 && ids.every((id) => id !== undefined && /^\d+$/.test(id));
  const flags = /^flags\s*:(.*)$/m.exec(read('/proc/cpuinfo') ?? '')?.[1];
  return {
    sockets: isKnown ? new Set(ids).size : null,
    isVirtual: flags === undefined ? null : /\bhypervisor\b/.test(flags),
  };
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
