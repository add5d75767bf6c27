/** psql's commands that a prompt knows: `\?`, `\dt`, `\d NAME`. They look at the present moment and are no steps. Pure. */
import '../../base/messages/en/prompt.ts';
import type { Messages } from '../../base/messages/index.ts';
import type { StageTable } from '../../engine/stage/stage-types.ts';
import { tableLines } from './described.ts';
import { resultLines, titled } from './psql.ts';

export const isMeta = (typed: string): boolean => typed.startsWith('\\');

interface MetaAnswer {
  readonly isError: boolean;
  /** Sentences, which may wrap; else a table as psql prints it. */
  readonly isProse?: true;
  readonly isHelp?: true;
  readonly lines: readonly string[];
}

export function metaAnswer(typed: string, tables: readonly StageTable[], messages: Messages): MetaAnswer {
  const { t } = messages;
  const [command = '', name = ''] = typed.replace(/;\s*$/, '').trim().split(/\s+/);
  switch (command) {
    case '\\?':
      return {
        isError: false,
        isProse: true,
        isHelp: true,
        lines: [
          t('prompt.help.run'),
          t('prompt.help.history'),
          t('prompt.help.tab'),
          t('prompt.help.later'),
          t('prompt.help.cancel'),
          t('prompt.help.tables'),
          t('prompt.help.back'),
        ],
      };
    case '\\d':
      return name === '' ? listed(tables, '', messages) : described(tables, plain(name), messages);
    case '\\dt':
      return listed(tables, plain(name), messages);
    default:
      return { isError: true, lines: [t('prompt.help.unknown', { command })] };
  }
}

/** A name as SQL reads it: lower case, unless it is quoted. */
const plain = (name: string): string =>
  name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name.toLowerCase().replace(/^public\./, '');

/** The one role of a new server is initdb's: postgres, as a rule. */
function listed(all: readonly StageTable[], name: string, { t }: Messages): MetaAnswer {
  const tables = name === '' ? all : all.filter((table) => table.name === name);
  if (tables.length === 0)
    return { isError: true, lines: [name === '' ? t('prompt.noTables') : t('prompt.noTable', { name })] };
  const rows = tables
    .map((table) => ['public', table.name, 'table', 'postgres'])
    .sort(([, a = ''], [, b = '']) => (a < b ? -1 : 1));
  const columns = ['Schema', 'Name', 'Type', 'Owner'];
  return { isError: false, lines: titled('List of relations', resultLines({ columns, rows, rowCount: rows.length })) };
}

function described(tables: readonly StageTable[], name: string, { t }: Messages): MetaAnswer {
  const table = tables.find((one) => one.name === name);
  return table === undefined
    ? { isError: true, lines: [t('prompt.noTable', { name })] }
    : { isError: false, lines: tableLines(table) };
}
