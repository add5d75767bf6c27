/**
 * Isolation specs for CodeMirror: the outside from viewmodel/spec/spec-syntax.ts, in one pass over the whole text; a tree of it
 * as far as the editor asks, which is the visible part and then more of it while the page is idle; the blocks of SQL by
 * CodeMirror's own PostgreSQL grammar, mixed in and incremental.
 */
import { SQLDialect } from '@codemirror/lang-sql';
import { defineLanguageFacet, Language, LanguageSupport, languageDataProp } from '@codemirror/language';
import {
  type Input,
  NodeSet,
  NodeType,
  Parser,
  type ParseWrapper,
  type PartialParse,
  parseMixed,
  Tree,
  type TreeFragment,
} from '@lezer/common';
import { styleTags, Tag, tags } from '@lezer/highlight';
import { type SpecSpan, specSpans } from '../../viewmodel/spec/spec-syntax.ts';
import { SESSION_HUES } from '../../viewmodel/stage/selection.ts';

/** The names of a session and of its steps, by the session's place; those beyond the hues are `tags.name`. */
export const sessionTags: readonly Tag[] = Array.from({ length: SESSION_HUES }, () => Tag.define());
/** `#: …`: a comment that Xipscope reads. */
export const extraTag = Tag.define(tags.docComment);

const KINDS = ['comment', 'extra', 'keyword', 'name', 'number', 'brace', 'sql', 'punctuation', 'invalid'] as const;
type Kind = (typeof KINDS)[number];

/**
 * PostgreSQL's rules for strings, operators and comments. CodeMirror's own list of its keywords has every word that any
 * statement knows, `id` and `name` among them; these are the words of the statements that run here.
 */
const sqlDialect = SQLDialect.define({
  charSetCasts: true,
  doubleDollarQuotedStrings: true,
  operatorChars: '+-*/<>=~!@#%^&|`?',
  specialVar: '',
  keywords:
    'abort aggregate all alter analyze and any as asc begin between both by case cascade cast chain check coalesce ' +
    'collate column commit committed constraint create cross cube current cursor deallocate default deferrable deferred ' +
    'delete desc distinct do drop else end except exclude execute exists explain fetch filter first for foreign freeze ' +
    'from full generated global grant greatest group having if ilike immediate in including index initially inner insert ' +
    'intersect into is isnull isolation join key last lateral least left level like limit local lock locked mode natural ' +
    'no not nothing notify nowait null nullif nulls of offset on only or order outer over partition prepare prepared ' +
    'primary recursive references release repeatable reset restrict returning revoke right rollback row rows savepoint ' +
    'select serializable session set share show similar skip snapshot some start symmetric table temp temporary then to ' +
    'transaction trigger truncate uncommitted union unique unlogged update using vacuum values verbose view when where ' +
    'window with within without work write read',
  types:
    'bigint bool boolean char character cid decimal double float4 float8 int int2 int4 int8 integer numeric oid ' +
    'pg_snapshot precision real serial smallint text tid timestamp varchar void xid xid8',
});

export const COMMENTS = { commentTokens: { line: '#' } } as const;
const specData = defineLanguageFacet(COMMENTS);

const NODE: Readonly<Record<Kind, string>> = {
  comment: 'Comment',
  extra: 'Extra',
  keyword: 'Keyword',
  name: 'Name',
  number: 'Number',
  brace: 'Brace',
  sql: 'Sql',
  punctuation: 'Punctuation',
  invalid: 'Invalid',
};
/** Node ids: 0 the whole text, then the kinds, then the sessions' names. */
const top = NodeType.define({ id: 0, name: 'Spec', top: true, props: [[languageDataProp, specData]] });
const kindId = (kind: Kind): number => 1 + KINDS.indexOf(kind);
const sessionId = (session: number): number => 1 + KINDS.length + session;
const nodeSet = new NodeSet([
  top,
  ...KINDS.map((kind) => NodeType.define({ id: kindId(kind), name: NODE[kind], error: kind === 'invalid' })),
  ...sessionTags.map((_, session) => NodeType.define({ id: sessionId(session), name: `Session${session}` })),
]).extend(
  styleTags({
    Comment: tags.lineComment,
    Extra: extraTag,
    Keyword: tags.definitionKeyword,
    Name: tags.name,
    Number: tags.number,
    Brace: tags.brace,
    Punctuation: tags.punctuation,
    Invalid: tags.invalid,
    ...Object.fromEntries(sessionTags.map((tag, session) => [`Session${session}`, tag])),
  }),
);

function nodeId({ kind, session = SESSION_HUES }: SpecSpan): number {
  if (kind !== 'session' && kind !== 'step') return kindId(kind);
  return session < SESSION_HUES ? sessionId(session) : kindId('name');
}

class OuterParse implements PartialParse {
  readonly #input: Input;
  stoppedAt: number | null = null;
  parsedPos = 0;

  constructor(input: Input) {
    this.#input = input;
  }

  advance(): Tree {
    const length = Math.min(this.#input.length, this.stoppedAt ?? this.#input.length);
    // Postfix order: only children, `build` adds the top. Each node takes four places in the buffer.
    const buffer: number[] = [];
    for (const span of specSpans(this.#input.read(0, this.#input.length))) {
      if (span.from >= length) break;
      buffer.push(nodeId(span), span.from, Math.min(span.to, length), 4);
    }
    this.parsedPos = length;
    return Tree.build({ buffer, nodeSet, topID: 0, length });
  }

  stopAt(position: number): void {
    this.stoppedAt = position;
  }
}

class SpecParser extends Parser {
  readonly #withSql: ParseWrapper = parseMixed((node) =>
    node.type.id === kindId('sql') ? { parser: sqlDialect.language.parser } : null,
  );

  createParse(
    input: Input,
    fragments: readonly TreeFragment[],
    ranges: readonly { readonly from: number; readonly to: number }[],
  ): PartialParse {
    return this.#withSql(new OuterParse(input), input, fragments, ranges);
  }
}

const specLanguage = new Language(specData, new SpecParser(), [], 'isolation spec');

export const isolationSpec = (): LanguageSupport =>
  new LanguageSupport(specLanguage, sqlDialect.language.data.of({ commentTokens: { line: '--' } }));
