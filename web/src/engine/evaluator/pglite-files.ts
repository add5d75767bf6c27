/** Where the package's files are: in Node it finds them itself. The bundler puts pglite-files.browser.ts in this place. */
import type { PGliteOptions } from '@electric-sql/pglite';

export const serverFiles = async (): Promise<Pick<PGliteOptions, 'pgliteWasmModule' | 'initdbWasmModule' | 'fsBundle'>> => ({});
