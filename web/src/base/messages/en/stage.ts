/** The Playground around its views: what is open, what went wrong, links and keys. */
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

export const stage = {
  'stage.paused': (p: { tick: number; units: number }, f: Format) =>
    `This is a lot of work (${f.integer(p.units)} units), so it stopped after step ${f.integer(p.tick)}. Go on from there.`,
  'stage.want.number': (p: { min: number; max: number }, f: Format) =>
    `a whole number from ${f.integer(p.min)} to ${f.integer(p.max)}`,
  'stage.want.spec': 'the name of a shipped scenario: small letters, digits and hyphens',
  'stage.want.packed': 'a packed text, as “Copy link” makes it',
  'stage.want.moves': 'moves, as “Copy link” writes them',
  'stage.want.name': 'a name of at most 63 characters',
  'stage.want.row': 'TABLE.BLOCK.OFFSET',
  'stage.badLink': (p: { how: 'broken' | 'too-large' }) =>
    p.how === 'broken'
      ? 'The spec in this link is broken or was cut off. Ask for the link again, or open the file itself.'
      : 'The spec in this link is larger than a spec may be.',
  'stage.linked': 'linked.spec',
  'stage.noScenario': (p: { id: string }) => `There is no shipped scenario “${p.id}”. Choose one from the gallery.`,
  'stage.notFetched': 'The scenario could not be fetched. Look at the network connection and try again.',
  'stage.movesDoNotFit': 'The moves in this link do not fit this spec: it begins from its first step.',
  'stage.engineFailed': (p: { what: string }) => `The engine stopped: ${p.what}. Open the scenario again.`,
  'stage.opening': 'Opening…',
  'stage.nothingOpen': 'Nothing is open',
  'stage.rulesOf': (p: { rules: number }) => `PostgreSQL ${p.rules} rules`,
  'stage.scenario': (p: { name: string }) => p.name,
  'stage.choose': 'Choose a scenario',
  'stage.options': 'Options',
  'stage.edit': 'Edit',
  'stage.save': 'Save',
  'stage.save.title': 'Take it along',
  'stage.save.svg': 'Picture (SVG)',
  'stage.save.png': 'Picture (PNG)',
  'stage.plan': 'Plan',
  'stage.permutation.none': 'none: you are the scheduler',
  'stage.permutation': (p: { number: number; count: number; names: string }, f: Format) =>
    `${f.integer(p.number)} of ${f.integer(p.count)}: ${p.names}`,
  'stage.rules': 'Rules',
  'stage.design': 'Design',
  'stage.design.own': 'the rules’ own',
  'stage.axis': 'Transaction ids',
  'stage.axisHint': 'left to right, in order of first write',
  'stage.snapshots': 'Snapshots',
  'stage.snapshotsHint': 'a notch = was running',
  'stage.side': 'Snapshots, and why',
  'stage.more': 'Subtransaction slots and horizons',
  'stage.source': 'The spec',
  'stage.run': 'Run it',
  'stage.run.key': 'Ctrl Enter',
  'stage.newFile': 'mine.spec',
  'stage.link': 'Copy link',
  'stage.linkCopied': 'The link is copied.',
  'stage.linkFailed': 'The browser did not let the link be copied: it is the page’s address.',
  'stage.stage': 'Stage',
  'stage.bar': 'Steps',
  'stage.picture.lanesHint': 'time runs down',
  'stage.picture.step': (p: { tick: number; steps: number }, f: Format) =>
    `step ${f.integer(p.tick)} of ${f.integer(p.steps)}`,
  'stage.picture.design': (p: { design: string }) => `design: ${p.design}`,
  'stage.picture.modelled': 'modelled, not measured',
  'stage.subxids': 'Subtransaction slots',
  'stage.horizons': 'Horizons',
  'stage.words': 'The same in words',
  'stage.rows': 'Row versions',
  'stage.why': 'Why',
} satisfies Area<'stage'>;
