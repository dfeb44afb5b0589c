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
 * @param {State} state @param {number} margin @param {ReadonlySet<number>} [low]  the keys of such points
 * @returns {{point: Point, mark: SVGElement}[]}
 */
export function likelySigns({ likely }, margin, low = new Set()) {
  return (likely?.moves ?? []).slice(0, NUMBERED).map(({ point, chance }) => {
    const { cx, cy } = middle(point, margin);
    const isLow = low.has(pointKey(point));
    const form = { class: `likely-number ${isLow ? 'low' : ''}`, x: cx, y: isLow ? cy + CELL / 2 - 6 : cy };
    return { point, mark: svg('text', form, `${Math.round(chance * 100)}%`) };
  });
}
