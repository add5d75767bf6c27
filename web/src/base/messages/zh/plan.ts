/** 90 分钟教案：教师用的一页和学生用的一页。数字都是参数，来自公布的数据和所打开页面的设置。 */
import type { Translation } from '../index.ts';

export const plan: Translation<'plan'> = {
  'plan.title': '一节 90 分钟的课',
  'plan.lead': '教师一页，学生一页，全班一个链接。每页打印出来正好一张纸。',
  'plan.printTeacher': '打印教师页',
  'plan.printStudents': '打印学生页',
  'plan.link': '全班的链接',
  'plan.addresses': (p) => `每个地址前面都是 ${p.site}。`,
  'plan.link.copy': '复制全班的链接',
  'plan.link.hint': '课前发给学生。练习的变体由各人的姓名决定，最后每人交一个文件。',
  'plan.teacher': '教师页',
  'plan.teacher.need':
    '需要：一台投影仪；每人或每两人一个浏览器。任何页面按 F 键进入演示；课程页脚的“讲稿”在另一个窗口中打开。学生留下这张纸，你收到他们的文件。',
  'plan.students': '谁看得见哪一行，为什么要花时间',
  'plan.students.name': '姓名',
  'plan.students.date': '日期',
  'plan.students.open': '在浏览器里输入这个地址：',
  'plan.minutes': '分钟',
  'plan.doing': '做什么',
  'plan.open': '打开',
  'plan.ask': '提问',
  'plan.answer': '答案',
  'plan.sum': (p, f) => `共 ${f.integer(p.minutes)} 分钟`,
  'plan.from': (p) => `每秒事务数：公布的数据。${p.source}；${p.machine}。`,

  'plan.race.title': '比赛',
  'plan.race.open': '首页',
  'plan.race.do': (p, f) => `请一位学生把滑块拖到 ${f.integer(p.idle)} 个空闲连接。先不解释，等有人问为什么。`,
  'plan.race.ask': '那些连接什么也没做，为什么有一条线往下掉？',
  'plan.race.answer': (p, f) =>
    `每条语句都要取快照，而 PostgreSQL 13 要看遍所有连接才能造出快照。公布的数据，一个活跃客户端：PostgreSQL 14 改动之前，每秒事务数从 ${f.integer(p.before.none)} 掉到 ${f.integer(p.before.most)}；改动之后，${f.integer(p.after.none)} 对 ${f.integer(p.after.most)}，几乎不变。`,
  'plan.race.q': (p, f) => `拖到 ${f.integer(p.idle)} 个空闲连接。按公布的数据，一个活跃客户端每秒还剩多少事务？`,
  'plan.race.gap': 'PostgreSQL 13：________   PostgreSQL 14：________',

  'plan.stamps.title': '每一行都带着两个印记',
  'plan.stamps.open': '第 1 课，从第一步开始',
  'plan.stamps.do': '走到第 4 步关于 COMMIT 的问题（演示时按 Q 键打开），先让全班表决，再继续。',
  'plan.stamps.ask': 'COMMIT 往行版本里写了什么？',
  'plan.stamps.answer':
    '什么也没写。不管改了多少行，提交只在别处记一次。t_xmin 说明谁创建了这个版本，t_xmax 说明谁删除、替换或锁定了它。',
  'plan.stamps.q': '行的 t_xmin 说明谁________了这个版本；t_xmax 说明谁________了它。COMMIT 往行里写：',

  'plan.sees.title': '谁看见哪个版本？',
  'plan.sees.open': '练习',
  'plan.sees.do': '各人在全班的链接里做自己的变体。找答案不同的两位同学对照。',
  'plan.sees.ask': '判定路径上，是哪一个问题答了“否”？',
  'plan.sees.answer':
    '各变体不同，页面会标出来。创建者还在运行，或在快照之后才开始，这个版本就不可见；删除者在快照之前已经提交，也不可见。',
  'plan.sees.q': '写一个读者没有看见的版本，以及判定路径上答“否”的那个问题：',

  'plan.snapshot.title': '快照是一份正在运行者的名单',
  'plan.snapshot.open': '第 2 课，从第一步开始',
  'plan.snapshot.stop': '第 7 步',
  'plan.snapshot.do': '第 1 到 6 步快慢自便，到第 7 步停下来提问。',
  'plan.snapshot.ask': 'A 先开始 REPEATABLE READ 事务，B 的插入后来才提交。A 的第一条 SELECT 会数到 B 的行吗？',
  'plan.snapshot.answer': '会。BEGIN 不取快照；A 的第一条语句才取，那时 B 已经结束。',
  'plan.snapshot.q': 'REPEATABLE READ：哪一条语句取快照？在它之前刚刚提交的行，看得见吗？',

  'plan.xip.title': '快照里有什么？',
  'plan.xip.open': '练习',
  'plan.xip.do': '仍是各人自己的变体。',
  'plan.xip.ask': '为什么 xip 里没有从 xmax 起的事务 ID？',
  'plan.xip.answer': '从 xmax 起的 ID 一律当作正在运行，不必列出。xmin 以下的都已结束。',
  'plan.xip.q': '我的变体里的快照：',
  'plan.xip.gap': 'xmin ______   xmax ______   xip ______________',

  'plan.lost.title': '丢掉一次更新',
  'plan.lost.open': '练习',
  'plan.lost.do': '两人一组，一人当会话 a，一人当会话 b。先把顺序说出来，再点。',
  'plan.lost.ask': '哪种顺序会丢掉一次加法？换成 REPEATABLE READ 会怎样？',
  'plan.lost.answer': (p) =>
    `两边都先读，然后才写；后写的盖掉先写的。在 REPEATABLE READ 里，后写的一方得到“${p.message}”，可以重试。`,
  'plan.lost.q': '把 read_a、write_a、end_a、read_b、write_b、end_b、look 排成会丢掉一次加法的顺序：',

  'plan.walk.title': '问遍所有人',
  'plan.walk.open': '缓存行：PostgreSQL 13 与稠密数组并排',
  'plan.walk.do':
    '先让学生猜。稠密数组：扫描方法同 13，条目像 14 那样紧密排列。再逐个走过缓存未命中，或慢速播放：两种设计各数各的缓存行。',
  'plan.walk.ask': (p, f) =>
    `${f.integer(p.active)} 个连接在干活，${f.integer(p.idle)} 个在睡觉。PostgreSQL 13 取一次快照要碰多少条缓存行？用稠密数组呢？`,
  'plan.walk.answer': (p, f) =>
    `${f.integer(p.lines)} 条和 ${f.integer(p.dense)} 条：要知道谁在运行，两者都得看遍 ${f.integer(p.entries)} 个条目，但稠密数组每行装得下更多条目。PostgreSQL 14 只要没有带 ID 的事务结束，就一直沿用上一个快照。`,
  'plan.walk.q': (p, f) =>
    `${f.integer(p.active)} 个连接在干活，${f.integer(p.idle)} 个在睡觉。PostgreSQL 13 取一次快照要碰 ______ 条缓存行，用稠密数组 ______ 条，因为：`,

  'plan.end.title': '用自己的话说一遍',
  'plan.end.open': '有时间就看悬崖',
  'plan.end.do': '每人写一句话，交文件。有剩余时间就打开“悬崖”页。',
  'plan.end.ask': (p, f) =>
    `PostgreSQL 14 做了什么 13 不做的事？做完得早的话：在 PostgreSQL 16 及以前，为什么 ${f.integer(p.beyond)} 个打开的保存点，比 ${f.integer(p.below)} 个让别人慢得多？`,
  'plan.end.answer': (p, f) =>
    `14 数已经结束的事务；只要数目没变，就沿用上一个快照。每个后端进程缓存 ${f.integer(p.cached)} 个子事务 ID；再多一个，所有读者都得去 pg_subtrans 里查。`,
  'plan.end.q': '用一句话说：PostgreSQL 14 做了什么 13 不做的事？',
};
