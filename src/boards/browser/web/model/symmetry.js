// The symmetries of a position: the ways to turn and mirror the board that leave it as it is.

import { pointKey } from './points.js';
import { stonesAt } from './tree.js';

/** @typedef {import('./points.js').Point} Point */
/** @typedef {import('./points.js').Size} Size */
/** @typedef {(point: Point) => Point} PointMap */

/** @param {Size} size @returns {PointMap[]} */
function mapsOf({ width, height }) {
  const [right, bottom] = [width - 1, height - 1];
  /** @type {PointMap[]} */
  const mirrors = [(point) => point, ({ x, y }) => ({ x: right - x, y }), ({ x, y }) => ({ x, y: bottom - y }), ({ x, y }) => ({ x: right - x, y: bottom - y })];
  if (width !== height) return mirrors;
  return [...mirrors, ...mirrors.map((mirror) => (/** @type {Point} */ { x, y }) => mirror({ x: y, y: x }))];
}

/** @param {import('./tree.js').Tree} tree @param {number} id @returns {PointMap[]} */
export function symmetries(tree, id) {
  const kinds = new Map([...stonesAt(tree, id)].map(([key, { color }]) => [key, String(color)]));
  const points = [...stonesAt(tree, id).values()].map(({ point }) => point);
  for (const point of tree.setup?.blocked ?? []) {
    kinds.set(pointKey(point), 'blocked');
    points.push(point);
  }
  return mapsOf(tree.size).filter((map) => points.every((point) => kinds.get(pointKey(map(point))) === kinds.get(pointKey(point))));
}

/** A number that a point shares with its images. @param {PointMap[]} maps @param {Point} point */
export const orbitKey = (maps, point) => Math.min(...maps.map((map) => pointKey(map(point))));
