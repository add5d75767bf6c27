/** Texts of figures in other sites’ pages. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

export const shellEmbed = addTexts({
  'shell.embed.title': 'Put this figure into your page',
  'shell.embed.lead':
    'Paste these lines where you want the figure. It runs in the reader’s browser; nothing is sent anywhere.',
  'shell.embed.element': 'For most pages: the figure finds its own height and has a caption',
  'shell.embed.snippet': (p: { from: number; to: number }, f: Format) =>
    `Without scripts: a frame of fixed height, for phones and columns ${f.integer(p.from)} to ${f.integer(p.to)} px wide. “As your page”: the reader’s system`,
  'shell.embed.what': 'What',
  'shell.embed.what.figure': 'This figure',
  'shell.embed.what.lesson': 'The whole lesson',
  'shell.embed.theme': 'Colours',
  'shell.embed.theme.auto': 'As your page',
  'shell.embed.theme.light': 'Light',
  'shell.embed.theme.dark': 'Dark',
  'shell.embed.copy': 'Copy',
  'shell.embed.measuring': 'Measuring the figure’s height…',
  'shell.embed.copied': 'Copied.',
  'shell.embed.notCopied': 'The browser refused to copy: select the lines and copy them.',
  'shell.embed.isolation':
    'Your page needs no special headers, except for figures that measure speeds in the reader’s browser.',
  'shell.embed.whole': 'Open it in Xipscope',
} satisfies Area<'shell'>);
