/** The type of a column: more than what typeOf knows, since varchar and numeric may have a size. */
import type { ColumnDef } from 'libpg-query';
import { serialOf } from './compile-ddl.ts';
import { plainName, typeOf } from './compile-expr.ts';
import type { ColumnPlan, ColumnType } from './plan.ts';
import { Outside, substituteFor, withHint } from './statement-names.ts';

/** A type, and what stands in parentheses behind varchar and numeric. */
export function columnTypeOf({ typeName, location }: ColumnDef): Pick<ColumnPlan, 'type' | 'modifier'> {
  const word = plainName(typeName?.names ?? [], typeName?.location);
  const sizes = (typeName?.typmods ?? []).map((node) =>
    'A_Const' in node && node.A_Const.ival !== undefined ? (node.A_Const.ival.ival ?? 0) : -1,
  );
  const [first = -1, scale = 0] = sizes;
  const isPlain = (typeName?.arrayBounds?.length ?? 0) === 0;
  if (word === 'varchar' && isPlain) {
    if (sizes.length === 0) return { type: 'text' };
    if (first >= 1 && first <= MAX_LENGTH) return { type: 'text', modifier: { max: first } };
  }
  if (word === 'bpchar' && isPlain && isLength(sizes))
    return { type: 'bpchar', modifier: { max: first, isPadded: true } };
  if (word === 'numeric' && isPlain && sizes.length > 0) {
    if (first >= 1 && first <= MAX_PRECISION && scale >= 0 && scale <= first)
      return { type: 'numeric', modifier: { precision: first, scale } };
    throw new Outside('numeric with such a precision or scale', typeName?.location);
  }
  const serial = serialOf({ ...(typeName && { typeName }) });
  if (serial !== undefined) return { type: serial.as };
  const type = typeOf(typeName, location);
  if (isColumnType(type)) return { type };
  throw new Outside(withHint(`columns of type ${type}`, substituteFor('type', type)), typeName?.location);
}
const isLength = ([first = 0, another]: readonly number[]): boolean =>
  another === undefined && first >= 1 && first <= MAX_LENGTH;
const MAX_LENGTH = 10_485_760;
const MAX_PRECISION = 1000;
const COLUMN_TYPES: readonly string[] = [
  ...['int4', 'int8', 'text', 'bool', 'numeric', 'date'],
  ...['int2', 'float4', 'float8', 'bpchar', 'name', 'uuid', 'jsonb', 'timestamp', 'timestamptz', 'time', 'interval'],
];
const isColumnType = (type: string): type is ColumnType => COLUMN_TYPES.includes(type);
