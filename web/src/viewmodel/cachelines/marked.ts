/** Names within a sentence that are drawn in their hue: marked with invisible characters, which are split off again. */
const OPEN = '\u2068';
const CLOSE = '\u2069';

export type MarkKind = 'core' | 'design' | 'strong';
const KIND_MARKS: Readonly<Record<MarkKind, string>> = { core: '\u200b', design: '\u200c', strong: '\u200d' };

export interface TextPiece {
  readonly text: string;
  /** Null: plain text. */
  readonly kind: MarkKind | null;
}

export const mark = (kind: MarkKind, text: string): string => `${OPEN}${KIND_MARKS[kind]}${text}${CLOSE}`;

export function piecesOf(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  for (const [i, part] of text.split(OPEN).entries()) {
    const end = i === 0 ? -1 : part.indexOf(CLOSE);
    const kind = (Object.keys(KIND_MARKS) as MarkKind[]).find((each) => part.startsWith(KIND_MARKS[each])) ?? null;
    if (end >= 0) pieces.push({ text: part.slice(kind === null ? 0 : 1, end), kind });
    const rest = part.slice(end + 1);
    if (rest !== '') pieces.push({ text: rest, kind: null });
  }
  return pieces;
}

/** The sentence without its marks. */
export const plain = (text: string): string =>
  piecesOf(text)
    .map((piece) => piece.text)
    .join('');
