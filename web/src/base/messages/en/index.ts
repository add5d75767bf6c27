/** English, the source language: all areas as one flat table. */
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
import { errorsNotLoaded } from './errors-not-loaded.ts';
import { errorsTexts } from './errors-texts.ts';
import { exercise } from './exercise.ts';
import { fuzz } from './fuzz.ts';
import { glossary } from './glossary.ts';
import { headline } from './headline.ts';
import { heap } from './heap.ts';
import { heapExplain } from './heap-explain.ts';
import { heapText } from './heap-text.ts';
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
import { lessonsList } from './lessons-list.ts';
import { lessonsQuestion } from './lessons-question.ts';
import { lessonsSource } from './lessons-source.ts';
import { lessonsSpeaker } from './lessons-speaker.ts';
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
import { shellAddress } from './shell-address.ts';
import { shellEmbed } from './shell-embed.ts';
import { shellLater } from './shell-later.ts';
import { simplified } from './simplified.gen.ts';
import { source } from './source.ts';
import { spec } from './spec.ts';
import { stage } from './stage.ts';
import { stageFigure } from './stage-figure.ts';
import { standby } from './standby.ts';
import { subtrans } from './subtrans.ts';
import { teacher } from './teacher.ts';
import { ui } from './ui.ts';
import { uiFigure } from './ui-figure.ts';
import { verdict } from './verdict.ts';
import { without } from './without.ts';

export const en = {
  ...server,
  ...shell,
  ...shellAddress,
  ...shellEmbed,
  ...shellLater,
  ...ui,
  ...uiFigure,
  ...plain,
  ...plan,
  ...prompt,
  ...provenance,
  ...record,
  ...design,
  ...calculator,
  ...capability,
  ...errors,
  ...errorsNotLoaded,
  ...errorsTexts,
  ...exercise,
  ...glossary,
  ...heap,
  ...heapExplain,
  ...heapText,
  ...home,
  ...horizons,
  ...json,
  ...lab,
  ...labWay,
  ...axis,
  ...cliff,
  ...conflicts,
  ...course,
  ...ladder,
  ...lanes,
  ...lesson,
  ...lessons,
  ...lessonsSource,
  ...lessonsSpeaker,
  ...lessonsList,
  ...lessonsQuestion,
  ...layout,
  ...layoutFields,
  ...lines,
  ...linesShared,
  ...linesStory,
  ...litmus,
  ...machine,
  ...model,
  ...modelChart,
  ...headline,
  ...simplified,
  ...spec,
  ...source,
  ...stage,
  ...stageFigure,
  ...standby,
  ...subtrans,
  ...teacher,
  ...fuzz,
  ...classSet,
  ...cli,
  ...verdict,
  ...without,
};
