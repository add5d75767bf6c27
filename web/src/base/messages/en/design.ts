/** Names of the snapshot designs of the ladder: `short` stands at the end of a line, `what` says it in a clause. */
import { addTexts } from '../english.ts';
import type { Area } from '../types.ts';

export const design = addTexts({
  'design.pg9.1.short': '9.1',
  'design.pg9.1.what': 'everything in PGPROC',
  'design.pg13.short': '13',
  'design.pg13.what': 'PGXACT next to PGPROC; reads every xmin',
  'design.globalvis.short': 'GlobalVis',
  'design.globalvis.what': 'other backends’ xmin is no longer read',
  'design.xmin-moved.short': 'xmin moved',
  'design.xmin-moved.what': 'xmin back in PGPROC, away from xid',
  'design.dense.short': 'dense',
  'design.dense.what': 'dense arrays, no indirection',
  'design.pg14.short': '14',
  'design.pg14.what': 'reuses its snapshot until a writer finishes',
  'design.unlocked-reuse.short': 'unlocked reuse',
  'design.unlocked-reuse.what': 'the reuse check without ProcArrayLock',
  'design.backend-cache.short': 'backend cache',
  'design.backend-cache.what': 'one snapshot for statements and catalog reads',
  'design.shared-snapshot.short': 'shared snapshot',
  'design.shared-snapshot.what': 'one cached snapshot for all backends',
  'design.two-pass.short': 'two passes',
  'design.two-pass.what': 'collects xids first, then flags and subxids',
  'design.running-set.short': 'running set',
  'design.running-set.what': 'a compact set of the running xids',
  'design.csn.short': 'CSN',
  'design.csn.what': 'a commit sequence number, and no list',
} satisfies Area<'design'>);
