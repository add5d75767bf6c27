/** The Lab's landing: a question for each page, and the way from one to the next. */
import { addTexts } from '../english.ts';
import type { Area } from '../types.ts';

/** Where a picture's numbers come from. */
type Drawn = 'published' | 'modelled' | 'real' | 'drawn';
const DRAWN: Readonly<Record<Drawn, string>> = {
  published: 'numbers: published',
  modelled: 'numbers: modelled',
  real: 'numbers: real server',
  drawn: 'picture: a sketch',
};

export const labWay = addTexts({
  'way.title': 'The Lab: eight questions, one after the other',
  'way.lead': 'Start at 1, or pick yours.',
  'way.next': 'Next:',
  'way.last': 'That was the last of the eight questions. All of them',
  'way.all': 'The Lab’s eight questions',
  'way.more': 'To take it apart yourself:',
  'way.ask.measure': 'How fast is it here?',
  'way.ask.lines': 'Why?',
  'way.ask.ladder': 'Twelve designs',
  'way.ask.model': 'On a big server',
  'way.ask.cliff': '65 savepoints',
  'way.ask.server': 'A real server',
  'way.ask.standby': 'A standby',
  'way.ask.calculator': 'Calculator',
  'way.about.measure': 'Does 13 or 14 win on your machine?',
  'way.about.lines': 'Why do three cores lose their copy?',
  'way.about.ladder': 'Which change helped, and how much?',
  'way.about.model': 'What would 2 sockets, 20 cores do?',
  'way.about.cliff': 'Why does one more slow all readers?',
  'way.about.server': 'What keeps VACUUM from cleaning?',
  'way.about.standby': 'How does it know who is running?',
  'way.about.calculator': 'Why are so many connections idle?',
  'way.axis.idle': 'speed, by idle connections',
  'way.axis.savepoints': 'speed, by open savepoints',
  'way.from': (p: { kind: Drawn }) => DRAWN[p.kind],
  'way.holder.idle': 'idle in transaction',
  'way.holder.slot': 'replication slot',
  'way.holder.prepared': 'prepared transaction',
  'way.holder.select': 'long SELECT',
  'way.primary': 'primary',
  'way.standby': 'standby',
} satisfies Area<'way'>);
