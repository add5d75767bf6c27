/**
 * The C code's `MODEL:` comments in Chinese. English's are generated (`npm run gen:notes`); these are not. A comment that
 * changes its number or its figures is noticed by the test of languages; one that is new shows in English until it is here.
 */
import type { Translation } from '../index.ts';

export const simplified: Translation<'simplified'> = {
  'simplified.labthreads/crew.c':
    '由一个线程扮演所有大多空闲的连接，并且不为它们做其他工作，这样一个核就跟得上；实际达到的频率与要求的频率并列显示。',
  'simplified.labthreads/history.h': '所记录历史的检查器不涉及 pg_xact，因为实验室不写它。',
  'simplified.labthreads/litmus.h':
    '在 litmus 运行中，发现新计数的读者就此停下；它本要在 ProcArrayLock 下获取的新快照被省去。它在一批运行结束时才读自己的行，如同一个长查询。',
  'simplified.labthreads/savepoints.h':
    '在带保存点的负载中，访问行时不固定也不锁定其缓冲区，也不经过索引；执行器此外所做的是“其他工作”。',
  'simplified.labthreads/savepoints.h#2':
    '在 subtrans-60 和 -90 中，一行最多有两个版本：更新会取代其客户端的上一个版本。已结束的事务是否提交，不查 pg_xact 就知道，因为全都提交。',
  'simplified.labthreads/workload.c':
    '语句的快照不像 PushActiveSnapshot 那样复制到 palloc 的内存中；复制的代价算作“其他工作”。',
  'simplified.designs/csn.c':
    'csn 的日志是内存中的环，每个连接 32 个 xid（至少 16,384 个）；PostgreSQL 会像 pg_subtrans 那样把它放在磁盘上。如果环上落后四分之三处的快照或事务仍在使用，想要 xid 者就要等待它；最后的四分之一留给那些已有事务的子事务。',
  'simplified.designs/csn.c#2':
    '有 xid 的 VACUUM 在其标志设置之前都在 csn 的快照中，此后直到它结束都不在，即使标志提前清除。',
  'simplified.designs/dense.c':
    '实验室的负载都不设置 vacuum 标志，所以稠密数组的设计省去了一个分支：没有 xid 的事务结束时，取 ProcArrayLock 以清除该标志。',
  'simplified.designs/xmin_moved.c':
    '在设计 xmin-moved 中，PGPROC 已是 14 的布局；在 PostgreSQL 自己的历史中，它是逐个提交演变而来的。',
  'simplified.heap/combocid.h':
    '这里事务的（cmin, cmax）对从它自己的第一行开始编号；在服务器上，如果同一事务建过表，系统目录的行已占用了前几个号。',
  'simplified.heap/freeze.h':
    'xid 从不接近 vacuum_freeze_min_age，也没有整页镜像（full_page_writes = off），这是冻结页的另外两个原因。',
  'simplified.heap/fsm.h': '一个叶子页，所以 4,069 个块；其上层页只是一个数，对这么小的表来说，它们所存的也就是这个。',
  'simplified.heap/multixact.h': '与 PostgreSQL 一样，由后端进程自己的 multixact 缓存决定是否重用一个；成员从不截断。',
  'simplified.heap/page.h': 'pd_lsn 和 pd_checksum 保持为 0：没有 WAL。',
  'simplified.heap/scan.c':
    '语句访问表中行的顺序，与服务器仅凭已知大小为单表选定的计划一致：按行指针，或按 HOT 链的起点，或按键。ANALYZE 之后，以及在已有数据的表上 CREATE INDEX 之后，则按行指针的顺序，服务器对小表也是如此；对较大的表，凡顺序会显现之处即拒绝执行。GROUP BY 或 DISTINCT 的各组，若 ORDER BY 未决定其先后，同样拒绝。含连接、子查询、WITH 或窗口函数的查询会完整读取各表，结果由 WebAssembly 中的 PostgreSQL 18 计算，与所选规则无关。',
  'simplified.heap/vacuum.c':
    '不跳过任何页（真实的会跳过连续 32 个及以上的全可见页），没有旧到必须冻结的内容，索引项消失而不留痕迹。',
  'simplified.heap/visibility.h':
    '每条提交记录在任何人询问之前都已刷盘（synchronous_commit = on），所以提示位从不推迟。',
  'simplified.machine/cache.c':
    '缓存行所在的组是其编号除以组数的余数；真实的末级缓存对地址做散列。只有服务器放不进缓存时才有影响。',
  'simplified.machine/machine.c':
    '末级缓存是牺牲缓存：其后的某个核放不下一行时，由它保存（Skylake-SP、Zen）；它自己放不下时，不影响 L2。其目录知道其后的核有什么，所以取其中一个核的未修改副本，代价不超过 L3。',
  'simplified.machine/machine.c#2': '内存以 4 kB 的页分布在各 CPU 插槽上。',
  'simplified.machine/machine.c#3': '要独占者等到数据到达且其他核都已放手，以较晚者为准。',
  'simplified.machine/machine.h': '核的写入与读取一样等待独占；真实的核把其中一部分隐藏在写缓冲中。',
  'simplified.machine/machine.h#2': '私有内存位于随机物理地址的 4 kB 页中，不占用 L3。',
  'simplified.machine/sharing.c':
    '因为放不下而失去一行的，无论如何都会未命中：这样的未命中算作非共享，即使此后别人写过该行。',
  'simplified.machine/sharing.c#2': '字节以 4 个为一个字来区分，即一个 xid 的大小。',
  'simplified.machine/sharing.c#3':
    '一次未命中是真共享还是伪共享，要到所属操作结束才知道。等待判定的超过 65,535 次时，再多的就立即只按这次访问本身来判定。',
  'simplified.simulation/bare.h': '读者自己的表中的访问没有值，所以每次写入都算作改变了内容。',
  'simplified.simulation/check.h':
    '在写者的核写过每个 xid 之后，只询问它一次：再次询问的读者会在自己的缓存中找到该行。',
  'simplified.simulation/check.h#2': '除读取之外，比较和分支不花时间。',
  'simplified.simulation/core_cost.c':
    '遍历所用的指令数取自发布版服务器 13 和 14，它们按体积小来编译；其他编译结果有别的数目。9.1 和 two-pass 的数自本引擎按速度编译的代码：two-pass 与 dense 相比显得过于便宜。',
  'simplified.simulation/flow.c':
    '连接的客户端运行在同一台机器上。两个事务之间，机器有空闲的硬件线程时，客户端和后端进程都要被唤醒；没有时，则切换到它们。客户端所做的事算在其他工作里。',
  'simplified.simulation/holds.h':
    '等待者在锁空出之后再过一次唤醒的时间才运行，其间到来者先取得锁，与 LWLock 一样；但所有等待者都被唤醒，而 PostgreSQL 对要独占锁者一次只唤醒一个。',
  'simplified.simulation/lines.h':
    '得到一个缓存行的核，可以在相邻核之间一次传输的一半时间里继续使用它，即使别的核也想要：真实机器的仲裁没有公布这样的数字。',
  'simplified.simulation/lines.h#2': '对一个缓存行的请求按到达的先后处理，而真实的机器会优先照顾近的核。',
  'simplified.simulation/model.h': '所有线程共用一个运行队列，先进先出；移到另一个核的代价只有缓存所致的部分。',
  'simplified.simulation/model.h#2': '等锁的线程占着它的硬件线程。',
  'simplified.simulation/model.h#3':
    '有保存点时，事务逐个结束，没有成组清除（group clear）；一个回合的访问先于此后开始的所有访问；在 L1 中找到其缓存行的访问只花它占用加载端口的份额，其他访问花全部延迟；对同一缓存行的请求不排队。',
  'simplified.simulation/model.h#4': '复制 8 kB 的页时，其缓存行的未命中相互重叠，同时进行的数目等于核的行填充缓冲数。',
  'simplified.simulation/savepoints.h': '想要的页正由另一后端进程读取时，立即等待它，而不先查找。',
  'simplified.simulation/savepoints.h#2':
    '在计时开始之前，pg_subtrans 的每个缓冲区都已用过，如同运行了一段时间的服务器，而最新的页位于其组的中间。',
  'simplified.simulation/savepoints.h#3': '访问行的方式与实验室的线程相同：不固定也不锁定其缓冲区，不经过索引。',
  'simplified.simulation/steps.h':
    '一个操作所读到的内容在它开始时就已确定；他人在它等待期间的写入，只改变其访问所花的时间，不改变它读到的内容。',
  'simplified.simulation/strands.h': '加载的地址从不等待另一次加载。',
  'simplified.simulation/strands.h#2': '一个核的两个线程都在计算时，平分它的填充缓冲、缓存和每周期的指令数。',
  'simplified.simulation/scene.h': '一个操作的各次访问依次进行；真实的核会重叠的部分，在这里相加。',
  'simplified.simulation/scene.h#2': '操作按开始的次序整个执行；所以锁总是空闲的。',
  'simplified.simulation/scene.h#3': '后端进程在其操作之间不做别的。',
  'simplified.pg/cluster.c':
    '快照的两个数组容纳实验室中可能同时运行的 xid；PostgreSQL 的 xip 为每个可能的后端进程留位，subxip 为每个留 65 个 xid。两种情况下，遍历写入的条目相同。',
  'simplified.pg/globalvis.h': 'PostgreSQL 到 15 为止有的设置 vacuum_defer_cleanup_age，取其默认值 0。',
  'simplified.pg/layout.h': '9.1 的进程数组中存放指针之处，这里存放同样 8 字节的下标。',
  'simplified.pg/lwlock.h':
    '设计 pg9.1 使用 9.5 及以后的 LWLock，其状态是一个原子字；真实的 9.1 用自旋锁保护每把锁的状态。',
  'simplified.pg/procarray.c':
    '在实验室中，每种设计都把空闲最久的 PGPROC 给新连接，从槽位 0 开始，与 PostgreSQL 17 一样；到 15 为止，最高的空闲槽位在先。无论哪种，数组都按槽位排序。',
  'simplified.pg/slru.h':
    '读一页就是从内存复制 8 kB，如同从内核缓存读取；其前后的系统调用（open、pread、close：在真实的 13 上约 3 µs）不计代价。写页同样。',
  'simplified.pg/slru.h#2': '页号在每个版本中都占 4 字节；17 改为 8 字节。',
  'simplified.pg/snapshot.c':
    '快照的 xid 逐个比较，与 15 及以前一样；只有保存点旁边的读者一次比较 16 个，与 16 及以后一样。',
  'simplified.pg/wal.h': '一条记录只保留与 xid 有关的内容；它在流中的位置代替它的 LSN。',
  'simplified.pg/xact.c': '分配 xid 时不检查回卷限制：实验室不会运行到接近回卷那么久。',
  'simplified.pg/xact.h': '事务既不写 WAL 也不写 pg_xact；提交除离开进程数组之外的代价算作“其他工作”。',
  'simplified.pg/xact.h#2': '实验室的后端进程有预热的系统表缓存，不取系统表快照；想看的人自己请求一个。',
  'simplified.server/clog.c':
    '只有一个线程，所以从没有人等待 pg_xact 或 pg_subtrans 的页或其上的锁；这样的等待由实验室的悬崖测量。',
  'simplified.server/deadlock.c':
    '寻找没有死锁的队列次序时，尝试 500 种之后结束并算作失败；服务器没有这样的终点，其搜索可能随队列呈指数增长。',
  'simplified.server/elsewhere.c':
    '它们一个接一个，恰在给会话分配 xid 之前到来；它们什么也不写，不持有锁，所以能看到的只是 xid 被用掉、快照变旧。',
  'simplified.server/horizons.c': '到 15 为止有的 vacuum_defer_cleanup_age 为其默认值 0。',
  'simplified.server/lockmgr.c':
    '弱的关系锁的快速路径只保留 pg_locks 显示的部分（fast_mask），因为它不影响谁等待；按 18 的规则，每个后端也只有 17 的 16 个槽位，而 PostgreSQL 18 按 max_locks_per_transaction 决定槽位数。autovacuum 不会取消任何人的请求。',
  'simplified.server/server.c': 'shared_buffers 总是默认的 128 MB，所以 pg_xact 和 pg_subtrans 各自有 32 个缓冲区。',
  'simplified.server/server.c#2': 'max_connections 为 64，没有辅助进程，所以槽位编号与默认设置的服务器不同；次序相同。',
  'simplified.server/server.h': '该备库已回放全部，其反馈立即到达，并随查询的快照结束。',
  'simplified.server/server.h#2': '在有人持有 xid 时创建的逻辑槽要等待它；所以驱动程序先询问 xip_slot_must_wait。',
  'simplified.server/snapmgr.c':
    'csn 的快照没有列表，但 pg_current_snapshot() 和跟踪记录要打印列表；所以在这里立即从进程数组收集。可见性判断不看它们。',
  'simplified.server/subtrans.c': 'pg_subtrans 的页从不丢弃，因为这里没有检查点。',
  'simplified.server/wal.c':
    '带 xid 的第一条记录在分配 xid 时写入，而不是在其下的首次更改时；从快照看不出区别，因为一旦提到更晚的 xid，空缺处的 xid 就视为正在运行。',
  'simplified.server/xact.c': '结束不等待 WAL，立即持久，如同 synchronous_commit=on 且没有崩溃。',
  'simplified.ssi/sireads.c': 'max_pred_locks_per_transaction、_relation 和 _page 都取默认值。',
  'simplified.standby/standby.h': '它一知道谁在运行就是一致的；真实的备库还要回放复制期间写入的内容。',
};
