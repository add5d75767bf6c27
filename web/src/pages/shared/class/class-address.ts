/**
 * An assignment's address: `#/class?set=two-stamps,who-sees-it&seed=by-name`. The teacher's page takes the same parameters,
 * and then its table also shows what was assigned and not tried. Left out, the seed is `by-name`.
 */
import '../../../base/messages/en/class.ts';
import type { Messages } from '../../../base/messages/index.ts';
import { err, ok } from '../../../base/result.ts';
import type { AddressCodec } from '../../../ui/page.tsx';
import { type Assignment, MAX_ITEMS, readSet, type SetFault } from '../../../viewmodel/class/assignment.ts';
import { MAX_SEED } from '../../../viewmodel/exercise/seed.ts';

/** Empty: the address names no set, and the page says how a link looks. */
export type ClassAddress = Assignment | { readonly set?: undefined };

function faultText(fault: SetFault, { t }: Messages): string {
  switch (fault.kind) {
    case 'empty':
      return t('class.fault.empty');
    case 'many':
      return t('class.fault.many', { ...fault, max: MAX_ITEMS });
    case 'name':
      return t('class.fault.name', fault);
    case 'twice':
      return t('class.fault.twice', fault);
  }
}

export const address: AddressCodec<ClassAddress> = {
  parse: ({ set, seed: text = 'by-name' }, messages) => {
    if (set === undefined) return ok({});
    const names = readSet(set);
    if (!names.ok) return err(faultText(names.error, messages));
    const seed = /^\d{1,7}$/.test(text) ? Number(text) : text;
    if (seed !== 'by-name' && (typeof seed === 'string' || seed > MAX_SEED))
      return err(messages.t('class.fault.seed', { text: text.slice(0, 80), max: MAX_SEED }));
    return ok({ set: names.value, seed });
  },
  format: (value): Record<string, string> =>
    value.set === undefined ? {} : { set: value.set.join(','), seed: String(value.seed) },
};
