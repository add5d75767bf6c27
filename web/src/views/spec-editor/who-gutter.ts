/**
 * The narrow column next to the line numbers: the letter of the session whose lines begin here, the same letter as
 * everywhere; or a fault.
 */
import { forEachDiagnostic } from '@codemirror/lint';
import { type EditorState, type Extension, type Range, RangeSet, StateField } from '@codemirror/state';
import { GutterMarker, gutter } from '@codemirror/view';
import { type SpecSpan, specSpans } from '../../viewmodel/spec/spec-syntax.ts';
import { type SessionStyle, sessionStyle } from '../../viewmodel/stage/selection.ts';

class WhoMark extends GutterMarker {
  readonly #style: SessionStyle;

  constructor(style: SessionStyle) {
    super();
    this.#style = style;
  }
  override eq(other: GutterMarker): boolean {
    return other instanceof WhoMark && other.#style.letter === this.#style.letter;
  }
  override toDOM(): Node {
    const mark = document.createElement('span');
    mark.className = 'cm-whoMark';
    mark.textContent = this.#style.letter;
    mark.style.color = this.#style.hue;
    return mark;
  }
}

class FaultMark extends GutterMarker {
  readonly #severity: 'error' | 'warning';

  constructor(severity: 'error' | 'warning') {
    super();
    this.#severity = severity;
  }
  override eq(other: GutterMarker): boolean {
    return other instanceof FaultMark && other.#severity === this.#severity;
  }
  override toDOM(): Node {
    const mark = document.createElement('span');
    mark.className = 'cm-faultMark';
    mark.dataset.severity = this.#severity;
    mark.textContent = '!';
    return mark;
  }
}

/** One mark per line: where a session or one of its steps is defined. */
function whoMarks({ doc }: EditorState): RangeSet<GutterMarker> {
  const text = doc.toString();
  const marks: Range<GutterMarker>[] = [];
  let last = -1;
  let before: SpecSpan | undefined;
  for (const span of specSpans(text)) {
    const isDefined = before?.kind === 'keyword' && text.slice(before.from, before.to) !== 'permutation';
    before = span;
    if (span.session === undefined || !isDefined) continue;
    // Searched in the text itself: this runs once per name, and the document would look for the line from its top.
    const line = text.lastIndexOf('\n', span.from) + 1;
    if (line === last) continue;
    last = line;
    marks.push(markOf(span.session).range(line));
  }
  return RangeSet.of(marks);
}

const ofSession = new Map<number, WhoMark>();
function markOf(session: number): WhoMark {
  const known = ofSession.get(session);
  if (known !== undefined) return known;
  const made = new WhoMark(sessionStyle('', session));
  ofSession.set(session, made);
  return made;
}

const who = StateField.define<RangeSet<GutterMarker>>({
  create: whoMarks,
  update: (marks, change) => (change.docChanged ? whoMarks(change.state) : marks),
});

/** Faults replace the letter: a line that does not parse belongs to no session yet. */
function faultMarks(state: EditorState): ReadonlyMap<number, FaultMark> {
  const marks = new Map<number, FaultMark>();
  forEachDiagnostic(state, ({ severity }, from) => {
    const line = state.doc.lineAt(from).from;
    if (severity === 'error' || !marks.has(line))
      marks.set(line, new FaultMark(severity === 'error' ? 'error' : 'warning'));
  });
  return marks;
}

export const whoGutter = (): Extension => [
  who,
  gutter({
    class: 'cm-who',
    markers: ({ state }) => {
      const faults = faultMarks(state);
      if (faults.size === 0) return state.field(who);
      const merged = [...faults].map(([at, mark]) => mark.range(at));
      return state.field(who).update({ add: merged, sort: true, filter: (from) => !faults.has(from) });
    },
    initialSpacer: () => new WhoMark(sessionStyle('', 0)),
  }),
];
