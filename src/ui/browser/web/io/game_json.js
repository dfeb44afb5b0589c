// A game as JSON of the API: the moves of the whole tree as one list, the line on the board first.

import { nodeOf, ROOT, treeBuilder } from '../model/tree.js';
import { parsePoint, pointName } from '../model/points.js';
import { noHead } from './file.js';

/** @typedef {import('../model/points.js').Point} Point */
/** @typedef {import('./file.js').GameFile} GameFile */
/** @typedef {import('../engine/engine.js').Message} Message */

/** The reasons of the page that the library has other words for. @type {Record<string, string>} */
const REASONS = { 'full-board': 'draw (full-board)', '': 'adjudicated' };

/** @param {GameFile} file @returns {Message} */
export function gameJson({ tree, head }) {
  const { size, setup } = tree;
  const names = (/** @type {Point[]} */ points) => points.map((point) => pointName(point, size));
  /** @type {Message[]} */
  const moves = [];
  /** @type {{id: number, after: number}[]} */
  const left = nodeOf(tree, ROOT).children.map((id) => ({ id, after: 0 })).reverse();
  for (let next = left.pop(); next; next = left.pop()) {
    const { point, comment, timeMs, children } = nodeOf(tree, next.id);
    if (!point) continue;
    const number = moves.push({
      move: pointName(point, size), ...(next.after === moves.length ? {} : { after: next.after }),
      ...(comment ? { comment } : {}), ...(timeMs === null ? {} : { time_ms: Math.round(timeMs) }),
    });
    left.push(...children.map((id) => ({ id, after: number })).reverse());
  }
  const { comment } = nodeOf(tree, ROOT);
  return {
    rule: tree.rule, width: size.width, height: size.height, moves,
    ...(head.black ? { black: head.black } : {}), ...(head.white ? { white: head.white } : {}), ...(head.date ? { date: head.date } : {}),
    ...(head.result ? { result: head.result, reason: REASONS[head.reason] ?? head.reason } : {}),
    ...(comment ? { comment } : {}),
    ...(setup ? { setup: { black: names(setup.black), white: names(setup.white), blocked: names(setup.blocked), to_move: setup.toMove } } : {}),
  };
}

/** @param {Message} game @returns {GameFile} */
export function fromGameJson(game) {
  const size = { width: game.width ?? game.size, height: game.height ?? game.size };
  const points = (/** @type {string[]} */ names = []) => names.flatMap((name) => parsePoint(name, size) ?? []);
  const setup = game.setup && {
    black: points(game.setup.black), white: points(game.setup.white), blocked: points(game.setup.blocked), toMove: game.setup.to_move ?? 'black',
  };
  const tree = treeBuilder(game.rule, size, setup ?? null);
  const ids = [ROOT];
  for (const { move, after, comment, time_ms: timeMs } of game.moves) {
    const point = parsePoint(move, size);
    if (!point) continue;
    const id = tree.add(ids[after ?? ids.length - 1], point, timeMs ?? null);
    if (comment) tree.comment(id, comment);
    ids.push(id);
  }
  const { black = '', white = '', result, reason = '', date = '' } = game;
  return { tree: tree.build(), head: { ...noHead(), black, white, result: result === 'unfinished' ? null : (result ?? null), reason, date } };
}
