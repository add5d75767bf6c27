/** `xipscope designs`: the ladder, as the C code describes itself. */
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import { LabHost } from '../src/engine/lab/lab-host.ts';
import { wasmPlaceInNode } from '../src/engine/wasm/wasm-place.node.ts';
import { textTable } from '../tools/text-table.ts';
import { EXIT, type Io } from './io.ts';

const { t } = messagesIn(DEFAULT_LANG);

export async function runDesigns(json: boolean, io: Io): Promise<number> {
  await io.prepare();
  let aborted = '';
  const loaded = await LabHost.load(wasmPlaceInNode('xip-lab'), 1, (what) => {
    aborted = what;
  });
  if (!loaded.ok) {
    io.err(`${t('cli.error', { what: aborted || loaded.error.message })}\n`);
    return EXIT.badInput;
  }
  const rungs = loaded.value.ladder();
  loaded.value.stop();
  if (json) {
    io.json(rungs);
    return EXIT.done;
  }
  const table = textTable(
    [
      { head: t('cli.head.id'), cell: (rung) => rung.id },
      { head: t('cli.head.name'), cell: (rung) => rung.name },
      { head: t('cli.head.commit'), cell: (rung) => rung.commit },
      { head: t('cli.head.layout'), cell: (rung) => rung.layout },
      { head: t('cli.head.reads'), cell: (rung) => rung.reads },
    ],
    rungs,
  );
  const rest = rungs.map((rung) => {
    const touched = [
      { what: t('cli.designs.checks'), text: rung.checks },
      { what: t('cli.designs.assigns'), text: rung.assigns },
      { what: t('cli.designs.ends'), text: rung.ends },
    ];
    return [rung.id, ...touched.map(({ what, text }) => `  ${what}: ${text}`)].join('\n');
  });
  // Three of the four things that a design touches are too long for a table.
  io.out(`${table}\n\n${rest.join('\n')}\n`);
  return EXIT.done;
}
