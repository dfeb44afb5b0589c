// What is to be done in a puzzle.

import { other } from '../model/points.js';
import { sentences, t } from './text.js';

/** @param {import('../app/puzzles.js').Puzzle} puzzle */
export function taskText({ goal, mistake, tree }) {
  const color = tree.setup?.toMove ?? 'black';
  const task = t(`puzzle.task.${goal}`, { color: t(color), opponent: t(other(color)) });
  return mistake ? sentences([t('puzzle.played', { color: t(color), move: mistake.played }), task]) : task;
}
