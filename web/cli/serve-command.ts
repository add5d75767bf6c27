/** `xipscope serve`: the page on this machine, with the headers that give it threads. */
import { Command } from 'commander';
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import { HOST, listen, staticServer } from '../tools/serve.mjs';
import { siteDir } from '../tools/tree.mjs';
import { EXIT, type Io } from './io.ts';
import { refuse } from './spec-input.ts';

const { t } = messagesIn(DEFAULT_LANG);

const DEFAULT_PORT = '4173';
const MAX_PORT = 65_535;

interface ServeOptions {
  readonly port?: string;
}

export function serveCommand(io: Io, done: (exitCode: number) => void): Command {
  return new Command('serve')
    .description(t('cli.serve.what'))
    .option('--port <n>', t('cli.serve.port', { port: DEFAULT_PORT }))
    .addHelpText('after', t('cli.exitCodes'))
    .action(async (options: ServeOptions) => done(await runServe(options, io)));
}

/** Runs until Ctrl-C. A requested port is taken or refused; without one the next free port is taken. */
async function runServe({ port: asked }: ServeOptions, io: Io): Promise<number> {
  const port = /^[0-9]{1,5}$/.test(asked ?? DEFAULT_PORT) ? Number(asked ?? DEFAULT_PORT) : Number.NaN;
  if (!(port <= MAX_PORT)) return refuse(io, t('cli.serve.badPort', { given: asked ?? '', max: MAX_PORT }));
  await io.prepare(true);
  const server = staticServer(siteDir);
  const got = await listen(server, port, asked !== undefined);
  io.out(`${t('cli.serve.at', { address: `http://${HOST}:${got}/` })}\n`);
  if (!io.signal.aborted)
    await new Promise((resolve) => {
      io.signal.addEventListener('abort', resolve, { once: true });
    });
  server.closeAllConnections();
  server.close();
  // Ctrl-C is the intended end.
  return EXIT.done;
}
