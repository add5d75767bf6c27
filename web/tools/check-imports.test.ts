/** The C side of the import check; the TypeScript side is dependency-cruiser's own. */
import { expect, test } from 'vitest';
import { faultsIn } from './check-imports.mjs';

test('a folder may include itself, what stands below it, and the public headers', () => {
  const text = '#include "pg/xid.h"\n#include "mem/mem.h"\n#include "xip.h"\n#include <stdint.h>\n';
  expect(faultsIn('wasm-core/src/pg/x.c', text)).toEqual([]);
});

test('an include that leads upwards is a fault with its file and line', () => {
  expect(faultsIn('wasm-core/src/mem/x.c', '\n#include "pg/xid.h"\n')).toEqual([
    'wasm-core/src/mem/x.c:2: mem may not include pg ("pg/xid.h")',
  ]);
});

test('a relative path does not get around the list', () => {
  expect(faultsIn('wasm-core/src/mem/x.c', '#include "../pg/xid.h"')).toHaveLength(1);
});

test('a folder that nobody listed is a fault, and so is an include that leads nowhere', () => {
  expect(faultsIn('wasm-core/src/new/x.c', '')).toHaveLength(1);
  expect(faultsIn('wasm-core/src/pg/x.c', '#include "pg/nowhere.h"')).toHaveLength(1);
});

test('the exports and the tests see everything', () => {
  const text = '#include "pg/xid.h"\n#include "mem/mem.h"\n';
  expect(faultsIn('wasm-core/src/api/lab_api.c', text)).toEqual([]);
  expect(faultsIn('wasm-core/test/test_x.c', text)).toEqual([]);
});
