// After a reload the person's game is on the board: the puzzles that were there are offered again.

import { t } from '../text/text.js';

/**
 * @param {import('./saved.js').Practised} practised
 * @param {import('./puzzles.js').PuzzleActions} puzzles @param {import('./state.js').Tell} tell
 */
export function offerAgain({ source, side, index }, puzzles, tell) {
  // The mistakes are those that the review has found before the reload; the time of a race is over.
  const act = {
    mistakes: () => puzzles.mistakes(side, true, index),
    daily: puzzles.daily,
    race: puzzles.race,
  }[source];
  tell(t('puzzle.interrupted', { title: t(`puzzle.${source}`) }), 'info', [{ text: t(source === 'race' ? 'puzzle.again' : 'action.resume'), act }]);
}
