/**
 * Builds the C engine: three times to WebAssembly (lab with threads, engine and model with observed accesses) and
 * natively for tests.
 *
 *   node wasm-core/build.mjs                  build/wasm/xip-{lab,engine,model}.*, what has changed
 *   node wasm-core/build.mjs native [--cc gcc|clang] [--sanitize address,undefined|thread] [--main FILE.c] [-o OUT]
 *
 * Each source is compiled to an object named after the hash of all its inputs (source, all headers, flags, compiler),
 * so that an existing object is always right. web/tools/README.md explains how the page loads the result.
 *
 * Memory: the caller makes it and passes it in as `wasmMemory` (IMPORTED_MEMORY), because no way to read it off the
 * module works both in Emscripten 3.1.6 and in newer ones. Each `.mjs` exports the only size that fits as
 * `memoryPages`, next to its default export.
 */

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { cpus } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Fault, inParallel, main, run, runOrFault, say, step, which } from '../web/node/proc.mjs';
import {
  at,
  buildDir,
  filesUnder,
  hashOf,
  hashOfFiles,
  readStamp,
  wasmDir,
  withLock,
  writeStamp,
  writeWhole,
} from '../web/node/tree.mjs';

const WARNINGS = ['-Wall', '-Wextra', '-Wconversion'];
const COMMON = ['-std=c11', '-D_GNU_SOURCE', '-I', 'wasm-core/include', '-I', 'wasm-core/src', ...WARNINGS];
const FOLDERS = ['base', 'mem', 'pg', 'designs', 'abi'];
/** The simulated server: one thread, so not in the lab. */
const SIMULATION = ['ssi', 'server', 'heap', 'standby'];
/** Caches, and virtual cores over them: one thread. The latter only where accesses are observed. */
const SIMULATED_MACHINE = ['machine', 'simulation'];
const OBSERVED = '-DXIP_OBSERVED=1';

/**
 * @typedef {object} WasmBuild
 * @property {string} name
 * @property {string[]} folders of wasm-core/src
 * @property {string[]} apis what it exports
 * @property {number} pages of 64 KiB: initial and maximum alike, memory never grows
 * @property {string[]} compile
 * @property {string[]} link
 */

/** Browsers and Node decode UTF-8 themselves; not from memory that threads share. */
const TEXT_DECODER = '-sTEXTDECODER=2';

/** @type {WasmBuild[]} */
export const WASM_BUILDS = [
  {
    name: 'xip-lab',
    folders: [...FOLDERS, 'labthreads'],
    apis: ['lab_api.c', 'lines_api.c', 'litmus_api.c', 'litmus_table_api.c'].map((file) => `wasm-core/src/api/${file}`),
    // Twelve servers of 12,500 connections, all of them with snapshots, and 64 threads; or fewer of these, with
    // pg_subtrans.
    pages: 5120,
    compile: ['-O3', '-msimd128', '-pthread'],
    link: [
      '-pthread',
      '-sEXPORT_NAME=createXipLab',
      // PThread.terminateAllThreads is how Node gets rid of the threads; 3.1.6 exports it anyway, newer ones do not.
      '-sEXPORTED_RUNTIME_METHODS=UTF8ToString,PThread',
      // All workers exist before the module is ready: a thread can then be made without returning to the event loop,
      // and running out of them is an error (EAGAIN) instead of an endless wait.
      '-sPTHREAD_POOL_SIZE=Module["xipPoolSize"]',
      '-sPTHREAD_POOL_SIZE_STRICT=2',
      // Emscripten's own default was once 2 MiB: with 64 threads that is all the memory there is.
      '-sDEFAULT_PTHREAD_STACK_SIZE=262144',
    ],
  },
  {
    name: 'xip-engine',
    folders: [...FOLDERS, ...SIMULATION],
    apis: [
      'engine_api.c',
      'sim_abi_api.c',
      'sim_api.c',
      'sim_heap_api.c',
      'sim_view_api.c',
      'sim_ssi_api.c',
      'sim_answer_api.c',
      'sim_standby_api.c',
    ].map((file) => `wasm-core/src/api/${file}`),
    pages: 1152,
    compile: ['-O3', '-msimd128', OBSERVED],
    link: ['-sEXPORT_NAME=createXipEngine', '-sEXPORTED_RUNTIME_METHODS=UTF8ToString', TEXT_DECODER],
  },
  {
    name: 'xip-model',
    folders: [...FOLDERS, ...SIMULATED_MACHINE],
    apis: ['model_api.c', 'scene_api.c', 'bare_api.c'].map((file) => `wasm-core/src/api/${file}`),
    pages: 3072,
    compile: ['-O3', '-msimd128', OBSERVED],
    link: ['-sEXPORT_NAME=createXipModel', '-sEXPORTED_RUNTIME_METHODS=UTF8ToString', TEXT_DECODER],
  },
];

const LINK = [
  '-O3',
  '--no-entry',
  '-sMODULARIZE=1',
  '-sEXPORT_ES6=1',
  '-sENVIRONMENT=web,worker,node',
  '-sIMPORTED_MEMORY=1',
  '-sFILESYSTEM=0',
  // Memory that does not fit is an error with a text (XIP_ERR_NO_MEMORY), not the end of the module.
  '-sABORTING_MALLOC=0',
  // In Node each instance would listen to the process forever: its memory would never be freed, and an uncaught error
  // would be thrown again from here, with a page of this file's one long line.
  '-sNODEJS_CATCH_EXIT=0',
  '-sNODEJS_CATCH_REJECTION=0',
  // The page's Content-Security-Policy allows no eval.
  '-sDYNAMIC_EXECUTION=0',
  '-sINCOMING_MODULE_JS_API=wasmMemory,wasmBinary,locateFile,mainScriptUrlOrBlob,print,printErr,onAbort',
];

/** Emscripten 3.1.6 writes `require` and `__dirname` into ES modules, where Node has neither. Browsers skip this. */
const NODE_PROLOGUE = `const xipInNode = typeof process === 'object' && typeof process.versions?.node === 'string';
const require = xipInNode ? (await import('node:module')).createRequire(import.meta.url) : undefined;
const __dirname = xipInNode ? require('node:url').fileURLToPath(new URL('.', import.meta.url)) : undefined;
`;

/** One of Emscripten's wrappers: its first call replaces it by the export. */
const WRAPPER =
  /var (_xip_(\w+))=Module\["\1"\]=function\(\)\{return\(\1=Module\["\1"\]=Module\["asm"\]\["([^"]+)"\]\)\.apply\(null,arguments\)\};/g;

/**
 * The loader with its wrappers as one table: a sentence for each of some ninety exports makes a first visit slower.
 * Null if a wrapper has another form (newer Emscriptens write others), or is called within the loader: then all of it
 * stays as it is, and the build says so. Where the wrappers come in the order of the module's exports, as Emscripten
 * writes them, an export's short name is not written down: it is found by its place.
 * @param {string} glue
 * @param {readonly string[]} exported the names that the module exports, in its order
 * @returns {string | null}
 */
export function withExportTable(glue, exported) {
  const found = [...glue.matchAll(WRAPPER)];
  const rest = glue.replace(WRAPPER, '');
  if (found.length === 0 || found.some(([, name]) => new RegExp(`\\b${name}\\b`).test(rest))) return null;
  const first = exported.indexOf(found[0]?.[3] ?? '');
  const isInOrder = first >= 0 && found.every(([, , , key], at) => exported[first + at] === key);
  const table = found.map(([, , name, key]) => (isInOrder ? name : `${name} ${key}`)).join(' ');
  const key = isInOrder ? `Object.keys(Module["asm"])[at+${first}]` : 'all[at+1]';
  const loop = `"${table}".split(" ").forEach(function(own,at,all){${isInOrder ? '' : 'if(at%2)return;'}var name="_xip_"+own;Module[name]=function(){return(Module[name]=Module["asm"][${key}]).apply(null,arguments)}});`;
  let isFirst = true;
  return glue.replace(WRAPPER, () => {
    const begins = isFirst;
    isFirst = false;
    return begins ? loop : '';
  });
}

/**
 * @typedef {object} Compiler
 * @property {string} path
 * @property {string} id the first line of `--version`
 * @property {NodeJS.ProcessEnv} env
 */

/** @param {string} path @param {NodeJS.ProcessEnv} [env] @returns {Promise<Compiler>} */
async function compilerAt(path, env = {}) {
  const { stdout } = await runOrFault(`Asking ${path} for its version`, path, ['--version'], { env });
  return { path, id: stdout.split('\n')[0] ?? '', env };
}

/** @returns {Promise<Compiler>} */
async function emcc() {
  const path = which('emcc');
  if (path === undefined)
    throw new Fault('No emcc on the PATH. Install Emscripten (https://emscripten.org), then try again.');
  /** @type {NodeJS.ProcessEnv} */
  const env = {};
  // Debian's emcc looks for acorn where Debian's node would.
  if (existsSync('/usr/share/nodejs/acorn')) {
    env.NODE_PATH = ['/usr/share/nodejs', process.env.NODE_PATH].filter(Boolean).join(':');
  }
  if (process.env.EM_CACHE === undefined && (await needsOwnCache())) env.EM_CACHE = join(buildDir, 'emcache');
  return compilerAt(path, env);
}

/**
 * True if emcc keeps compiled system libraries in a folder that this user may not write, and no other folder is set.
 */
async function needsOwnCache() {
  const config = which('em-config');
  if (config === undefined) return false;
  const [cache, frozen] = await Promise.all([run(config, ['CACHE']), run(config, ['FROZEN_CACHE'])]);
  const folder = cache.stdout.trim();
  if (cache.code !== 0 || folder === '' || frozen.stdout.trim() === 'True') return false;
  const probe = join(folder, `.xip-${process.pid}`);
  try {
    mkdirSync(probe, { recursive: true });
    rmSync(probe, { recursive: true });
    return false;
  } catch {
    return true;
  }
}

const isC = (/** @type {string} */ path) => path.endsWith('.c');

/** @param {readonly string[]} folders of wasm-core/src */
const sourcesOf = (folders) =>
  filesUnder(
    folders.map((folder) => `wasm-core/src/${folder}`),
    isC,
  );

const headersHash = () => hashOfFiles(filesUnder(['wasm-core'], (path) => path.endsWith('.h')));

/**
 * Compiles the missing objects and returns all. With `onWarning`, warnings of a compiler newer than ours are passed to
 * it instead of being errors.
 * @param {Compiler} compiler
 * @param {readonly string[]} sources
 * @param {readonly string[]} flags
 * @param {(text: string) => void} [onWarning]
 */
async function compile(compiler, sources, flags, onWarning) {
  const headers = headersHash();
  const all = [...COMMON, ...flags];
  mkdirSync(join(buildDir, 'obj'), { recursive: true });
  /** @type {string[]} */
  const faults = [];
  const objects = await inParallel(
    cpus().length,
    sources.map((source) => async () => {
      const key = hashOf([compiler.path, compiler.id, ...all, headers, source, readFileSync(at(source))]);
      const object = join(buildDir, 'obj', `${basename(source, '.c')}.${key}.o`);
      if (existsSync(object)) {
        utimesSync(object, new Date(), new Date());
        return object;
      }
      const fresh = `${object}.${process.pid}.o`;
      const args = [...all, '-c', source, '-o', fresh];
      const options = { cwd: at(), env: compiler.env };
      let ran = await run(compiler.path, ['-Werror', ...args], options);
      if (ran.code !== 0 && onWarning !== undefined) {
        ran = await run(compiler.path, args, options);
        if (ran.code === 0) onWarning(ran.output.trimEnd());
      }
      if (ran.code === 0) renameSync(fresh, object);
      else faults.push(ran.output.trimEnd());
      return object;
    }),
  );
  if (faults.length > 0) throw new Fault(`${compiler.id} does not compile this:\n${faults.join('\n')}`);
  return objects;
}

/** Removes objects that no build has used for three days. */
function pruneObjects() {
  const old = Date.now() - 3 * 24 * 3600 * 1000;
  for (const folder of ['obj', 'native']) {
    const path = join(buildDir, folder);
    if (!existsSync(path)) continue;
    for (const name of readdirSync(path)) {
      const file = join(path, name);
      // Another build may have renamed its own fresh object since the folder was read.
      if ((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? old) < old)
        rmSync(file, { recursive: true, force: true });
    }
  }
}

/** The inputs of a finished build of all WebAssembly; if they are equal there is nothing to do. */
function wasmInputs() {
  const tool = which('emcc');
  // Without any emcc an existing build stays valid.
  const stamp = tool === undefined ? readStamp('emcc') : `${tool} ${statSync(tool).mtimeMs}`;
  const files = filesUnder(['wasm-core/src', 'wasm-core/include', 'wasm-core/build.mjs']);
  return { key: hashOf([hashOfFiles(files), stamp ?? '']), stamp: stamp ?? '' };
}

/** True when `buildWasm` has nothing to do. `strict`: and the last build had no warnings. */
export function wasmIsBuilt(strict = false) {
  return (
    readStamp(strict ? 'wasm-strict' : 'wasm') === wasmInputs().key &&
    WASM_BUILDS.every(({ name }) => ['mjs', 'wasm'].every((end) => existsSync(join(wasmDir, `${name}.${end}`))))
  );
}

/** Hash of the WebAssembly as built: the page asks for `wasm/xip-lab.mjs?v=<id>`. */
export function wasmBuildId() {
  return hashOfFiles(filesUnder(['build/wasm'], (path) => /\.(mjs|wasm|js)$/.test(path)));
}

/**
 * Builds all WebAssembly, if anything has changed.
 * @param {{ strict?: boolean }} [options] strict: warnings are errors, whatever the compiler's version
 */
export async function buildWasm({ strict = false } = {}) {
  if (wasmIsBuilt(strict)) return;
  await withLock('wasm', async () => {
    if (wasmIsBuilt(strict)) return;
    const { key, stamp } = wasmInputs();
    const compiler = await emcc();
    let warned = false;
    for (const build of WASM_BUILDS) {
      const sources = [...sourcesOf(build.folders), ...filesUnder(build.apis)];
      for (const api of build.apis)
        if (!sources.includes(api)) throw new Fault(`${api} is missing: without it ${build.name} lacks exports.`);
      await step(`Compiling ${build.name} (${sources.length} C files)`, async () => {
        const onWarning = (/** @type {string} */ text) => {
          warned = true;
          say(text);
        };
        const objects = await compile(compiler, sources, build.compile, strict ? undefined : onWarning);
        await linkWasm(compiler, build, objects);
      });
    }
    // Node treats Emscripten 3.1.6's worker file as the script that it is, although the project consists of modules.
    writeWhole(join(wasmDir, 'package.json'), '{ "type": "commonjs" }\n');
    writeStamp('emcc', stamp);
    writeStamp('wasm', key);
    if (!warned) writeStamp('wasm-strict', key);
    pruneObjects();
  });
}

/** @param {Compiler} compiler @param {WasmBuild} build @param {readonly string[]} objects */
async function linkWasm(compiler, build, objects) {
  const scratch = join(buildDir, `link.${process.pid}`);
  mkdirSync(scratch, { recursive: true });
  try {
    const out = join(scratch, `${build.name}.mjs`);
    const version = /(\d+)\.(\d+)\.(\d+)/.exec(compiler.id)?.slice(1).map(Number) ?? [0, 0, 0];
    const [major = 0, minor = 0, patch = 0] = version;
    const renamed = major * 1e6 + minor * 1e3 + patch >= 3_001_025;
    const sizes = [`-sINITIAL_MEMORY=${build.pages * 65536}`, `-s${renamed ? 'STACK_SIZE' : 'TOTAL_STACK'}=1048576`];
    const seen = { libraries: false };
    await runOrFault(
      `Linking ${build.name}`,
      compiler.path,
      [...LINK, ...build.link, ...sizes, ...objects, '-o', out],
      {
        cwd: at(),
        env: compiler.env,
        onOutput: (chunk) => {
          if (!seen.libraries && chunk.includes('generating system')) {
            seen.libraries = true;
            say('    Emscripten compiles its system libraries; it does so once, and it takes a minute or so');
          }
        },
      },
    );
    const glue = readFileSync(out, 'utf8');
    const prologue = glue.includes('createRequire') ? '' : NODE_PROLOGUE;
    const module = new WebAssembly.Module(readFileSync(join(scratch, `${build.name}.wasm`)));
    const exported = WebAssembly.Module.exports(module).map(({ name }) => name);
    const small = withExportTable(glue, exported);
    if (small === null)
      say(
        `    Note: ${compiler.id} writes the exports of ${build.name}.mjs in a form that withExportTable does not know. It works, and is larger.`,
      );
    writeWhole(out, `${prologue}${small ?? glue}\nexport const memoryPages = ${build.pages};\n`);
    mkdirSync(wasmDir, { recursive: true });
    rmSync(join(wasmDir, `${build.name}.worker.js`), { force: true });
    for (const name of readdirSync(scratch)) renameSync(join(scratch, name), join(wasmDir, name));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * Compilers of C for this machine: gcc, and clang under its highest version name.
 * @returns {{ name: 'gcc' | 'clang', path: string }[]}
 */
export function nativeCompilers() {
  const clangs = ['clang', ...Array.from({ length: 20 }, (_, i) => `clang-${30 - i}`)];
  const isGcc = which('gcc');
  const isClang = clangs.map(which).find((path) => path !== undefined);
  return [
    ...(isGcc === undefined ? [] : [{ name: /** @type {const} */ ('gcc'), path: isGcc }]),
    ...(isClang === undefined ? [] : [{ name: /** @type {const} */ ('clang'), path: isClang }]),
  ];
}

/**
 * @typedef {object} NativeOptions
 * @property {string} [cc] gcc, clang or a path; the first that is there otherwise
 * @property {string} [sanitize] as for -fsanitize=
 * @property {string} [main] the file with main(); without it everything is compiled and nothing linked
 * @property {string} [out] where the program is put besides build/native
 */

/**
 * Builds everything except the WebAssembly exports for this machine; returns the program's path, if there is a main. A
 * test's first lines may say `build: -DNAME=1 src/api/engine_api.c`: the definitions and sources that it needs in
 * addition.
 * @param {NativeOptions} options
 */
export async function buildNative(options) {
  const found = nativeCompilers();
  const path = found.find(({ name }) => name === options.cc)?.path ?? options.cc ?? found[0]?.path;
  if (path === undefined)
    throw new Fault('Neither gcc nor clang on the PATH. Install one (Debian: build-essential), then try again.');
  const compiler = await compilerAt(path);
  const flags =
    options.sanitize === undefined
      ? ['-O3', '-pthread']
      : [
          '-O1',
          '-g',
          '-pthread',
          '-fno-omit-frame-pointer',
          '-fno-sanitize-recover=all',
          `-fsanitize=${options.sanitize}`,
        ];
  const wishes = options.main === undefined ? [] : wishesOf(options.main);
  const defines = wishes.filter((wish) => wish.startsWith('-D'));
  const isObserved = defines.includes(OBSERVED);
  const extra = wishes.filter(isC).map((wish) => `wasm-core/${wish}`);
  const sources = [
    ...sourcesOf([...FOLDERS, ...SIMULATION, 'machine', 'labthreads', ...(isObserved ? ['simulation'] : [])]),
    ...extra,
    ...(options.main === undefined ? [] : [options.main]),
  ];
  if (sources.length === 0) throw new Fault('No C sources in wasm-core/src.');
  const objects = await compile(compiler, sources, [...flags, ...defines]);
  if (options.main === undefined) {
    await compile(compiler, sourcesOf(['simulation']), [...flags, OBSERVED]);
    return undefined;
  }
  const program = join(buildDir, 'native', `${basename(options.main, '.c')}.${hashOf([...flags, ...objects])}`);
  if (!existsSync(program)) {
    mkdirSync(join(buildDir, 'native'), { recursive: true });
    const fresh = `${program}.${process.pid}`;
    await runOrFault(`Linking ${options.main}`, path, [...flags, ...objects, '-o', fresh, '-lm'], { cwd: at() });
    renameSync(fresh, program);
  }
  if (options.out !== undefined) copyFileSync(program, options.out);
  return program;
}

/** @param {string} file from the root */
function wishesOf(file) {
  const head = readFileSync(at(file), 'utf8').split('\n').slice(0, 20);
  return head.flatMap((line) => /\bbuild:\s*(.*?)(?:\*\/)?$/.exec(line)?.[1]?.trim().split(/\s+/) ?? []);
}

if (process.argv[1] === import.meta.filename) {
  await main(async () => {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        cc: { type: 'string' },
        sanitize: { type: 'string' },
        main: { type: 'string' },
        out: { type: 'string', short: 'o' },
        strict: { type: 'boolean', default: false },
      },
    });
    const what = positionals[0] ?? 'wasm';
    if (what === 'native') {
      const main = values.main === undefined ? {} : { main: relative(at(), resolve(values.main)) };
      const program = await buildNative({ ...values, ...main });
      if (program !== undefined) process.stdout.write(`${values.out ?? program}\n`);
    } else if (what === 'wasm') {
      await buildWasm(values);
    } else {
      throw new Fault(`build.mjs: '${what}' is not known. Say 'wasm' or 'native'.`);
    }
  });
}
