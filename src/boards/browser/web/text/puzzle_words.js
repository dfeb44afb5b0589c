// What is to be done in a puzzle, and what is wrong with a move.

import { other, PASS } from '../model/points.js';
import { percent } from './facts.js';
import { sentences, t } from './text.js';

/** @param {import('../app/puzzles.js').Puzzle} puzzle */
export function taskText({ goal, mistake, tree }) {
  const color = tree.setup?.toMove ?? 'black';
  const task = t(`puzzle.task.${goal}`, { color: t(color), opponent: t(other(color)) });
  return mistake ? sentences([t('puzzle.played', { color: t(color), move: mistake.played ?? PASS }), task]) : task;
}

/**
 * Why a move is no better one. Without chances it is the move of the game, with which the search finds nothing wrong; without a reply
 * the game is over.
 * @param {{move: string, chance?: number, best?: number, color: import('../model/points.js').Color, reply?: string}} answer  `color` replies
 */
export function worseText({ move, chance, best, color, reply }) {
  const hasChances = chance !== undefined && best !== undefined;
  return sentences([
    hasChances ? t('puzzle.worse', { move, chance: percent(chance), best: percent(best) }) : t('puzzle.asPlayed', { move }),
    ...(reply ? [t('puzzle.replies', { color: t(color), reply })] : []),
    t('puzzle.tryAnother'),
  ]);
}
