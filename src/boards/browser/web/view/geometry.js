// Where things are on the drawn board: a cell is 40 units wide, the margin holds the coordinates.

/** @typedef {import('../model/points.js').Point} Point */
/** @typedef {import('../model/points.js').Size} Size */

export const CELL = 40;

/** @param {boolean} hasCoordinates */
export const marginOf = (hasCoordinates) => (hasCoordinates ? 20 : 6);

/** @param {Size} size @param {number} margin */
export const extent = (size, margin) => ({ width: size.width * CELL + 2 * margin, height: size.height * CELL + 2 * margin });

/** The middle of a point. @param {Point} point @param {number} margin */
export const middle = (point, margin) => ({ cx: margin + (point.x + 0.5) * CELL, cy: margin + (point.y + 0.5) * CELL });
