// The likely moves on the board: shades under the lines, stronger where a move is likelier, and the
// chances of the likeliest as numbers.

import { svg } from './dom.js';
import { CELL, middle } from './geometry.js';
import { pointKey } from '../model/points.js';

/** @typedef {import('../app/state.js').State} State */
/** @typedef {import('../model/points.js').Point} Point */

/** How many moves show their chance. */
const NUMBERED = 5;
const STRONGEST = 0.95;
/** Between two shades. */
const GAP = 1;

/** A small chance is still seen: the shade grows with the root. @param {number} chance */
const strength = (chance) => (STRONGEST * Math.sqrt(chance)).toFixed(3);

/** @param {State} state @param {number} margin */
export function likelyShades({ likely }, margin) {
  return (likely?.moves ?? []).map(({ point, chance }) => {
    const { cx, cy } = middle(point, margin);
    const side = CELL - GAP;
    return svg('rect', { class: 'likely-shade', x: cx - side / 2, y: cy - side / 2, width: side, height: side, rx: 4, 'fill-opacity': strength(chance) });
  });
}

/**
 * The chances as numbers; small and low in the cell where another sign is, too.
 * @param {State} state @param {number} margin @param {ReadonlyMap<number, number>} [others]  how many there are, by the keys of points
 * @returns {{point: Point, mark: SVGElement}[]}
 */
export function likelySigns({ likely }, margin, others = new Map()) {
  return (likely?.moves ?? []).slice(0, NUMBERED).map(({ point, chance }) => {
    const { cx, cy } = middle(point, margin);
    const count = others.get(pointKey(point)) ?? 0;
    // Two signs lie at the upper left and at the lower right.
    const form = { class: `likely-number ${count ? 'low' : ''}`, x: count > 1 ? cx - 9 : cx, y: count ? cy + 14 : cy };
    return { point, mark: svg('text', form, `${Math.round(chance * 100)}%`) };
  });
}
