/**
 * Which of many xids are drawn when not all have room. What is not drawn lies in folds, and a fold takes as much room as
 * one xid. Places are chosen by their importance, then from the newest on; nothing is left out without a fold.
 */

/**
 * @param showable by place: whether it may be drawn at all (a gap in the list may not)
 * @param slots how many xids and folds have room together; at least 2
 * @param wanted places, the most important first
 * @returns by place: whether it is drawn. Drawn ones and folds together are never more than `slots`.
 */
export function windowOf(showable: readonly boolean[], slots: number, wanted: readonly number[]): readonly boolean[] {
  if (showable.length <= slots && showable.every(Boolean)) return showable;
  const shown = showable.map(() => false);
  let used = 1;
  const tryToShow = (place: number): void => {
    if (showable[place] !== true || shown[place] === true) return;
    // Alone in its fold: the fold goes. In a fold's middle: there are two then.
    const folded = Number(shown[place - 1] === false) + Number(shown[place + 1] === false);
    if (used + folded > slots) return;
    used += folded;
    shown[place] = true;
  };
  for (const place of wanted) tryToShow(place);
  for (let place = showable.length - 1; place >= 0; place--) tryToShow(place);
  // A fold of one takes the room of what it hides.
  for (let place = 0; place < showable.length; place++) tryToShow(place);
  return shown;
}
