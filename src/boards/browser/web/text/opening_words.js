// What was chosen in an opening, in words.

import { isOpeningNew } from '../app/opening.js';
import { other, parsePoint } from '../model/points.js';
import { t } from './text.js';

/**
 * The last choice of an opening that is no stone, if the engine made it and its opponent has not chosen since: the colors may be
 * others. It is said during the opening and until the first move after it has its answer; else null.
 * @param {import('../app/state.js').Game} game @returns {string | null}
 */
export function engineChoiceText(game) {
  const { opening, tree } = game;
  if (!opening?.phase || opening.seats.first === opening.seats.second || !isOpeningNew(game)) return null;
  const { choices, chosenBy } = opening.phase;
  const last = choices.map((choice) => !parsePoint(choice, tree.size)).lastIndexOf(true);
  if (last < 0 || opening.seats[chosenBy[last]] !== 'engine') return null;
  const choice = choices[last];
  if (choice === 'black' || choice === 'white') return t('opening.took', { color: t(choice), own: t(other(choice)) });
  if (chosenBy.slice(last + 1).some((by) => by !== chosenBy[last])) return null;
  if (choice === 'two' || choice === 'ten') return t(`opening.took.${choice}`);
  return t('opening.took.count', { n: choice });
}
