/** `npm run dev`: Vite's development server, with the same isolation headers. C is rebuilt when this is started. */
import { main } from '../node/proc.mjs';
import { HOST, portOption } from '../node/serve.mjs';
import { ensureReady } from './setup.mjs';

await main(async () => {
  const { port, exact } = portOption();
  await ensureReady({ wasm: true });
  const { createServer } = await import('vite');
  const server = await createServer({ server: { port, strictPort: exact, host: HOST } });
  await server.listen();
  server.printUrls();
});
