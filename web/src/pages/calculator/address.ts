/**
 * The calculator's part of an address: the part of the calculator, and its settings. A setting left out has the part's
 * first value.
 */
import { type Field, number, oneOf, parameters, type Table } from '../../base/fields.ts';
import type { AddressCodec } from '../../ui/page.tsx';
import {
  CALCULATOR_LIMITS,
  CALCULATOR_PARTS,
  CALCULATOR_SETTINGS,
  type CalculatorPart,
  type CalculatorSetting,
  type CalculatorValues,
} from '../../viewmodel/calculator/settings.ts';

/** The calculator: which part, and its inputs. Anything left out has the part's first value. */
export interface CalculatorAddress extends Partial<CalculatorValues> {
  readonly part?: CalculatorPart;
}

/** The address keeps at most four places; a field may have been given more. */
const setting = (name: CalculatorSetting): Field<number> => ({
  ...number(CALCULATOR_LIMITS[name]),
  write: (value) => String(Number(value.toFixed(4))),
});
const SETTINGS = Object.fromEntries(
  CALCULATOR_SETTINGS.map((name) => [name, setting(name)]),
) as Table<CalculatorValues>;

export const address: AddressCodec<CalculatorAddress> = parameters<Required<CalculatorAddress>>({
  part: oneOf(CALCULATOR_PARTS),
  ...SETTINGS,
});
