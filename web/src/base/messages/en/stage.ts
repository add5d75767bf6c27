/** The Playground around its views: what is open, what went wrong, links and keys. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

export const stage = addTexts({
  'stage.paused': (p: { tick: number; units: number }, f: Format) =>
    `This is a lot of work (${f.integer(p.units)} units), so it stopped after step ${f.integer(p.tick)}. Go on from there.`,
  'stage.opening': 'Opening…',
  'stage.nothingOpen': 'Nothing is open',
  'stage.scenario': (p: { name: string }) => p.name,
  'stage.open': (p: { name: string }) => `Choose a scenario; open now: ${p.name}`,
  'stage.choose': 'Choose a scenario',
  'stage.options': 'Options',
  'stage.new': 'Type your own SQL',
  'stage.edit': 'Edit',
  'stage.save': 'Save',
  'stage.save.title': 'Save',
  'stage.save.draft': 'All of these hold the text as last run: your draft in the editor has changed since.',
  'stage.save.svg': 'Picture (SVG)',
  'stage.save.png': 'Picture (PNG)',
  'stage.save.embed': 'Embed in a page',
  'stage.plan': 'Plan',
  'stage.permutation.none': 'none: you are the scheduler',
  'stage.permutation': (p: { number: number; count: number; names: string }, f: Format) =>
    `${f.integer(p.number)} of ${f.integer(p.count)}: ${p.names}`,
  'stage.rules': 'Rules',
  'stage.design': 'Design',
  'stage.depth': 'Show',
  'stage.depth.rows': 'rows',
  'stage.depth.ids': 'rows and ids',
  'stage.depth.all': 'everything',
  'stage.design.own': 'the rules’ own',
  'stage.axis': 'Transaction ids',
  'stage.axisHint': 'left to right, in order of first write',
  'stage.snapshots': 'Snapshots',
  'stage.snapshotsHint': 'a notch = was running',
  'stage.side': 'Snapshots, and why',
  'stage.more': 'Subtransaction slots and horizons',
  'stage.source': 'The spec',
  'stage.outside':
    'This example came with its link; nobody at Xipscope has checked its words. What its steps do is modelled here.',
  'stage.kept': 'The figure still shows the last text that could run.',
  'stage.draft': 'A draft: it has not run, and the figure shows the text as last run.',
  'stage.draft.drop': 'Back to the text as last run',
  'stage.run': 'Run it',
  'stage.run.key': 'Ctrl Enter',
  'stage.newFile': 'mine.spec',
  'stage.link': 'Copy link',
  'stage.linkCopied': 'The link is copied.',
  'stage.linkCopied.draft':
    'The link is copied. It holds the text as last run: your draft in the editor has changed since.',
  'stage.linkFailed': 'The browser did not allow copying: the link is the page’s address.',
  'stage.bar': 'Steps',
  'stage.picture.lanesHint': 'time runs downwards',
  'stage.picture.step': (p: { tick: number; steps: number }, f: Format) =>
    `step ${f.integer(p.tick)} of ${f.integer(p.steps)}`,
  'stage.picture.design': (p: { design: string }) => `design: ${p.design}`,
  'stage.picture.modelled': 'modelled, not measured',
  'stage.subxids': 'Subtransaction slots',
  'stage.horizons': 'Horizons',
  'stage.words': 'The same in words',
  'stage.why': 'Why',
} satisfies Area<'stage'>);
