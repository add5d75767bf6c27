/** pg_subtrans and its buffers. */
import '../../../../base/messages/en/subtrans.ts';
import { subtransText } from '../../../../viewmodel/stage/subtrans.ts';
import { SubtransView } from '../../../../views/subtrans/SubtransView.tsx';
import type { ViewProps, Words } from './view.ts';

export const View = ({ shown, place }: ViewProps) => <SubtransView state={shown.state} brief={place !== 'page'} />;

export const title = 'subtrans.title';
export const hint = 'subtrans.hint';

export const words: Words = ({ shown }, messages) => subtransText(shown.state, messages);
