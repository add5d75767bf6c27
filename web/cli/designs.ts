/** `xipscope designs`: the ladder, as the C code describes itself. */
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import { LabHost } from '../src/engine/lab-host.ts';
import { wasmPlaceInNode } from '../src/engine/wasm-place.node.ts';
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
    return EXIT.failed;
  }
  const rungs = loaded.value.ladder();
  loaded.value.stop();
  if (json) {
    io.out(`${JSON.stringify(rungs, null, 2)}\n`);
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
  io.out(`${table}\n`);
  return EXIT.done;
}
