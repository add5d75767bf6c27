/** `npm start`: from a fresh clone to the page in a browser. Options: --port N (or PORT=N), --no-install (or XIPSCOPE_NO_INSTALL=1). */
import { main, say } from '../node/proc.mjs';
import { portOption, serveSite } from '../node/serve.mjs';
import { ensureReady } from './setup.mjs';

await main(async () => {
  const { port, exact } = portOption();
  say('Xipscope: looking at what is there and building what is not.');
  await ensureReady({ site: true });
  await serveSite(port, exact);
});
