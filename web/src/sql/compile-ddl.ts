/** Statements that define something, and that few specs have, as plans; and cursors. */
import type { AlterSeqStmt, ColumnDef, Constraint, CreateSeqStmt, DropStmt, Node } from 'libpg-query';
import { comment, dropIndex, reindex, rename, truncate } from './compile-alter.ts';
import { compileCursor } from './compile-cursor.ts';
import { plainName, stringOf } from './compile-expr.ts';
import { dropFunction } from './compile-function.ts';
import { tableName } from './compile-query.ts';
import { dropView } from './compile-view.ts';
import type { Plan } from './plan.ts';
import type { Serial } from './plan-ddl.ts';
import type { SequenceOptions, SequenceType } from './sequence.ts';
import { isKnown, Outside } from './statement-names.ts';

/** Undefined: it is none of these. */
export function compileDdl(node: Node): Plan | undefined {
  if ('CreateSeqStmt' in node) return createSequence(node.CreateSeqStmt);
  if ('AlterSeqStmt' in node) return alterSequence(node.AlterSeqStmt);
  if ('TruncateStmt' in node) return truncate(node.TruncateStmt);
  if ('RenameStmt' in node) return rename(node.RenameStmt);
  if ('DropStmt' in node) return drop(node.DropStmt);
  if ('ReindexStmt' in node) return reindex(node.ReindexStmt);
  if ('CheckPointStmt' in node) return { kind: 'checkpoint' };
  if ('CommentStmt' in node) return comment(node.CommentStmt);
  return compileCursor(node);
}

function createSequence({ sequence, options, if_not_exists, for_identity }: CreateSeqStmt): Plan {
  if (for_identity === true) throw new Outside('this form of CREATE SEQUENCE', sequence?.location);
  return {
    kind: 'create-sequence',
    name: tableName(sequence),
    ifNotExists: if_not_exists === true,
    options: sequenceOptions(options),
  };
}
const alterSequence = ({ sequence, options, missing_ok }: AlterSeqStmt): Plan => ({
  kind: 'alter-sequence',
  name: tableName(sequence),
  ifExists: missing_ok === true,
  options: sequenceOptions(options),
});

/** Names that DROP lists. */
export function namesOf({ objects = [] }: DropStmt): string[] {
  return objects.map((node) => {
    const name = plainName('List' in node ? (node.List.items ?? []) : [], undefined);
    if (isKnown('relation', name)) throw new Outside(`the catalog ${name}`, undefined);
    return name;
  });
}
function drop(stmt: DropStmt): Plan | undefined {
  if (stmt.removeType === 'OBJECT_FUNCTION') return dropFunction(stmt);
  if (stmt.removeType === 'OBJECT_VIEW') return dropView(stmt, namesOf(stmt));
  if (stmt.removeType === 'OBJECT_INDEX') return dropIndex(stmt, namesOf(stmt));
  if (stmt.removeType !== 'OBJECT_SEQUENCE') return undefined;
  if (stmt.behavior === 'DROP_CASCADE') throw new Outside('DROP SEQUENCE … CASCADE', undefined);
  return { kind: 'drop-sequence', names: namesOf(stmt), ifExists: stmt.missing_ok === true };
}

const TYPES: Readonly<Record<string, SequenceType>> = { int2: 'int2', int4: 'int4', int8: 'int8' };

/** A whole number as text: the parser has small ones as Integer. */
function numberIn(arg: Node | undefined, at: number | undefined): string {
  if (arg !== undefined && 'Integer' in arg) return String(arg.Integer.ival ?? 0);
  if (arg !== undefined && 'Float' in arg && /^-?\d{1,19}$/.test(arg.Float.fval ?? '')) return arg.Float.fval ?? '0';
  throw new Outside('this number of a sequence', at);
}

export function sequenceOptions(list: readonly Node[] | undefined): SequenceOptions {
  let made: SequenceOptions = {};
  for (const node of list ?? []) {
    const element = 'DefElem' in node ? node.DefElem : undefined;
    const { defname = '', arg, location } = element ?? {};
    const number = (): string => numberIn(arg, location);
    const maybe = (): string | null => (arg === undefined ? null : number());
    switch (defname) {
      case 'as': {
        const type = arg !== undefined && 'TypeName' in arg ? TYPES[stringOf(arg.TypeName.names?.at(-1))] : undefined;
        if (type === undefined) throw new Outside('this type of a sequence', location);
        made = { ...made, as: type };
        break;
      }
      case 'increment':
        made = { ...made, increment: number() };
        break;
      case 'minvalue':
        made = { ...made, min: maybe() };
        break;
      case 'maxvalue':
        made = { ...made, max: maybe() };
        break;
      case 'start':
        made = { ...made, start: number() };
        break;
      case 'restart':
        made = { ...made, restart: maybe() };
        break;
      case 'cycle':
        made = { ...made, cycles: arg !== undefined && 'Boolean' in arg && arg.Boolean.boolval === true };
        break;
      case 'cache':
        if (number() === '1') break;
        throw new Outside('CACHE of a sequence', location);
      default:
        throw new Outside(defname === 'owned_by' ? 'OWNED BY' : `the option ${defname.toUpperCase()}`, location);
    }
  }
  return made;
}

const SERIALS: Readonly<Record<string, SequenceType>> = {
  ...{ smallserial: 'int2', serial2: 'int2', serial: 'int4', serial4: 'int4', bigserial: 'int8', serial8: 'int8' },
};
/** Undefined: no serial. */
export function serialOf({ typeName }: ColumnDef): Serial | undefined {
  const names = typeName?.names ?? [];
  const word = names.length === 1 ? stringOf(names[0]) : '';
  const as = Object.hasOwn(SERIALS, word) ? SERIALS[word] : undefined;
  return as === undefined ? undefined : { as, options: {} };
}
/** GENERATED … AS IDENTITY. */
export function identityOf({ generated_when, options, location }: Constraint, type: string): Serial {
  const as = TYPES[type];
  if (as === undefined) throw new Outside('an identity column of this type', location);
  return {
    as,
    identity: generated_when === 'a' ? 'always' : 'by default',
    options: sequenceOptions(options),
  };
}
