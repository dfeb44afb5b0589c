// The book on the board: a sign on each known move, and the short texts on points.

import { svg } from './dom.js';
import { middle } from './geometry.js';
import { currentBook } from '../app/book.js';
import { parsePoint } from '../model/points.js';
import { bookSign } from '../text/facts.js';

/** @typedef {import('../app/state.js').State} State */
/** @typedef {import('../model/points.js').Point} Point */
/** @typedef {{point: Point, mark: SVGElement}} Sign */

/** Half of the sides of a sign. */
const [WIDE, HIGH] = [17, 11.5];
/** Longer texts would cover the points beside theirs. */
const MOST_LETTERS = 4;

/** @param {State} state @param {number} margin @returns {Sign[]} */
export function bookSigns(state, margin) {
  const { options } = state;
  return (currentBook(state)?.moves ?? []).map((move) => {
    const { point, result, isProved } = move;
    const { cx, cy } = middle(point, margin);
    const sign = bookSign(move, options.values);
    return { point, mark: svg('g', { class: `book-sign ${isProved ? `proved ${result}` : ''}` },
      svg('rect', { x: cx - WIDE, y: cy - HIGH, width: 2 * WIDE, height: 2 * HIGH, rx: 4 }),
      svg('text', { x: cx, y: cy, 'data-length': sign.length }, sign)) };
  });
}

/**
 * The texts on points: in the middle of a free point, else above what is there.
 * @param {State} state @param {number} margin @param {(point: Point) => boolean} isFree
 */
export function bookTexts(state, margin, isFree) {
  const { size } = state.game.tree;
  return (currentBook(state)?.record?.texts ?? []).flatMap(([name, text]) => {
    const point = parsePoint(name, size);
    if (!point) return [];
    const { cx, cy } = middle(point, margin);
    const letters = [...text];
    const short = letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS - 1).join('')}…` : text;
    return [svg('text', { class: `book-text ${isFree(point) ? '' : 'high'}`, x: cx, y: isFree(point) ? cy : cy - 15 }, short)];
  });
}
