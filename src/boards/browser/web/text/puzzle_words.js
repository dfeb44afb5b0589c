// What is to be done in a puzzle, what is wrong with a move, and what was solved.

import { other, PASS } from '../model/points.js';
import { OUTCOMES, outcomesOf } from '../app/puzzle_record.js';
import { percent } from './facts.js';
import { language, sentences, t } from './text.js';

/** @typedef {import('../app/puzzle_record.js').Outcome} Outcome */

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
    ...(reply ? [t('puzzle.replies', { move, color: t(color), reply })] : []),
  ]);
}

/**
 * A move that the solver can neither refute nor confirm: where a win is to be stopped it counts; where one is to be found, no win is
 * found after that reply.
 * @param {{move: string, reply?: string, nodes?: number}} answer
 */
export function undecidedText({ move, reply, nodes = 0 }) {
  const count = nodes.toLocaleString(language());
  return reply ? t('puzzle.undecidedWin', { move, reply, nodes: count }) : t('puzzle.undecided', { move, nodes: count });
}

/** How many puzzles of a run ended how. @param {Pick<import('../app/puzzles.js').PuzzleRun, 'list' | 'outcomes'>} run @returns {{outcome: Outcome, name: string, n: number}[]} */
export function countsOf(run) {
  const ended = outcomesOf(run);
  const all = OUTCOMES.map((outcome) => ({ outcome, name: t(`puzzle.how.${outcome}`), n: ended.filter((each) => each === outcome).length }));
  // What did not happen to any is not said, but for what one hopes for.
  return all.filter(({ outcome, n }) => n || outcome === 'solved');
}

/** The same as sentences. @param {Pick<import('../app/puzzles.js').PuzzleRun, 'list' | 'outcomes'>} run */
export const summaryText = (run) => sentences([t('puzzle.finished'), ...countsOf(run).map(({ name, n }) => t('puzzle.count', { name, n }))]);

/** What was solved so far. @param {ReturnType<typeof import('../app/puzzle_record.js').recordCounts>} counts */
export const recordText = (counts) => sentences([
  t('puzzle.record', { tried: counts.tried }), ...OUTCOMES.filter((outcome) => outcome === 'solved' || outcome !== 'missed' && counts[outcome])
    .map((outcome) => t('puzzle.count', { name: t(`puzzle.how.${outcome}`), n: counts[outcome] })),
]);
