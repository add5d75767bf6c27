/**
 * Which of many xids are drawn when not all fit. The others are in folds, and a fold is as wide as one xid. Xids are
 * chosen by their importance, then from the newest on; every hidden one is in a fold.
 */

/**
 * @param showable by index: whether it may be drawn at all (a gap in the list may not)
 * @param slots number of xids and folds that fit together; at least 2
 * @param wanted indexes, the most important first
 * @returns by index: whether it is drawn. Drawn ones and folds together are never more than `slots`.
 */
export function windowOf(showable: readonly boolean[], slots: number, wanted: readonly number[]): readonly boolean[] {
  if (showable.length <= slots && showable.every(Boolean)) return showable;
  const shown = showable.map(() => false);
  let used = 1;
  const tryToShow = (place: number): void => {
    if (showable[place] !== true || shown[place] === true) return;
    // Alone in its fold: the fold disappears. In a fold's middle: the fold becomes two.
    const folded = Number(shown[place - 1] === false) + Number(shown[place + 1] === false);
    if (used + folded > slots) return;
    used += folded;
    shown[place] = true;
  };
  for (const place of wanted) tryToShow(place);
  for (let place = showable.length - 1; place >= 0; place--) tryToShow(place);
  // A fold of one is as wide as the xid that it hides.
  for (let place = 0; place < showable.length; place++) tryToShow(place);
  return shown;
}
