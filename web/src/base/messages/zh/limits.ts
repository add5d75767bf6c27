/** What is beyond the simulation only when a statement runs, by the executor's words for it (engineLimit in sql/failure.ts). */
const WORDS: Readonly<Record<string, string>> = {
  '4 MB of rows that a query keeps (a recursion without an end?)': '一条查询最多保留 4 MB 的行（递归没有尽头？）',
  'pg_sleep that a timeout would end': '会被超时打断的 pg_sleep',
  'ON CONFLICT of a table that is called "excluded"': '对名为 "excluded" 的表使用 ON CONFLICT',
  'slots of a standby': '备库上的复制槽',
  'a logical replication slot that waits for running transactions': '要等待正在运行的事务的逻辑复制槽',
  'extract before 14 (use date_part)': '14 之前的 extract（可用 date_part）',
  'this format of to_char': 'to_char 的这种格式',
  'so long a format of to_char': 'to_char 这么长的格式',
  'dates that are not written like 2008-12-22': '不写成 2008-12-22 这样的日期',
  'a DEFAULT of a new column that is another one for each row': '新列的 DEFAULT 每行各不相同',
  'DROP COLUMN of a column with a sequence': '对带序列的列 DROP COLUMN',
  'DROP COLUMN of a table with partial indexes or indexes on expressions': '对有部分索引或表达式索引的表 DROP COLUMN',
  'renaming a column of a table with partial indexes or indexes on expressions': '重命名有部分索引或表达式索引的表的列',
  '64 tables': '最多 64 张表',
  'a change of tables while the session has a cursor (close it first)': '会话还有游标时改动表结构（请先关闭游标）',
  'VACUUM (FREEZE) of rows with multixacts, or of a page that another session keeps pinned':
    '对带 multixact 的行，或另一个会话固定着的页执行 VACUUM (FREEZE)',
  'pg_export_snapshot on a standby': '备库上的 pg_export_snapshot',
  'SET TRANSACTION SNAPSHOT in SERIALIZABLE (use REPEATABLE READ)':
    'SERIALIZABLE 中的 SET TRANSACTION SNAPSHOT（可用 REPEATABLE READ）',
  'SET TRANSACTION SNAPSHOT on a standby': '备库上的 SET TRANSACTION SNAPSHOT',
  "the engine's fixed memory": '引擎的固定内存',
  "the engine's fixed memory is used up": '引擎的固定内存已经用完',
  'the memory of PostgreSQL in WebAssembly, which computes such queries':
    '计算这类查询的 WebAssembly 版 PostgreSQL 的内存',
  'a row that breaks a constraint, in a statement with other tables or such subqueries':
    '带其他表或这类子查询的语句中违反约束的行',
  'the order in which rows are changed, which the plan decides here': '改动各行的次序，这里由计划决定',
  'a recheck of a row after another transaction has changed it, in a statement like this':
    '这种语句中，别的事务改动一行之后的重新检查',
  'a recheck of a row after another transaction has changed what a subquery compares':
    '别的事务改动子查询所比较的内容之后的重新检查',
  'DROP CONSTRAINT of a PRIMARY KEY or UNIQUE constraint': '对 PRIMARY KEY 或 UNIQUE 约束 DROP CONSTRAINT',
  'an index named like one that this transaction has dropped': '与本事务删掉的索引同名的索引',
  'tables of another database': '另一个数据库中的表',
  'EXPLAIN of a table that has ten pages, or that VACUUM, ANALYZE or CREATE INDEX has counted':
    '对有十个页，或经 VACUUM、ANALYZE、CREATE INDEX 统计过的表 EXPLAIN',
  'EXPLAIN of this statement by the rules of an older version: its planner may choose another plan':
    '按旧版本的规则 EXPLAIN 这条语句：旧版本的规划器可能选择别的计划',
  'costs of this plan (use EXPLAIN (COSTS OFF))': '这个计划的代价（可用 EXPLAIN (COSTS OFF)）',
  'two functions of one name': '两个同名的函数',
  'an argument of a function that is named like a column': '与列同名的函数参数',
  'DROP FUNCTION IF EXISTS of one that does not exist': '对不存在的函数 DROP FUNCTION IF EXISTS',
  'in SERIALIZABLE, a query about the server that reads tables, too': 'SERIALIZABLE 中同时读表的服务器状态查询',
  'a statement with other tables or subqueries that writes to a table with a dropped column':
    '带其他表或子查询、又写入有已删除列的表的语句',
  'the order of rows or groups that ORDER BY does not decide (add what tells them apart to ORDER BY)':
    'ORDER BY 决定不了的行或分组的次序（请把能区分它们的内容加进 ORDER BY）',
  'the order of groups that ORDER BY does not decide (add what tells them apart to ORDER BY)':
    'ORDER BY 决定不了的分组的次序（请把能区分它们的内容加进 ORDER BY）',
  'in SERIALIZABLE, a query with joins, subqueries, WITH or windows that may read a table in part or through an index':
    'SERIALIZABLE 中带连接、子查询、WITH 或窗口的查询，可能只读表的一部分，或经索引读表',
  'INSERT of such a query in SERIALIZABLE': 'SERIALIZABLE 中插入这种查询的结果',
  'INSERT without a list of columns that leaves some to their defaults': '不列出列名、又让一些列取默认值的 INSERT',
  'a subquery that depends on the row around it, in a statement that locks or changes rows':
    '锁住或改动行的语句中依赖外层行的子查询',
  'REINDEX beside SERIALIZABLE transactions': '有 SERIALIZABLE 事务时的 REINDEX',
  'REINDEX of an index that another transaction has opened': '对另一个事务已打开的索引 REINDEX',
  'DROP TABLE … CASCADE of a view that another transaction reads': '另一个事务正在读视图时的 DROP TABLE … CASCADE',
  'row locks in a query of a view': '视图的查询中的行锁',
  'this query of a view': '视图的这种查询',
  'a query about the server that reads views': '读视图的服务器状态查询',
  'WITH … RETURNING of two columns of the same name': '有两个同名列的 WITH … RETURNING',
  'groups of what WITH … RETURNING returns': '对 WITH … RETURNING 的结果分组',
  'a hash index on a column that is no integer': '非整数列上的哈希索引',
  'a hash index on a table that has rows': '在已有行的表上建哈希索引',
  'intervals that are not written like 1 day 02:30:00': '不写成 1 day 02:30:00 这样的时间间隔',
  'intervals without units': '没有单位的时间间隔',
  'fractions of a day, month or year': '一天、一月或一年的小数部分',
  'times outside of the years 1 to 9999': '公元 1 到 9999 年以外的时间',
  'NaN and infinities of numeric': 'numeric 的 NaN 与无穷大',
  'a partial index of a table that VACUUM has counted': '经 VACUUM 统计过的表的部分索引',
  'the plan for a large table after ANALYZE or CREATE INDEX': 'ANALYZE 或 CREATE INDEX 之后大表的计划',
  'settings that leave no way to the rows of a table with indexes': '设置使带索引的表无路可走',
  'nested savepoints': '嵌套的保存点太多',
  'transactions, locks and conflicts that SERIALIZABLE remembers': 'SERIALIZABLE 要记住的事务、锁和冲突太多',
  'SERIALIZABLE with an index of more than one leaf page': '索引超过一个叶页时的 SERIALIZABLE',
  'pages of another fork': '其他分支文件的页',
  'pages of an index': '索引的页',
  'pgrowlocks of anything but a quoted name': '参数不是带引号的名称的 pgrowlocks',
  'a time with time zone before 1967': '1967 年以前带时区的时间',
  'times that are not written like 2010-04-01 13:30:00': '不写成 2010-04-01 13:30:00 这样的时间',
  'times that are not written like 13:30:00': '不写成 13:30:00 这样的时间',
  'COMMIT AND CHAIN with a deferred foreign key': '有延迟外键时的 COMMIT AND CHAIN',
  'PREPARE TRANSACTION with a deferred foreign key to check': '还有延迟外键待检查时的 PREPARE TRANSACTION',
  'a deferred foreign key in a query of several statements that ends with no query':
    '不以查询结尾的多语句查询中的延迟外键',
};

const FORMS: readonly (readonly [form: RegExp, said: string])[] = [
  [/^(.+) open cursors of a session$/, '一个会话最多 $1 个打开的游标'],
  [/^(.+) other than forward \(declare the cursor again to begin anew\)$/, '不是向前的 $1（可重新声明游标，从头开始）'],
  [
    /^(.+) of jsonb in a statement that locks or changes rows \(write the new value\)$/,
    '锁住或改动行的语句中 jsonb 的 $1（请直接写出新值）',
  ],
  [/^jsonb more than (.+) levels deep$/, '嵌套超过 $1 层的 jsonb'],
  [/^a cast of jsonb to (.+)$/, '把 jsonb 转换为 $1'],
  [/^(.+) with such arguments$/, '带这种参数的 $1'],
  [
    /^a target of ON CONFLICT that may imply the WHERE of the partial index (.+)$/,
    '可能蕴含部分索引 $1 的 WHERE 的 ON CONFLICT 目标',
  ],
  [/^the field (.+) of a time$/, '时间的字段 $1'],
  [/^date_trunc to a (.+)$/, 'date_trunc 截断到 $1'],
  [/^(.+) characters of text made by one statement$/, '一条语句最多生成 $1 个字符的文本'],
  [/^(.+) statements in a query$/, '一次查询最多 $1 条语句'],
  [/^(.+) with CHECK or foreign keys$/, '带 CHECK 或外键的 $1'],
  [/^the DEFAULT of column (.+)$/, '列 $1 的 DEFAULT'],
  [/^(.+) with other tables or such subqueries in SERIALIZABLE$/, 'SERIALIZABLE 中带其他表或这类子查询的 $1'],
  [/^(.+) rows inserted by one statement$/, '一条语句最多插入 $1 行'],
  [/^(.+) indexes of a table$/, '一张表最多 $1 个索引'],
  [/^(.+) in a transaction block$/, '事务块中的 $1'],
  [/^the function (.+) in such a place$/, '这种位置上的函数 $1'],
  [/^the function (.+) in a query of a view$/, '视图的查询中的函数 $1'],
  [
    /^a query over (.+), of which the snapshot shows two rows with the same key$/,
    '对 $1 的查询，快照在其中看到键相同的两行',
  ],
  [/^a query that reads (.+) both whole and through an index$/, '既整表读取 $1、又经索引读取它的查询'],
  [/^this use of the (.+) (".+")$/, '$1 $2 的这种用法'],
  [/^(.+) parameters of a prepared statement$/, '预备语句最多 $1 个参数'],
  [/^(.+) rows of generate_series$/, 'generate_series 最多 $1 行'],
  [/^(.+) of a table that a view reads$/, '对有视图读取的表执行 $1'],
  [/^a hash index with more than (.+) entries$/, '超过 $1 项的哈希索引'],
  [/^a plan that may follow the hash index (.+)$/, '可能走哈希索引 $1 的计划'],
  [/^a WHERE that may imply that of the partial index (.+)$/, '可能蕴含部分索引 $1 的 WHERE 的条件'],
  [/^a condition or order by an expression of the index (.+)$/, '按索引 $1 的表达式给出的条件或排序'],
  [/^(.+) digits of a number$/, '一个数最多 $1 位数字'],
  [/^an index-only scan of the partial index (.+)$/, '部分索引 $1 的仅索引扫描'],
];

export function limitOf(what: string): string {
  const word = WORDS[what];
  if (word !== undefined) return word;
  const [form, said] = FORMS.find(([one]) => one.test(what)) ?? [];
  return form === undefined || said === undefined ? what : what.replace(form, said);
}
