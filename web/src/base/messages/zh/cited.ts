/** Translations of the published tables' own sentences; a test holds that none is missing. */
export const CITED: Readonly<Record<string, string>> = {
  'note 1': '注 1',
  'note 3': '注 3',
  'note 4': '注 4',
  'each commit for itself': '每个提交各自的说明',
  'the whole table': '整张表',
  throughput: '吞吐量',
  profile: '性能剖析',
  '2 × Xeon Gold 5215 (20 cores, 40 threads), 192 GiB, Linux 5.8.5':
    '2 × Xeon Gold 5215（20 核，40 线程），192 GiB，Linux 5.8.5',
  '8 cores, PostgreSQL 12': '8 核，PostgreSQL 12',
  'Azure F72s_v2 (72 vCPU, Xeon Platinum 8168 class)': 'Azure F72s_v2（72 个 vCPU，Xeon Platinum 8168 一级）',
  'as each row says': '见每一行',
  '32-core Itanium': '32 核 Itanium',
  '32-core Itanium; scale 100, median of three 5-minute runs': '32 核 Itanium；规模 100，三次 5 分钟运行的中位数',
  'pgbench read-only on a smaller 2-socket machine': 'pgbench 只读，较小的双插槽机器',
  'pgbench read-only on a larger 2-socket machine': 'pgbench 只读，较大的双插槽机器',
  "pgbench read-only on a larger machine (about double the smaller one's gain)":
    'pgbench 只读，较大的机器（收益约为较小机器的两倍）',
  'pgbench read-only submitted in batches of 100 queries': 'pgbench 只读，每批提交 100 个查询',
  'batches of 100 empty SELECTs': '每批 100 个空 SELECT',
  'read-heavy mixed without row contention': '读多写少的混合负载，没有行争用',
};
