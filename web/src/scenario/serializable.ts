/** Whether a spec's sessions may be SERIALIZABLE: every way to make a transaction so names the level. */
import type { Spec } from './spec-types.ts';

const NAMES_IT = /serializable/i;

const before = ({ setups, sessions }: Spec): readonly string[] =>
  [...setups, ...sessions.map(({ setup }) => setup)].map((block) => block?.sql ?? '');

export const mayBeSerializable = (spec: Spec): boolean =>
  [...before(spec), ...spec.steps.map(({ sql }) => sql)].some((sql) => NAMES_IT.test(sql));

/** @param steps those that are run, as indexes into the spec's `steps`; other numbers are ignored */
export const isSerializableIn = (spec: Spec, steps: readonly number[]): boolean =>
  [...before(spec), ...steps.map((step) => spec.steps[step]?.sql ?? '')].some((sql) => NAMES_IT.test(sql));
