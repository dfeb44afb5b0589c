// What is to be done in a puzzle.

import { other } from '../model/points.js';
import { t } from './text.js';

/** @param {'win' | 'defend'} goal @param {import('../model/points.js').Color} color */
export const taskText = (goal, color) => t(`puzzle.task.${goal}`, { color: t(color), opponent: t(other(color)) });
