/** The shipped machines as files, for Node: the command line, tools and tests. Pages import the same files with `?raw`. */
import { readFileSync } from 'node:fs';
import type { Result } from '../base/result.ts';
import { MACHINE_IDS, type Machine, type MachineId } from './machine.ts';
import { type MachineFault, parseMachine } from './machine-parse.ts';

const FOLDER = new URL('../../../scenarios/machines/', import.meta.url);

export const machineText = (id: MachineId): string => readFileSync(new URL(`${id}.json`, FOLDER), 'utf8');

/** A shipped machine. Tests check that each file is correct; a fault here comes from this checkout. */
export const loadMachine = (id: MachineId): Result<Machine, readonly MachineFault[]> => parseMachine(machineText(id));

export const isMachineId = (id: string): id is MachineId => MACHINE_IDS.some((known) => known === id);
