/** The worker that models: see `modeller.ts`. */
import { serve } from '../../base/rpc-serve.ts';
import type { ModelApi } from './model-types.ts';
import { modelHost } from './modeller.ts';

serve<ModelApi>(modelHost());
