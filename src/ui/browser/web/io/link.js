// A position in the fragment of the page's address, and as text to copy:
// `#renju/15x15/h8i9g7`, or with stones set up `#renju/15x15/black=h8,i9&white=g7&to-move=black/`.

import { addMove, newTree, pathTo, ROOT } from '../model/tree.js';
import { columnName, parsePoints, pointKey, pointName } from '../model/points.js';
import { RULES } from '../model/position.js';
import { FileError, lineTree, MAX_SIDE } from './file.js';

/** @typedef {import('../model/points.js').Point} Point */
/** @typedef {import('../model/tree.js').Tree} Tree */

/** @param {Tree} tree @param {number} at */
export function positionHash(tree, at) {
  const { size, setup } = tree;
  const names = (/** @type {Point[]} */ points, separator = '') => points.map((p) => pointName(p, size)).join(separator);
  const moves = names(pathTo(tree, at).flatMap(({ point }) => (point ? [point] : [])));
  const board = `#${tree.rule}/${size.width}x${size.height}/`;
  if (!setup) return board + moves;
  const sets = [['black', setup.black], ['white', setup.white], ['blocked', setup.blocked]];
  const parts = sets.flatMap(([key, points]) => (points.length ? [`${key}=${names(/** @type {Point[]} */ (points), ',')}`] : []));
  return `${board}${[...parts, `to-move=${setup.toMove}`].join('&')}/${moves}`;
}

/** The game that a fragment names; `null` if it names none. @param {string} hash @returns {{tree: Tree, at: number} | null} */
export function readHash(hash) {
  const [rule, sides, ...rest] = decodeURIComponent(hash.replace(/^#/, '')).split('/');
  const match = /^(\d{1,2})x(\d{1,2})$/.exec(sides ?? '');
  if (!RULES.includes(rule) || !match) return null;
  const size = { width: Number(match[1]), height: Number(match[2]) };
  if (Math.min(size.width, size.height) < 5 || Math.max(size.width, size.height) > MAX_SIDE) return null;
  const points = (/** @type {string} */ text) => {
    const { points: found, wrong } = parsePoints(text, size);
    if (wrong !== null) throw new FileError('file.point', { seen: wrong });
    return found;
  };
  const moves = points(rest.length > 1 ? rest[1] : (rest[0] ?? ''));
  if (rest.length < 2) return ended(lineTree(rule, size, moves));
  const values = new Map(rest[0].split('&').map((part) => /** @type {[string, string]} */ (part.split('=', 2))));
  const of = (/** @type {string} */ key) => points((values.get(key) ?? '').replace(/,/g, ' '));
  /** @type {import('../model/points.js').Color} */
  const toMove = values.get('to-move') === 'white' ? 'white' : 'black';
  const setup = { black: of('black'), white: of('white'), blocked: of('blocked'), toMove };
  const taken = [...setup.black, ...setup.white, ...setup.blocked, ...moves].map(pointKey);
  if (new Set(taken).size < taken.length) throw new FileError('file.format', {});
  let tree = newTree(rule, size, setup);
  let at = ROOT;
  for (const point of moves) ({ tree, id: at } = addMove(tree, at, point));
  return { tree, at };
}

/** @param {Tree} tree */
const ended = (tree) => ({ tree, at: tree.next - 1 });

/**
 * The board as lines of text.
 * @param {import('../model/points.js').Size} size
 * @param {Map<number, {color: string}>} stones
 */
export function boardText(size, stones) {
  const lines = Array.from({ length: size.height }, (_, y) => {
    const row = Array.from({ length: size.width }, (_, x) => {
      const stone = stones.get(pointKey({ x, y }));
      return stone ? (stone.color === 'black' ? 'X' : 'O') : '.';
    });
    return `${String(size.height - y).padStart(2)} ${row.join(' ')}`;
  });
  const letters = Array.from({ length: size.width }, (_, x) => columnName(x)).join(' ');
  return [...lines, `   ${letters}`].join('\n');
}
