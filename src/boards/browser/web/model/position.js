// A position as the API wants it, and the transformations of a whole game.

import { isInTurn, pathTo, stonesAt, toMove } from './tree.js';
import { parsePoint, pointName } from './points.js';

/** @typedef {import('./points.js').Point} Point */
/** @typedef {import('./points.js').Size} Size */
/** @typedef {import('./tree.js').Tree} Tree */

/** The longest side of a board in the page. */
export const MAX_SIDE = 22;
export const RULES = ['freestyle', 'standard', 'renju', 'caro', 'caro-exact'];

/**
 * The position after a node, as JSON of the API.
 * @param {Tree} tree @param {number} id @param {Point[]} more  moves that follow it @param {import('./points.js').Color} first  who makes the first of them
 */
export function positionSpec(tree, id, more = [], first = toMove(tree, id)) {
  const { size, rule, setup } = tree;
  const name = (/** @type {Point} */ point) => pointName(point, size);
  const board = { rule, width: size.width, height: size.height };
  if (!setup && isInTurn(tree, id) && first === toMove(tree, id)) {
    const path = pathTo(tree, id).map(({ point }) => point && name(point));
    return { ...board, moves: [...path, ...more.map(name)] };
  }
  /** @type {{black: string[], white: string[]}} */
  const stones = { black: [], white: [] };
  for (const { point, color } of stonesAt(tree, id).values()) stones[color].push(name(point));
  let color = first;
  for (const point of more) {
    stones[color].push(name(point));
    color = color === 'black' ? 'white' : 'black';
  }
  const blocked = setup?.blocked.length ? { blocked: setup.blocked.map(name) } : {};
  return { ...board, ...stones, ...blocked, to_move: color };
}

/** @typedef {ReturnType<typeof positionSpec>} PositionSpec */

/**
 * A game as the API wants it: its moves, and the stones before them if there are any.
 * @param {Tree} tree @param {{point: Point | null}[]} line
 */
export function gameSpec({ size, rule, setup }, line) {
  const name = (/** @type {Point} */ point) => pointName(point, size);
  const board = { rule, width: size.width, height: size.height };
  const position = { ...board, moves: line.map(({ point }) => point && name(point)) };
  if (!setup) return { position };
  const { black, white, blocked } = setup;
  const stones = { black: black.map(name), white: white.map(name), ...(blocked.length ? { blocked: blocked.map(name) } : {}) };
  return { position, start: { ...board, ...stones, to_move: setup.toMove } };
}

/**
 * The ways to turn, mirror and shift a board.
 * @typedef {'turn-left' | 'turn-right' | 'mirror-x' | 'mirror-y' | 'left' | 'right' | 'up' | 'down'} Transform
 */

/** @param {Transform} kind @param {Size} size @returns {(point: Point) => Point} */
function mapping(kind, { width, height }) {
  switch (kind) {
    case 'turn-left': return ({ x, y }) => ({ x: y, y: width - 1 - x });
    case 'turn-right': return ({ x, y }) => ({ x: height - 1 - y, y: x });
    case 'mirror-x': return ({ x, y }) => ({ x: width - 1 - x, y });
    case 'mirror-y': return ({ x, y }) => ({ x, y: height - 1 - y });
    case 'left': return ({ x, y }) => ({ x: x - 1, y });
    case 'right': return ({ x, y }) => ({ x: x + 1, y });
    case 'up': return ({ x, y }) => ({ x, y: y - 1 });
    case 'down': return ({ x, y }) => ({ x, y: y + 1 });
  }
}

/** Where a point of the board comes to lie; perhaps outside of it. @param {Transform} kind @param {Size} size @param {Point} point */
export const movedPoint = (kind, size, point) => mapping(kind, size)(point);

/**
 * The game with all points moved; `null` if a stone would leave the board.
 * @param {Tree} tree @param {Transform} kind @returns {Tree | null}
 */
export function transformed(tree, kind) {
  const turns = kind.startsWith('turn');
  const size = turns ? { width: tree.size.height, height: tree.size.width } : tree.size;
  const move = mapping(kind, tree.size);
  let fits = true;
  const moved = (/** @type {Point} */ point) => {
    const image = move(point);
    if (image.x < 0 || image.y < 0 || image.x >= size.width || image.y >= size.height) fits = false;
    return image;
  };
  const setup = tree.setup && {
    ...tree.setup,
    black: tree.setup.black.map(moved),
    white: tree.setup.white.map(moved),
    blocked: tree.setup.blocked.map(moved),
  };
  const nodes = new Map();
  for (const [id, node] of tree.nodes) {
    nodes.set(id, { ...node, point: node.point && moved(node.point) });
  }
  return fits ? { ...tree, size, setup, nodes } : null;
}

/** Points of an answer, by name. @param {string[] | undefined} names @param {Size} size */
export const pointsOf = (names, size) =>
  (names ?? []).flatMap((name) => {
    const point = parsePoint(name, size);
    return point ? [point] : [];
  });

/** How many moves lead to a node. @param {Tree} tree @param {number} id */
export const moveNumber = (tree, id) => pathTo(tree, id).length;
