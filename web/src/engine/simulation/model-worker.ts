/** The worker that models: see `model-host.ts`. */
import { serve } from '../../base/rpc-serve.ts';
import type { ModelApi } from './model-client.ts';
import { modelHost } from './model-host.ts';

serve<ModelApi>(modelHost());
