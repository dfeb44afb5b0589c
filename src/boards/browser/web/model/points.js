// Points of a board and their names: `h8` is the letter of the column from the left and the number
// of the row from the bottom. In the model a point is `{x, y}`, zero-based from the upper left.

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{width: number, height: number}} Size */
/** @typedef {'black' | 'white'} Color */

/** @param {Color} color @returns {Color} */
export const other = (color) => (color === 'black' ? 'white' : 'black');

/** Black's for white. @template T @param {{black: T, white: T}} both @returns {{black: T, white: T}} */
export const exchanged = ({ black, white }) => ({ black: white, white: black });

/**
 * The name of a column: a to z, then aa, ab, …
 * @param {number} x @returns {string}
 */
export function columnName(x) {
  const letter = String.fromCharCode(97 + (x % 26));
  return x < 26 ? letter : columnName(Math.floor(x / 26) - 1) + letter;
}

/** @param {Point} point @param {Size} size */
export const pointName = (point, size) => columnName(point.x) + (size.height - point.y);

/** How a pass is written. */
export const PASS = '--';

/** The name of a move: of its point, or of a pass. @param {Point | null} point @param {Size} size */
export const moveName = (point, size) => (point ? pointName(point, size) : PASS);

/**
 * Reads a name; `null` if it is none or lies outside the board.
 * @param {string} text @param {Size} size @returns {Point | null}
 */
export function parsePoint(text, size) {
  const match = /^([a-z]{1,2})([0-9]{1,3})$/.exec(text.trim().toLowerCase());
  if (!match) return null;
  const [, letters, digits] = match;
  let x = 0;
  for (const letter of letters) x = x * 26 + letter.charCodeAt(0) - 96;
  const point = { x: x - 1, y: size.height - Number(digits) };
  return contains(size, point) ? point : null;
}

/** @param {Size} size @param {Point} point */
export const contains = (size, point) =>
  point.x >= 0 && point.y >= 0 && point.x < size.width && point.y < size.height;

/** @param {Point | null | undefined} a @param {Point | null | undefined} b */
export const samePoint = (a, b) => !!a && !!b && a.x === b.x && a.y === b.y;

/** A number for a point, for maps and sets. @param {Point} point */
export const pointKey = (point) => point.y * 256 + point.x;

/**
 * The points with a small mark: the center, and on large boards four more.
 * @param {Size} size @returns {Point[]}
 */
export function starPoints(size) {
  const center = { x: size.width >> 1, y: size.height >> 1 };
  const points = size.width % 2 && size.height % 2 ? [center] : [];
  if (Math.min(size.width, size.height) < 11) return points;
  for (const x of [3, size.width - 4]) for (const y of [3, size.height - 4]) points.push({ x, y });
  return points;
}
