/** The tables that `npm run model:check` checks: the published ones, and a file with the columns of one. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { messagesIn } from '../../src/base/messages/index.ts';
import { MACHINE_IDS, type Machine, type MachineId } from '../../src/scenario/machine.ts';
import { parseMachine } from '../../src/scenario/machine-parse.ts';
import { isMachineId, loadMachine } from '../../src/scenario/machines.node.ts';
import { PUBLISHED, type PublishedId, parsePublished } from '../../src/scenario/published.ts';
import {
  COMPARED,
  COMPARED_AS,
  type Compare,
  type ComparedId,
  type ComparisonPoint,
  comparisonPoints,
} from '../../src/viewmodel/prediction/comparison.ts';
import { readOwnTable } from '../../src/viewmodel/prediction/own-table.ts';

export function fail(text: string): never {
  process.stderr.write(`model:check: ${text}\n`);
  process.exit(2);
}

export function machineOf(id: MachineId): Machine {
  const machine = loadMachine(id);
  if (!machine.ok) fail(`${id}: ${machine.error[0]?.message ?? 'not a machine'}`);
  return machine.value;
}

export function publishedRows<Id extends PublishedId>(id: Id) {
  const { file } = PUBLISHED[id].source;
  const table = parsePublished(
    id,
    readFileSync(new URL(`../../../scenarios/published/${file}`, import.meta.url), 'utf8'),
  );
  if (!table.ok) fail(`${file}:${table.error.line}: ${table.error.message}`);
  return table.value;
}

export interface CheckedTable extends Pick<Compare, 'id' | 'source' | 'machine'> {
  readonly points: readonly ComparisonPoint[];
}

export function tableOf(id: ComparedId): CheckedTable {
  const { source, rows } = publishedRows(id);
  return { id, source, machine: machineOf(COMPARED_AS[id].machine), points: comparisonPoints(rows) };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return fail(`${path}: there is no such file that can be read`);
  }
}

/** Somebody's own table, on the machine that they name. */
function ownTable(path: string, named: string | undefined): CheckedTable {
  const table = readOwnTable(basename(path), textOf(path), messagesIn('en'));
  if (!table.ok) fail(table.error);
  if (named === undefined)
    fail(
      `${path}: say with --machine where it was measured: the path of a machine's file, or one of ${MACHINE_IDS.join(', ')}`,
    );
  if (isMachineId(named)) return { ...table.value, source: { file: table.value.file }, machine: machineOf(named) };
  const machine = parseMachine(textOf(named));
  if (!machine.ok)
    fail(machine.error.map(({ line, column, message }) => `${named}:${line}:${column}: ${message}`).join('\n'));
  return { ...table.value, source: { file: table.value.file }, machine: machine.value };
}

const isCompared = (name: string): name is ComparedId => COMPARED.some((id) => id === name);
export function chosenTable(name: string, machine: string | undefined): CheckedTable {
  if (isCompared(name)) return tableOf(name);
  if (name.endsWith('.csv')) return ownTable(name, machine);
  return fail(`--table ${name}: give the path of a CSV file, or one of ${COMPARED.join(', ')}`);
}
