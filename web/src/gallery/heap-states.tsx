/** States of the heap page and of the decision path. */
import { useState } from 'react';
import type { StageExplanation, StageState } from '../engine/stage/stage-types.ts';
import { explainModel } from '../viewmodel/stage/explain.ts';
import { type MomentName, moment } from '../viewmodel/stage/fixture.fake.ts';
import { heapModel } from '../viewmodel/stage/heap.ts';
import { type Selection, sessionStyles, styleOf } from '../viewmodel/stage/selection.ts';
import { ExplainView } from '../views/explain/ExplainView.tsx';
import { HeapDetail } from '../views/heap-page/HeapDetail.tsx';
import { HeapPage } from '../views/heap-page/HeapPage.tsx';
import type { GalleryState } from './Gallery.tsx';
import { manySessions, throughSubtrans, toOtherPage, withRedirects, withTopInSnapshot } from './heap-states.fake.ts';
import styles from './heap-states.module.css';

interface Chosen {
  readonly session?: string;
  readonly offset?: number;
  readonly xid?: number;
}

function selectionOf(state: StageState, { session, offset, xid }: Chosen): Selection {
  const { page } = state;
  return {
    session: session ?? null,
    tuple: offset === undefined || page === null ? null : { table: page.table, block: page.block, offset },
    xid: xid ?? null,
  };
}

/** The page alone; choices work. */
interface HeapProps {
  readonly state: StageState;
  readonly chosen?: Chosen;
  readonly maxHeight?: number;
}

function Page({ state, chosen = {}, ...room }: HeapProps) {
  const [selection, setSelection] = useState(() => selectionOf(state, chosen));
  return (
    <HeapPage
      detail={HeapDetail}
      {...room}
      model={heapModel(state, selection)}
      onTuple={(tuple) => setSelection((was) => ({ ...was, tuple }))}
      onXid={(xid) => setSelection((was) => ({ ...was, xid }))}
      onSession={(session) => setSelection((was) => ({ ...was, session }))}
      onLook={(session, tuple) => setSelection((was) => ({ ...was, session, tuple }))}
      onPage={() => undefined}
    />
  );
}

/** The page and next to it the path of the decision. */
function Both({ name, chosen = {} }: { readonly name: MomentName; readonly chosen?: Chosen }) {
  const { shown, explanations } = moment(name);
  const [selection, setSelection] = useState(() => selectionOf(shown.state, chosen));
  const { session, tuple } = selection;
  const explanation = explanations.find((each) => each.session === session && each.offset === tuple?.offset);
  const letters = sessionStyles(shown.state.sessions.map((each) => each.session));
  return (
    <div className={styles.both}>
      <HeapPage
        detail={HeapDetail}
        model={heapModel(shown.state, selection)}
        onTuple={(to) => setSelection((was) => ({ ...was, tuple: to }))}
        onXid={(xid) => setSelection((was) => ({ ...was, xid }))}
        onSession={(to) => setSelection((was) => ({ ...was, session: to }))}
        onLook={(to, at) => setSelection((was) => ({ ...was, session: to, tuple: at }))}
        onPage={() => undefined}
      />
      <ExplainView
        model={explanation === undefined ? null : explainModel(explanation, shown.state)}
        chosen={{ letter: session === null ? null : styleOf(letters, session).letter, tuple }}
        onXid={(xid) => setSelection((was) => ({ ...was, xid }))}
      />
    </div>
  );
}

/** Several paths side by side, the first explanation of each kind. */
function Paths({ name, wanted }: { readonly name: MomentName; readonly wanted: (each: StageExplanation) => boolean }) {
  const { shown, explanations } = moment(name);
  return (
    <div className={styles.paths}>
      {explanations.filter(wanted).map((each) => (
        <ExplainView
          key={`${each.session} ${each.offset}`}
          model={explainModel(each, shown.state)}
          onXid={() => undefined}
        />
      ))}
    </div>
  );
}

/** A path through pg_subtrans, as a snapshot without a complete list takes it. */
function Overflowed() {
  const state = withTopInSnapshot(moment('overflow').shown.state);
  return (
    <div className={styles.paths}>
      <ExplainView model={explainModel(throughSubtrans(state), state)} onXid={() => undefined} />
    </div>
  );
}

const at = (name: MomentName): StageState => moment(name).shown.state;

export const heapStates: readonly GalleryState[] = [
  {
    id: 'heap-lost-update',
    shows: 'A’s 70 is on the page, and B does not see it: the version, the eye and the path belong together.',
    element: () => <Both name="lost-update" chosen={{ session: 'B', offset: 3, xid: 733 }} />,
  },
  {
    id: 'heap-nothing-chosen',
    shows: 'Nothing is chosen yet: the page is inked but for what is dead, the path invites.',
    element: () => <Both name="lost-update" />,
  },
  {
    id: 'heap-refused',
    shows: 'A has committed: the old version is still seen by C alone.',
    element: () => <Both name="lost-update-refused" chosen={{ session: 'C', offset: 1 }} />,
  },
  {
    id: 'heap-low',
    shows: 'Little height: the list stands where the chosen version is in sight.',
    element: () => (
      <Page state={moment('lost-update').shown.state} chosen={{ session: 'B', offset: 3 }} maxHeight={210} />
    ),
  },
  {
    id: 'heap-dead-chain',
    shows: 'Two updates in a row: one version dead, one being replaced.',
    element: () => <Page state={at('p4')} chosen={{ offset: 3 }} />,
  },
  {
    id: 'heap-locks',
    shows: 'A multixact in t_xmax: two holders, one of them gone.',
    element: () => <Both name="locks" chosen={{ session: 'b', offset: 1 }} />,
  },
  {
    id: 'heap-pruned',
    shows: 'After VACUUM: a redirect, unused line pointers, and what is left of the chain.',
    element: () => <Page state={at('pruned')} />,
  },
  {
    id: 'heap-pointers',
    shows: 'Redirect, dead and many unused line pointers in one page.',
    element: () => <Page state={withRedirects(at('many'))} />,
  },
  {
    id: 'heap-many',
    shows: 'A full page of small rows, all deleted: the list scrolls in its own window.',
    element: () => <Page state={at('many')} chosen={{ offset: 5 }} />,
  },
  {
    id: 'heap-other-page',
    shows: 'The next version is on another page: the arrow leaves and says where to.',
    element: () => <Page state={toOtherPage(at('lost-update'))} chosen={{ session: 'A' }} />,
  },
  {
    id: 'heap-wide',
    shows: 'Long texts, NULLs and many columns: cut, never wider than the page.',
    element: () => <Page state={at('wide')} chosen={{ offset: 2 }} />,
  },
  {
    id: 'heap-sessions',
    shows: 'Twelve sessions: their eyes stand under each version; beyond eight a number says who.',
    element: () => <Page state={manySessions(at('lost-update'), 12)} chosen={{ session: 'S10', offset: 3 }} />,
  },
  { id: 'heap-empty', shows: 'A table without a row.', element: () => <Page state={at('empty')} /> },
  {
    id: 'explain-kinds',
    shows: 'One version after the other, seen with A’s eyes: own deletion, rolled back, own insertion, another’s.',
    element: () => <Paths name="lost-update" wanted={({ session }) => session === 'A'} />,
  },
  {
    id: 'explain-kept',
    shows: 'The same page with C’s eyes, whose snapshot is old: too new, twice.',
    element: () => <Paths name="lost-update" wanted={({ session }) => session === 'C'} />,
  },
  {
    id: 'explain-overflow',
    shows: 'A suboverflowed snapshot: the topmost parent is asked for.',
    element: () => <Overflowed />,
  },
];
