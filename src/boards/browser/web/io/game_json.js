// A game as JSON of the API, the one form in which it is saved, sent and read: the moves of the
// whole tree as one list, numbered from 1.

import { nodeOf, ROOT, toMove, treeBuilder } from '../model/tree.js';
import { parsePoint, PASS, pointName } from '../model/points.js';

/** @typedef {import('../model/points.js').Point} Point */
/** @typedef {import('../model/points.js').Color} Color */
/** @typedef {import('../model/tree.js').Tree} Tree */
/** @typedef {import('../engine/engine.js').Message} Message */

/** What a game has beside its moves. @typedef {{black: string, white: string, date: string, opening?: string, openingStones?: number, note?: string, drawn?: object}} Names */
/** How it ended, if the board alone does not say so. @typedef {{winner: Color | 'draw', reason: string}} Ending */
/** `unfinished` is what continues an opening that is not over, as the API has it. @typedef {{tree: Tree, names: Names, ending: Ending | null, unfinished?: Message | null}} GameFile */

/** Reasons that the board shows. */
const SHOWN = ['five', 'draw (full-board)'];

/** The numbers of the nodes in the list, the start is 0. @param {Tree} tree @returns {Map<number, number>} */
export function numbering(tree) {
  const numbers = new Map([[ROOT, 0]]);
  // A list of what is left, not a recursion: games may be long.
  const left = [...nodeOf(tree, ROOT).children].reverse();
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    numbers.set(id, numbers.size);
    left.push(...[...nodeOf(tree, id).children].reverse());
  }
  return numbers;
}

/** @param {GameFile} file @returns {Message} */
export function gameJson({ tree, names, ending, unfinished }) {
  const { size, setup } = tree;
  const list = (/** @type {Point[]} */ points) => points.map((point) => pointName(point, size));
  const numbers = numbering(tree);
  /** @type {Message[]} */
  const moves = [];
  for (const id of numbers.keys()) {
    const { point, parent, color, comment, timeMs, report } = nodeOf(tree, id);
    if (parent === null) continue;
    const after = numbers.get(parent) ?? 0;
    moves.push({
      move: point && pointName(point, size), ...(after === moves.length ? {} : { after }), ...(color === toMove(tree, parent) ? {} : { color }),
      ...(comment ? { comment } : {}), ...(timeMs === null ? {} : { time_ms: Math.round(timeMs) }), ...report,
    });
  }
  const { black, white, opening, openingStones, note, drawn } = names;
  const { comment } = nodeOf(tree, ROOT);
  const date = fullDate(names.date);
  return {
    rule: tree.rule, width: size.width, height: size.height, moves,
    ...(black ? { black } : {}), ...(white ? { white } : {}), ...(date ? { date } : {}),
    ...(opening ? { opening } : {}), ...(openingStones ? { opening_stones: openingStones } : {}), ...(note ? { note } : {}), ...(drawn ? { drawn } : {}),
    // Without a result the API takes that of the board.
    ...(ending ? { result: ending.winner, reason: ending.reason || 'adjudicated' } : {}),
    ...(comment ? { comment } : {}), ...(unfinished ? { unfinished } : {}),
    ...(setup ? { setup: { black: list(setup.black), white: list(setup.white), blocked: list(setup.blocked), to_move: setup.toMove } } : {}),
  };
}

/** Whether a move of the list is a pass. @param {unknown} move */
const isPass = (move) => move === null || move === PASS || move === 'pass';

/** A date as the API takes it; nothing if it is none. @param {string} date */
function fullDate(date) {
  if (/^\d{4}-\d\d-\d\d$/.test(date)) return `${date} 00:00:00`;
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(date) ? date : '';
}

/** @param {Message} game @returns {GameFile & {ids: number[]}}  with the nodes of the moves by their numbers */
export function fromGameJson(game) {
  const size = sizeOf(game);
  const points = (/** @type {string[]} */ names = []) => names.flatMap((name) => parsePoint(name, size) ?? []);
  const setup = game.setup && {
    black: points(game.setup.black), white: points(game.setup.white), blocked: points(game.setup.blocked), toMove: game.setup.to_move ?? 'black',
  };
  const tree = treeBuilder(game.rule, size, setup ?? null);
  const ids = [ROOT];
  if (game.comment) tree.comment(ROOT, game.comment);
  for (const { move, after, color, comment, time_ms: timeMs, ...report } of game.moves) {
    const point = isPass(move) ? null : parsePoint(move, size);
    if (!point && !isPass(move)) throw new Error(`${move} is not a point of the board`);
    const id = tree.add(ids[after ?? ids.length - 1], point, { color, timeMs, report: Object.keys(report).length ? report : undefined });
    if (comment) tree.comment(id, comment);
    ids.push(id);
  }
  const { black = '', white = '', date = '', opening, opening_stones: openingStones, note, drawn, result, reason = '', unfinished = null } = game;
  const ending = ['black', 'white', 'draw'].includes(result) && !SHOWN.includes(reason) ? { winner: result, reason } : null;
  return {
    tree: tree.build(), ids, ending, unfinished,
    names: {
      black, white, date, ...(opening ? { opening } : {}), ...(openingStones ? { openingStones } : {}), ...(note ? { note } : {}),
      ...(drawn ? { drawn } : {}),
    },
  };
}

/** @param {Message} game @returns {import('../model/points.js').Size} */
export const sizeOf = (game) => ({ width: game.width ?? game.size, height: game.height ?? game.size });

/** How many moves the main line has: it comes first in the list. @param {Message} game @returns {number} */
export function mainLength({ moves }) {
  const fork = moves.findIndex((/** @type {Message} */ move) => move.after !== undefined);
  return fork < 0 ? moves.length : fork;
}

/**
 * A pasted object as a game of the API, which checks it: a game, or a position with its stones.
 * @param {unknown} pasted @param {string} rule  if it names none @returns {Message | null}
 */
export function gameOfJson(pasted, rule) {
  if (typeof pasted !== 'object' || pasted === null || Array.isArray(pasted)) return null;
  const { moves, stones, black, white, blocked, to_move: toMoveNext, ...rest } = /** @type {Message} */ (pasted);
  const list = moves ?? stones;
  const isGame = rest.setup || [black, white].some((value) => typeof value === 'string') || (Array.isArray(list) && list.some((move) => move?.move));
  if (isGame) return { rule, .../** @type {Message} */ (pasted) };
  if (!Array.isArray(list)) {
    const next = toMoveNext ?? ((white?.length ?? 0) < (black?.length ?? 0) ? 'white' : 'black');
    return { rule, ...rest, moves: [], setup: { black, white, blocked, to_move: next } };
  }
  const isTurn = !toMoveNext || (toMoveNext === 'black') === (list.length % 2 === 0);
  if (isTurn) return { rule, ...rest, moves: list.map((move) => ({ move })), ...(blocked ? { setup: { blocked, to_move: 'black' } } : {}) };
  const of = (/** @type {number} */ side) => list.filter((_, index) => index % 2 === side);
  return { rule, ...rest, moves: [], setup: { black: of(0), white: of(1), blocked: blocked ?? [], to_move: toMoveNext } };
}
