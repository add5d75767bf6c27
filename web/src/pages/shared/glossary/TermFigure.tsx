/** A term's picture: its small figure, or the badge that numbers of its kind have. */
import { Icon } from '../../../ui/Icon.tsx';
import { isSketched, SKETCHES } from '../../../viewmodel/glossary/sketches.ts';
import type { Term } from '../../../viewmodel/glossary/terms.ts';
import { TermSketch } from '../../../views/term-sketch/TermSketch.tsx';

export function TermFigure({ term }: { readonly term: Term }) {
  return isSketched(term) ? <TermSketch sketch={SKETCHES[term]} /> : <Icon name={term} size="2em" />;
}
