// Moving through the tree of a game: pure functions from a game to a game.

import { addMove, lineThrough, nodeOf, pathTo, ROOT } from '../model/tree.js';
import { mover } from './state.js';

/** @typedef {import('./state.js').Game} Game */
/** @typedef {import('../model/points.js').Point} Point */

/** @param {Game} game @param {number} at @returns {Game} */
export function goTo(game, at) {
  const preferred = new Set(game.preferred);
  for (const { id, parent } of pathTo(game.tree, at)) {
    for (const sibling of nodeOf(game.tree, parent ?? ROOT).children) preferred.delete(sibling);
    preferred.add(id);
  }
  return { ...game, at, preferred };
}

/** @param {Game} game */
export const back = (game) => goTo(game, nodeOf(game.tree, game.at).parent ?? ROOT);

/** @param {Game} game */
export function forward(game) {
  const line = lineThrough(game.tree, game.at, game.preferred);
  const next = line[pathTo(game.tree, game.at).length];
  return next ? goTo(game, next.id) : game;
}

/** @param {Game} game */
export const first = (game) => goTo(game, ROOT);

/** @param {Game} game */
export function last(game) {
  const line = lineThrough(game.tree, game.at, game.preferred);
  return line.length ? goTo(game, line[line.length - 1].id) : game;
}

/** The next variation at this move. @param {Game} game */
export function nextVariation(game) {
  const { parent } = nodeOf(game.tree, game.at);
  if (parent === null) return game;
  const { children } = nodeOf(game.tree, parent);
  return goTo(game, children[(children.indexOf(game.at) + 1) % children.length]);
}

/** Whether a side gave the position on the board up, or lost it on time. @param {Game} game */
export const isGivenUp = ({ result, at }) => result?.node === at && ['resigned', 'timeout'].includes(result.reason);

/**
 * Takes a resignation or a loss on time back, or a move; against the engine also the person's own one
 * before it. After a loss on time the turn begins anew.
 * @param {Game} game
 */
export function undone(game) {
  if (isGivenUp(game)) return { ...game, result: null, used: game.result?.reason === 'timeout' ? null : game.used };
  const before = back(game);
  const isShared = game.seats.black !== game.seats.white;
  if (!isShared || game.seats[mover(before)] !== 'engine') return before;
  // The first stone is the engine's: the person has nothing to take back.
  return before.at === ROOT ? game : back(before);
}

/** Redoes as {@link undone} undoes. @param {Game} game */
export function redone(game) {
  const after = forward(game);
  const isShared = game.seats.black !== game.seats.white;
  const more = isShared && game.seats[mover(after)] === 'engine';
  return more ? forward(after) : after;
}

/** The game after a stone, or a pass without a point. @param {Game} game @param {Point | null} point @param {number | null} timeMs */
export function played(game, point, timeMs) {
  const { tree, id } = addMove(game.tree, game.at, point, timeMs);
  return goTo({ ...game, tree }, id);
}

/**
 * The game ended at the last move of the line on the board.
 * @param {Game} game @param {'black' | 'white'} winner @param {string} reason @returns {Game}
 */
export function ended(game, winner, reason) {
  const end = last(game);
  return { ...end, result: { node: end.at, winner, reason } };
}

/** @param {Game} game */
export const isLeaf = (game) => nodeOf(game.tree, game.at).children.length === 0;
