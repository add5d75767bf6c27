/** A lesson's text: the few kinds that a lesson knows, each as what it is. No HTML comes out of a file. */
import '../../../base/messages/en/lessons.ts';
import '../../../base/messages/en/provenance.ts';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import type { Inline, Prose as ProseNode } from '../../../scenario/lesson.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import styles from './lesson-prose.module.css';

type Words = Extract<Inline, { readonly kind: 'text' | 'code' }>;
export const asItIs = (node: Words): ReactNode => node.text;
/** How the words of a text are drawn: as they are, until a page has fetched the glossary (`shared/glossary/terms.tsx`). */
export const TextOf = createContext<(node: Words) => ReactNode>(asItIs);

export function Prose({ nodes }: { readonly nodes: readonly ProseNode[] }) {
  return nodes.map((node, i) => <Block key={keyOf(node, i)} node={node} />);
}

/** A file's nodes never change places. */
const keyOf = ({ kind }: { readonly kind: string }, i: number): string => `${i}-${kind}`;

function Block({ node }: { readonly node: ProseNode }) {
  switch (node.kind) {
    case 'paragraph':
      return (
        <p>
          <Inlines nodes={node.children} />
        </p>
      );
    case 'quote':
      return (
        <blockquote>
          <Prose nodes={node.children} />
        </blockquote>
      );
    case 'code':
      return (
        <pre>
          <code>{node.text}</code>
        </pre>
      );
    case 'list': {
      const items = node.items.map((item, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a file's items never change places
        <li key={i}>
          <Prose nodes={item} />
        </li>
      ));
      return node.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
  }
}

export function Inlines({ nodes }: { readonly nodes: readonly Inline[] }) {
  return nodes.map((node, i) => <OneInline key={keyOf(node, i)} node={node} />);
}

function OneInline({ node }: { readonly node: Inline }) {
  const textOf = use(TextOf);
  switch (node.kind) {
    case 'text':
      return textOf(node);
    case 'code':
      return <code>{textOf(node)}</code>;
    case 'emphasis':
      return (
        <em>
          <Inlines nodes={node.children} />
        </em>
      );
    case 'strong':
      return (
        <strong>
          <Inlines nodes={node.children} />
        </strong>
      );
    case 'link':
      return (
        <a href={node.href} {...(node.href.startsWith('#') ? {} : { rel: 'noreferrer' })}>
          <Inlines nodes={node.children} />
        </a>
      );
    case 'number':
      return <Sourced node={node} />;
  }
}

type Numbered = Extract<Inline, { kind: 'number' }>;

/** What there is to say of a number's source; until that has been loaded, the source's name in the lesson. */
function useSource({ provenance, source }: Numbered): string {
  const messages = useMessages();
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    import('./number-sources.ts').then(
      ({ sourceText }) => isCurrent && setSaid(sourceText({ provenance, source }, messages)),
      // Then the name stays.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [provenance, source, messages]);
  return said ?? source;
}

/** A number with the mark of its source. */
function Sourced({ node }: { readonly node: Numbered }) {
  const { t } = useMessages();
  const said = t('lessons.number', { kind: t(`provenance.${node.provenance}`), source: useSource(node) });
  return (
    <span className={styles.number} title={said} data-provenance={node.provenance}>
      <Inlines nodes={node.children} />
      <Icon name={node.provenance} size="0.8em" />
      <span className="visually-hidden"> ({said})</span>
    </span>
  );
}

/** The same as plain text: names, titles, text for screen readers. */
export function plainText(nodes: readonly Inline[]): string {
  return nodes.map((node) => ('text' in node ? node.text : plainText(node.children))).join('');
}
