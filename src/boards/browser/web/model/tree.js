// The moves of a game with variations and comments: an immutable tree. Every change returns a new
// tree that shares the nodes that did not change.

import { other, pointKey } from './points.js';

/** @typedef {import('./points.js').Point} Point */
/** @typedef {import('./points.js').Size} Size */
/** @typedef {import('./points.js').Color} Color */

/**
 * @typedef {object} Node
 * @property {number} id
 * @property {number | null} parent
 * @property {Point | null} point  null at the root, and of a pass
 * @property {Color} color  who made the move
 * @property {readonly number[]} children  the main line first
 * @property {string} comment
 * @property {number | null} timeMs  how long the move took
 * @property {Report} [report]  what its player said of it
 */

/** What else a move of a file has: texts and marks on the board stay with it. @typedef {{value?: number, depth?: number, nodes?: number, drawn?: object}} Report */

/** @typedef {{black: Point[], white: Point[], blocked: Point[], toMove: Color}} Setup */

/**
 * @typedef {object} Tree
 * @property {Size} size
 * @property {string} rule
 * @property {Setup | null} setup  the stones before the first move, if any
 * @property {ReadonlyMap<number, Node>} nodes
 * @property {number} next  the id of the next new node
 */

export const ROOT = 0;

/** @param {string} rule @param {Size} size @param {Setup | null} setup @returns {Tree} */
export function newTree(rule, size, setup = null) {
  const color = other(setup ? setup.toMove : 'black');
  const root = { id: ROOT, parent: null, point: null, color, children: [], comment: '', timeMs: null };
  return { size, rule, setup, nodes: new Map([[ROOT, root]]), next: 1 };
}

/** @param {Tree} tree @param {number} id @returns {Node} */
export function nodeOf(tree, id) {
  const node = tree.nodes.get(id) ?? tree.nodes.get(ROOT);
  if (!node) throw new Error('a tree has a root');
  return node;
}

/** @param {Tree} tree @param {Node[]} changed @returns {Tree} */
function withNodes(tree, changed) {
  const nodes = new Map(tree.nodes);
  for (const node of changed) nodes.set(node.id, node);
  return { ...tree, nodes };
}

/** The side to move after a node. @param {Tree} tree @param {number} id */
export const toMove = (tree, id) => other(nodeOf(tree, id).color);

/**
 * Adds a move, or finds it if it is there already.
 * @param {Tree} tree @param {number} at @param {Point | null} point  null for a pass
 * @param {number | null} timeMs
 */
export function addMove(tree, at, point, timeMs = null) {
  const parent = nodeOf(tree, at);
  const known = parent.children.find((id) => samePlace(nodeOf(tree, id), point));
  if (known !== undefined) return { tree, id: known, isNew: false };
  const id = tree.next;
  const node = { id, parent: at, point, color: other(parent.color), children: [], comment: '', timeMs };
  const changed = withNodes(tree, [node, { ...parent, children: [...parent.children, id] }]);
  return { tree: { ...changed, next: id + 1 }, id, isNew: true };
}

/** @param {Node} node @param {Point | null} point */
const samePlace = (node, point) => node.point?.x === point?.x && node.point?.y === point?.y;

/**
 * Builds a large tree without a copy of it for every move.
 * @param {string} rule @param {Size} size @param {Setup | null} setup
 */
export function treeBuilder(rule, size, setup = null) {
  const tree = newTree(rule, size, setup);
  const nodes = /** @type {Map<number, Node>} */ (tree.nodes);
  const nodeAt = (/** @type {number} */ id) => nodeOf(tree, id);
  return {
    /**
     * Adds a move, or finds it.
     * @param {number} at @param {Point | null} point @param {{color?: Color, timeMs?: number | null, report?: Report}} [more]
     */
    add(at, point, { color, timeMs = null, report } = {}) {
      const parent = nodeAt(at);
      const by = color ?? other(parent.color);
      const known = parent.children.find((id) => samePlace(nodeAt(id), point) && nodeAt(id).color === by);
      if (known !== undefined) return known;
      const id = nodes.size;
      nodes.set(id, { id, parent: at, point, color: by, children: [], comment: '', timeMs, ...(report ? { report } : {}) });
      nodes.set(at, { ...parent, children: [...parent.children, id] });
      return id;
    },
    /** @param {number} at @param {string} comment */
    comment: (at, comment) => nodes.set(at, { ...nodeAt(at), comment }),
    /** @returns {Tree} */
    build: () => ({ ...tree, next: nodes.size }),
  };
}

/** @param {Tree} tree @param {number} id @param {string} comment */
export const withComment = (tree, id, comment) =>
  withNodes(tree, [{ ...nodeOf(tree, id), comment }]);

/** Removes a node and everything after it. @param {Tree} tree @param {number} id @returns {Tree} */
export function withoutBranch(tree, id) {
  const node = nodeOf(tree, id);
  if (node.parent === null) return newTree(tree.rule, tree.size, tree.setup);
  const parent = nodeOf(tree, node.parent);
  const nodes = new Map(tree.nodes);
  const gone = [id];
  for (let next = gone.pop(); next !== undefined; next = gone.pop()) {
    gone.push(...nodeOf(tree, next).children);
    nodes.delete(next);
  }
  nodes.set(parent.id, { ...parent, children: parent.children.filter((child) => child !== id) });
  return { ...tree, nodes };
}

/** Makes the line through a node the first one everywhere. @param {Tree} tree @param {number} id */
export function asMainLine(tree, id) {
  const changed = [];
  for (let node = nodeOf(tree, id); node.parent !== null; ) {
    const parent = nodeOf(tree, node.parent);
    const child = node.id;
    changed.push({ ...parent, children: [child, ...parent.children.filter((c) => c !== child)] });
    node = parent;
  }
  return withNodes(tree, changed);
}

/** The nodes from the root to a node, without the root. @param {Tree} tree @param {number} id */
export function pathTo(tree, id) {
  /** @type {Node[]} */
  const path = [];
  for (let node = nodeOf(tree, id); node.parent !== null; node = nodeOf(tree, node.parent)) {
    path.push(node);
  }
  return path.reverse();
}

/**
 * The line through a node: the path to it, then `preferred` children, or else the first ones.
 * @param {Tree} tree @param {number} id @param {ReadonlySet<number>} [preferred]
 */
export function lineThrough(tree, id, preferred = new Set()) {
  const line = pathTo(tree, id);
  let node = nodeOf(tree, id);
  while (node.children.length) {
    const next = node.children.find((child) => preferred.has(child)) ?? node.children[0];
    node = nodeOf(tree, next);
    line.push(node);
  }
  return line;
}

/** Whether the sides took turns on the way to a node: files may hold games in which they did not. @param {Tree} tree @param {number} id */
export const isInTurn = (tree, id) => pathTo(tree, id).every(({ color, parent }) => color === toMove(tree, parent ?? ROOT));

/** @typedef {{color: Color, number: number | null}} Stone */

/**
 * The stones after a node.
 * @param {Tree} tree @param {number} id @returns {Map<number, Stone & {point: Point}>}
 */
export function stonesAt(tree, id) {
  const stones = new Map();
  for (const color of /** @type {Color[]} */ (['black', 'white'])) {
    for (const point of tree.setup?.[color] ?? []) {
      stones.set(pointKey(point), { point, color, number: null });
    }
  }
  pathTo(tree, id).forEach(({ point, color }, index) => {
    if (point) stones.set(pointKey(point), { point, color, number: index + 1 });
  });
  return stones;
}
