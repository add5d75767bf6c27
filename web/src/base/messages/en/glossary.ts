/**
 * The glossary: each term's name, the forms in which texts use it (with | between them; they open its sentence), and one
 * sentence. The same words are shown in a text's bubble and on the page of all terms.
 */
import { addTexts } from '../english.ts';
import type { Area } from '../types.ts';

export const glossary = addTexts({
  'glossary.title': 'Glossary',
  'glossary.lead':
    'The terms that lessons and figures use, each in a sentence, most of them with a small picture. Anywhere on the site, a click on a dotted word opens its entry.',
  'glossary.all': 'All terms',
  'glossary.search': 'Search the terms',
  'glossary.search.none': 'No term has these letters.',
  'glossary.group.verdict': 'Anomalies, as a verdict names them',
  'glossary.verdict.anomaly': 'anomaly',
  'glossary.verdict.anomaly.says':
    'A result that transactions give together, and would not give one after another in any order.',
  'glossary.verdict.dirtyWrite': 'dirty write (G0, P0)',
  'glossary.verdict.dirtyWrite.says':
    'A transaction overwrites what another one has written and not committed. A row lock prevents it: the second waits.',
  'glossary.verdict.dirtyRead': 'dirty read (G1a, P1)',
  'glossary.verdict.dirtyRead.says':
    'A transaction reads what another one has not committed. PostgreSQL never shows it, at any isolation level.',
  'glossary.verdict.unrepeatable': 'non-repeatable read (P2)',
  'glossary.verdict.unrepeatable.says': 'A transaction reads the same row twice and gets two different results.',
  'glossary.verdict.phantom': 'phantom (P3)',
  'glossary.verdict.phantom.says':
    'A transaction repeats a search and finds a row that was not there, or misses one that was.',
  'glossary.verdict.atomic': 'atomic UPDATE',
  'glossary.verdict.atomic.says':
    'One statement that reads the value and changes it, as SET balance = balance − 10: it always starts from the newest version.',
  'glossary.verdict.codes': 'P4, A5A, A5B, G2-item',
  'glossary.verdict.codes.says':
    'Names from two papers: P4 is a lost update, A5A read skew (G-single), A5B write skew on rows (G2-item); G2 is write skew by a search.',
  'glossary.group.rows': 'Rows',
  'glossary.group.snapshots': 'Transactions and snapshots',
  'glossary.group.subtransactions': 'Subtransactions',
  'glossary.group.memory': 'Shared memory',
  'glossary.group.locks': 'Locks on shared memory',
  'glossary.group.machine': 'Processors and caches',
  'glossary.group.serializable': 'SERIALIZABLE',
  'glossary.group.standby': 'Standbys',
  'glossary.group.numbers': 'Where numbers come from',
  'glossary.name.backend': 'backend',
  'glossary.forms.backend': 'backend|backends',
  'glossary.says.backend': 'The server process that works for one connection; idle or busy, there is one for each.',
  'glossary.name.xid': 'transaction id (xid)',
  'glossary.forms.xid': 'transaction id|transaction ids|xid|xids',
  'glossary.says.xid':
    'The number that a transaction gets when it first writes something; a transaction that only reads has none.',
  'glossary.name.version': 'row version (tuple)',
  'glossary.forms.version': 'row version|row versions|tuple|tuples',
  'glossary.says.version':
    'One state of a row as it is stored: an update adds a new version and leaves the old one where it is.',
  'glossary.name.stamp': 'row stamps t_xmin and t_xmax',
  'glossary.forms.stamp': 't_xmin|t_xmax|two stamps|row stamp|row stamps',
  'glossary.says.stamp':
    'Two transaction ids in each row version: t_xmin created it, t_xmax deleted, replaced or locked it.',
  'glossary.name.snapshot': 'snapshot',
  'glossary.forms.snapshot': 'snapshot|snapshots',
  'glossary.says.snapshot':
    'The note of which transactions were running at one moment; it decides which row versions a statement sees, and copies no data.',
  'glossary.name.bounds': 'snapshot xmin, xmax and xip',
  'glossary.forms.bounds': 'xip|subxip|snapshot xmin|snapshot xmax',
  'glossary.says.bounds':
    'A snapshot’s contents: every id below xmin had ended, every id from xmax on counts as running, and xip lists those running in between.',
  'glossary.name.horizon': 'horizon',
  'glossary.forms.horizon': 'horizon|horizons',
  'glossary.says.horizon':
    'The transaction id below which no snapshot can still need a deleted row version, so that cleanup may remove it.',
  'glossary.name.visbounds': 'maybe_needed and definitely_needed',
  'glossary.forms.visbounds': 'maybe_needed|definitely_needed',
  'glossary.says.visbounds':
    'The two bounds that replaced the exact horizon in PostgreSQL 14: before the first a dead version may go, from the second on it must stay, and only in between must a session look.',
  'glossary.name.vacuum': 'VACUUM',
  'glossary.forms.vacuum': 'VACUUM',
  'glossary.says.vacuum': 'The command that removes row versions which no snapshot can need any more.',
  'glossary.name.pruning': 'pruning',
  'glossary.forms.pruning': 'pruning|pruned|prunes',
  'glossary.says.pruning':
    'Removing dead row versions from a single page, done by any query that visits a page that is getting full.',
  'glossary.name.hint': 'hint bit',
  'glossary.forms.hint': 'hint bit|hint bits',
  'glossary.says.hint':
    'A mark that a reader leaves in a row version, saying how its transaction ended, so that the next reader need not look it up.',
  'glossary.name.pgxact': 'pg_xact',
  'glossary.forms.pgxact': 'pg_xact|CLOG|clog',
  'glossary.says.pgxact': 'The log with two bits for each transaction id: running, committed or aborted.',
  'glossary.name.subtransaction': 'subtransaction',
  'glossary.forms.subtransaction': 'subtransaction|subtransactions',
  'glossary.says.subtransaction':
    'A part of a transaction, begun by a savepoint, that can be rolled back alone; once it writes, it has its own id.',
  'glossary.name.savepoint': 'savepoint',
  'glossary.forms.savepoint': 'savepoint|savepoints',
  'glossary.says.savepoint':
    'A place inside a transaction to which it can roll back; each one begins a subtransaction.',
  'glossary.name.pgsubtrans': 'pg_subtrans',
  'glossary.forms.pgsubtrans': 'pg_subtrans',
  'glossary.says.pgsubtrans':
    'The store that leads from a subtransaction’s id to its parent’s, kept on pages of 2,048 ids each.',
  'glossary.name.suboverflowed': 'suboverflowed',
  'glossary.forms.suboverflowed': 'suboverflowed|lastOverflowedXid|overflowed',
  'glossary.says.suboverflowed':
    'A snapshot is suboverflowed if some transaction has more than 64 subtransactions with ids: its list is then incomplete, and readers must ask pg_subtrans.',
  'glossary.name.procarray': 'proc array',
  'glossary.forms.procarray': 'proc array|procarray',
  'glossary.says.procarray':
    'The list in shared memory with one entry per connection; taking a snapshot means reading it.',
  'glossary.name.slot': 'slot',
  'glossary.forms.slot': 'slot|slots',
  'glossary.says.slot': 'One place in an array of fixed size, such as a connection’s place in the proc array.',
  'glossary.name.pgproc': 'PGPROC',
  'glossary.forms.pgproc': 'PGPROC|PGPROCs',
  'glossary.says.pgproc': 'The struct in shared memory that holds all that other sessions must know about a backend.',
  'glossary.name.pgxactstruct': 'PGXACT',
  'glossary.forms.pgxactstruct': 'PGXACT|PGXACTs',
  'glossary.says.pgxactstruct':
    'In PostgreSQL 9.2 to 13, the 12 bytes per connection that a snapshot reads: xid, xmin and flags.',
  'glossary.name.dense': 'dense arrays',
  'glossary.forms.dense': 'dense array|dense arrays|subxidStates|statusFlags|pgprocnos|xids[]',
  'glossary.says.dense':
    'In PostgreSQL 14 and newer, one array per field without gaps, so that a snapshot reads only the ids, 16 to a cache line.',
  'glossary.name.counter': 'completion counter',
  'glossary.forms.counter': 'completion counter|xactCompletionCount',
  'glossary.says.counter':
    'A number that grows whenever a transaction with an id ends; if it has not changed, the last snapshot is still right.',
  'glossary.name.procarraylock': 'ProcArrayLock',
  'glossary.forms.procarraylock': 'ProcArrayLock',
  'glossary.says.procarraylock':
    'The lock that a snapshot’s scan holds in shared mode, and a transaction with an id needs exclusively to end.',
  'glossary.name.xidgenlock': 'XidGenLock',
  'glossary.forms.xidgenlock': 'XidGenLock',
  'glossary.says.xidgenlock': 'The lock under which transactions get their ids, one after another.',
  'glossary.name.lwlock': 'lightweight lock',
  'glossary.forms.lwlock': 'lightweight lock|lightweight locks|LWLock|LWLockAttemptLock|LWLockRelease',
  'glossary.says.lwlock': 'A short lock on a structure in shared memory, held for microseconds and invisible to SQL.',
  'glossary.name.groupclear': 'group clear',
  'glossary.forms.groupclear': 'group clear',
  'glossary.says.groupclear':
    'When many transactions end at once, one backend takes ProcArrayLock and clears the ids of all of them.',
  'glossary.name.cacheline': 'cache line',
  'glossary.forms.cacheline': 'cache line|cache lines',
  'glossary.says.cacheline': 'The 64 bytes that a core always fetches together, whichever of them it needs.',
  'glossary.name.miss': 'cache miss',
  'glossary.forms.miss': 'cache miss|cache misses|miss|misses',
  'glossary.says.miss':
    'An access to a line that the core does not have, so that it must wait for another core, or for memory.',
  'glossary.name.truesharing': 'true sharing',
  'glossary.forms.truesharing': 'true sharing',
  'glossary.says.truesharing': 'A core must fetch a line again because another one wrote the very bytes that it reads.',
  'glossary.name.falsesharing': 'false sharing',
  'glossary.forms.falsesharing': 'false sharing',
  'glossary.says.falsesharing':
    'A core must fetch a line again although none of the bytes that it reads have changed: another core wrote a neighbouring field.',
  'glossary.name.invalidation': 'invalidation',
  'glossary.forms.invalidation': 'invalidation|invalidations|coherence',
  'glossary.says.invalidation':
    'A core that wants to write a line first makes all other cores drop their copies of it.',
  'glossary.name.core': 'core',
  'glossary.forms.core': 'core|cores',
  'glossary.says.core': 'The part of a processor that runs one stream of instructions, with its own small caches.',
  'glossary.name.socket': 'socket',
  'glossary.forms.socket': 'socket|sockets',
  'glossary.says.socket':
    'One processor chip on the board; a line from the other socket takes longer than one from the same socket.',
  'glossary.name.hwthread': 'hardware thread',
  'glossary.forms.hwthread': 'hardware thread|hardware threads',
  'glossary.says.hwthread':
    'One of the two streams of instructions that share a core; the system counts each as a processor.',
  'glossary.name.siread': 'SIREAD lock',
  'glossary.forms.siread': 'SIREAD lock|SIREAD locks|predicate lock|predicate locks',
  'glossary.says.siread': 'The record of what a SERIALIZABLE transaction has read; it blocks nobody.',
  'glossary.name.rwconflict': 'rw-conflict',
  'glossary.forms.rwconflict': 'rw-conflict|rw-conflicts',
  'glossary.says.rwconflict':
    'One transaction has read what another, running at the same time, has changed: so the reader must come first in any order.',
  'glossary.name.dangerous': 'dangerous structure',
  'glossary.forms.dangerous': 'dangerous structure|dangerous structures|pivot',
  'glossary.says.dangerous':
    'Two rw-conflicts in a row, through one transaction in the middle, the pivot, and the last of the three commits first: PostgreSQL then stops one of them.',
  'glossary.name.measured': 'measured',
  'glossary.forms.measured': 'measured',
  'glossary.says.measured': 'A number that this page has just measured on your machine.',
  'glossary.name.modelled': 'modelled',
  'glossary.forms.modelled': 'modelled',
  'glossary.says.modelled':
    'A number that our model predicts for a machine: counted memory accesses, multiplied by published latencies.',
  'glossary.name.published': 'published',
  'glossary.forms.published': 'published',
  'glossary.says.published': 'A number that others have measured and published; its source is named.',
  'glossary.name.real': 'real PostgreSQL',
  'glossary.forms.real': 'real PostgreSQL',
  'glossary.says.real': 'A number observed on a PostgreSQL server of the named version.',
  'glossary.name.readcommitted': 'READ COMMITTED',
  'glossary.forms.readcommitted': 'READ COMMITTED',
  'glossary.says.readcommitted': 'The default isolation level: each statement takes a new snapshot.',
  'glossary.name.repeatableread': 'REPEATABLE READ',
  'glossary.forms.repeatableread': 'REPEATABLE READ',
  'glossary.says.repeatableread': 'The isolation level in which a transaction keeps its first snapshot to its end.',
  'glossary.name.serializable': 'SERIALIZABLE',
  'glossary.forms.serializable': 'SERIALIZABLE',
  'glossary.says.serializable':
    'The isolation level whose results are as if the transactions had run one after another, in some order.',
  'glossary.name.standby': 'standby',
  'glossary.forms.standby': 'standby|standbys',
  'glossary.says.standby': 'A second server that replays the primary’s WAL, and on which you can read meanwhile.',
  'glossary.name.wal': 'WAL',
  'glossary.forms.wal': 'WAL|write-ahead log',
  'glossary.says.wal':
    'The write-ahead log: every change is recorded there first, and a standby learns everything from it.',
  'glossary.name.known': 'KnownAssignedXids',
  'glossary.forms.known': 'KnownAssignedXids',
  'glossary.says.known': 'A standby’s array of the ids that it counts as running, learned from the WAL.',
  'glossary.name.pointer': 'line pointer',
  'glossary.forms.pointer': 'line pointer|line pointers',
  'glossary.says.pointer':
    'The fixed place on a page through which index entries and older versions reach a row version: (0,2) is line pointer 2 of page 0.',
  'glossary.name.hot': 'HOT',
  'glossary.forms.hot': 'HOT',
  'glossary.says.hot':
    'An update that changes no indexed column and stays on its page: the index needs no new entry, because the old version leads to the new one.',
  'glossary.name.infomask': 'infomask',
  'glossary.forms.infomask': 'infomask',
  'glossary.says.infomask': 'The flags in a row version’s header: hint bits, what its t_xmax means, and more.',
  'glossary.name.multixact': 'MultiXact',
  'glossary.forms.multixact': 'MultiXact|MultiXacts|multixact|multixacts',
  'glossary.says.multixact':
    'A number in t_xmax that stands for several transactions, as when two sessions lock the same row.',
  'glossary.name.rowlock': 'row lock',
  'glossary.forms.rowlock': 'row lock|row locks',
  'glossary.says.rowlock':
    'A mark in a row version’s t_xmax that makes others who want to change the row wait; readers do not wait for it.',
  'glossary.name.frozen': 'freezing',
  'glossary.forms.frozen': 'freezing|freezes|frozen',
  'glossary.says.frozen':
    'Marking an old row version as visible to everybody, so that nobody has to ask about its transaction id any more.',
  'glossary.name.prepared': 'prepared transaction',
  'glossary.forms.prepared': 'prepared transaction|prepared transactions|PREPARE TRANSACTION',
  'glossary.says.prepared':
    'A transaction that has left its session, and keeps its id and its locks until somebody commits it or rolls it back.',
  'glossary.name.idlein': 'idle in transaction',
  'glossary.forms.idlein': 'idle in transaction',
  'glossary.says.idlein':
    'The state of a session whose transaction is open while its client does nothing; its id or its snapshot can hold the horizon back.',
  'glossary.name.recent': 'RecentGlobalXmin',
  'glossary.forms.recent': 'RecentGlobalXmin|RecentGlobalDataXmin',
  'glossary.says.recent': 'The horizon as a session of PostgreSQL 13 learned it with its last snapshot.',
  'glossary.name.slru': 'SLRU',
  'glossary.forms.slru': 'SLRU|SLRUs',
  'glossary.says.slru':
    'The small cache in shared memory through which PostgreSQL reads and writes the pages of pg_xact, pg_subtrans and similar logs.',
  'glossary.name.pooler': 'pooler',
  'glossary.forms.pooler': 'pooler|poolers|connection pooler',
  'glossary.says.pooler':
    'A program between clients and server that lends many clients a few server connections, in transaction mode for one transaction each.',
  'glossary.name.deadlock': 'deadlock',
  'glossary.forms.deadlock': 'deadlock|deadlocks',
  'glossary.says.deadlock':
    'Sessions that wait for each other in a circle; after deadlock_timeout PostgreSQL looks for such a circle and ends one of its transactions with an error.',
  'glossary.name.advisory': 'advisory lock',
  'glossary.forms.advisory': 'advisory lock|advisory locks',
  'glossary.says.advisory':
    'A lock on a number that the application chooses; what it protects is known to the application alone.',
  'glossary.name.mesi': 'MESI, MESIF, MOESI',
  'glossary.forms.mesi': 'MESI|MESIF|MOESI',
  'glossary.says.mesi':
    'The rules by which caches keep their copies of a line equal, named after the states of a copy: modified, exclusive, shared, invalid, and a fifth.',
  'glossary.name.storebuffer': 'store buffer',
  'glossary.forms.storebuffer': 'store buffer|store buffers',
  'glossary.says.storebuffer':
    'Where a core keeps what it has written until its cache takes it; until then other cores see the old value.',
  'glossary.name.fence': 'memory fence',
  'glossary.forms.fence': 'fence|fences|memory fence',
  'glossary.says.fence':
    'An instruction after which a core reads only once all that it wrote before is visible to other cores.',
  'glossary.name.lostupdate': 'lost update',
  'glossary.forms.lostupdate': 'lost update|lost updates',
  'glossary.says.lostupdate':
    'Two transactions read a value, each writes a new one based on it, and the second overwrites the first.',
  'glossary.name.readskew': 'read skew',
  'glossary.forms.readskew': 'read skew',
  'glossary.says.readskew':
    'One transaction reads two rows as they were at two moments, and together they never existed.',
  'glossary.name.writeskew': 'write skew',
  'glossary.forms.writeskew': 'write skew',
  'glossary.says.writeskew': 'Two transactions check the same rule, change different rows, and together break it.',
  'glossary.name.safesnapshot': 'safe snapshot',
  'glossary.forms.safesnapshot': 'safe snapshot|safe snapshots',
  'glossary.says.safesnapshot':
    'A read-only transaction’s snapshot that no running writer can make part of an anomaly, so that its reads need no SIREAD locks and cannot fail.',
  'glossary.name.replslot': 'replication slot',
  'glossary.forms.replslot': 'replication slot|replication slots',
  'glossary.says.replslot':
    'A server’s note of how far one consumer of its WAL has come; it can hold the horizon back, too.',
  'glossary.name.feedback': 'hot_standby_feedback',
  'glossary.forms.feedback': 'hot_standby_feedback',
  'glossary.says.feedback':
    'The setting with which a standby tells its primary the oldest xmin of its queries, so that VACUUM there keeps what they need.',
  'glossary.name.otherwork': 'other work',
  'glossary.forms.otherwork': 'other work',
  'glossary.says.otherwork':
    'All that a transaction does besides its snapshots; the Lab puts a loop of fixed length in its place.',
  'glossary.name.middlehalf': 'middle half',
  'glossary.forms.middlehalf': 'middle half',
  'glossary.says.middlehalf': 'The range that leaves out the lowest and the highest quarter of the values.',
  'glossary.name.thinktime': 'think time',
  'glossary.forms.thinktime': 'think time',
  'glossary.says.thinktime': 'The time from an answer to the same client’s next query.',
} satisfies Area<'glossary'>);
