/** The worker that models: see `model-host.ts`. */
import { ModelHost } from './model-host.ts';
import type { FromModel, ToModel } from './model-messages.ts';

const host = new ModelHost({ post: (message: FromModel) => self.postMessage(message) });
self.onmessage = (event: MessageEvent<ToModel>): void => host.hear(event.data);
