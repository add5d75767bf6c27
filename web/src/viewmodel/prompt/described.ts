/**
 * `\d TABLE` as psql prints it. Source: describeOneTableDetails in bin/psql/describe.c; format_type in
 * utils/adt/format_type.c; get_const_expr in utils/adt/ruleutils.c. Pure.
 */
import type { StageColumn, StageIndex, StageTable } from '../../engine/stage/stage-types.ts';
import { resultLines, titled } from './psql.ts';

type Default = NonNullable<StageColumn['fallback']>;

export function tableLines({ name, columns, indexes }: StageTable): readonly string[] {
  const rows = columns.map((column) => [
    column.name,
    typeOf(column),
    '',
    column.notNull ? 'not null' : '',
    column.fallback === undefined ? '' : defaultOf(column.fallback, column),
  ]);
  const head = ['Column', 'Type', 'Collation', 'Nullable', 'Default'];
  const table = resultLines({ columns: head, rows, rowCount: rows.length }, 'texts').slice(0, -1);
  const sorted = [...indexes].sort((a, b) => Number(b.primary) - Number(a.primary) || (a.name < b.name ? -1 : 1));
  return [
    ...titled(`Table "public.${name}"`, table),
    ...(sorted.length === 0 ? [] : ['Indexes:', ...sorted.map(indexLine)]),
  ];
}

/** The server's names of types that have another one in SQL. */
const TYPES: Readonly<Record<string, string>> = { int4: 'integer', int8: 'bigint', bool: 'boolean' };
const plainType = ({ type, modifier }: Pick<StageColumn, 'type' | 'modifier'>): string =>
  modifier !== undefined && 'max' in modifier ? 'character varying' : (TYPES[type] ?? type);

function typeOf(column: StageColumn): string {
  const { modifier } = column;
  if (modifier === undefined) return plainType(column);
  return `${plainType(column)}(${'max' in modifier ? modifier.max : `${modifier.precision},${modifier.scale}`})`;
}

function indexLine({ name, primary, unique, isConstraint, columns, including }: StageIndex): string {
  const kind = primary ? ' PRIMARY KEY,' : unique ? ` UNIQUE${isConstraint ? ' CONSTRAINT' : ''},` : '';
  const rest = including.length === 0 ? '' : ` INCLUDE (${including.map(quoted).join(', ')})`;
  return `    "${name}"${kind} btree (${columns.map(quoted).join(', ')})${rest}`;
}
/** quote_identifier, for names that are no keywords. */
const quoted = (name: string): string => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

/** A constant as its column keeps it. Of anything else it is known that it is there. */
function defaultOf(given: Default, column: StageColumn): string {
  if (given.kind !== 'const') return '…';
  const { text } = given;
  switch (given.type) {
    // DEFAULT NULL is none.
    case 'unknown':
      return text === null ? '' : literal(text, column);
    case 'int8':
      return `'${text}'::bigint`;
    case 'int4':
      return number(text ?? '', 'integer');
    case 'numeric':
      return number(text ?? '', 'numeric');
    case 'bool':
      return text ?? '';
  }
}
const number = (text: string, type: string): string => (text.startsWith('-') ? `'${text}'::${type}` : text);

function literal(text: string, column: StageColumn): string {
  const type = plainType(column);
  if (column.type === 'bool') return /^\s*(?:t|y|on|1)/i.test(text) ? 'true' : 'false';
  if (column.type === 'int4' || column.type === 'numeric') return number(text.trim(), type);
  return `'${text.replaceAll("'", "''")}'::${type}`;
}
