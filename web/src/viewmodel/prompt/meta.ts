/** psql's commands that a prompt knows: `\?`, `\dt`, `\d NAME`. They look at the present moment and are no steps. Pure. */
import '../../base/messages/en/prompt.ts';
import type { Messages } from '../../base/messages/index.ts';
import type { StageTable } from '../../engine/stage/stage-types.ts';
import { resultLines } from './psql.ts';

export const isMeta = (typed: string): boolean => typed.startsWith('\\');

/** The server's names of types that have another one in SQL: format_type() in utils/adt/format_type.c. */
const TYPES: Readonly<Record<string, string>> = {
  int4: 'integer',
  int8: 'bigint',
  bool: 'boolean',
  float8: 'double precision',
};

interface MetaAnswer {
  readonly isError: boolean;
  readonly lines: readonly string[];
}

export function metaAnswer(typed: string, tables: readonly StageTable[], messages: Messages): MetaAnswer {
  const { t } = messages;
  const [command = '', name = ''] = typed.replace(/;\s*$/, '').trim().split(/\s+/);
  switch (command) {
    case '\\?':
      return {
        isError: false,
        lines: [
          t('prompt.help.run'),
          t('prompt.help.history'),
          t('prompt.help.tab'),
          t('prompt.help.cancel'),
          t('prompt.help.tables'),
          t('prompt.help.back'),
        ],
      };
    case '\\d':
    case '\\d+':
      return name === '' ? listed(tables, messages) : described(tables, plain(name), messages);
    case '\\dt':
    case '\\dt+':
      return listed(name === '' ? tables : tables.filter((table) => table.name === plain(name)), messages);
    default:
      return { isError: true, lines: [t('prompt.help.unknown', { command })] };
  }
}

/** A name as SQL reads it: lower case, unless it is quoted. */
const plain = (name: string): string =>
  name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name.toLowerCase().replace(/^public\./, '');

function listed(tables: readonly StageTable[], { t }: Messages): MetaAnswer {
  if (tables.length === 0) return { isError: false, lines: [t('prompt.noTables')] };
  const rows = tables.map(({ name }) => ['public', name, 'table']).sort(([, a = ''], [, b = '']) => (a < b ? -1 : 1));
  return { isError: false, lines: resultLines({ columns: ['Schema', 'Name', 'Type'], rows, rowCount: rows.length }) };
}

function described(tables: readonly StageTable[], name: string, { t }: Messages): MetaAnswer {
  const table = tables.find((one) => one.name === name);
  if (table === undefined) return { isError: true, lines: [t('prompt.noTable', { name })] };
  const rows = table.columns.map((column) => [column.name, TYPES[column.type] ?? column.type]);
  const lines = resultLines({ columns: ['Column', 'Type'], rows, rowCount: rows.length }).slice(0, -1);
  return { isError: false, lines: [`Table "public.${name}"`, ...lines] };
}
