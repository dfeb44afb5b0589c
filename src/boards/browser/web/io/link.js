// A position in the fragment of the page's address, and as text to copy:
// `#renju/15x15/h8i9g7`, or with stones set up `#renju/15x15/black=h8,i9&white=g7&to-move=black/`.

import { addMove, isInTurn, newTree, pathTo, ROOT, stonesAt, toMove } from '../model/tree.js';
import { columnName, moveName, parsePoint, PASS, pointKey, pointName } from '../model/points.js';
import { MAX_SIDE, RULES } from '../model/position.js';

/** @typedef {import('../model/points.js').Point} Point */
/** @typedef {import('../model/tree.js').Tree} Tree */

const LEAST_SIDE = 5;

/** What is wrong with a link: the key of a text, and its parameters. */
export class LinkError extends Error {
  /** @param {string} key @param {Record<string, string | number>} params */
  constructor(key, params) {
    super(key);
    this.key = key;
    this.params = params;
  }
}

/** @param {Tree} tree @param {number} at */
export function positionHash(tree, at) {
  const { size } = tree;
  const names = (/** @type {Point[]} */ points, separator = '') => points.map((p) => pointName(p, size)).join(separator);
  // Moves that did not alternate are stones without an order here.
  const { setup, path } = isInTurn(tree, at) ? { setup: tree.setup, path: pathTo(tree, at) } : { setup: stonesOf(tree, at), path: [] };
  const moves = path.map(({ point }) => moveName(point, size)).join('');
  const board = `#${tree.rule}/${size.width}x${size.height}/`;
  if (!setup) return board + moves;
  const sets = [['black', setup.black], ['white', setup.white], ['blocked', setup.blocked]];
  const parts = sets.flatMap(([key, points]) => (points.length ? [`${key}=${names(/** @type {Point[]} */ (points), ',')}`] : []));
  return `${board}${[...parts, `to-move=${setup.toMove}`].join('&')}/${moves}`;
}

/** @param {Tree} tree @param {number} at @returns {import('../model/tree.js').Setup} */
function stonesOf(tree, at) {
  const stones = [...stonesAt(tree, at).values()];
  const of = (/** @type {string} */ wanted) => stones.filter(({ color }) => color === wanted).map(({ point }) => point);
  return { black: of('black'), white: of('white'), blocked: tree.setup?.blocked ?? [], toMove: toMove(tree, at) };
}

/** The fragment of a pasted text that is a link of the board, or null. @param {string} text */
export function linkIn(text) {
  // The moves in links of Gomoku Calculator follow `#/`; the engine reads those.
  const match = /^[^\s#]*(#[^\s#/]+\/[^\s#]*)$/.exec(text);
  return match ? match[1] : null;
}

/** The game that a fragment names; `null` if it is empty. @param {string} hash @returns {{tree: Tree, at: number} | null} */
export function readHash(hash) {
  const text = decoded(hash.replace(/^#/, ''));
  if (!text) return null;
  const [rule, sides = '', ...rest] = text.split('/');
  if (!RULES.includes(rule)) throw new LinkError('link.rule', { seen: rule.slice(0, 20) });
  const match = /^(\d{1,3})x(\d{1,3})$/.exec(sides);
  const size = { width: Number(match?.[1]), height: Number(match?.[2]) };
  const fits = [size.width, size.height].every((side) => side >= LEAST_SIDE && side <= MAX_SIDE);
  if (!fits) throw new LinkError('file.size', { seen: sides.slice(0, 20) });
  /** @template T @param {T} found @param {string | null} wrong */
  const checked = (found, wrong) => {
    if (wrong !== null) throw new LinkError('file.point', { seen: wrong.slice(0, 20) });
    return found;
  };
  const points = (/** @type {string} */ part) => {
    const { moves: found, wrong } = movesOf(part, size);
    return checked(found.flatMap((point) => point ?? []), wrong ?? (found.includes(null) ? PASS : null));
  };
  const line = movesOf(rest.length > 1 ? rest[1] : (rest[0] ?? ''), size);
  const moves = checked(line.moves, line.wrong);
  const values = new Map(rest.length > 1 ? rest[0].split('&').map((part) => /** @type {[string, string]} */ (part.split('=', 2))) : []);
  const of = (/** @type {string} */ key) => points((values.get(key) ?? '').replace(/,/g, ' '));
  /** @type {import('../model/points.js').Color} */
  const next = values.get('to-move') === 'white' ? 'white' : 'black';
  const setup = rest.length > 1 ? { black: of('black'), white: of('white'), blocked: of('blocked'), toMove: next } : null;
  const taken = new Set();
  for (const point of [...(setup ? [...setup.black, ...setup.white, ...setup.blocked] : []), ...moves]) {
    if (!point) continue;
    if (taken.has(pointKey(point))) throw new LinkError('refused.occupied', { point: pointName(point, size) });
    taken.add(pointKey(point));
  }
  let tree = newTree(rule, size, setup);
  let at = ROOT;
  for (const point of moves) ({ tree, id: at } = addMove(tree, at, point));
  return { tree, at };
}

/** The moves of a link, as `positionHash` writes them: `h8i9--g7`; `null` is a pass. @param {string} text @param {import('../model/points.js').Size} size */
function movesOf(text, size) {
  /** @type {(Point | null)[]} */
  const moves = [];
  for (const [name] of text.toLowerCase().matchAll(/--|[a-z]+[0-9]*|[^a-z\s]+/g)) {
    const point = parsePoint(name, size);
    if (!point && name !== PASS) return { moves, wrong: name };
    moves.push(point);
  }
  return { moves, wrong: null };
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone percent sign: the reader of the text says what is wrong with it.
    return text;
  }
}

/**
 * The board as lines of text.
 * @param {import('../model/points.js').Size} size
 * @param {Map<number, {color: string}>} stones
 * @param {Point[]} [blocked]
 */
export function boardText(size, stones, blocked = []) {
  const closed = new Set(blocked.map(pointKey));
  const lines = Array.from({ length: size.height }, (_, y) => {
    const row = Array.from({ length: size.width }, (_, x) => {
      const stone = stones.get(pointKey({ x, y }));
      if (stone) return stone.color === 'black' ? 'X' : 'O';
      return closed.has(pointKey({ x, y })) ? '#' : '.';
    });
    return `${String(size.height - y).padStart(2)} ${row.join(' ')}`;
  });
  const letters = Array.from({ length: size.width }, (_, x) => columnName(x)).join(' ');
  return [...lines, `   ${letters}`].join('\n');
}
