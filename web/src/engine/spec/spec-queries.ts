/** The queries of a compiled spec: who runs it asks what code they need. */
import type { CompiledQuery } from '../../sql/database.ts';
import type { CompiledSpec } from './spec-compile.ts';

export const queriesOf = ({
  setups,
  sessionSetups,
  steps,
  sessionTeardowns,
  teardown,
}: CompiledSpec): readonly (CompiledQuery | null)[] => [
  ...setups,
  ...sessionSetups,
  ...steps,
  ...sessionTeardowns,
  teardown,
];
