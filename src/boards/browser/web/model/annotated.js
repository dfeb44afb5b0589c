// A game with its review written into it: remarks as comments, better lines as variations.

import { addMove, lineThrough, nodeOf, ROOT, withComment } from './tree.js';
import { pointsOf } from './position.js';

/** @typedef {import('./tree.js').Tree} Tree */
/** @typedef {import('../app/state.js').ReviewedMove} ReviewedMove */

/** Most moves of a variation. */
const LONGEST = 20;

/** @param {Tree} tree @param {ReviewedMove[]} moves @param {(move: ReviewedMove) => string} remark @returns {Tree} */
export function annotated(tree, moves, remark) {
  let now = tree;
  for (const move of moves) {
    if (!move.verdict || !now.nodes.has(move.node)) continue;
    const { comment, parent } = nodeOf(now, move.node);
    const text = remark(move);
    // One that is there from an earlier review is not repeated.
    if (!comment.includes(text)) now = withComment(now, move.node, [comment, text].filter(Boolean).join('\n\n'));
    let at = parent ?? ROOT;
    for (const point of pointsOf(move.best.slice(0, LONGEST), now.size)) ({ tree: now, id: at } = addMove(now, at, point));
  }
  return now;
}

/** The last move of the game: of the line that has a result, else of the main line. @param {Tree} tree @param {number | undefined} ending  where the result is */
export const endOfGame = (tree, ending) => lineThrough(tree, ending !== undefined && tree.nodes.has(ending) ? ending : ROOT).at(-1)?.id ?? ROOT;

/** Whether there is more than a line of moves. @param {Tree} tree */
export const isRich = ({ nodes }) => [...nodes.values()].some(({ children, comment }) => children.length > 1 || comment);
