/** Simplified Chinese. The words for the field’s things are in README.md of this folder. */
import type { Language } from '../index.ts';
import { axis } from './axis.ts';
import { calculator } from './calculator.ts';
import { capability } from './capability.ts';
import { classSet } from './class.ts';
import { cli } from './cli.ts';
import { cliff } from './cliff.ts';
import { conflicts } from './conflicts.ts';
import { course } from './course.ts';
import { design } from './design.ts';
import { errors } from './errors.ts';
import { exercise } from './exercise.ts';
import { fuzz } from './fuzz.ts';
import { glossary } from './glossary.ts';
import { headline } from './headline.ts';
import { heap } from './heap.ts';
import { home } from './home.ts';
import { horizons } from './horizons.ts';
import { json } from './json.ts';
import { lab } from './lab.ts';
import { labWay } from './lab-way.ts';
import { ladder } from './ladder.ts';
import { lanes } from './lanes.ts';
import { layout } from './layout.ts';
import { layoutFields } from './layout-fields.ts';
import { lesson } from './lesson.ts';
import { lessons } from './lessons.ts';
import { lines } from './lines.ts';
import { linesShared } from './lines-shared.ts';
import { linesStory } from './lines-story.ts';
import { litmus } from './litmus.ts';
import { machine } from './machine.ts';
import { model } from './model.ts';
import { modelChart } from './model-chart.ts';
import { plain } from './plain.ts';
import { plan } from './plan.ts';
import { prompt } from './prompt.ts';
import { provenance } from './provenance.ts';
import { record } from './record.ts';
import { server } from './server.ts';
import { shell } from './shell.ts';
import { simplified } from './simplified.ts';
import { source } from './source.ts';
import { spec } from './spec.ts';
import { stage } from './stage.ts';
import { standby } from './standby.ts';
import { subtrans } from './subtrans.ts';
import { teacher } from './teacher.ts';
import { ui } from './ui.ts';
import { verdict } from './verdict.ts';
import { without } from './without.ts';

/**
 * “由 A 插入” has blanks around the Latin letter; where a Chinese name is put in there are none: “由初始化插入”. Only our own
 * names are looked for, so that a blank in somebody's data stays.
 */
const tidy = (text: string): string =>
  text.replace(/(?<=\p{sc=Han}) (?=初始化|会话|预备事务|复制槽|备库|数据库)|(?<=初始化|[”）]) (?=\p{sc=Han})/gu, '');

export const language: Language = {
  tag: 'zh-Hans',
  tidy,
  messages: {
    ...axis,
    ...calculator,
    ...capability,
    ...classSet,
    ...cli,
    ...verdict,
    ...without,
    ...cliff,
    ...conflicts,
    ...course,
    ...design,
    ...errors,
    ...exercise,
    ...fuzz,
    ...glossary,
    ...headline,
    ...heap,
    ...home,
    ...horizons,
    ...json,
    ...lab,
    ...labWay,
    ...ladder,
    ...lanes,
    ...lesson,
    ...lessons,
    ...layout,
    ...layoutFields,
    ...lines,
    ...linesShared,
    ...linesStory,
    ...litmus,
    ...machine,
    ...model,
    ...modelChart,
    ...plain,
    ...plan,
    ...prompt,
    ...provenance,
    ...record,
    ...server,
    ...shell,
    ...simplified,
    ...source,
    ...spec,
    ...stage,
    ...standby,
    ...subtrans,
    ...teacher,
    ...ui,
  },
};
