/** CREATE EXTENSION and DROP EXTENSION as plans. */
import type { Node } from 'libpg-query';
import { stringOf } from './compile-expr.ts';
import type { Plan } from './plan.ts';
import { Outside } from './statement-names.ts';
import { EXTENSIONS } from './system-names.ts';

/** Undefined: it is neither. */
export function compileExtension(node: Node): Plan | undefined {
  if ('CreateExtensionStmt' in node) {
    const { extname = '', if_not_exists = false, options = [] } = node.CreateExtensionStmt;
    if (options.length > 0) throw new Outside('options of CREATE EXTENSION', undefined);
    return { kind: 'extension', drops: false, names: [known(extname)], isLenient: if_not_exists };
  }
  if (!('DropStmt' in node) || node.DropStmt.removeType !== 'OBJECT_EXTENSION') return undefined;
  const { objects = [], missing_ok = false } = node.DropStmt;
  return { kind: 'extension', drops: true, names: objects.map(stringOf).map(known), isLenient: missing_ok };
}

function known(name: string): string {
  if (!EXTENSIONS.includes(name)) throw new Outside(`the extension ${name}`, undefined);
  return name;
}
