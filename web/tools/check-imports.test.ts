/** The C side of the import check; the TypeScript side is dependency-cruiser's own. */
import { expect, test } from 'vitest';
import { circularCalls, faultsIn } from './check-imports.mjs';

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

const circlesIn = (files: Record<string, string>) => circularCalls(new Map(Object.entries(files)));
const A = 'void a(void)\n{\n    b();\n}\n';

test('calls between files that come back to where they began are faults, each with a function', () => {
  const b = 'static int one(void)\n{\n    return 1;\n}\nvoid b(void)\n{\n    c();\n}\n';
  const c = 'int c(int (*f)(int),\n      int y)\n{\n    return run(a);\n}\n';
  expect(circlesIn({ 'a.c': A, 'b.c': b, 'c.c': c, 'd.c': 'void d(void)\n{\n    a();\n}\n' })).toEqual([
    'a.c:1: calls b() of b.c, which leads back',
    'b.c:1: calls c() of c.c, which leads back',
    'c.c:1: calls a() of a.c, which leads back',
  ]);
});

test('prototypes, comments, texts and private functions of the same name are no calls', () => {
  const b = '/* a() */\nvoid a(void);\nvoid b(void)\n{\n    say("a()");\n}\n';
  expect(circlesIn({ 'a.c': A, 'b.c': b })).toEqual([]);
  const own = 'static void a(void)\n{\n}\nvoid b(void)\n{\n    a();\n}\n';
  expect(circlesIn({ 'a.c': A, 'b.c': own })).toEqual([]);
});

test('a call by an inline function of a header is a call of its user', () => {
  const header = 'void a(void);\nstatic inline void helped(void)\n{\n    a();\n}\n';
  expect(circlesIn({ 'a.c': A, 'b.c': 'void b(void)\n{\n    helped();\n}\n', 'x.h': header })).toHaveLength(2);
  expect(circlesIn({ 'a.c': A, 'b.c': 'void b(void)\n{\n}\n', 'x.h': header })).toEqual([]);
});
