// What the review says about the move on the board: its sign on the stone, and the better move.

import { svg } from './dom.js';
import { middle } from './geometry.js';
import { RADIUS } from './stones.js';
import { mistakeHere } from '../app/review.js';
import { pointKey } from '../model/points.js';
import { pointsOf } from '../model/position.js';
import { stonesAt } from '../model/tree.js';
import { VERDICT_SIGNS } from '../text/review_words.js';

/** @typedef {import('../app/state.js').State} State */

/** @param {State} state @param {number} margin @returns {SVGElement[]} */
export function reviewMarks(state, margin) {
  const move = mistakeHere(state);
  if (!move) return [];
  const { tree, at } = state.game;
  const stones = stonesAt(tree, at);
  /** @type {SVGElement[]} */
  const marks = [];
  const [best] = pointsOf(move.best.slice(0, 1), tree.size);
  if (best && !stones.has(pointKey(best))) {
    const { cx, cy } = middle(best, margin);
    marks.push(svg('g', { class: `better ${move.color}` }, svg('circle', { cx, cy, r: RADIUS }), svg('path', { d: `M${cx - 8} ${cy + 1}l6 6 10 -12` })));
  }
  if (move.point) {
    const { cx, cy } = middle(move.point, margin);
    const [x, y] = [cx + 14, cy - 14];
    marks.push(svg('g', { class: `verdict-mark ${move.verdict}` }, svg('circle', { cx: x, cy: y, r: 10.5 }), svg('text', { x, y }, VERDICT_SIGNS[move.verdict])));
  }
  return marks;
}
