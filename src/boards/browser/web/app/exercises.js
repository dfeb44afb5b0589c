// The mistakes of a review as puzzles, and puzzles of answers of the engine.

import { parsePoint, pointName } from '../model/points.js';
import { positionSpec } from '../model/position.js';
import { newTree } from '../model/tree.js';
import { sizeOf } from '../io/game_json.js';

/** @typedef {import('../model/points.js').Color} Color */
/** @typedef {import('../engine/engine.js').Message} Message */
/** @typedef {import('./state.js').Review} Review */

/** The move of a game that a puzzle comes from, null for a pass; the better line, and what speaks for it. @typedef {{played: string | null, best: string[], reasons: Message[]}} Mistake */
/** @typedef {{id: string, goal: 'win' | 'defend' | 'better', kind?: string, mistake: Mistake | null, tree: import('../model/tree.js').Tree}} Puzzle */

/** Most stones of an opening that is not reviewed. */
const MOST_OPENING = 5;

/** Whether a review says which moves are exercises, and how these are called: one of an earlier version does not. @param {Pick<Review, 'moves'>} review */
export const hasExercises = ({ moves }) => moves.every(({ exercise, puzzleId }) => exercise !== undefined && (!exercise || puzzleId));

/** Whether a review has all moves of a line: moves that came later, and those of another variation, were not reviewed. @param {Pick<Review, 'moves'> | null} review @param {{id: number}[]} line */
export function isReviewOf(review, line) {
  const seen = new Set(review?.moves.map(({ node }) => node));
  const first = line.findIndex(({ id }) => seen.has(id));
  return first >= 0 && first <= MOST_OPENING && line.slice(first).every(({ id }) => seen.has(id));
}

/** What a question about the first position of a puzzle says about the game; a pass is not said. @param {Puzzle} puzzle @returns {{played?: string, best?: string}} */
export function knownOf({ mistake }) {
  if (!mistake) return {};
  return { ...(mistake.played === null ? {} : { played: mistake.played }), best: mistake.best[0] };
}

/** The mistakes of a review that are exercises, in the order of the moves. @param {import('../model/tree.js').Tree} tree @param {import('./state.js').ReviewedMove[]} moves @param {Color | 'all'} side @returns {Puzzle[]} */
export function exercisesOf(tree, moves, side) {
  const wanted = moves.filter(({ exercise, color, best }) => exercise && best.length && (side === 'all' || side === color));
  return wanted.sort((a, b) => a.number - b.number).flatMap(({ node, exercise, puzzleId: id, point, color, best, win, betterReasons }) => {
    const parent = tree.nodes.get(node)?.parent;
    if (parent === undefined || parent === null || !exercise || !id) return [];
    const position = { ...positionSpec(tree, parent), to_move: color };
    const puzzle = puzzleOf({ puzzle: id, goal: exercise, kind: win?.kind, position });
    return [{ ...puzzle, mistake: { played: point ? pointName(point, tree.size) : null, best, reasons: betterReasons ?? [] } }];
  });
}

/** A puzzle of an answer: its stones are set up, in no order. @param {Message} message @returns {Puzzle} */
export function puzzleOf({ puzzle: id, goal, kind, position }) {
  const size = sizeOf(position);
  const point = (/** @type {any} */ spec) => (Array.isArray(spec) ? { x: spec[0], y: spec[1] } : parsePoint(spec, size));
  const points = (/** @type {any[]} */ specs) => specs.flatMap((spec) => (spec === null ? [] : point(spec) ?? []));
  const moves = position.moves ?? position.stones;
  const of = (/** @type {number} */ side) => points((moves ?? []).filter((/** @type {unknown} */ _, /** @type {number} */ index) => index % 2 === side));
  const setup = {
    black: moves ? of(0) : points(position.black ?? []), white: moves ? of(1) : points(position.white ?? []), blocked: points(position.blocked ?? []),
    toMove: position.to_move ?? ((moves?.length ?? 0) % 2 ? 'white' : 'black'),
  };
  return { id, goal, kind, mistake: null, tree: newTree(position.rule ?? 'freestyle', size, setup) };
}
