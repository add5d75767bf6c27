/** A picture's source, in one line: the picture leaves the page, and is looked at without it. */

import { DESIGN_IDS } from '../../../base/designs.ts';
import type { Messages } from '../../../base/messages/index.ts';
import { currentBranch } from '../../../viewmodel/stage/playback.ts';
import type { PlayState } from '../../shared/play/play-state.ts';

export function provenanceOf({ shown, file, rules, at }: PlayState, { t }: Messages): string {
  const design = DESIGN_IDS.find((id) => id === shown?.state.design);
  return [
    file,
    t('stage.picture.step', { tick: shown?.state.tick ?? 0, steps: currentBranch(at).moves.length }),
    t('stage.figure.rulesOf', { rules }),
    ...(design === undefined ? [] : [t('stage.picture.design', { design: t(`design.${design}.short`) })]),
    t('stage.picture.modelled'),
  ].join('  ·  ');
}
