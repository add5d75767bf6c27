/** The worker that models: see `model-host.ts`. */
import { serve } from '../../base/rpc-serve.ts';
import { modelHost } from './model-host.ts';
import type { ModelApi } from './model-types.ts';

serve<ModelApi>(modelHost());
