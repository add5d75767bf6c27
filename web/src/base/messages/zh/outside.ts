/** Things outside our SQL, by the compiler's words for them. SQL's own words and names are not translated. */
const WORDS: Readonly<Record<string, string>> = {
  'this name': '这样的名称',
  'ADD COLUMN with keys, constraints or a sequence': '带键、约束或序列的 ADD COLUMN',
  'ALTER TABLE with several actions': '含多个动作的 ALTER TABLE',
  'ALTER TABLE … ADD of this constraint': 'ALTER TABLE … ADD 这种约束',
  'ALTER of this': '对它的 ALTER',
  'CACHE of a sequence': '序列的 CACHE',
  'COLLATE and operator classes in the target of ON CONFLICT': 'ON CONFLICT 目标中的 COLLATE 与运算符类',
  'DEFAULT of such a column': '这样的列的 DEFAULT',
  'EXPLAIN of a query about the server': '对服务器状态查询的 EXPLAIN',
  'EXPLAIN with costs (use EXPLAIN (COSTS OFF))': '带代价的 EXPLAIN（可用 EXPLAIN (COSTS OFF)）',
  'INSERT of what a query says about the server': '插入服务器状态查询的结果',
  'ON DELETE SET of some columns': '只针对部分列的 ON DELETE SET',
  'SET of a part of a column': '对列的一部分 SET',
  'WITH before INSERT (write it after the table: INSERT INTO t WITH …)':
    'INSERT 之前的 WITH（可写在表名之后：INSERT INTO t WITH …）',
  'a question about the server in UPDATE or DELETE': 'UPDATE 或 DELETE 中对服务器状态的查询',
  'a subquery that depends on the row around it': '依赖外层行的子查询',
  'an identity column of this type': '这种类型的标识列',
  'expressions as included columns': '以表达式作为包含列',
  'options of CREATE EXTENSION': 'CREATE EXTENSION 的选项',
  'substring with a pattern': '带模式的 SUBSTRING',
  'this INSERT': '这种 INSERT',
  'this RETURNING': '这种 RETURNING',
  'this index': '这种索引',
  'this number of a sequence': '序列的这个数值',
  'this target of ON CONFLICT': 'ON CONFLICT 的这种目标',
  'this type of a sequence': '序列的这种类型',
  'this column': '这样的列',
  'column aliases': '列的别名',
  arrays: '数组',
  'window functions': '窗口函数',
  'this value of a setting': '设置的这个值',
  'this type': '这种类型',
  'this transaction command': '这条事务命令',
  'this statement': '这种语句',
  'this source of INSERT': 'INSERT 的这种来源',
  'this part of CREATE TABLE': 'CREATE TABLE 的这个部分',
  'this operator': '这个运算符',
  'this locking clause': '这个锁子句',
  'this list': '这样的列表',
  'this kind of constraint': '这种约束',
  'this form of CREATE TABLE': 'CREATE TABLE 的这种形式',
  'this form of CREATE TABLE AS': 'CREATE TABLE AS 的这种形式',
  'this fillfactor': '这个 fillfactor',
  'this constraint': '这个约束',
  'this SET': '这种 SET',
  'this ORDER BY': '这种 ORDER BY',
  'this CASE': '这种 CASE',
  'this BETWEEN': '这种 BETWEEN',
  'temporary and unlogged tables': '临时表和不记日志的表',
  subqueries: '子查询',
  'subqueries in FROM': 'FROM 中的子查询',
  partitions: '分区',
  'partial indexes': '部分索引',
  'options of CREATE TABLE AS': 'CREATE TABLE AS 的选项',
  'more than one table in FROM': 'FROM 中有多张表',
  'indexes on expressions': '表达式索引',
  'grouping sets': '分组集',
  'columns of VACUUM': 'VACUUM 的列',
  'bit strings': '位串',
  'VALUES with ORDER BY, LIMIT or WITH': '带 ORDER BY、LIMIT 或 WITH 的 VALUES',
  'so many comments without a space between them': '这么多中间没有空格的注释',
  'a number as long as this': '这么长的数',
  'foreign keys': '外键',
  'VALUES as a query': '用作查询的 VALUES',
  'SET of several columns': '一次 SET 多列',
  'PREPARE of this statement': 'PREPARE 这种语句',
  'numeric with such a precision or scale': '这样的精度或标度的 numeric',
  'row locks in a query with joins, subqueries or WITH': '带连接、子查询或 WITH 的查询中的行锁',
  'SEARCH and CYCLE': 'SEARCH 与 CYCLE',
  'a text that may stand for a day of the clock': '可能表示时钟上某一天的文本',
  'DEFAULT in this place': '这个位置的 DEFAULT',
};

const FORMS: readonly (readonly [form: RegExp, said: string])[] = [
  [/^this call of (.+)$/, '$1 的这种调用'],
  [/^this form of (.+)$/, '$1 的这种形式'],
  [/^the type (.+) with a length$/, '带长度的类型 $1'],
  [/^the type (.+)$/, '类型 $1'],
  [/^the system column (.+)$/, '系统列 $1'],
  [/^(\S+) of an expression$/, '参数为表达式的 $1'],
  [/^the catalog (.+)$/, '系统目录 $1'],
  [/^the value (.+) of the setting (.+)$/, '设置 $2 的值 $1'],
  [/^the setting (.+)$/, '设置 $1'],
  [/^the schema (.+)$/, '模式 $1'],
  [/^the option (.*)$/, '选项 $1'],
  [/^the operator (.+) in this form$/, '这种形式的运算符 $1'],
  [/^the operator (.+)$/, '运算符 $1'],
  [/^the name (.+)$/, '名称 $1'],
  [/^the index method (.+)$/, '索引方法 $1'],
  [/^the function (.+) in an index$/, '索引中的函数 $1'],
  [/^the extension (.+)$/, '扩展 $1'],
  [/^advisory locks in (.+)$/, '$1 中的咨询锁'],
  [/^the function (.+) in FROM$/, 'FROM 中的函数 $1'],
  [/^the function (.+)$/, '函数 $1'],
  [/^more than (\S+) expressions one inside the other$/, '超过 $1 层的嵌套表达式'],
  [/^more than (\S+) parts one inside the other$/, '超过 $1 层的嵌套'],
  [/^more than (\S+) rows of (.+)$/, '$2 超过 $1 行'],
  [/^(.+) of anything but whole numbers$/, '参数不是整数的 $1'],
  [/^(\S+) operator characters in a row$/, '连续 $1 个运算符字符'],
  [/^(\S+) constraints$/, '$1 约束'],
  [/^columns of type (.+)$/, '类型为 $1 的列'],
];

/** What to write instead, in brackets after it (sql/statement-names.ts). */
const HINTS: readonly (readonly [hint: string, said: string])[] = [
  ['use int or bigint', '可用 int 或 bigint'],
  ['use text', '可用 text'],
  ['use int, and write the numbers', '可用 int，并自己写出数值'],
  ['use bigint, and write the numbers', '可用 bigint，并自己写出数值'],
  ['use int', '可用 int'],
  ['use it in FROM', '可用在 FROM 中'],
];

/** Where our own executor's functions and system columns cannot be used (sql/compile-general.ts). */
const IN_GENERAL = ' in a query with joins, subqueries, WITH or windows';

export function outside(what: string): string {
  if (what.endsWith(IN_GENERAL))
    return `带连接、子查询、WITH 或窗口的查询中的${outside(what.slice(0, -IN_GENERAL.length))}`;
  for (const [hint, said] of HINTS)
    if (what.endsWith(` (${hint})`)) return `${outside(what.slice(0, -hint.length - 3))}（${said}）`;
  const word = WORDS[what];
  if (word !== undefined) return word;
  const [form, said] = FORMS.find(([one]) => one.test(what)) ?? [];
  return form === undefined || said === undefined ? what : what.replace(form, said);
}
