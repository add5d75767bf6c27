/**
 * The calculator's part of an address: the part of the calculator, and its settings. A setting left out has the part's
 * first value.
 */
import type { Messages } from '../../base/messages/index.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { CalculatorAddress } from '../../viewmodel/addresses.ts';
import { CALCULATOR_LIMITS, CALCULATOR_PARTS, CALCULATOR_SETTINGS } from '../../viewmodel/calculator/settings.ts';
import type { RawAddress } from './raw.ts';

const WHOLE = /^\d{1,7}$/;
const DECIMAL = /^\d{1,7}([.]\d{1,4})?$/;

export function parseCalculator(params: RawAddress['params'], { t }: Messages): Result<CalculatorAddress, string> {
  const part = CALCULATOR_PARTS.find((each) => each === params.part);
  if (params.part !== undefined && part === undefined) {
    const want = CALCULATOR_PARTS.join(', ');
    return err(t('shell.badAddress.param', { name: 'part', text: params.part.slice(0, 40), want }));
  }
  const values: [string, number][] = [];
  for (const name of CALCULATOR_SETTINGS) {
    const text = params[name];
    if (text === undefined) continue;
    const { min, max, whole } = CALCULATOR_LIMITS[name];
    const value = (whole ? WHOLE : DECIMAL).test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) {
      const want = t(whole ? 'stage.want.number' : 'lab.problem.between', { min, max });
      return err(t('shell.badAddress.param', { name, text: text.slice(0, 40), want }));
    }
    values.push([name, value]);
  }
  return ok({ ...(part === undefined ? {} : { part }), ...Object.fromEntries(values) });
}

export function formatCalculator({ part, ...values }: CalculatorAddress): Record<string, string> {
  return {
    ...(part === undefined ? {} : { part }),
    ...Object.fromEntries(
      CALCULATOR_SETTINGS.flatMap((name) => {
        const value = values[name];
        // The address keeps at most four places; a field may have been given more.
        return value === undefined ? [] : [[name, String(Number(value.toFixed(4)))]];
      }),
    ),
  };
}
