import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moduleText } from './scenarios-plugin.ts';

/** Reads it as a browser reads the module. */
const read = (text: string): unknown => new Function(`return (${text});`)();

test('data comes back as it was', () => {
  const plain = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(undefined, null, true, false, -0, Number.NaN, Number.POSITIVE_INFINITY),
      fc.double(),
      fc.bigInt(),
      fc.string({ unit: 'binary' }),
      fc.array(tie('value')),
      fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), tie('value'), { noNullPrototype: true }),
      fc.array(fc.tuple(fc.string(), tie('value'))).map((entries) => new Map(entries)),
    ),
  })).value;
  fc.assert(
    fc.property(plain, (value) => {
      expect(read(moduleText(value))).toStrictEqual(value);
    }),
  );
});

test('what is no plain data is refused', () => {
  for (const value of [() => 1, Symbol('x'), new Date(0), { inside: new Set([1]) }])
    expect(() => moduleText(value)).toThrow(TypeError);
});
