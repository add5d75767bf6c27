/**
 * A lesson as plain data: `lesson-parse.ts` makes it from a Markdown file and a page draws it. No HTML anywhere: prose
 * is a tree of these few kinds. The format, for authors: scenarios/lessons/README.md.
 */

/** Where a number comes from; lessons never contain measured ones. */
export const WRITTEN_PROVENANCE = ['published', 'modelled', 'real'] as const;
export type WrittenProvenance = (typeof WRITTEN_PROVENANCE)[number];

/** The servers that were observed, by their major versions. */
export const REAL_SERVERS: Readonly<Record<string, string>> = {
  '12': '12.22',
  '13': '13.23',
  '14': '14.23',
  '15': '15.18',
  '16': '16.14',
  '17': '17.10',
  '18': '18.4',
};

export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'emphasis' | 'strong'; readonly children: readonly Inline[] }
  /** `href` is `#/…`, an address of Xipscope, or `https://…`. */
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly Inline[] }
  /** A number and its source: a file of scenarios/published, a machine's id, a server's version. */
  | {
      readonly kind: 'number';
      readonly provenance: WrittenProvenance;
      readonly source: string;
      readonly children: readonly Inline[];
    };

export type Prose =
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'quote'; readonly children: readonly Prose[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Prose[])[] }
  | { readonly kind: 'code'; readonly text: string; readonly language: string | null };

/** An address of Xipscope and the parts of that page to show; none named: the page chooses. */
export interface LessonFigure {
  readonly at: string;
  readonly show: readonly string[];
  /** Marks of the figure, by kind and name, that must be visible at this step: `row (0,1)`, `snapshot A`. */
  readonly decisive: readonly string[];
}

/** Kinds of marks, and whether each has a name. Views carry them as `data-mark`. */
export const MARK_KINDS = {
  row: true,
  xid: true,
  snapshot: true,
  session: true,
  reason: false,
  horizon: false,
  holder: true,
  slots: true,
  buffers: false,
  counter: true,
  bar: true,
  series: true,
  figure: false,
} as const;
export type MarkKind = keyof typeof MARK_KINDS;

/** The subject of a prediction; the engine answers it. */
export const PREDICTED = ['rows', 'waits', 'error', 'snapshot'] as const;
export type Predicted = (typeof PREDICTED)[number];

export type LessonQuestion =
  | {
      readonly kind: 'choice';
      readonly ask: readonly Inline[];
      readonly options: readonly {
        readonly isRight: boolean;
        readonly text: readonly Inline[];
        readonly why: readonly Inline[];
      }[];
    }
  | {
      readonly kind: 'predict';
      readonly ask: readonly Inline[];
      readonly answer: Predicted;
      /** The reason, shown with the engine's answer; most steps leave it to the next one. */
      readonly why: readonly Inline[];
    };

export interface LessonStep {
  /** A finding. */
  readonly title: readonly Inline[];
  readonly prose: readonly Prose[];
  /** Null: the figure of the step before stays. The first step has one. */
  readonly figure: LessonFigure | null;
  readonly question: LessonQuestion | null;
  /** For the speaker. */
  readonly notes: readonly Prose[];
  /** Line of its heading, from 1. */
  readonly line: number;
}

export interface Lesson {
  readonly title: string;
  readonly lead: string;
  readonly steps: readonly LessonStep[];
}

/** A lesson as a list of lessons shows it, in one language. */
export interface LessonInfo {
  /** Place in the curriculum, from 1. */
  readonly number: number;
  readonly id: string;
  readonly lang: string;
  readonly title: string;
  readonly lead: string;
  readonly steps: number;
}
