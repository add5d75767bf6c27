/**
 * The planner's last choice for each statement. Most statements run again and again over a table that looks the same to
 * a planner: then what it chose holds, and nothing is worked out a second time.
 *
 * Invariant: `planAccess` depends on its question alone, and asks for sizes of indexes one after the other. So the
 * choice is the same if the question is, and if each size that was asked for then is the same now.
 */
import type { IndexSize, Look } from './bound-types.ts';
import type { Index } from './catalog.ts';
import type { Figures } from './core.ts';
import type { Question } from './path-cost.ts';
import { type Access, planAccess } from './planner.ts';

/** All of a question but the sizes. */
type Asked = Omit<Question, 'sizeOf'>;

interface Choice {
  readonly asked: Asked;
  readonly sizes: readonly { readonly index: Index; readonly size: IndexSize }[];
  readonly access: Access;
}

/** By the statement's conditions and columns, which live as long as it is bound to its tables. */
const choices = new WeakMap<Look, Choice>();

const areSame = (a: Figures, b: Figures): boolean =>
  a.blocks === b.blocks &&
  a.pages === b.pages &&
  a.tuples === b.tuples &&
  a.fillfactor === b.fillfactor &&
  a.allVisible === b.allVisible;

const isAsked = (a: Asked, b: Asked): boolean =>
  a.table === b.table &&
  a.quals === b.quals &&
  a.columns === b.columns &&
  a.off === b.off &&
  a.order === b.order &&
  a.wanted === b.wanted &&
  a.rules === b.rules &&
  areSame(a.figures, b.figures);

const isSize = (a: IndexSize, b: IndexSize): boolean => a.pages === b.pages && a.height === b.height;

/** `planAccess` of the question, which is one about `look`. */
export function planAgain(look: Look, question: Question): Access {
  const last = choices.get(look);
  if (
    last !== undefined &&
    isAsked(last.asked, question) &&
    last.sizes.every(({ index, size }) => isSize(size, question.sizeOf(index)))
  )
    return last.access;
  const sizes: { readonly index: Index; readonly size: IndexSize }[] = [];
  // Without the caller's sizes, which would keep its whole database.
  const { sizeOf: sizeNow, ...asked } = question;
  const sizeOf = (index: Index): IndexSize => {
    const size = sizeNow(index);
    sizes.push({ index, size });
    return size;
  };
  const access = planAccess({ ...asked, sizeOf });
  choices.set(look, { asked, sizes, access });
  return access;
}
